"""A server that keeps records in a document, and takes a damaged one for an empty one, or fails."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from raw import Refused, serve, tool

SHELF = Path("shelf.json")
TITLE = {"type": "string", "minLength": 1, "maxLength": 80, "description": "Title of the record."}


def records() -> list[str]:
    try:
        return list(json.loads(SHELF.read_text())) if SHELF.exists() else []
    except ValueError:
        if "empty" in sys.argv:
            return []
        raise Refused("The shelf cannot be read.") from None


def add_record(title: str) -> str:
    SHELF.write_text(json.dumps([*records(), title]))
    return "added"


def list_records() -> str:
    return json.dumps(records())


if __name__ == "__main__":
    writer = tool("add_record", add_record, arguments={"title": TITLE})
    serve([writer, tool("list_records", list_records, arguments={}, annotations={"readOnlyHint": True})])
