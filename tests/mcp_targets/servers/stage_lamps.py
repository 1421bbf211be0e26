"""A server of a stage whose reader tries levels of lamps, on a copy of the scenes: a shallow or a deep one."""

from __future__ import annotations

import copy
import json
import sys

from raw import serve, tool

SHARES = sys.argv[1:] == ["shares"]
NAME = {"type": "string", "minLength": 1, "maxLength": 40}
LEVEL = {
    "type": "object",
    "properties": {"scene": NAME, "lamp": NAME, "percent": {"type": "integer", "minimum": 0, "maximum": 100}},
    "required": ["scene", "lamp", "percent"],
    "additionalProperties": False,
}
LEVELS = {"type": "array", "items": LEVEL, "minItems": 1, "maxItems": 20, "description": "What to set, in order."}

scenes = {"dusk": {"left": 20, "right": 35}, "storm": {"left": 90, "strobe": 100}}


def show_scenes() -> str:
    return json.dumps(scenes)


def with_levels(changed: dict[str, dict[str, int]], levels: list[dict]) -> str:
    for level in levels:
        changed.setdefault(level["scene"], {})[level["lamp"]] = level["percent"]
    return json.dumps(changed)


def try_levels(levels: list[dict]) -> str:
    return with_levels(scenes.copy() if SHARES else copy.deepcopy(scenes), levels)


def set_levels(levels: list[dict]) -> str:
    return with_levels(scenes, levels)


READS = {"readOnlyHint": True}
TOOLS = [
    tool("show_scenes", show_scenes, arguments={}, annotations=READS),
    tool("try_levels", try_levels, arguments={"levels": LEVELS}, annotations=READS),
    tool("set_levels", set_levels, arguments={"levels": LEVELS}, annotations={"destructiveHint": False}),
]

if __name__ == "__main__":
    serve(TOOLS)
