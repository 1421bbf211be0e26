"""A server whose tools find only what its own tables, code and files hold, and which no tool lists."""

from __future__ import annotations

import json
import pickle
import secrets
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from raw import Refused, serve, text, tool

SUM = {"type": "object", "properties": {"total": {"type": "integer"}}, "required": ["total"]}
WORD = {"type": "string", "description": "Which one."}
ROUTE = {"type": "string", "description": "Whether by the short route ('shoal') or by the long one ('deeps')."}
PERCENT = {"type": "integer", "description": "Of the depth.", "minimum": 0}
QUAY = {**WORD, "examples": ["south"]}
TIDES = {"type": "string", "description": "In the workspace.", "pattern": r"^[a-z]+\.tides$"}
WORDS = {"type": "string", "description": "In the workspace.", "pattern": r"^[a-z]+\.json$"}
READS = {"readOnlyHint": True}


@dataclass
class Vessel:
    title: str
    crew: int


PORTS = {"harlingen": {"depth": 7}, "oban": {"depth": 12}}
VESSELS = [Vessel("Aurora", 12), Vessel("Borealis", 3)]
FEES = {"mooring": {"oban": 5}, "pilotage": {"oban": 9}}
LAMPS = [f"lamp-{secrets.token_hex(3)}" for _ in range(2)]
QUAYS = {"north": 2, "east": 1, "south": 4, "old": None, "west": 3}
SEALED = secrets.token_hex(20)

with closing(sqlite3.connect("harbour.db")) as made, made:
    made.execute("CREATE TABLE berths (ship TEXT, berth INTEGER)")
    made.execute("INSERT INTO berths VALUES (?, 4)", (f"ship{secrets.token_hex(4)}",))


def wrong_total(of: Any) -> dict[str, Any]:
    return text("found", structuredContent={"total": str(of)})


def depth_of(port: str) -> dict[str, Any]:
    if port not in PORTS:
        raise Refused("There is no such port.")
    return wrong_total(PORTS[port]["depth"])


def port_text(port: str) -> str:
    if port not in PORTS:
        raise Refused("There is no such port.")
    return f"{port} is {PORTS[port]['depth']} m deep."


def crew_of(vessel: str) -> dict[str, Any]:
    found = next((one for one in VESSELS if one.title == vessel), None)
    if found is None:
        raise Refused("There is no such vessel.")
    return wrong_total(found.crew)


def fee(kind: str, port: str) -> dict[str, Any]:
    if kind not in FEES:
        raise Refused("This kind of fee is unknown.")
    if port not in FEES[kind]:
        raise Refused("No fee is due there.")
    return wrong_total(FEES[kind][port])


def light_of(mark: str) -> dict[str, Any]:
    if mark not in ("north-buoy", "pier-head"):
        raise Refused("There is no such mark.")
    return wrong_total(2)


def lamp_hours(lamp: str) -> dict[str, Any]:
    known = [name[::-1] for name in LAMPS]
    if lamp not in known:
        raise Refused(f"Unknown lamp. Known lamps: {', '.join(known)}.")
    return wrong_total(100)


def berth_of(ship: str) -> dict[str, Any]:
    with closing(sqlite3.connect("harbour.db")) as opened:
        row = opened.execute("SELECT berth FROM berths WHERE ship = ?", (ship,)).fetchone()
    if row is None:
        raise Refused("There is no such ship.")
    return wrong_total(row[0])


def share_of(port: str, percent: int) -> dict[str, Any]:
    if port not in PORTS:
        raise Refused("There is no such port.")
    share = PORTS[port]["depth"] * percent
    return text("found", structuredContent={"total": share if percent <= 100 else "all of it"})


def tide_count(file: str) -> dict[str, Any]:
    if not file.endswith(".tides") or not Path(file).is_file():
        raise Refused("There is no such file of tides.")
    try:
        tides = pickle.loads(Path(file).read_bytes())
    except Exception:
        raise Refused("The file is damaged.") from None
    return wrong_total(len(tides))


def word_count(file: str) -> dict[str, Any]:
    try:
        words = json.loads(Path(file).read_text())
    except (OSError, ValueError):
        raise Refused("The file cannot be read.") from None
    if not isinstance(words, dict) or not all(isinstance(word, str) for word in words.values()):
        raise Refused("The file has entries that are not text.")
    return wrong_total(len(words))


def cranes_of(quay: str) -> dict[str, Any]:
    if quay not in QUAYS:
        raise Refused("There is no such quay.")
    return text("found", structuredContent={"total": QUAYS[quay]})


def ferry_of(route: str) -> dict[str, Any]:
    if route[::-1] not in ("laohs", "speed"):
        raise Refused("There is no such route.")
    return wrong_total(4)


def unseal(seal: str) -> str:
    if seal != SEALED[::-1]:
        raise Refused("The seal is another one.")
    return "open"


TOOLS = [
    tool("depth_of", depth_of, arguments={"port": WORD}, annotations=READS, outputSchema=SUM),
    tool("port_text", port_text, arguments={"port": WORD}, annotations=READS),
    tool("crew_of", crew_of, arguments={"vessel": WORD}, annotations=READS, outputSchema=SUM),
    tool("fee", fee, arguments={"kind": WORD, "port": WORD}, annotations=READS, outputSchema=SUM),
    tool("light_of", light_of, arguments={"mark": WORD}, annotations=READS, outputSchema=SUM),
    tool("ferry_of", ferry_of, arguments={"route": ROUTE}, annotations=READS, outputSchema=SUM),
    tool("lamp_hours", lamp_hours, arguments={"lamp": WORD}, annotations=READS, outputSchema=SUM),
    tool("berth_of", berth_of, arguments={"ship": WORD}, annotations=READS, outputSchema=SUM),
    tool("share_of", share_of, arguments={"port": WORD, "percent": PERCENT}, annotations=READS, outputSchema=SUM),
    tool("tide_count", tide_count, arguments={"file": TIDES}, annotations=READS, outputSchema=SUM),
    tool("word_count", word_count, arguments={"file": WORDS}, annotations=READS, outputSchema=SUM),
    tool("cranes_of", cranes_of, arguments={"quay": WORD}, annotations=READS, outputSchema=SUM),
    tool("cranes_at", cranes_of, arguments={"quay": QUAY}, annotations=READS, outputSchema=SUM),
    tool("unseal", unseal, arguments={"seal": WORD}, annotations=READS),
]

if __name__ == "__main__":
    serve(TOOLS)
