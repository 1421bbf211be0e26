"""A server that works on every call in a thread of its own: a rider gets the oldest free bike, or two riders do."""

from __future__ import annotations

import json
import sys
import threading
import time
from contextlib import nullcontext
from typing import Any

from raw import Refused, answer, tool

PAUSE_S = 0.01
lock, writing = threading.Lock(), threading.Lock()
keeps_lock = lock if sys.argv[1:2] == ["in_turn"] else nullcontext()
bikes: list[dict[str, Any]] = []


def park_bike(colour: str) -> str:
    with lock:
        bikes.append({"bike": len(bikes) + 1, "colour": colour, "rider": ""})
        return json.dumps(bikes[-1])


def take_bike(rider: str) -> str:
    with keeps_lock:
        bike = next((one for one in bikes if rider == one["rider"]), None)
        bike = bike or next((one for one in bikes if not one["rider"]), None)
        if bike is None:
            raise Refused("No bike is free.")
        time.sleep(PAUSE_S)
        bike["rider"] = rider
        return json.dumps(bike)


WRITES = {"readOnlyHint": False, "destructiveHint": False}
COLOUR, RIDER = ({"type": "string", "description": text} for text in ("Its colour.", "Who takes one."))
TOOLS = [
    tool("park_bike", park_bike, arguments={"colour": COLOUR}, annotations=WRITES),
    tool("take_bike", take_bike, arguments={"rider": RIDER}, annotations=WRITES),
]


def work(request: dict[str, Any]) -> None:
    reply = answer(TOOLS, request, page=10)
    with writing:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": request["id"], **reply}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request and "method" in request:
            threading.Thread(target=work, args=(request,)).start()
