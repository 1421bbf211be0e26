"""A server of walks whose readers summarise those of a span, in which there may be none."""

from __future__ import annotations

import json
from typing import Any

from raw import Result, serve, text, tool

READS = {"readOnlyHint": True}
WALKS = [("2025-01-04", 1_735_948_800, 12.5, "to the mill"), ("2025-02-11", 1_739_232_000, 8.0, "along the river")]
DAY = {"since": {"type": "string", "format": "date", "default": None, "description": "First day to look at."}}
SECONDS = {"type": "integer", "minimum": 0, "maximum": 4_102_444_800}
MOMENT = {"after": {**SECONDS, "default": 0, "description": "Seconds since 1970."}}
STEPS = {"steps": {**SECONDS, "default": 10, "description": "How many steps to count."}}
WORD = {"word": {"type": "string", "default": "", "description": "A word of the walk's name."}}


def length(*kinds: str) -> dict[str, Any]:
    fields = {"walks": {"type": "integer"}, "longest": {"type": list(kinds)}}
    return {"type": "object", "properties": fields, "required": list(fields)}


def told(walks: list[tuple[str, int, float, str]]) -> Result:
    found = {"walks": len(walks), "longest": max((walk[2] for walk in walks), default=None)}
    return text(json.dumps(found), structuredContent=found)


def since_day(since: str | None = None) -> Result:
    return told([walk for walk in WALKS if walk[0] >= (since or "")])


def after_moment(after: int = 0) -> Result:
    return told([walk for walk in WALKS if walk[1] > after])


def with_word(word: str = "") -> Result:
    return told([walk for walk in WALKS if word in walk[3]])


def counted(steps: int = 10) -> Result:
    found = {"walks": sum(1 for _ in range(steps)), "longest": 0}
    return text(json.dumps(found), structuredContent=found)


NUMBER, NUMBER_OR_NULL = length("number"), length("number", "null")
TOOLS = [
    tool("since_day", since_day, arguments=DAY, annotations=READS, outputSchema=NUMBER),
    tool("since_any_day", since_day, arguments=DAY, annotations=READS, outputSchema=NUMBER_OR_NULL),
    tool("after_moment", after_moment, arguments=MOMENT, annotations=READS, outputSchema=NUMBER),
    tool("after_any_moment", after_moment, arguments=MOMENT, annotations=READS, outputSchema=NUMBER_OR_NULL),
    tool("with_word", with_word, arguments=WORD, annotations=READS, outputSchema=NUMBER),
    tool("with_any_word", with_word, arguments=WORD, annotations=READS, outputSchema=NUMBER_OR_NULL),
    tool("counted", counted, arguments=STEPS, annotations=READS, outputSchema=NUMBER),
]

if __name__ == "__main__":
    serve(TOOLS)
