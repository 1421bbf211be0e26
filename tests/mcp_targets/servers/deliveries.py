"""A server that books deliveries, all lines or none, with one connection: what is refused is rolled back, or not."""

from __future__ import annotations

import json
import sqlite3
import sys

from raw import Refused, serve, tool

ROLLS_BACK = sys.argv[1:2] == ["rolls_back"]
LINE = {
    "type": "object",
    "properties": {"part": {"type": "string"}, "pieces": {"type": "integer", "minimum": 1, "maximum": 999}},
    "required": ["part", "pieces"],
}
LINES = {"lines": {"type": "array", "items": LINE, "minItems": 1, "description": "Parts of the store: cog, pin."}}
store = sqlite3.connect("store.db")
store.execute("CREATE TABLE IF NOT EXISTS parts (part TEXT PRIMARY KEY, pieces INTEGER)")
store.executemany("INSERT OR IGNORE INTO parts VALUES (?, ?)", [("cog", 40), ("pin", 300)])
store.commit()


def take_in(lines: list[dict[str, object]]) -> str:
    for line in lines:
        booked = store.execute("UPDATE parts SET pieces = pieces + :pieces WHERE part = :part", line)
        if booked.rowcount == 0:
            if ROLLS_BACK:
                store.rollback()
            raise Refused("A line names an unknown part; nothing was booked.")
    store.commit()
    return f"{len(lines)} lines are booked."


def parts() -> str:
    view = sqlite3.connect("file:store.db?mode=ro", uri=True)
    found = dict(view.execute("SELECT part, pieces FROM parts ORDER BY part"))
    view.close()
    return json.dumps(found)


if __name__ == "__main__":
    serve(
        [
            tool("take_in", take_in, arguments=LINES, annotations={"readOnlyHint": False}),
            tool("parts", parts, arguments={}, annotations={"readOnlyHint": True}),
        ]
    )
