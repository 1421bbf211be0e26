"""A server that works on every call in a thread of its own; some of its tools mind that, and some do not."""

from __future__ import annotations

import json
import sys
import threading
import time
from typing import Any

from raw import Refused, answer, tool

PAUSE_S, TICK_S = 0.01, 0.1
WORD = {"type": "string", "description": "A word."}
lock, writing = threading.Lock(), threading.Lock()
counts = {"careless": 0, "careful": 0}
booked: dict[str, Any] = {"seats": 0, "tables": 0, "beds": 0, "latest": []}
LATEST = 40
shared: dict[str, Any] = {}


def gives_numbers() -> str:
    number = counts["careless"] + 1
    time.sleep(PAUSE_S)
    counts["careless"] = number
    return f"Your number is {number}."


def gives_numbers_in_turn() -> str:
    with lock:
        counts["careful"] += 1
        return f"Your number is {counts['careful']}."


def gives_numbers_or_refuses() -> str:
    if not lock.acquire(blocking=False):
        raise Refused("Another call is at work.")
    try:
        time.sleep(PAUSE_S)
        counts["careful"] += 1
        return f"Your number is {counts['careful']}."
    finally:
        lock.release()


def mixes_words_up(word: str) -> str:
    shared["word"] = word
    time.sleep(PAUSE_S)
    return str(shared["word"]).upper()


def shouts(word: str) -> str:
    time.sleep(PAUSE_S)
    return word.upper()


def tells_the_time() -> str:
    return f"It is {time.time():.3f}."


def tells_the_tick() -> str:
    # A clock that rises by one with every call in turn, as any does if a call takes as long as its unit.
    time.sleep(TICK_S - time.time() % TICK_S)
    return f"It is {time.time() // TICK_S:.0f}."


def books_seat() -> str:
    taken = booked["seats"]
    time.sleep(PAUSE_S)
    booked["seats"] = taken + 1
    return "Booked."


def books_table() -> str:
    with lock:
        booked["tables"] += 1
    time.sleep(PAUSE_S)
    return "Booked."


def books_bed_later() -> str:
    # Confirmed before it counts.
    threading.Timer(PAUSE_S, books_bed).start()
    return "Noted."


def books_bed() -> None:
    with lock:
        booked["beds"] += 1


def books_room() -> str:
    # The list has the latest entries only: it is full, and loses nothing.
    with lock:
        booked["latest"] = [*booked["latest"], "room"][-LATEST:]
    return "Booked."


def list_booked() -> str:
    return json.dumps(booked)


def loses_ids(word: str) -> str:
    time.sleep(PAUSE_S)
    return word


TOOLS = [
    tool("gives_numbers", gives_numbers, arguments={}),
    tool("gives_numbers_in_turn", gives_numbers_in_turn, arguments={}),
    tool("gives_numbers_or_refuses", gives_numbers_or_refuses, arguments={}),
    tool("mixes_words_up", mixes_words_up, arguments={"word": WORD}),
    tool("shouts", shouts, arguments={"word": WORD}),
    tool("tells_the_time", tells_the_time, arguments={}),
    tool("tells_the_tick", tells_the_tick, arguments={}),
    tool("books_seat", books_seat, arguments={}),
    tool("books_table", books_table, arguments={}),
    tool("books_bed_later", books_bed_later, arguments={}),
    tool("books_room", books_room, arguments={}),
    tool("list_booked", list_booked, arguments={}, annotations={"readOnlyHint": True}),
    tool("loses_ids", loses_ids, arguments={"word": WORD}),
]


def work(request: dict[str, Any]) -> None:
    reply = answer(TOOLS, request, page=10)
    loses = request["method"] == "tools/call" and request["params"]["name"] == "loses_ids"
    number = shared["id"] if loses else request["id"]
    with writing:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": number, **reply}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request and "method" in request:
            shared["id"] = request["id"]
            threading.Thread(target=work, args=(request,)).start()
