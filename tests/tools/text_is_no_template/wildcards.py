"""Searches for a text: in some it becomes a pattern, although none is offered."""

from __future__ import annotations

import fnmatch
import glob
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_Text = Annotated[str, Field(min_length=1, max_length=60, description="Part of the name.")]
_CITIES = ("Lisbon", "Oslo", "Vienna")


def _table() -> sqlite3.Connection:
    table = sqlite3.connect(":memory:")
    table.execute("CREATE TABLE cities (name TEXT)")
    table.executemany("INSERT INTO cities VALUES (?)", [(city,) for city in _CITIES])
    return table


@breaks("text_is_no_template")
def files_named(text: _Text) -> Any:
    """Find files by a part of their name."""
    return {"files": sorted(path.name for path in Path().iterdir() if fnmatch.fnmatch(path.name, f"*{text}*"))}


@breaks("text_is_no_template")
def cities_named(text: _Text) -> Any:
    """Find cities by a part of their name."""
    rows = _table().execute("SELECT name FROM cities WHERE name LIKE ?", [f"%{text}%"])
    return {"cities": [name for (name,) in rows]}


@breaks("text_is_no_template")
def cities_named_nearly(text: _Text) -> Any:
    """Find cities by a part of their name."""
    literal = text.replace("\\", "\\\\").replace("%", "\\%")
    rows = _table().execute("SELECT name FROM cities WHERE name LIKE ? ESCAPE '\\'", [f"%{literal}%"])
    return {"cities": [name for (name,) in rows]}


@keeps("text_is_no_template")
def cities_named_exactly(text: _Text) -> Any:
    """Find cities by a part of their name."""
    literal = re.sub(r"([%_\\])", r"\\\1", text)
    rows = _table().execute("SELECT name FROM cities WHERE name LIKE ? ESCAPE '\\'", [f"%{literal}%"])
    return {"cities": [name for (name,) in rows]}


@keeps("text_is_no_template")
def files_with(text: _Text) -> Any:
    """Find files by a part of their name."""
    wanted = re.compile(re.escape(text), re.IGNORECASE)
    return {"files": sorted(path.name for path in Path().iterdir() if wanted.search(path.name))}


@keeps("text_is_no_template")
def files_like(text: Annotated[str, Field(max_length=60, description="Name, for example 'note?.md'.")]) -> Any:
    """Find files by their name, with wildcards."""
    return {"files": sorted(path.name for path in Path().iterdir() if fnmatch.fnmatch(path.name, text))}


@breaks("text_is_no_template")
def cities_holding(
    text: Annotated[str, Field(min_length=1, max_length=60, description="Part of the name, e.g. 50% Oslo.")],
) -> Any:
    """Find cities by a part of their name."""
    rows = _table().execute("SELECT name FROM cities WHERE name LIKE ?", [f"%{text}%"])
    return {"cities": [name for (name,) in rows]}


@breaks("text_is_no_template")
def put_word(
    word: Annotated[str, Field(min_length=1, max_length=60, description="Word to replace, as it stands there.")],
    other: Annotated[str, Field(max_length=60, description="Word to put in its place, as it stands here.")],
) -> Any:
    """Replace a word of notes.txt."""
    notes = Path("notes.txt")
    text, count = re.subn(re.escape(word), other, notes.read_text())
    notes.write_text(text)
    return {"replaced": count}


@keeps("text_is_no_template")
def put_literal_word(
    word: Annotated[str, Field(min_length=1, max_length=60, description="Word to replace, as it stands there.")],
    other: Annotated[str, Field(max_length=60, description="Word to put in its place, as it stands here.")],
) -> Any:
    """Replace a word of notes.txt."""
    notes = Path("notes.txt")
    text, count = re.subn(re.escape(word), lambda _: other, notes.read_text())
    notes.write_text(text)
    return {"replaced": count}


@keeps("text_is_no_template")
def put_pattern(
    word: Annotated[str, Field(min_length=1, max_length=60, description="What to replace, in the syntax of re.")],
    other: Annotated[str, Field(max_length=60, description="What to put in its place, with groups such as \\1.")],
) -> Any:
    """Replace what a regular expression finds in notes.txt."""
    notes = Path("notes.txt")
    try:
        text, count = re.subn(word[:60], other, notes.read_text()[:2_000])
    except (re.error, IndexError):
        raise ValueError("The expression or its replacement cannot be read.") from None
    notes.write_text(text)
    return {"replaced": count}


_Name = Annotated[str, Field(min_length=1, max_length=60, description="Part of the file name, e.g. report.")]


@breaks("text_is_no_template")
def attachments_like(part: _Name) -> Any:
    """Find attachments by a part of their file name."""
    return {"files": sorted(path.name for path in Path().iterdir() if fnmatch.fnmatch(path.name, f"*{part}*"))}


@keeps("text_is_no_template")
def attachments_with(part: _Name) -> Any:
    """Find attachments by a part of their file name."""
    return {"files": sorted(path.name for path in Path().iterdir() if part in path.name)}


_Tune = Annotated[str, Field(min_length=1, max_length=60, description="Beginning of the tune, like Greens, as it is.")]


def _tunes(where: str, text: str) -> Any:
    table = sqlite3.connect(":memory:")
    table.execute("CREATE TABLE tunes (name TEXT)")
    table.executemany("INSERT INTO tunes VALUES (?)", [("Greensleeves",), ("Fisher's Hornpipe",), ("50% Reel",)])
    return {"tunes": [name for (name,) in table.execute(f"SELECT name FROM tunes WHERE {where}", [text])]}


@breaks("text_is_no_template")
def tunes_beginning(begins: _Tune) -> Any:
    """List the tunes of the global register by how they begin (capitals match small letters)."""
    return _tunes("name LIKE ? || '%'", begins)


@keeps("text_is_no_template")
def tunes_beginning_so(begins: _Tune) -> Any:
    """List the tunes of the global register by how they begin (capitals match small letters)."""
    return _tunes("name LIKE ? || '%' ESCAPE '!'", re.sub(r"([%_!])", r"!\1", begins))


@keeps("text_is_no_template")
def tunes_matching(name: Annotated[str, Field(max_length=60, description="What the name is compared with.")]) -> Any:
    """List the tunes that match a name, as the operator of the database does it."""
    return _tunes("name LIKE ?", name)


def _songs_like(title: str, escaped: str) -> list[dict[str, Any]]:
    """Return the songs of a database without a definition here: its columns hold texts and numbers."""
    for sign in escaped:
        title = title.replace(sign, f"\\{sign}")
    with closing(sqlite3.connect("file:songs.db?mode=ro", uri=True)) as base:
        rows = base.execute(r"SELECT title, bars FROM songs WHERE title LIKE ? ESCAPE '\'", [f"{title}%"]).fetchall()
    if any(not isinstance(found, str) or not isinstance(bars, int) for found, bars in rows):
        raise ValueError("The database has a row that is not a song.")
    return [{"title": found, "bars": bars} for found, bars in rows]


@breaks("text_is_no_template")
def songs_beginning(text: _Text) -> Any:
    """Find songs by the beginning of their title."""
    return _songs_like(text, "\\%")


@keeps("text_is_no_template", judged=True)
def songs_beginning_so(text: _Text) -> Any:
    """Find songs by the beginning of their title."""
    return _songs_like(text, "\\%_")


def _removed(name: str) -> Any:
    """Remove the logs of a folder that are named like a pattern, and return them."""
    folder = Path("old-logs")
    if not folder.exists():
        folder.mkdir()
        for service in ("mail", "search"):
            (folder / f"{service}-1.log").write_text("started")
    found = sorted(folder.glob(name))
    for path in found:
        path.unlink()
    return {"removed": [path.name for path in found]}


@breaks("text_is_no_template")
def remove_logs(prefix: Annotated[str, Field(max_length=40, description="Beginning of the file names.")]) -> Any:
    """Remove the logs of the folder old-logs whose file names begin with a text."""
    if not prefix.isprintable() or {"/", ".."} & {prefix, *prefix}:
        raise ValueError("A prefix is a part of a file name.")
    return _removed(f"{prefix}*")


@keeps("text_is_no_template")
def remove_logs_named_so(prefix: Annotated[str, Field(max_length=40, description="Beginning of the names.")]) -> Any:
    """Remove the logs of the folder old-logs whose file names begin with a text."""
    if not prefix.isprintable() or {"/", ".."} & {prefix, *prefix}:
        raise ValueError("A prefix is a part of a file name.")
    return _removed(f"{glob.escape(prefix)}*")
