"""Tools that break calls_at_once_agree, and others that resemble them and keep it."""

from __future__ import annotations

import asyncio
import contextvars
import json
import sqlite3
import threading
import time
from typing import Any, Literal

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps
from ..shared.broken_robustness import Query, Share, tool
from ..shared.good_robustness import Query as Query2
from ..shared.good_robustness import Share as Share2
from ..shared.good_robustness import tool as tool2

JOBS: dict[str, str] = {}


@breaks("calls_at_once_agree")
@tool("calls_at_once_agree__global_result", Query)
def global_result(args: Query) -> Any:
    global LAST
    LAST = args.query.upper()
    length = len(args.query)
    return {"text": LAST, "length": length}


LAST = ""


@breaks("calls_at_once_agree")
@tool("calls_at_once_agree__taken_away", Query)
def taken_away(args: Query) -> Any:
    JOBS["current"] = args.query
    text = args.query.title()
    del JOBS["current"]
    return {"text": text}


class Formatter:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def format(self, query: str) -> str:
        self.lines = []
        self.lines.append(query)
        return "\n".join(self.lines)


FORMATTER = Formatter()


@breaks("calls_at_once_agree")
@tool("calls_at_once_agree__shared_object", Query)
def shared_object(args: Query) -> Any:
    return {"text": FORMATTER.format(args.query)}


class Colours(BaseModel):
    colours: list[Literal["red", "green"]] = Field(description="Colours of the lights.", min_length=1, max_length=20)


LIGHTS: list[str] = []


@breaks("calls_at_once_agree")
@tool("calls_at_once_agree__counted_together", Colours)
def counted_together(args: Colours) -> Any:
    LIGHTS.clear()
    for colour in args.colours:
        LIGHTS.append(colour)
    return {colour: LIGHTS.count(colour) for colour in ("red", "green")}


class Bookings(BaseModel):
    bookings: list[Share] = Field(description="What was paid.", min_length=1, max_length=20)


_scratch = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)


_scratch.execute("CREATE TABLE bookings (total INTEGER, people INTEGER)")


@breaks("calls_at_once_agree")
@tool("calls_at_once_agree__scratch_table", Bookings, raises=[ToolError])
def scratch_table(args: Bookings) -> Any:
    try:
        _scratch.execute("DELETE FROM bookings")
        for booking in args.bookings:
            _scratch.execute("INSERT INTO bookings VALUES (?, ?)", (booking.total, booking.people))
        rows = _scratch.execute("SELECT people, SUM(total) FROM bookings GROUP BY people ORDER BY people").fetchall()
    except sqlite3.Error:
        raise ToolError("The bookings could not be added up.", code="not_added") from None
    return {"totals": [{"people": people, "total": total} for people, total in rows]}


class Names(BaseModel):
    names: list[str] = Field(description="Names to sort.", min_length=1, max_length=20)


_sorted: list[str] = []


@breaks("calls_at_once_agree")
@tool("calls_at_once_agree__list_across_awaits", Names)
async def list_across_awaits(args: Names) -> Any:
    _sorted.clear()
    for name in args.names:
        await asyncio.sleep(0.001)
        _sorted.append(name)
    return {"names": sorted(_sorted)}


_balance = {"main": 0}


class DepositArgs(BaseModel):
    cents: int = Field(ge=1, le=1_000_000, description="Amount to pay in, in cents.")


@breaks("calls_at_once_agree")
@forge_tool(args_schema=DepositArgs, tier="write")
def pay_in(args: DepositArgs) -> dict:
    """Pay an amount into the till."""
    import time

    before = _balance["main"]
    time.sleep(0.002)  # the printer prints the slip
    _balance["main"] = before + args.cents
    return {"balance": _balance["main"]}


_tickets = 0


class QueueArgs(BaseModel):
    desk: int = Field(ge=1, le=5, description="Number of the desk.")


@breaks("calls_at_once_agree")
@forge_tool(args_schema=QueueArgs, tier="write")
def next_ticket(args: QueueArgs) -> dict:
    """Draw the next number at a desk."""
    global _tickets
    number = _tickets
    time.sleep(0.001)
    _tickets = number + 1
    return {"desk": args.desk, "drawn": _tickets}


class TextArgs(BaseModel):
    text: str = Field(description="Text to work on.", max_length=2000)


_current: dict[str, str] = {}


@breaks("calls_at_once_agree")
@forge_tool(args_schema=TextArgs, tier="read")
async def translate_text(args: TextArgs) -> dict:
    """Translate a text into pig Latin."""
    _current["text"] = args.text
    await asyncio.sleep(0.005)
    text = _current["text"]
    return {"text": " ".join(w[1:] + w[:1] + "ay" for w in text.split())}


LOCAL = threading.local()


CURRENT: contextvars.ContextVar[str] = contextvars.ContextVar("current", default="")


@keeps("calls_at_once_agree")
@tool2("remembers_for_its_thread", Query2)
def remembers_for_its_thread(args: Query2) -> Any:
    LOCAL.query = args.query
    length = len(args.query)
    return {"query": LOCAL.query, "length": length}


@keeps("calls_at_once_agree")
@tool2("remembers_for_its_task", Query2)
async def remembers_for_its_task(args: Query2) -> Any:
    CURRENT.set(args.query)
    await asyncio.sleep(0)
    return {"query": CURRENT.get()}


class Collector:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def collect(self, query: str) -> str:
        self.lines.append(query)
        return "\n".join(self.lines)


@keeps("calls_at_once_agree")
@tool2("an_object_for_each_call", Query2)
def an_object_for_each_call(args: Query2) -> Any:
    return {"text": Collector().collect(args.query)}


_held: list[str] = []


_holding = asyncio.Lock()


@keeps("calls_at_once_agree")
@tool2("sorts_under_a_lock", Names)
async def sorts_under_a_lock(args: Names) -> Any:
    async with _holding:
        _held.clear()
        for name in args.names:
            await asyncio.sleep(0.001)
            _held.append(name)
        return {"names": sorted(_held)}


class Bookings2(BaseModel):
    bookings: list[Share2] = Field(description="What was paid.", min_length=1, max_length=20)


_local = threading.local()


@keeps("calls_at_once_agree")
@tool2("table_of_its_own", Bookings2)
def table_of_its_own(args: Bookings2) -> Any:
    if not hasattr(_local, "table"):
        _local.table = sqlite3.connect(":memory:", isolation_level=None)
        _local.table.execute("CREATE TABLE bookings (total INTEGER, people INTEGER)")
    _local.table.execute("DELETE FROM bookings")
    for booking in args.bookings:
        _local.table.execute("INSERT INTO bookings VALUES (?, ?)", (booking.total, booking.people))
    rows = _local.table.execute("SELECT people, SUM(total) FROM bookings GROUP BY people ORDER BY people").fetchall()
    return {"totals": [{"people": people, "total": total} for people, total in rows]}


class Document(BaseModel):
    document: str = Field(description="A JSON document.", max_length=20_000)


@keeps("calls_at_once_agree")
@tool2("reads_deep_documents", Document)
def reads_deep_documents(args: Document) -> Any:
    try:
        return {"kind": type(json.loads(args.document)).__name__}
    except (ValueError, RecursionError):
        raise ToolError("That is no JSON, or too deep.", code="bad_json") from None


_till = {"main": 0}


_till_lock = threading.Lock()


@keeps("calls_at_once_agree", "valid_calls_do_not_crash")
@forge_tool(args_schema=DepositArgs, tier="write")
def put_in_till(args: DepositArgs) -> dict:
    """Put an amount into the second till."""
    with _till_lock:
        _till["main"] += args.cents
        return {"balance": _till["main"]}
