"""A server whose output schema states the range of its answer in words."""

from __future__ import annotations

import sys

from raw import Result, serve, text, tool

BEARING = {"type": "integer", "minimum": 0, "maximum": 359, "description": "Bearing in degrees."}
TURN = {"degrees": {"type": "integer", "description": "Signed turn, -179 to 180; positive is to the right."}}


def turn(old: int, new: int) -> Result:
    degrees = new - old
    if degrees > 180 or ("smallest" in sys.argv and degrees <= -180):
        degrees += -360 if degrees > 0 else 360
    return text(f'{{"degrees": {degrees}}}', structuredContent={"degrees": degrees})


if __name__ == "__main__":
    shape = {"type": "object", "properties": TURN, "required": ["degrees"]}
    arguments = {"old": BEARING, "new": BEARING}
    serve([tool("turn", turn, arguments=arguments, outputSchema=shape, annotations={"readOnlyHint": True})])
