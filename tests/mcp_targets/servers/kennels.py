"""A server of kennels under made-up names, of which another tool opens each with places for one dog, or for more.

The words are whether a refused stay is undone, how stays name kennels, and whether what is begun shows at once.
"""

from __future__ import annotations

import copy
import json
import secrets
import sys
from typing import Any

from raw import Refused, serve, tool

UNDOES, SHAPE, SHOWS = (sys.argv[1] == "undoes", sys.argv[2], sys.argv[3] == "at_once")
kept: dict[str, dict[str, Any]] = {}
begun: dict[str, dict[str, Any]] = {}


def _store() -> None:
    kept.clear()
    kept.update(copy.deepcopy(begun))


def open_kennel(street: str, places: int) -> str:
    name = street if SHAPE == "map" else secrets.token_hex(5)
    begun[name] = {"street": street, "places": begun.get(name, {"places": 0})["places"] + places}
    _store()
    return json.dumps({"kennel": name})


def _board(stays: list[tuple[Any, Any]]) -> str:
    before = copy.deepcopy(begun)
    for kennel, dogs in stays:
        if kennel not in begun or type(dogs) is not int or not 0 < dogs <= begun[kennel]["places"]:
            if UNDOES:
                begun.clear()
                begun.update(before)
            raise Refused("A kennel lacks places. Nothing was booked.")
        begun[kennel]["places"] -= dogs
    _store()
    return f"{len(stays)} stays are booked."


def board(owner: str, stays: list[dict[str, Any]]) -> str:
    return _board([(stay.get("kennel"), stay.get("dogs")) for stay in stays])


def board_at(owner: str, dogs: dict[str, Any]) -> str:
    return _board(list(dogs.items()))


def kennels() -> str:
    return json.dumps(begun if SHOWS else kept)


TEXT, DOGS = {"type": "string", "minLength": 1}, {"type": "integer", "minimum": 1, "maximum": 400}
STAY = {"type": "object", "properties": {"kennel": TEXT, "dogs": DOGS}, "required": ["kennel", "dogs"]}
STAYS = {"type": "array", "items": STAY, "minItems": 1}
AT = {"type": "object", "additionalProperties": DOGS, "minProperties": 1}
WRITES = {"readOnlyHint": False, "destructiveHint": False}
BOARDS = {
    "records": tool("board", board, arguments={"owner": TEXT, "stays": STAYS}, annotations=WRITES),
    "map": tool("board", board_at, arguments={"owner": TEXT, "dogs": AT}, annotations=WRITES),
}

if __name__ == "__main__":
    serve(
        [
            tool("open_kennel", open_kennel, arguments={"street": TEXT, "places": DOGS}, annotations=WRITES),
            BOARDS[SHAPE],
            tool("kennels", kennels, arguments={}, annotations={"readOnlyHint": True}),
        ]
    )
