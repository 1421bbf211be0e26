"""A server of a pottery: pots that are fired in one kiln need more room together than each of them."""

from __future__ import annotations

import json

from raw import Refused, serve, tool

READS = {"readOnlyHint": True}
MAKES = {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": False}
ROOM = 3
kilns: dict[str, set[str]] = {"north": {"jug"}, "south": {"bowl", "plate"}}
clay: dict[str, int] = {"red": 30, "white": 12, "grey": 0}
orders: list[dict[str, object]] = []
KILN = {"kiln": {"type": "string", "enum": list(kilns), "description": "A kiln."}}
POT = {"pot": {"type": "string", "minLength": 1, "maxLength": 20, "description": "What was thrown."}}
POTS = {"pots": {"type": "array", "items": POT["pot"], "minItems": 1, "maxItems": 3, "description": "Pots to move."}}
LINE = {
    "type": "object",
    "properties": {
        "clay": {
            "type": "string",
            "minLength": 1,
            "maxLength": 20,
            "description": "Kind of clay.",
            "examples": ["red"],
        },
        "kilos": {"type": "integer", "minimum": 1, "maximum": 25, "description": "How much of it."},
    },
    "required": ["clay", "kilos"],
    "additionalProperties": False,
}
LINES = {"lines": {"type": "array", "items": LINE, "minItems": 1, "maxItems": 4, "description": "What is taken."}}


def list_kilns() -> str:
    return json.dumps([{"kiln": kiln, "pots": sorted(pots)} for kiln, pots in kilns.items()])


def list_clay() -> str:
    return json.dumps([{"clay": kind, "kilos": kilos} for kind, kilos in clay.items()])


def throw_pot(pot: str, kiln: str) -> str:
    if any(pot in pots for pots in kilns.values()):
        raise Refused("There is such a pot.")
    if len(kilns[kiln]) == ROOM:
        raise Refused("The kiln is full.")
    kilns[kiln].add(pot)
    return "Thrown."


def known(pots: list[str]) -> set[str]:
    wanted = set(pots)
    if not wanted <= set().union(*kilns.values()):
        raise Refused("There is no such pot.")
    return wanted


def moved(pot: str, kiln: str) -> None:
    for pots in kilns.values():
        pots.discard(pot)
    kilns[kiln].add(pot)


def move_one_by_one(pots: list[str], kiln: str) -> str:
    for pot in sorted(known(pots) - kilns[kiln]):
        if len(kilns[kiln]) == ROOM:
            raise Refused("The kiln is full.")
        moved(pot, kiln)
    return "Moved."


def move_together(pots: list[str], kiln: str) -> str:
    arriving = known(pots) - kilns[kiln]
    if len(kilns[kiln]) + len(arriving) > ROOM:
        raise Refused("The kiln is full.")
    for pot in arriving:
        moved(pot, kiln)
    return "Moved."


def take_line_by_line(lines: list[dict]) -> str:
    if not {line["clay"] for line in lines} <= clay.keys():
        raise Refused("There is no such clay.")
    for line in lines:
        if clay[line["clay"]] < line["kilos"]:
            raise Refused("There is too little of it.")
        clay[line["clay"]] -= line["kilos"]
    return "Taken."


def take_together(lines: list[dict]) -> str:
    if not {line["clay"] for line in lines} <= clay.keys():
        raise Refused("There is no such clay.")
    left = dict(clay)
    for line in lines:
        left[line["clay"]] -= line["kilos"]
    if min(left.values()) < 0:
        raise Refused("There is too little of it.")
    clay.update(left)
    return "Taken."


TOOLS = [
    tool("list_kilns", list_kilns, arguments={}, annotations=READS),
    tool("list_clay", list_clay, arguments={}, annotations=READS),
    tool("throw_pot", throw_pot, arguments={**POT, **KILN}, annotations=MAKES),
    tool("move_one_by_one", move_one_by_one, arguments={**POTS, **KILN}, annotations=MAKES),
    tool("move_together", move_together, arguments={**POTS, **KILN}, annotations=MAKES),
    tool("take_line_by_line", take_line_by_line, arguments=LINES, annotations=MAKES),
    tool("take_together", take_together, arguments=LINES, annotations=MAKES),
]

if __name__ == "__main__":
    serve(TOOLS)
