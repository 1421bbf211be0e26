"""Stored texts: the texts that a file of data holds, each with the file as it is with another one in their place.

{"ada": {"photo": "a.png"}}   ->   {"ada": {"photo": "../b.png"}}     also of YAML, TOML and INI, tables and SQLite
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import PurePosixPath

from msgspec import Struct

from ....regex import regex
from ....strategies.other_leaves import document_in, leaf_at, leaf_paths, with_leaf, written

__all__ = ["StoredText", "stored_texts"]

_SQLITE = b"SQLite format 3\0"
#: A line of a key and a text: `key: text`, `key = "text"`, `- key: text`.
_LINE = regex(r"""(?m)^(?P<start>[ \t]*(?:- )?["']?(?P<key>[\w.-]+)["']?[ \t]*[:=][ \t]*)(?P<text>\S.*?)[ \t]*$""")
#: What is after the key of a line holds others.
_NESTED = ("[", "{", "|", ">", "&", "#")
_MAX_TEXTS = 8


class StoredText(Struct, frozen=True):
    """A text of a file.

    Attributes:
        key: The name under which it is stored.
        value: The text, or the first of several.
        replaced: Returns the content of the file with another text, in all its records.
    """

    key: str
    value: str
    replaced: Callable[[str], bytes]


def stored_texts(name: str, data: bytes) -> list[StoredText]:
    """Return the texts that a file holds, each key once.

    Args:
        name: Its name, whose ending tells a table from other texts.
        data: Its content.
    """
    if data.startswith(_SQLITE):
        found = _of_database(data)
    elif (document := document_in(PurePosixPath(name).suffix.lower(), data)) is not None:
        found = _of_document(PurePosixPath(name).suffix.lower(), document)
    else:
        found = _of_lines(data)
    return list({text.key: text for text in found}.values())[:_MAX_TEXTS]


def _of_document(suffix: str, document: object) -> Iterator[StoredText]:
    for path in leaf_paths(document):
        value = leaf_at(document, path)
        is_list = isinstance(value, list)
        first = next(iter(value), None) if isinstance(value, list) else value
        if isinstance(first, str):
            key = next((key for key in reversed(path) if key is not None), "")

            def replaced(text: str, path: tuple[str | None, ...] = path, is_list: bool = is_list) -> bytes:
                return written(suffix, with_leaf(document, path, [text] if is_list else text))

            yield StoredText(key, first, replaced)


def _of_lines(data: bytes) -> Iterator[StoredText]:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return
    for match in _LINE.finditer(text):
        value = match["text"].strip("\"'")
        if value and not match["text"].startswith(_NESTED):
            yield StoredText(match["key"], value, partial(_with_line, text, match["key"]))


def _with_line(text: str, key: str, value: str) -> bytes:
    def line(match: re.Match[str]) -> str:
        quote = match["text"][0] if match["text"][0] in "\"'" else ""
        return f"{match['start']}{quote}{value}{quote}" if match["key"] == key else match[0]

    return _LINE.sub(line, text).encode()


def _of_database(data: bytes) -> Iterator[StoredText]:
    try:
        with closing(sqlite3.connect(":memory:")) as base:
            base.deserialize(data)
            tables = [name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            for table in tables:
                columns = [row[1] for row in base.execute(f"PRAGMA table_info({_quoted(table)})")]
                first = base.execute(f"SELECT * FROM {_quoted(table)} LIMIT 1").fetchone() or ()  # noqa: S608  # names are quoted
                for column, value in zip(columns, first, strict=False):
                    if isinstance(value, str):
                        yield StoredText(column, value, partial(_with_column, data, table, column))
    except sqlite3.Error:
        return


def _with_column(data: bytes, table: str, column: str, value: str) -> bytes:
    with closing(sqlite3.connect(":memory:")) as base:
        base.deserialize(data)
        try:
            base.execute(f"UPDATE {_quoted(table)} SET {_quoted(column)} = ?", (value,))  # noqa: S608  # names are quoted
            base.commit()
        except sqlite3.Error:
            # The column may have to differ from record to record, or hold one of a few texts.
            return data
        return base.serialize()


def _quoted(name: str) -> str:
    return '"{}"'.format(name.replace('"', '""'))
