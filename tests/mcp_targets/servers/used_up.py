"""A server of a bakery: a dough that one tool makes is shaped once by another, which may leave it half done."""

from __future__ import annotations

import json

from raw import Refused, serve, tool

READS = {"readOnlyHint": True}
MAKES = {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": False}
doughs: dict[str, int] = {}
loaves: dict[str, list[int]] = {}
DOUGH = {"dough": {"type": "string", "description": "Name of the dough."}}
KNEADED = {"grams": {"type": "integer", "minimum": 100, "maximum": 5000, "description": "Weight of the dough."}}
SHAPED = {
    "pieces": {"type": "integer", "minimum": 1, "maximum": 20, "description": "How many loaves to shape."},
    "each": {"type": "integer", "minimum": 50, "maximum": 1000, "description": "Weight of a loaf in grams."},
}


def knead_dough(dough: str, grams: int) -> str:
    if dough in doughs:
        raise Refused("There is such a dough already.")
    doughs[dough] = grams
    return f"{dough} rests."


def list_loaves() -> str:
    return json.dumps({"doughs": doughs, "loaves": loaves})


def checked(dough: str) -> None:
    if dough not in doughs:
        raise Refused("There is no such dough.")
    if loaves.get(dough):
        raise Refused("This dough has been shaped.")


def shape_one_by_one(dough: str, pieces: int, each: int) -> str:
    checked(dough)
    loaves[dough] = []
    for _ in range(pieces):
        if doughs[dough] < each:
            raise Refused("The dough is too little for that.")
        doughs[dough] -= each
        loaves[dough].append(each)
    return f"{pieces} loaves are shaped."


def shape_at_once(dough: str, pieces: int, each: int) -> str:
    checked(dough)
    if doughs[dough] < pieces * each:
        raise Refused("The dough is too little for that.")
    doughs[dough] -= pieces * each
    loaves[dough] = [each] * pieces
    return f"{pieces} loaves are shaped."


TOOLS = [
    tool("knead_dough", knead_dough, arguments={**DOUGH, **KNEADED}, annotations=MAKES),
    tool("list_loaves", list_loaves, arguments={}, annotations=READS),
    tool("shape_one_by_one", shape_one_by_one, arguments={**DOUGH, **SHAPED}, annotations=MAKES),
    tool("shape_at_once", shape_at_once, arguments={**DOUGH, **SHAPED}, annotations=MAKES),
]

if __name__ == "__main__":
    serve(TOOLS)
