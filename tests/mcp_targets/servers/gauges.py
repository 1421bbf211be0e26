"""A server of water gauges: what can be computed of several levels cannot always be computed of one, or of none."""

from __future__ import annotations

import itertools
from typing import Any

from raw import Refused, serve, text, tool

READS = {"readOnlyHint": True}
levels: dict[str, list[int]] = {"weir": [80, 90, 85], "lock": [40, 44]}
GAUGE = {"gauge": {"type": "string", "minLength": 1, "maxLength": 20, "description": "Name of a gauge: weir."}}
LEVEL = {"level": {"type": "integer", "minimum": 0, "maximum": 900, "description": "Level in centimetres."}}


def of_gauge(gauge: str) -> list[int]:
    if gauge not in levels:
        raise Refused("There is no such gauge.")
    return levels[gauge]


def note_level(gauge: str, level: int) -> dict[str, Any]:
    levels.setdefault(gauge, []).append(level)
    return told({"gauge": gauge, "count": len(levels[gauge])})


def remove_levels(gauge: str) -> dict[str, Any]:
    of_gauge(gauge).clear()
    return told({"gauge": gauge, "count": 0})


def told(value: dict[str, Any]) -> dict[str, Any]:
    return text(str(value), structuredContent=value)


def mean_step(gauge: str) -> dict[str, Any]:
    found = of_gauge(gauge) or [0, 0]
    steps = [abs(later - earlier) for earlier, later in itertools.pairwise(found)]
    return told({"step": sum(steps) / len(steps) if steps else None})


def mean_step_or_zero(gauge: str) -> dict[str, Any]:
    found = of_gauge(gauge)
    steps = [abs(later - earlier) for earlier, later in itertools.pairwise(found)]
    return told({"step": sum(steps) / len(steps) if steps else 0})


def highest(gauge: str) -> dict[str, Any]:
    return told({"highest": max(of_gauge(gauge), default=None)})


def highest_if_any(gauge: str) -> dict[str, Any]:
    found = of_gauge(gauge)
    if not found:
        raise Refused("The gauge has no level.")
    return told({"highest": max(found)})


def latest(gauge: str) -> dict[str, Any]:
    # Its schema says that there may be none.
    return told({"latest": of_gauge(gauge)[-1] if of_gauge(gauge) else None})


def number(name: str, kind: Any = "number") -> dict[str, Any]:
    return {"type": "object", "properties": {name: {"type": kind}}, "required": [name]}


TOOLS = [
    tool("note_level", note_level, arguments={**GAUGE, **LEVEL}, annotations={"destructiveHint": False}),
    tool("remove_levels", remove_levels, arguments=GAUGE, annotations={"destructiveHint": True}),
    tool("mean_step", mean_step, arguments=GAUGE, annotations=READS, outputSchema=number("step")),
    tool("mean_step_or_zero", mean_step_or_zero, arguments=GAUGE, annotations=READS, outputSchema=number("step")),
    tool("highest", highest, arguments=GAUGE, annotations=READS, outputSchema=number("highest")),
    tool("highest_if_any", highest_if_any, arguments=GAUGE, annotations=READS, outputSchema=number("highest")),
    tool("latest", latest, arguments=GAUGE, annotations=READS, outputSchema=number("latest", ["number", "null"])),
]

if __name__ == "__main__":
    serve(TOOLS)
