"""A server that keeps crates by labels, and finds, ships or removes them by the beginning of a label."""

from __future__ import annotations

import json
import sqlite3
import sys

from raw import serve, tool

ESCAPES = sys.argv[1] == "escapes"
LABEL = {"type": "string", "pattern": "^[a-z][a-z0-9_]*$", "maxLength": 40, "description": "Label."}
table = sqlite3.connect(":memory:", check_same_thread=False)
table.execute("CREATE TABLE crates (label TEXT PRIMARY KEY, weight INTEGER, place TEXT)")


def beginning_of(text: str) -> str:
    return (text.replace("_", "\\_") if ESCAPES else text) + "%"


def store_crate(label: str, weight: int) -> str:
    table.execute("INSERT OR REPLACE INTO crates VALUES (?, ?, 'shed')", [label, weight])
    return "Stored."


def crates_from(start: str) -> str:
    found = "SELECT label FROM crates WHERE label LIKE ? ESCAPE '\\' ORDER BY label"
    return json.dumps([label for (label,) in table.execute(found, [beginning_of(start)])])


def list_crates() -> str:
    return json.dumps([label for (label,) in table.execute("SELECT label FROM crates ORDER BY label")])


def crates_by_place() -> str:
    found = table.execute("SELECT upper(label), place FROM crates ORDER BY place, label")
    return json.dumps([{"label": label, "place": place} for label, place in found])


def ship_crates(start: str) -> str:
    sent = "UPDATE crates SET place = 'ship' WHERE label LIKE ? ESCAPE '\\'"
    return json.dumps({"shipped": table.execute(sent, [beginning_of(start)]).rowcount})


def remove_crates(start: str) -> str:
    gone = table.execute("DELETE FROM crates WHERE label LIKE ? ESCAPE '\\'", [beginning_of(start)]).rowcount
    return json.dumps({"removed": gone})


START = {"start": {**LABEL, "description": "The beginning of the labels, letter for letter."}}
READS = {"readOnlyHint": True}
TOOLS = [
    tool("store_crate", store_crate, arguments={"label": LABEL, "weight": {"type": "integer", "description": "kg."}}),
    tool("crates_from", crates_from, arguments=START, annotations=READS),
    tool("list_crates", list_crates, arguments={}, annotations=READS),
    tool("crates_by_place", crates_by_place, arguments={}, annotations=READS),
    tool("ship_crates", ship_crates, arguments=START, annotations={"destructiveHint": False}),
    tool("remove_crates", remove_crates, arguments=START, annotations={"destructiveHint": True}),
]

if __name__ == "__main__":
    serve(TOOLS)
