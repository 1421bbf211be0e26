"""Noticed repeats: a tool that notices an equal call for a plain text, and not for another form of a text.

    subscribe("ada")  added    subscribe("ada")  already there, nothing changes
    subscribe("QADA") added    subscribe("QADA") added, and the list grows again
    subscribe("é") with one sign for the accented letter added, with two signs added again

The comparison needs no declaration: what the tool does with the plain text shows what it means to do. But the last line
is one of a tool that says that both are the same text.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

from msgspec import Struct

from ....profile.composed_letters import says_forms_are_equal
from ....profile.similar_names import says_encodings_are_alike
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.sequences import before_json
from ...calls.state_view import StateView, without_moments

__all__ = ["judge_other_forms"]

_MAX_CALLS = 2
_TIMES = 3
_NUMBER = regex(r"\d+")
#: Forms of new texts, and the text in each; capitals are made of it.
_FORMS = {"capitals": "", "a capital": "Qw{}", "spaces around it": " qx{} ", "a combining accent": "qe\u0301{}"}


class _Made(Struct, frozen=True):
    """One of equal calls: what the tool said, the same without lists and numbers, and the places that it changed."""

    said: str
    said_of_call: str
    changed: tuple[str, ...]


def judge_other_forms(subject: Subject) -> bool:
    """Judge a tool that notices repeated calls by calls with other forms of their texts; return whether it does.

    Raises:
        CheckFailure: If it does not notice those.
    """
    try:
        calls = plausible_calls(subject)[:_MAX_CALLS]
    except NoCallFits:
        return False
    view = StateView(subject)
    has_noticed = False
    for call in subject.patience().each(calls):
        if not any(isinstance(value, str) for value in call.values()):
            continue
        plain = _repeated(subject, view, call)
        small = _in_small_letters(subject, call)
        if small is not None and (len(plain) < _TIMES or plain[1].changed):
            # The ordinary text may itself be of the form that is not noticed.
            call, plain = small, _repeated(subject, view, small)
        if len(plain) < _TIMES or plain[1] != plain[2] or plain[1].changed:
            continue
        has_noticed = True
        _judge_encodings(subject, view, call)
        for form in _FORMS:
            other, made = _made_in(subject, view, call, form)
            # Lists and numbers of answers grow with the data.
            is_alike = plain[0].said == plain[1].said or len({one.said_of_call for one in made}) == 1
            again = made[1:] if len(made) == _TIMES and is_alike else []
            places = [place for place in again[0].changed if place in again[1].changed] if again else []
            if places:
                raise CheckFailure(
                    "repeat_adds",
                    f"A repeated call changes nothing for a plain text, but with {form}, each of equal calls changed "
                    f"{places[-1]}. Look up the same form of the text as is kept.",
                    arguments=other,
                )
    return has_noticed


def _judge_encodings(subject: Subject, view: StateView, call: dict[str, Any]) -> None:
    """Judge that a text in another form of Unicode is noticed too, if the tool says that it is the same text.

    Raises:
        CheckFailure: If it is answered as a new one.
    """
    fits = FlatSchema(subject.schema).fits
    properties = subject.schema.get("properties") or {}
    for name, value in call.items():
        described = properties.get(name, {}).get("description") if isinstance(properties.get(name), dict) else ""
        says = f"{subject.facts.description or ''}\n\n{described}"
        if not isinstance(value, str) or not (says_encodings_are_alike(says) or says_forms_are_equal(says)):
            continue
        composed, apart = ({**call, name: unicodedata.normalize(form, f"q\u00e9{value}")} for form in ("NFC", "NFD"))
        if not fits(subject.schema, composed) or not fits(subject.schema, apart):
            continue
        plain = [_composed(one) for one in _repeated(subject, view, composed)]
        other = [_composed(one) for one in _repeated(subject, view, apart)]
        if len(plain) == _TIMES and plain[0] != plain[1] == plain[2] and other and other[0] == plain[0]:
            raise CheckFailure(
                "repeat_adds",
                f"After a call with an accent in {name!r}, one with the same text in another form of Unicode was "
                "answered as a new one, though the tool says that they are the same. Compare texts that "
                "unicodedata.normalize has made.",
                about=name,
                arguments=apart,
                before=before_json([(subject.facts.name, composed)]),
            )


def _composed(made: _Made) -> str:
    """Return what a tool said of a call, with one form of Unicode."""
    said = re.sub(r"\\u([0-9a-f]{4})", lambda code: chr(int(code[1], 16)), made.said_of_call)
    return unicodedata.normalize("NFC", said)


def _repeated(subject: Subject, view: StateView, call: dict[str, Any], *, is_noticed: bool = True) -> list[_Made]:
    """Make equal calls, until one shows that the tool does not treat them as *is_noticed* says."""
    made: list[_Made] = []
    before = view.taken(call)
    while len(made) < _TIMES:
        with fake_sleep():
            outcome = subject.call(call)
        if outcome.timed_out or not outcome.ran or (not made and not outcome.succeeded):
            break
        after = view.taken(call, is_settled=False)
        said = f"{outcome.succeeded} {outcome.raised!r} {outcome.text}"
        kept = f"{outcome.succeeded} {outcome.raised!r} {_without_data(outcome.text)}"
        made.append(_Made(without_moments(said), without_moments(kept), tuple(view.changed(before, after))))
        before = after
        if bool(made[-1].changed) != (len(made) == 1 or not is_noticed):
            break
    return made


def _without_data(text: str) -> str:
    """Return an answer without the items of its lists and without its numbers."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return _NUMBER.sub("0", text)
    return json.dumps(_emptied(value), sort_keys=True)


def _emptied(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _emptied(item) for key, item in value.items()}
    if isinstance(value, list):
        return []
    return 0 if isinstance(value, int | float) and not isinstance(value, bool) else value


def _in_small_letters(subject: Subject, call: dict[str, Any]) -> dict[str, Any] | None:
    """Return the call with its texts in small letters, as far as the schema allows; None if nothing changes."""
    fits = FlatSchema(subject.schema).fits
    small = dict(call)
    for name, value in call.items():
        if isinstance(value, str) and fits(subject.schema, changed := {**small, name: f"q{value.lower()}"}):
            small = changed
    return small if small != call else None


def _made_in(subject: Subject, view: StateView, call: dict[str, Any], form: str) -> tuple[dict[str, Any], list[_Made]]:
    """Make the call with new texts in another form: all of them, or else the first with which the call works."""
    fits = FlatSchema(subject.schema).fits
    new = {name: _in_form(form, value) for name, value in call.items() if isinstance(value, str)}
    single = [{name: text} for name, text in new.items() if fits(subject.schema, {**call, name: text})]
    together = {name: text for part in single for name, text in part.items()}
    # Other texts may have to be of a form of their own, such as an account of six digits.
    for changed in [together, *(single if len(single) > 1 else [])]:
        made = _repeated(subject, view, {**call, **changed}, is_noticed=False) if changed else []
        if made:
            return {**call, **changed}, made
    return call, []


def _in_form(form: str, text: str) -> str:
    return f"q{text}".upper() if form == "capitals" else _FORMS[form].format(text)
