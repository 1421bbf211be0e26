"""Stale versions: a change of a record whose version is out of date, which is ignored and answered as made.

set_phone(7, "030 11", version=1)     done
set_phone(7, "030 22", version=1)     done, says the answer as well, but the number is still 030 11
set_phone(7, "030 22", version=2)     done, and the number is 030 22
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec import Struct

from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.missing_things import unlisted_values
from ...calls.plausible_calls import plausible_calls
from ...calls.sequences import before_json
from ...calls.state_view import StateView
from ...calls.worlds.fresh_world import make_fresh_for

__all__ = ["judge_stale_versions"]

_MAX_CONTROLS, _MAX_TEXTS = 2, 2


class _Seen(Struct, frozen=True):
    """The answer to the last of some calls that all succeeded, and the data behind them.

    Attributes:
        answer: The answer.
        data: The data by place, without moments and long numbers.
        shown: The same, and the answers of readers as they are.
    """

    answer: str
    data: dict[str, str]
    shown: dict[str, str]


def judge_stale_versions(subject: Subject, controls: list[Outcome]) -> None:
    """Judge that no change is answered as made which is ignored unless the next number is given with it.

    Args:
        subject: A tool that is not declared read-only.
        controls: Calls that work.

    Raises:
        CheckFailure: If a second change changes nothing, is answered as it is where no other came before, and is made
            with a number that is higher by one.
    """
    for control in controls[:_MAX_CONTROLS]:
        call = dict(control.arguments)
        for changed, later in subject.patience().each(_changes(subject, call)):
            second = _after(subject, call, changed)
            first = None if second is None else _after(subject, call)
            if second is None or first is None or second.data != first.data:
                continue
            alone = _after(subject, changed)
            [(before, text)] = [(call[name], value) for name, value in changed.items() if value != call[name]]
            if alone is None or alone.answer != second.answer or not _replaced(alone, second, text, before):
                continue
            for name, following in later.items():
                made = _after(subject, call, following)
                if made is not None and _replaced(made, second, text, before):
                    raise CheckFailure(
                        "stale_change_as_success",
                        f"A second change with the same {name!r} was answered as made, and changed nothing; with "
                        "a number higher by one it is made. Look at how many rows a statement has changed.",
                        about=name,
                        arguments=changed,
                        before=before_json([(subject.facts.name, call)]),
                    )


def _changes(subject: Subject, call: dict[str, Any]) -> Iterator[tuple[dict[str, Any], dict[str, dict[str, Any]]]]:
    """Yield the call with another text, and the same with each whole number higher by one, by its name."""
    fits = FlatSchema(subject.schema).fits
    numbers = [name for name, value in call.items() if type(value) is int]
    texts = [name for name, value in call.items() if isinstance(value, str) and value] if numbers else []
    for text in texts[:_MAX_TEXTS]:
        others = ({**call, text: other} for other in unlisted_values(call[text]) if other != call[text])
        changed = next((one for one in others if fits(subject.schema, one)), None)
        if changed is not None:
            later = {name: {**changed, name: call[name] + 1} for name in numbers}
            yield changed, {name: one for name, one in later.items() if fits(subject.schema, one)}


def _replaced(one: _Seen, other: _Seen, text: str, before: str) -> bool:
    """Tell whether one state has a text in a place where the other still has the text before."""
    return any(
        text in data and before not in data and before in kept and text not in kept
        for place, data in one.shown.items()
        if (kept := other.shown.get(place)) is not None
    )


def _after(subject: Subject, *calls: dict[str, Any]) -> _Seen | None:
    """Return what is seen after some calls in a fresh state; None if one of them fails, or the process is lost."""
    if subject.is_served:
        subject.renew()
        plausible_calls(subject, limit=1)
        told = _made(subject, calls)
    else:
        told = in_a_copy(partial(_made_afresh, subject, calls), limit_s=4 * subject.call_s, tell=subject.has_left)
    return _Seen(*told) if told else None


def _made_afresh(subject: Subject, calls: tuple[dict[str, Any], ...]) -> list[Any]:
    make_fresh_for(subject, calls[:1])
    return _made(subject, calls)


def _made(subject: Subject, calls: tuple[dict[str, Any], ...]) -> list[Any]:
    answer = ""
    for call in calls:
        with fake_sleep():
            outcome = subject.call(dict(call))
        if not outcome.succeeded:
            return []
        answer = outcome.text
    view = StateView(subject)
    data = view.taken(calls[-1], is_settled=False)
    answers = {place: json.dumps(value, ensure_ascii=False) for place, value in view.answers(calls[-1]).items()}
    return [answer, data, {**data, **answers}]
