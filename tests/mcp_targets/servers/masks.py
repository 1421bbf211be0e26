"""A server that finds its own names by wildcards, in the way that its command names."""

from __future__ import annotations

import json
import sqlite3
import sys

from raw import serve, tool

WAY = sys.argv[1]
MASK = {"mask": {"type": "string", "maxLength": 60, "description": "Part of a title; % stands for any letters."}}
TITLES = ["Allium ampeloprasum", "Malus domestica var. annamaria alabama", "Prunus avium"]

database = sqlite3.connect(":memory:", check_same_thread=False)
database.execute("CREATE TABLE titles (title TEXT)")
database.executemany("INSERT INTO titles VALUES (?)", [(title,) for title in TITLES])


def tries(mask: str, title: str) -> bool:
    if not mask:
        return not title
    if mask[0] == "%":
        return any(tries(mask[1:], title[start:]) for start in range(len(title) + 1))
    return bool(title) and mask[0] == title[0] and tries(mask[1:], title[1:])


def find_titles(mask: str) -> str:
    if WAY == "tries":
        return json.dumps([title for title in TITLES if tries(mask.lower(), title.lower())])
    return json.dumps([title for [title] in database.execute("SELECT title FROM titles WHERE title LIKE ?", [mask])])


if __name__ == "__main__":
    serve([tool("find_titles", find_titles, arguments=MASK, annotations={"readOnlyHint": True})])
