"""Functions that return what stands before the text of a note, or in a file of figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import Field

from ..marks import breaks, keeps

Note = Annotated[str, Field(max_length=120, description="Path of a note, e.g. posts/hello.md.")]


def _head(note: str) -> str:
    path = Path(note)
    if path.is_absolute() or ".." in path.parts or not path.is_file():
        raise ValueError("There is no such note.")
    text = path.read_text(encoding="utf-8", errors="replace")[:5_000]
    before, mark, rest = text.partition("---\n")
    head, end, _ = rest.partition("\n---")
    if before or not mark or not end:
        raise ValueError("The note has no head.")
    return head


@breaks("results_are_json")
def head_of_note(note: Note) -> dict[str, Any]:
    """Return the head of a note."""
    try:
        found = yaml.safe_load(_head(note))
    except yaml.YAMLError:
        raise ValueError("The head of the note cannot be read.") from None
    if not isinstance(found, dict):
        raise ValueError("The head of the note has another form.")
    return {"head": found}


@keeps("results_are_json")
def texts_of_note(note: Note) -> dict[str, Any]:
    """Return the head of a note as texts."""
    try:
        found = yaml.load(_head(note), Loader=yaml.BaseLoader)  # it makes texts, lists and maps alone
    except (yaml.YAMLError, RecursionError):
        raise ValueError("The head of the note cannot be read.") from None
    if not isinstance(found, dict) or "*" in _head(note):
        raise ValueError("The head of the note has another form.")
    return {"head": json.loads(json.dumps({str(key): value for key, value in found.items()}))}
