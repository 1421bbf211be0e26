"""A server of plots in a garden: saving one replaces its row, or changes it; reminders of other tools hang on it."""

from __future__ import annotations

import json
import sqlite3
import sys

from raw import Refused, serve, tool

REPLACES = sys.argv[1:2] == ["replaced"]
TOLD = {
    "replaced": "Enter who grows what on a plot. The reminders of a plot are not affected.",
    "changed": "Enter who grows what on a plot. The reminders of a plot are not affected.",
    "told": "Enter who grows what on a plot, as a new start: its reminders go.",
}[sys.argv[1]]
PLOT = {"type": "integer", "minimum": 1, "maximum": 99, "description": "Number of the plot."}
NAME = {"type": "string", "description": "A name."}
WRITES = {"readOnlyHint": False, "destructiveHint": False}

store = sqlite3.connect(":memory:")
store.executescript(
    "PRAGMA foreign_keys = ON;"
    "CREATE TABLE plots (plot INTEGER PRIMARY KEY, grower TEXT, crop TEXT);"
    "CREATE TABLE reminders (plot INTEGER REFERENCES plots ON DELETE CASCADE, words TEXT);"
)


def enter_plot(plot: int, grower: str, crop: str) -> str:
    if REPLACES or sys.argv[1] == "told":
        store.execute("REPLACE INTO plots VALUES (?, ?, ?)", (plot, grower, crop))
    else:
        store.execute(
            "INSERT INTO plots VALUES (?, ?, ?) "
            "ON CONFLICT (plot) DO UPDATE SET grower = excluded.grower, crop = excluded.crop",
            (plot, grower, crop),
        )
    return f"{grower} grows {crop} on plot {plot}."


def remind(plot: int, words: str) -> str:
    try:
        store.execute("INSERT INTO reminders VALUES (?, ?)", (plot, words))
    except sqlite3.IntegrityError:
        raise Refused("There is no such plot.") from None
    return "You will be reminded."


def reminders_of(plot: int) -> str:
    rows = store.execute("SELECT words FROM reminders WHERE plot = ? ORDER BY rowid", (plot,))
    return json.dumps([words for (words,) in rows])


if __name__ == "__main__":
    enters = tool("enter_plot", enter_plot, arguments={"plot": PLOT, "grower": NAME, "crop": NAME}, annotations=WRITES)
    reminds = tool("remind", remind, arguments={"plot": PLOT, "words": NAME}, annotations=WRITES)
    shows = tool("reminders_of", reminders_of, arguments={"plot": PLOT}, annotations={"readOnlyHint": True})
    serve([enters | {"description": TOLD}, reminds, shows])
