"""Needed records: a call of a maker that works once other tools have added the records that it names.

add_track(album_id=1, title="hello")      "There is no album 1."
add_album(title="hello")                  {"id": 7}
add_track(album_id=7, title="hello")      works
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ....profile.makers import makes_things
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ..asking import looks_failed
from ..call_search import searched_reply
from .record_chains import values_of_steps
from .record_makers import aligned_calls, makers_of

__all__ = ["call_with_needs"]

#: Tools that are asked to add what a call needs, calls of each, and how many of them may need each other.
_MAX_MAKERS, _MAX_CALLS, _MAX_DEPTH = 3, 2, 2
_MOST_CALLS = 40

#: Calls of tools that have worked, by the name of the tool.
_Steps = list[tuple[str, Outcome]]


def call_with_needs(maker: Subject, call: dict[str, Any]) -> tuple[_Steps, Outcome] | None:
    """Let other tools add what a call of a tool needs, and return their calls, and the one that works; None without it.

    Args:
        maker: The tool, which refuses the call as it is.
        call: An ordinary call of it.
    """
    left = iter(range(_MOST_CALLS))
    return _with_needs(maker, call, {maker.facts.name}, lambda: next(left, None) is not None)


def _with_needs(
    maker: Subject, call: dict[str, Any], asked: set[str], may_go_on: Callable[[], bool]
) -> tuple[_Steps, Outcome] | None:
    others = [one for one in makers_of(maker, call) if one[0].name not in asked and makes_things(one[0])]
    steps: _Steps = []
    for facts, tool in others[:_MAX_MAKERS]:
        other = maker.beside(facts, tool)
        made = _made(other, aligned_calls(facts, call)[:_MAX_CALLS], {*asked, facts.name}, may_go_on)
        if made is None:
            continue
        steps += made
        reply = maker.call(call) if may_go_on() else None
        if reply is not None and looks_failed(reply):
            reply = searched_reply(maker, [call], values_of_steps(steps), may_go_on=may_go_on)
        if reply is not None:
            return steps, reply
    return None


def _made(maker: Subject, calls: list[dict[str, Any]], asked: set[str], may_go_on: Callable[[], bool]) -> _Steps | None:
    """Return the calls with which a tool adds a record, first those of others that it needs; None if it adds none."""
    for call in calls:
        reply = maker.call(call) if may_go_on() else None
        if reply is not None and not looks_failed(reply):
            return [(maker.facts.name, reply)]
    if len(asked) > _MAX_DEPTH or not calls:
        return None
    needed = _with_needs(maker, calls[0], asked, may_go_on)
    return None if needed is None else [*needed[0], (maker.facts.name, needed[1])]
