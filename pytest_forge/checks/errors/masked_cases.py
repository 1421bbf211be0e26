"""Masked cases: a value that a tool hides beside a name, and shows beside the same name in another letter case.

clean("token=a7")     token=***
clean("Token=a7")     Token=a7
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any

from ...profile.letter_cases import says_case_is_ignored
from ...profile.secrets import hidden_names
from ...strategies.schemas.flat_schema import CannotMake, FlatSchema
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.fake_sleep import fake_sleep
from ..calls.path_slots import PathSlot, path_slots
from ..calls.plausible_calls import plausible_calls

__all__ = ["judge_masked_cases"]

_SHARE = 0.2
_MAX_SLOTS, _MAX_NAMES = 3, 6
#: Texts with a name and its value: a query, a setting, a header, and JSON.
_FORMS: tuple[Callable[[str, str], str], ...] = (
    "https://feeds.example/list?{}={}".format,
    "{}={}".format,
    "{}: {}".format,
    lambda name, value: json.dumps({name: value}),
)
#: A name that no tool takes for a secret.
_PLAIN = "colour"
_VALUE = "kqvf7wz41"
#: Makes a call of a name and its value.
_Maker = Callable[[str, str], dict[str, Any]]


def judge_masked_cases(subject: Subject) -> None:
    """Judge that a tool which hides the value of a name hides it in every letter case of the name.

    Judged are names that its description says to hide, if it also says that letter case does not matter, or means all
    of the kind, such as passwords.

    Raises:
        CheckFailure: If it shows one.
    """
    says = f"{subject.facts.description or ''}\n\n{json.dumps(subject.schema, default=repr)}"
    is_told = says_case_is_ignored(" ".join(says.split()))
    names = [name for name, is_kind in hidden_names(subject.facts.description or "").items() if is_told or is_kind]
    for make in subject.patience(_SHARE).each(_makers(subject) if names else ()):
        if not _is_shown(subject, make, _PLAIN):
            continue
        for name in names[:_MAX_NAMES]:
            others = [one for one in (name.title(), name.upper(), name.lower()) if one != name]
            shown = next((one for one in others if _is_shown(subject, make, one)), None)
            # Once more, since a tool may hide at random.
            if shown and [_is_shown(subject, make, one) for one in (name, shown, name)] == [False, True, False]:
                raise CheckFailure(
                    "secret_shown",
                    f"A result shows the value beside {shown!r}, though the tool hides that beside {name!r}. Change "
                    "the letter case of a name before you compare it.",
                    about=name,
                    arguments=make(shown, _VALUE),
                )


def _makers(subject: Subject) -> Iterator[_Maker]:
    """Yield ways to give a tool a name and its value: within a text, or in an object of any names."""
    try:
        fits = FlatSchema(subject.schema).fits
    except CannotMake:
        return
    for base in plausible_calls(subject, limit=1)[:1]:
        for slot in path_slots(subject.schema)[:_MAX_SLOTS]:
            for make in _ways(slot, base):
                if fits(subject.schema, make(_PLAIN, _VALUE)):
                    yield make


def _ways(slot: PathSlot, base: dict[str, Any]) -> Iterator[_Maker]:
    for form in _FORMS if slot.steps[-1] != "{}" else ():
        yield lambda name, value, form=form: slot.place(base, form(name, value))  # type: ignore[misc]
    if slot.steps[-1] == "{}":
        yield lambda name, value: _with_value(slot.place(base, name), slot.steps, name, value)


def _with_value(here: Any, steps: tuple[str, ...], name: str, value: str) -> Any:
    """Return arguments in which an object of one name has another value."""
    if steps[0] == "{}":
        return {name: value}
    if steps[0] == "[]":
        return [_with_value(one, steps[1:], name, value) for one in here]
    return {**here, steps[0]: _with_value(here[steps[0]], steps[1:], name, value)}


def _is_shown(subject: Subject, make: _Maker, name: str) -> bool | None:
    """Return whether a call shows the value of a name; None if it fails."""
    letters = "".join(subject.random.choices("bcdfghjkmnpqrstvwxz", k=6))
    value = f"{letters[:3]}7{letters[3:]}41"
    with nullcontext() if subject.is_served else fake_sleep():
        outcome = subject.call(make(name, value))
    return value in f"{outcome.returned!r}{outcome.text}" if outcome.succeeded else None
