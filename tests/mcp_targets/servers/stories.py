"""A server of shelves whose defects show on the state that several calls have left."""

from __future__ import annotations

import json

from raw import Refused, serve, text, tool

SHELF = {"type": "string", "description": "Name of the shelf.", "enum": ["left", "right", "top"]}
READS = {"readOnlyHint": True}
WRITES = {"readOnlyHint": False, "destructiveHint": True}
MOVE = {
    "origin": SHELF,
    "target": SHELF,
    "books": {"type": "integer", "description": "How many books.", "minimum": 1, "maximum": 400},
}

ROOM = {"left": 300, "right": 200, "top": 60}
shelves: dict[str, int] = {"left": 240, "right": 20, "top": 30}
readers: dict[str, list[str]] = {"left": ["Ada"], "right": ["Di"], "top": ["Bo", "Cy"]}
known: dict[str, int] = {}
weights: dict[str, list[int]] = {"left": [400], "right": [700, 300], "top": []}


def taken(origin: str, books: int) -> None:
    if shelves[origin] < books:
        raise Refused("There are not so many books on the shelf.")
    shelves[origin] -= books


def put(target: str, books: int) -> None:
    if shelves[target] + books > ROOM[target]:
        raise Refused("There is not enough room on the shelf.")
    shelves[target] += books


def show_shelf(shelf: str) -> str:
    return f"{shelves[shelf]} books"


def move_books(origin: str, target: str, books: int) -> str:
    taken(origin, books)
    put(target, books)
    return "Moved."


def shift_books(origin: str, target: str, books: int) -> str:
    if shelves[target] + books > ROOM[target] and origin != target:
        raise Refused("There is not enough room on the shelf.")
    taken(origin, books)
    put(target, books)
    return "Shifted."


def readers_of(shelf: str) -> str:
    return ", ".join(readers[shelf]) or "nobody"


def count_readers(shelf: str) -> str:
    return str(known.setdefault(shelf, len(readers[shelf])))


def count_now(shelf: str) -> str:
    return str(len(readers[shelf]))


def send_reader(origin: str, target: str) -> str:
    if not readers[origin]:
        raise Refused("Nobody reads there.")
    readers[target].append(readers[origin].pop())
    # The count of the shelf that the reader comes from stays.
    known.pop(target, None)
    return "Sent."


def share_books(shelf: str) -> str:
    try:
        return f"{shelves[shelf] // len(readers[shelf])} books each"
    except ZeroDivisionError as error:
        raise Refused(str(error)) from None


def deal_books(shelf: str) -> str:
    if not readers[shelf]:
        raise Refused("Nobody reads there.")
    return f"{shelves[shelf] // len(readers[shelf])} books each"


def weigh_shelf(shelf: str, grams: int) -> str:
    weights[shelf].append(grams)
    return "Noted."


def mean_weight(shelf: str) -> dict:
    known = weights[shelf]
    mean = sum(known) / len(known) if known else None
    return text(json.dumps({"mean": mean}), structuredContent={"mean": mean})


MEAN = {"type": "object", "properties": {"mean": {"type": "number"}}, "required": ["mean"]}
GRAMS = {"type": "integer", "description": "Weight.", "minimum": 1, "maximum": 9000}
SEND = {"origin": SHELF, "target": SHELF}
TOOLS = [
    tool("show_shelf", show_shelf, arguments={"shelf": SHELF}, annotations=READS),
    tool("readers_of", readers_of, arguments={"shelf": SHELF}, annotations=READS),
    tool("count_readers", count_readers, arguments={"shelf": SHELF}, annotations=READS),
    tool("count_now", count_now, arguments={"shelf": SHELF}, annotations=READS),
    tool("move_books", move_books, arguments=MOVE, annotations=WRITES),
    tool("shift_books", shift_books, arguments=MOVE, annotations=WRITES),
    tool("share_books", share_books, arguments={"shelf": SHELF}, annotations=READS),
    tool("deal_books", deal_books, arguments={"shelf": SHELF}, annotations=READS),
    tool("mean_weight", mean_weight, arguments={"shelf": SHELF}, annotations=READS, outputSchema=MEAN),
    tool("weigh_shelf", weigh_shelf, arguments={"shelf": SHELF, "grams": GRAMS}, annotations=WRITES),
    tool("send_reader", send_reader, arguments=SEND, annotations=WRITES),
]

if __name__ == "__main__":
    serve(TOOLS)
