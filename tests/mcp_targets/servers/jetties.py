"""A server that moves boats between jetties: every boat can be moved to a jetty once, and some are there already."""

from __future__ import annotations

import json
from typing import Any

from raw import Refused, serve, tool

START = {"north": [1, 2, 3], "south": [10, 11]}
jetties = {name: list(boats) for name, boats in START.items()}
MOVE = {
    "type": "object",
    "properties": {
        "boat": {"type": "integer", "minimum": 1, "description": "Number of the boat."},
        "jetty": {"type": "string", "description": "Where it goes, such as 'north'."},
    },
    "required": ["boat", "jetty"],
}
MOVES = {
    "moves": {"type": "array", "items": MOVE, "minItems": 1, "maxItems": 20, "description": "The moves, in order."}
}


def list_jetties() -> str:
    return json.dumps(jetties)


def made(plan: dict[str, list[int]], moves: list[dict[str, Any]]) -> dict[str, list[int]]:
    for move in moves:
        source = next((name for name, boats in plan.items() if move["boat"] in boats), None)
        if source is None or move["jetty"] not in plan:
            raise Refused(f"There is no boat {move['boat']}, or no jetty {move['jetty']}.")
        if source == move["jetty"]:
            raise Refused(f"Boat {move['boat']} is at {source} already.")
        plan[source].remove(move["boat"])
        plan[move["jetty"]].append(move["boat"])
    return plan


def move_in_place(moves: list[dict[str, Any]]) -> str:
    made(jetties, moves)
    return "moved"


def move_by_plan(moves: list[dict[str, Any]]) -> str:
    jetties.update(made({name: list(boats) for name, boats in jetties.items()}, moves))
    return "moved"


if __name__ == "__main__":
    serve(
        [
            tool("list_jetties", list_jetties, arguments={}, annotations={"readOnlyHint": True}),
            tool("move_in_place", move_in_place, arguments=MOVES, annotations={"readOnlyHint": False}),
            tool("move_by_plan", move_by_plan, arguments=MOVES, annotations={"readOnlyHint": False}),
        ]
    )
