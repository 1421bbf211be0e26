"""Needed records: a call of a maker that works once other tools have added the records that it names.

add_track(album_id=1, title="hello")      "There is no album 1."
add_album(title="hello")                  {"id": 7}
add_track(album_id=7, title="hello")      works
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ..asking import looks_failed
from ..call_search import searched_reply
from .record_chains import values_of_steps
from .record_makers import Maker, aligned_calls, makers_of

__all__ = ["call_with_needs"]

#: Tools that are asked to add what a call needs, calls of each, and how many of them may need each other.
_MAX_MAKERS, _MAX_CALLS, _MAX_DEPTH = 3, 2, 2
_MOST_CALLS = 40

#: The name of a tool, and its reply to a call.
NamedReply = tuple[str, Outcome]


def call_with_needs(
    maker: Subject, call: dict[str, Any], tools: Sequence[Maker]
) -> tuple[list[NamedReply], Outcome] | None:
    """Let other tools add what a call of a tool needs, and return their calls, and the one that works; None without it.

    Args:
        maker: The tool, which refuses the call as it is.
        call: An ordinary call of it.
        tools: The tools of its target.
    """
    return _Needs(tools).met(maker, call, {maker.facts.name})


class _Needs:
    """The search for what calls need.

    Args:
        tools: The tools that may add it.
    """

    def __init__(self, tools: Sequence[Maker]) -> None:
        self._tools = tools
        self._left = iter(range(_MOST_CALLS))

    def met(self, maker: Subject, call: dict[str, Any], asked: set[str]) -> tuple[list[NamedReply], Outcome] | None:
        """Return the calls of other tools that a call needs, and the one that then works.

        Args:
            maker: The tool.
            call: A call of it.
            asked: Names of tools that need each other, which are not asked again.
        """
        steps: list[NamedReply] = []
        others = [one for one in makers_of(maker, call, among=self._tools) if one[0].name not in asked]
        for facts, tool in others[:_MAX_MAKERS]:
            other = maker.beside(facts, tool)
            made = self._made(other, aligned_calls(facts, call)[:_MAX_CALLS], {*asked, facts.name})
            if made is None:
                continue
            steps += made
            reply = maker.call(call) if self._may_go_on() else None
            if reply is not None and looks_failed(reply):
                reply = searched_reply(maker, [call], values_of_steps(steps), may_go_on=self._may_go_on)
            if reply is not None:
                return steps, reply
        return None

    def _made(self, maker: Subject, calls: list[dict[str, Any]], asked: set[str]) -> list[NamedReply] | None:
        """Return the calls with which a tool adds a record, after those that it needs; None if it adds none."""
        for call in calls:
            reply = maker.call(call) if self._may_go_on() else None
            if reply is not None and not looks_failed(reply):
                return [(maker.facts.name, reply)]
        if len(asked) > _MAX_DEPTH or not calls:
            return None
        needed = self.met(maker, calls[0], asked)
        return None if needed is None else [*needed[0], (maker.facts.name, needed[1])]

    def _may_go_on(self) -> bool:
        return next(self._left, None) is not None
