"""A server of seed drawers: readers look for a word in a drawer, whose name another reader refuses if it is unknown."""

from __future__ import annotations

import json
from typing import Any

from raw import Refused, serve, tool

READS = {"readOnlyHint": True}
DRAWERS = {
    "beans": ["runner bean", "broad bean", "french bean"],
    "roots": ["beetroot", "carrot", "parsnip"],
    "leaves": ["lettuce", "chervil", "rocket"],
}
WORD = {"type": "string", "minLength": 1, "maxLength": 40, "description": "A part of the seed's name."}
DRAWER = {"drawer": {"type": "string", "minLength": 1, "maxLength": 40, "description": "Drawer, see list_drawers."}}
SEED = {"number": {"type": "integer", "minimum": 1, "maximum": 99, "default": 1, "description": "Number of a seed."}}


def list_drawers() -> str:
    return json.dumps([{"drawer": name, "seeds": len(seeds)} for name, seeds in DRAWERS.items()])


def drawer_named(drawer: str) -> list[str]:
    if drawer not in DRAWERS:
        raise Refused("There is no such drawer.")
    return DRAWERS[drawer]


def seed_in(drawer: str, number: int = 1) -> str:
    seeds = drawer_named(drawer)
    if number > len(seeds):
        raise Refused("The drawer has no such seed.")
    return json.dumps({"drawer": drawer, "number": number, "seed": seeds[number - 1]})


def found(drawer: str, word: str, seeds: list[str]) -> str:
    hits: list[Any] = [{"number": number, "seed": seed} for number, seed in enumerate(seeds, 1) if word in seed]
    return json.dumps({"drawer": drawer, "total": len(hits), "seeds": hits})


def find_seeds(drawer: str, word: str) -> str:
    return found(drawer, word, DRAWERS.get(drawer, []))


def find_seeds_there(drawer: str, word: str) -> str:
    return found(drawer, word, drawer_named(drawer))


def find_seeds_anywhere(drawer: str, word: str) -> str:
    return found(drawer, word, [seed for name, seeds in DRAWERS.items() if drawer in name for seed in seeds])


TOOLS = [
    tool("list_drawers", list_drawers, arguments={}, annotations=READS),
    tool("seed_in", seed_in, arguments={**DRAWER, **SEED}, annotations=READS),
    tool("find_seeds", find_seeds, arguments={**DRAWER, "word": WORD}, annotations=READS),
    tool("find_seeds_there", find_seeds_there, arguments={**DRAWER, "word": WORD}, annotations=READS),
    tool("find_seeds_anywhere", find_seeds_anywhere, arguments={**DRAWER, "word": WORD}, annotations=READS),
]

if __name__ == "__main__":
    serve(TOOLS)
