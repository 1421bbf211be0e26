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
IS_ALIKE = sys.argv[1:2] == ["alike"]
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
    if IS_ALIKE and not os.path.normpath(found).startswith(str(SHELF)):
        raise Refused("A path stays on the shelf.")
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
