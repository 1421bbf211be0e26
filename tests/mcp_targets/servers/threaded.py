"""A server that works on every call in a thread of its own; some of its tools mind that, and some do not."""

from __future__ import annotations

import json
import sys
import threading
import time
from pathlib import Path
from typing import Any

from raw import Refused, answer, tool

PAUSE_S, TICK_S = 0.01, 0.1
WORD = {"type": "string", "description": "A word."}
lock, writing = threading.Lock(), threading.Lock()
counts = {"careless": 0, "careful": 0}
booked: dict[str, Any] = {"seats": 0, "tables": 0, "beds": 0, "latest": []}
LATEST = 40
stock = {"umbrellas": 90, "maps": 90, "cups": 9000, "sheets": 30}
HOUR = {"type": "integer", "minimum": 0, "maximum": 23, "description": "An hour of the day."}
HOURS = {"word": WORD, "first": HOUR, "last": {**HOUR, "minimum": 1, "maximum": 24}}
PIECES = {"type": "integer", "minimum": 1, "maximum": 20, "description": "How many."}
TENTS = {**PIECES, "maximum": 12}
camp = {"careless": 24, "careful": 24}
signed: dict[str, dict[str, int]] = {"careless": {}, "careful": {}}
shared: dict[str, Any] = {}
leased: dict[str, set[str]] = {"careless": set(), "careful": set(), "marked": set()}
rung: list[float] = []
RINGS_S, RINGS = 0.5, 2


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


def lends_umbrella(pieces: int) -> str:
    left = stock["umbrellas"] - pieces
    if left < 0:
        raise Refused("There are too few.")
    time.sleep(PAUSE_S)
    stock["umbrellas"] = left
    return "Lent."


def lends_map(pieces: int) -> str:
    with lock:
        if stock["maps"] < pieces:
            raise Refused("There are too few.")
        stock["maps"] -= pieces
    time.sleep(PAUSE_S)
    return "Lent."


def pours(cups: int) -> str:
    left = stock["cups"] - cups
    time.sleep(PAUSE_S)
    stock["cups"] = left
    return f"{cups} poured; {left} are left in the urn."


def pours_in_turn(cups: int) -> str:
    with lock:
        stock["cups"] -= cups
        return f"{cups} poured; {stock['cups']} are left in the urn."


def prints_page() -> str:
    # A new ream is put in before the last sheet is used: fewer sheets are gone than were printed on.
    with lock:
        stock["sheets"] -= 1
        if stock["sheets"] < 5:
            stock["sheets"] += 10
    return "Printed."


def _signed(book: dict[str, int], word: str) -> str:
    if word in book:
        raise Refused("This word is in the book already.")
    number = len(book) + 1
    time.sleep(PAUSE_S)
    book[word] = number
    return json.dumps({"number": number, "word": word})


def signs_book(word: str) -> str:
    return _signed(signed["careless"], word)


def signs_book_in_turn(word: str) -> str:
    with lock:
        return _signed(signed["careful"], word)


def _leased(leases: set[str], word: str) -> str:
    if word in leases:
        raise Refused("It is leased.")
    time.sleep(PAUSE_S)
    leases.add(word)
    return f"{word} is yours."


def leases_boat(word: str) -> str:
    return _leased(leased["careless"], word)


def leases_boat_in_turn(word: str) -> str:
    with lock:
        return _leased(leased["careful"], word)


def _leased_for(leases: set[str], word: str, first: int, last: int) -> str:
    if last <= first:
        raise Refused("The last hour is after the first one.")
    return _leased(leases, f"{word} {first}")


def leases_raft(word: str, first: int, last: int) -> str:
    return _leased_for(leased["careless"], word, first, last)


def leases_raft_in_turn(word: str, first: int, last: int) -> str:
    with lock:
        return _leased_for(leased["careful"], word, first, last)


def _taken(tents: str, pieces: int) -> str:
    if pieces > camp[tents]:
        raise Refused("There are not so many tents.")
    time.sleep(PAUSE_S)
    camp[tents] -= pieces
    return "They are yours."


def takes_tents(pieces: int) -> str:
    return _taken("careless", pieces)


def takes_tents_in_turn(pieces: int) -> str:
    with lock:
        return _taken("careful", pieces)


def marks_boat(word: str) -> str:
    # It says itself that a second call adds nothing.
    return _leased(leased["marked"], word)


def rings_bell() -> str:
    # So many are allowed in some time; the first ones are counted when they are over.
    if len([moment for moment in rung if time.monotonic() - moment < RINGS_S]) >= RINGS:
        raise Refused("Too often.")
    time.sleep(PAUSE_S)
    rung.append(time.monotonic())
    return "It has rung."


def keeps_page(word: str) -> str:
    place = Path(f"page-{word}.txt")
    if place.exists():
        raise Refused("There is such a page.")
    place.write_text("A page.")
    return "Kept."


def keeps_page_of_its_own(word: str) -> str:
    try:
        with Path(f"own-{word}.txt").open("x") as file:
            file.write("A page.")
    except FileExistsError:
        raise Refused("There is such a page.") from None
    return "Kept."


def list_stock() -> str:
    return json.dumps({name: number for name, number in stock.items() if name != "cups"})


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
    tool("lends_umbrella", lends_umbrella, arguments={"pieces": PIECES}),
    tool("lends_map", lends_map, arguments={"pieces": PIECES}),
    tool("pours", pours, arguments={"cups": PIECES}),
    tool("pours_in_turn", pours_in_turn, arguments={"cups": PIECES}),
    tool("prints_page", prints_page, arguments={}),
    tool("signs_book", signs_book, arguments={"word": WORD}),
    tool("signs_book_in_turn", signs_book_in_turn, arguments={"word": WORD}),
    tool("leases_boat", leases_boat, arguments={"word": WORD}),
    tool("leases_boat_in_turn", leases_boat_in_turn, arguments={"word": WORD}),
    tool("leases_raft", leases_raft, arguments=HOURS),
    tool("leases_raft_in_turn", leases_raft_in_turn, arguments=HOURS),
    tool("takes_tents", takes_tents, arguments={"pieces": TENTS}),
    tool("takes_tents_in_turn", takes_tents_in_turn, arguments={"pieces": TENTS}),
    tool("marks_boat", marks_boat, arguments={"word": WORD}, annotations={"idempotentHint": True}),
    tool("rings_bell", rings_bell, arguments={}),
    tool("keeps_page", keeps_page, arguments={"word": WORD}),
    tool("keeps_page_of_its_own", keeps_page_of_its_own, arguments={"word": WORD}),
    tool("list_stock", list_stock, arguments={}, annotations={"readOnlyHint": True}),
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
