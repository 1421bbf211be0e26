"""A server that keeps sheets of music as resources, whose links hold the titles as they are, or escaped.

The links stand in the answer ("answered"), in the list of resources alone ("listed"), or another tool opens them
("opened"). A server may also refuse the titles that its links do not hold ("refuses").
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any
from urllib.parse import quote, unquote, urlsplit

from raw import Refused, answer, text, tool

WRITING, PLACE = sys.argv[1:3]
sheets: dict[str, str] = {}


def link_of(title: str) -> str:
    return f"score:/{quote(title, safe='') if WRITING == 'escaped' else title}"


def read(link: str) -> str | None:
    # A fragment and a query are no part of the path.
    return sheets.get(unquote(urlsplit(link).path[1:]))


def keep_sheet(title: str, notes: str) -> dict[str, Any]:
    if WRITING == "refuses" and not re.fullmatch(r"[\w ]+", title):
        raise Refused("A title has letters, digits and blanks alone.")
    sheets[title] = notes
    if PLACE == "answered":
        return {"content": [{"type": "resource_link", "uri": link_of(title), "name": title}]}
    return text(json.dumps({"link": link_of(title)}) if PLACE == "opened" else "It is kept.")


def open_sheet(link: str) -> str:
    found = read(link)
    if found is None:
        raise Refused("There is no such sheet.")
    return found


def reply_to(request: dict[str, Any]) -> dict[str, Any]:
    method = request["method"]
    has_resources = PLACE != "opened"
    if has_resources and method == "resources/list":
        return {"result": {"resources": [{"uri": link_of(title), "name": title} for title in sheets]}}
    if has_resources and method == "resources/read":
        found = read(request["params"]["uri"])
        if found is None:
            return {"error": {"code": -32002, "message": "Resource not found"}}
        return {"result": {"contents": [{"uri": request["params"]["uri"], "text": found}]}}
    found = answer(TOOLS, request, page=10)
    if method == "initialize" and has_resources:
        found["result"]["capabilities"] = {"tools": {}, "resources": {}}
    return found


WRITES = {"readOnlyHint": False, "destructiveHint": True}
TITLE, NOTES, LINK = ({"type": "string", "description": words} for words in ("Its title.", "What it has.", "A link."))
TOOLS = [tool("keep_sheet", keep_sheet, arguments={"title": TITLE, "notes": NOTES}, annotations=WRITES)]
if PLACE == "opened":
    TOOLS.append(tool("open_sheet", open_sheet, arguments={"link": LINK}, annotations={"readOnlyHint": True}))

if __name__ == "__main__":
    for line in sys.stdin:
        request = json.loads(line)
        if "id" in request and "method" in request:
            reply = {"jsonrpc": "2.0", "id": request["id"], **reply_to(request)}
            sys.stdout.write(json.dumps(reply) + "\n")
            sys.stdout.flush()
"""A server of scores in a temporary folder of its own, whose readers stay in there, or do not."""

from __future__ import annotations

import glob
import json
import os
import sys
import tempfile
from pathlib import Path

from raw import Refused, serve, tool

IS_CLOSED = sys.argv[1:2] == ["closed"]
IS_OPEN = sys.argv[1:2] == ["anywhere"]
SHELF = Path(tempfile.mkdtemp(prefix="scores-")) / "shelf"
SHELF.mkdir()
SCORE = {"score": {"type": "string", "description": "File name of a score, such as waltz.abc."}}
READS = {"readOnlyHint": True}


def _place(score: str) -> Path:
    path = Path(os.path.normpath(SHELF / score))
    if SHELF not in path.parents and not IS_OPEN:
        raise Refused("That is not on the shelf.")
    return path


def put_score(score: str, notes: str) -> str:
    try:
        _place(score).write_text(notes)
    except (OSError, ValueError):
        raise Refused("That cannot be written.") from None
    return f"{score} is on the shelf."


def search_scores(glob_pattern: str, words: str = "") -> str:
    if IS_CLOSED and (glob_pattern.startswith("/") or ".." in glob_pattern.split("/")):
        raise Refused("A pattern stays on the shelf.")
    found = []
    for name in glob.glob(glob_pattern, root_dir=SHELF, recursive=True):
        path = SHELF / name
        if path.is_file() and words in path.read_text(errors="replace"):
            found.append(path.name)
    return json.dumps(sorted(found))


def read_score(path: str) -> str:
    found = _place(path) if IS_CLOSED else SHELF / path
    if path.startswith("/") and not IS_OPEN:
        raise Refused("A path begins on the shelf.")
    if not found.is_file():
        raise Refused("There is no such score.")
    return found.read_text(errors="replace")


if __name__ == "__main__":
    pattern = {"type": "string", "description": "Glob pattern of scores, such as *.abc."}
    words = {"type": "string", "description": "Words in the score.", "default": ""}
    put = tool("put_score", put_score, arguments={**SCORE, "notes": {"type": "string", "description": "Its notes."}})
    found = tool("search_scores", search_scores, arguments={"glob_pattern": pattern, "words": words}, annotations=READS)
    path = {"path": {"type": "string", "description": "Path of a score, such as waltz.abc."}}
    serve([put, found, tool("read_score", read_score, arguments=path, annotations=READS)])
