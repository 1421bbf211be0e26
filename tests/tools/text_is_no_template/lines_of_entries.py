"""Files in which each entry is one line, or may have several."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_Text = Annotated[str, Field(min_length=1, max_length=200, description="What the visitor wants.")]


def _added(entry: str) -> Any:
    with Path("visits.txt").open("a", encoding="utf-8") as book:
        book.write(f"{entry}\n")
    return {"entry": entry}


@breaks("text_is_no_template")
def add_visit(room: Annotated[int, Field(ge=1, le=99)], wish: _Text) -> Any:
    """Add a visit to the book visits.txt. Each visit is one line: the room, and what the visitor wants."""
    return _added(f"{room} / {wish}")


@keeps("text_is_no_template")
def add_visit_in_line(room: Annotated[int, Field(ge=1, le=99)], wish: _Text) -> Any:
    """Add a visit to the book visits.txt. Each visit is one line: the room, and what the visitor wants."""
    return _added(f"{room} / {' '.join(wish.split())}")


@keeps("text_is_no_template")
def add_visit_with_lines(room: Annotated[int, Field(ge=1, le=99)], wish: _Text) -> Any:
    """Add a visit to the diary visits.txt: a line with the room, and what the visitor wants below it."""
    return _added(f"{room}\n{wish}")


@keeps("text_is_no_template")
def add_wishes(wishes: Annotated[str, Field(min_length=1, max_length=200, description="Wishes, a line each.")]) -> Any:
    """Add wishes to the list visits.txt, which has one wish per line."""
    return _added(wishes)


_Name = Annotated[str, Field(min_length=1, max_length=60, description="Name of the volunteer.")]
_Post = Annotated[str, Field(min_length=1, max_length=60, description="Post of the volunteer, without a semicolon.")]


def _is_plain(text: str) -> bool:
    return text.isprintable() and ";" not in text


@breaks("text_is_no_template")
def sign_in(name: _Name, post: _Post) -> Any:
    """Sign a volunteer in. Every call adds exactly one line to visits.txt, which is read back by lines."""
    if ";" in name or ";" in post:
        raise ValueError("A semicolon ends a field.")
    return _added(f"{name};{post}")


@breaks("text_is_no_template")
def note_post(name: _Name, post: _Post) -> Any:
    """Append a single line to visits.txt with a volunteer and the post."""
    return _added(f"{name.strip()} - {post.strip()}")


@keeps("text_is_no_template")
def sign_in_plain(name: _Name, post: _Post) -> Any:
    """Sign a volunteer in. Every call adds exactly one line to visits.txt, which is read back by lines."""
    if not (_is_plain(name) and _is_plain(post)):
        raise ValueError("A name and a post are plain text without a semicolon.")
    return _added(f"{name};{post}")


@keeps("text_is_no_template")
def sign_in_with_remark(number: Annotated[int, Field(ge=1, le=99)], remark: _Text) -> Any:
    """Append one line to visits.txt with the number of a volunteer, and below it what was said."""
    return _added(f"{number}\n{remark}")


_Catch = Annotated[str, Field(min_length=1, max_length=90, description="What was caught, one line of up to 90 signs.")]
_Catches = Annotated[str, Field(min_length=1, max_length=90, description="What was caught, one line for each fish.")]


@breaks("text_is_no_template")
def note_catch(boat: Annotated[int, Field(ge=1, le=99)], catch: _Catch) -> Any:
    """Add a catch to the log of the harbour, visits.txt with one line a catch."""
    return _added(f"{boat}: {catch}")


@keeps("text_is_no_template")
def note_plain_catch(boat: Annotated[int, Field(ge=1, le=99)], catch: _Catch) -> Any:
    """Add a catch to the log of the harbour, visits.txt with one line a catch."""
    if not catch.isprintable():
        raise ValueError("A catch is one line of plain text.")
    return _added(f"{boat}: {catch}")


@keeps("text_is_no_template")
def note_catches(boat: Annotated[int, Field(ge=1, le=99)], catches: _Catches) -> Any:
    """Add the catches of a boat to the log of the harbour, visits.txt with one line a catch."""
    return _added(f"{boat}: {catches}")
