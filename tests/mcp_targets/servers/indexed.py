"""A server of notes whose searches keep what they have found; one of them beyond the removal of a note."""

from __future__ import annotations

import json

from raw import Refused, serve, text, tool

READS = {"readOnlyHint": True}
WRITES = {"readOnlyHint": False, "destructiveHint": True}
NAME = {"name": {"type": "string", "description": "Name of the note, such as 'tram'."}}
BODY = {"body": {"type": "string", "description": "What it says."}}
PHRASE = {"phrase": {"type": "string", "description": "What to look for."}}

notes: dict[str, str] = {"tram": "The tram stops at noon.", "ferry": "The ferry leaves when it is full."}
gone: dict[str, str] = {}
found: dict[str, list[str]] = {}
seen: dict[str, list[str]] = {}


def holding(phrase: str) -> list[str]:
    return sorted(name for name, body in notes.items() if phrase.lower() in body.lower())


def listed(names: list[str]) -> dict:
    return text(json.dumps({"names": names}), structuredContent={"names": names})


def find_notes(phrase: str) -> dict:
    return listed(found.setdefault(phrase, holding(phrase)))


def search_notes(phrase: str) -> dict:
    return listed(seen.setdefault(phrase, holding(phrase)))


def search_archive(phrase: str) -> dict:
    return listed(sorted(name for name, body in {**gone, **notes}.items() if phrase.lower() in body.lower()))


def keep_note(name: str, body: str) -> str:
    notes[name] = body
    found.clear()
    seen.clear()
    return "Kept."


def remove_note(name: str) -> str:
    if name not in notes:
        raise Refused("There is no such note.")
    gone[name] = notes.pop(name)
    # What 'find_notes' has kept stays.
    seen.clear()
    return "Removed."


TOOLS = [
    tool("find_notes", find_notes, arguments=PHRASE, annotations=READS),
    tool("search_notes", search_notes, arguments=PHRASE, annotations=READS),
    tool("search_archive", search_archive, arguments=PHRASE, annotations=READS),
    tool("keep_note", keep_note, arguments=NAME | BODY, annotations=WRITES),
    tool("remove_note", remove_note, arguments=NAME, annotations=WRITES),
]

if __name__ == "__main__":
    serve(TOOLS)
