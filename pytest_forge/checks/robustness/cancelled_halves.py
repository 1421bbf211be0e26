"""Cancelled halves: a part of a change that a cancelled call leaves, where the description says all of it or nothing.

move([a, b, c])              a, b and c are in the other box
move([a, b, c])              cancelled half way: a alone is, and stays
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from typing import Any

from forge_harness import ServerLostError

from ...profile.told_atomicity import acts_as_a_whole
from ...regex import regex
from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.asking import looks_failed, own_server
from ..calls.plausible_calls import plausible_calls
from ..calls.state_view import StateView
from ..calls.told_words import all_told_words

__all__ = ["judge_cancelled_halves"]

_SHARE = 0.35
#: The items of lists that take a call long enough, and what is long: for a cancellation half way, and at most.
_ITEMS, _BRIEF_S, _MAX_S = (8, 4, 2), 0.04, 1.5
_ROUNDS = 2
#: Seconds behind the end of the call if the server lets it finish.
_END_S = 0.3
_WORD = regex(r"\w+")

_Call = dict[str, Any]


def judge_cancelled_halves(subject: Subject, call: _Call) -> None:
    """Judge that a cancelled call has done all of its work or nothing, if the description says so.

    Args:
        subject: A tool of a server that we have started, whose pauses are kept.
        call: A call that works.

    Raises:
        CheckFailure: If the data are neither what they were nor what the whole call makes of them, twice.
    """
    told = acts_as_a_whole(all_told_words(subject)) if subject.facts.tier != "read" else ""
    if not told:
        return
    tool, view = own_server(subject), StateView(subject)
    for one in subject.patience(_SHARE).each(list(_longer_calls(subject, call))):
        whole = _whole(subject, view, one)
        if whole is None:
            continue
        before, after, seconds = whole
        try:
            is_half = all(_is_half(subject, view, one, before, after, seconds) for _ in range(_ROUNDS))
        except ServerLostError:
            return
        subject.has_seen(1)
        if is_half:
            raise CheckFailure(
                "cancelled_call_half_done",
                f'The description says "{told}", but a call of {tool.name!r} that was cancelled half way left a part '
                "of its change. Undo what was begun in a 'finally': in Python, a cancellation is no Exception.",
                arguments=one,
            )
        break
    subject.renew()


def _longer_calls(subject: Subject, call: _Call) -> Iterator[_Call]:
    """Yield the call with more items in its lists, which differ, then as it is."""
    view = FlatSchema(subject.schema)
    for name, value in call.items():
        if isinstance(value, list) and value:
            items = [_numbered(value[0], number) for number in range(1, _ITEMS[0] + 1)]
            longer = ({**call, name: items[:size]} for size in _ITEMS)
            yield from (one for one in longer if view.fits(view.root, one))
    yield call


def _numbered(item: Any, number: int) -> Any:
    if isinstance(item, Mapping):
        return {key: _numbered(part, number) for key, part in item.items()}
    return f"{item}{number}" if isinstance(item, str) and item else item


def _whole(subject: Subject, view: StateView, call: _Call) -> tuple[dict[str, str], dict[str, str], float] | None:
    """Return the data before and after a call that runs through, and its seconds; None if it is no call to cancel."""
    _begin(subject)
    before = _taken(view, call)
    reply = subject.call(dict(call))
    after = _taken(view, call, is_settled=False)
    is_long = reply.succeeded and _BRIEF_S <= reply.seconds <= _MAX_S
    return (before, after, reply.seconds) if is_long and not looks_failed(reply) and before != after else None


def _is_half(
    subject: Subject, view: StateView, call: _Call, before: dict[str, str], after: dict[str, str], seconds: float
) -> bool:
    """Tell whether a cancelled call leaves some of what it adds, and not all of it."""
    tool = own_server(subject)
    _begin(subject)
    if _taken(view, call, is_settled=False) != before:
        return False
    tool.server.call_and_cancel(tool.name, call, call_s=2 * subject.call_s, after_s=seconds / 2)
    # A busy machine may need longer for the rest of the call.
    for wait_s in (seconds / 2 + _END_S, seconds + _END_S):
        time.sleep(wait_s)
        left = _taken(view, call, is_settled=False)
        places = [place for place in before if place in left and place in after]
        # What only tells of a cancelled call is no part of the change.
        added = [place for place in places if _words(left, place, before) & _words(after, place, before)]
        if not added or all(left[place] == after[place] for place in places):
            return False
    return True


def _begin(subject: Subject) -> None:
    subject.renew()
    plausible_calls(subject, limit=1)


def _taken(view: StateView, call: _Call, *, is_settled: bool = True) -> dict[str, str]:
    """Return the data by place; readers are asked for the names in the first items of lists, and in the last ones."""
    found: dict[str, str] = {}
    for end in (0, -1):
        named = dict(call)
        for value in call.values():
            item = value[end] if isinstance(value, list) and value else value
            named |= dict(item) if isinstance(item, Mapping) else {}
        if end and named == call:
            break
        found |= {f"{place} ({end})": text for place, text in view.taken(named, is_settled=is_settled).items()}
    return found


def _words(data: Mapping[str, str], place: str, before: Mapping[str, str]) -> set[str]:
    return set(_WORD.findall(data[place])) - set(_WORD.findall(before[place]))
