"""A server of ships' logs that are read by pieces: a piece ends between two letters, or within the bytes of one.

A piece tells what follows, or always where it ends ("ends"), as a number or a word ("words").
"""

from __future__ import annotations

import json
import sys

from raw import Refused, serve, tool

MODE = sys.argv[1]
SHIP = {"ship": {"type": "string", "minLength": 1, "maxLength": 40, "description": "Name of the ship."}}
ENTRY = {"entry": {"type": "string", "description": "What happened."}}
START = {"type": "integer", "minimum": 0, "default": 0, "description": "Where to begin: 0, or `follows` of a piece."}
MOST = {"type": "integer", "minimum": 24, "maximum": 20_000, "default": 4_000, "description": "Longest piece."}
#: Bytes of a piece where no argument tells it.
FIXED = 6_000
logs: dict[str, str] = {}


def write_log(ship: str, entry: str) -> str:
    logs[ship] = entry
    return json.dumps({"ship": ship, "letters": len(entry)})


def list_logs() -> str:
    return json.dumps({"ships": sorted(logs)})


def is_within(data: bytes, at: int) -> bool:
    return at < len(data) and data[at] & 0xC0 == 0x80


def told(entry: str, end: int, most: int) -> str:
    if MODE.startswith("ends"):
        return json.dumps({"entry": entry, "size": most, "follows": end, "is_last": end >= most})
    if MODE.startswith("words"):
        return json.dumps({"entry": entry, "next_start": f"at-{end}" if end < most else ""})
    return json.dumps({"entry": entry, "follows": end if end < most else None})


def read_log(ship: str, start: int | str = 0, most: int = FIXED) -> str:
    if ship not in logs:
        raise Refused("There is no log of this ship.")
    if isinstance(start, str):
        start = int(start.removeprefix("at-") or 0)
    if MODE == "letters":
        end = min(start + most, len(logs[ship]))
        return told(logs[ship][start:end], end, len(logs[ship]))
    data = logs[ship].encode()
    end = min(start + most, len(data))
    while MODE.endswith("whole") and is_within(data, end):
        end -= 1
    piece = data[start:end].decode(errors="ignore" if MODE == "dropped" else "replace")
    return told(piece, end, len(data))


READS = {"readOnlyHint": True}
WORD = {"type": "string", "default": "", "description": "Where to begin: empty, or `next_start` of a piece."}
PIECE = {"start": WORD if MODE.startswith("words") else START, **({} if MODE.startswith("fixed") else {"most": MOST})}

if __name__ == "__main__":
    serve(
        [
            tool("write_log", write_log, arguments=SHIP | ENTRY, annotations={"readOnlyHint": False}),
            tool("list_logs", list_logs, arguments={}, annotations=READS),
            tool("read_log", read_log, arguments=SHIP | PIECE, annotations=READS),
        ]
    )
