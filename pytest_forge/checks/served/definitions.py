"""Definitions of a server's tools after calls: they contain no data from calls."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from forge_harness import Tool

from ...strategies.calls.examples import candidate_arguments
from ...targets.facts import ToolFacts
from ...targets.mcp.transport import ServerLostError
from ...targets.subject import Subject
from ...targets.target_error import TargetError
from ...verdict import CheckFailure, NotApplicable, NotEnoughSeen
from ..calls.answered import needs_answer
from ..calls.asking import served_tool, shown
from ..check import served
from ..injection.definition import ORDER, is_fenced
from ..injection.injection_point import InjectionPoint, injection_points, mark_of

_MAX_TOOLS, _MAX_SLOTS = 6, 2


@served("definitions_hold_no_data")
@needs_answer
def definitions_hold_no_data(subject: Subject) -> None:
    """No text from calls of this tool, or of the server's tools that store data, ends up in its definition.

    The check sends an instruction as an argument of each of these tools, then lists the tools again, and fails if the
    definition contains the instruction unfenced.
    """
    tool = served_tool(subject)
    given: dict[str, tuple[str, InjectionPoint]] = {}
    silent: set[str] = set()
    for facts, neighbour, point in subject.patience().each(_places(subject)):
        if facts.name in silent:
            continue
        order = f"{ORDER} {mark_of(subject)}"
        given[order] = (facts.name, point)
        try:
            answer = subject.beside(facts, neighbour).call(point.with_text(order)).answer
        except ServerLostError:
            answer = None
        if answer is None:
            silent.add(facts.name)
    if subject.facts.name in silent:
        subject.has_left(1, is_hung=True)
    if not given:
        raise NotApplicable("No argument of the tool, or of the server's tools that store data, takes text.")
    try:
        tool.server.recover()
        listed = tool.server.tools()
    except TargetError:
        raise NotEnoughSeen("Not judged: the server did not list its tools again after the calls.") from None
    for text in (_as_text(entry) for entry in listed if isinstance(entry, dict) and entry.get("name") == tool.name):
        for order, (name, point) in given.items() if ORDER in text else ():
            if order in text and not is_fenced(text, order):
                raise CheckFailure(
                    "order_in_definition",
                    f"Given an instruction in {point.slot.shown!r} of {name!r}, the server put it into the tool's "
                    f"definition, which a model obeys: {shown(order)}. Keep definitions constant, and return data in "
                    "results.",
                    about=point.slot.shown,
                    arguments=point.with_text(order) if name == tool.name else None,
                )


def _places(subject: Subject) -> Iterator[tuple[ToolFacts, Tool, InjectionPoint]]:
    """Yield the arguments that take text: all of this tool, a few of the others."""
    for facts, tool in _storing(subject):
        schema = facts.input_schema if isinstance(facts.input_schema, dict) else {}
        found = list(injection_points(candidate_arguments(schema, limit=2), schema)) if schema else []
        most = None if facts.name == subject.facts.name else _MAX_SLOTS
        yield from ((facts, tool, point) for point in found[:most])


def _storing(subject: Subject) -> Iterator[tuple[ToolFacts, Tool]]:
    """Yield the tool itself, and the server's other tools that are not read-only."""
    yield subject.facts, subject.tool
    beside = [one for one in subject.neighbours if one[0].name != subject.facts.name and one[0].tier != "read"]
    yield from beside[:_MAX_TOOLS]


def _as_text(entry: dict[str, Any]) -> str:
    return json.dumps(entry, default=str, ensure_ascii=False)
