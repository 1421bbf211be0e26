"""Odd files: contents that a reader of an ordinary file may not expect, made from the ordinary ones."""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from typing import Any

from ..regex import regex
from .mined_constants import MinedConstants

__all__ = [
    "DATABASE_HEAD",
    "TOO_LARGE",
    "format_of",
    "odd_contents",
    "with_copies",
    "with_gaps",
    "with_own_types",
    "with_too_large_numbers",
    "with_zeros",
]

_MAX_KEYS = 12
#: The first bytes of a database of SQLite.
DATABASE_HEAD = b"SQLite format 3\0"
_BINARY = (".png", ".zip", ".db", ".sqlite", ".sqlite3")
#: Values of YAML that JSON does not have.
_VALUES = b"title: hello\nday: 2024-01-01\nsize: .nan\n1: one\n"
#: A number behind a key or in a list of JSON.
_NUMBER = re.compile(rb"(?<=[:\[,] )-?\d+(?:\.\d+)?(?=[,\]}\s])")
#: A number in a cell of a table.
_CELL = re.compile(rb"(?<=,)-?\d+(?:\.\d+)?(?=[,\n])")
_AMOUNT = regex(r"-?\d+(?:\.\d+)?")
_SEPARATORS = {".csv": ",", ".tsv": "\t"}
_SHORT = 10
_MAX_ZEROS = _MAX_GAPS = _MAX_TYPED = 8
#: A key and its value, as in JSON, which is YAML as well, and on a line of YAML or TOML.
_PAIRS = re.compile(
    rb"""(?m)(?P<start>"(?P<name>[^"\\\n]+)": )"""
    rb"""(?:"(?:[^"\\]|\\.)*"|(?P<number>-?\d[\d.]*)|true|false|null)(?=[,}\s])"""
    rb"""|^(?P<before>[ \t]*(?:- )?(?P<key>[\w.-]+)(?:: | = ))"""
    rb"""(?:(?P<amount>-?\d[\d.]*)|[^\s\[{|>&#"'][^\n]*|"[^"\n]*")$"""
)
#: Values of formats that JSON does not have, in place of any value, and in place of a number.
_OWN_TYPES = {
    ".yaml": ((b"2024-01-01", b"2024-01-01 12:00:00"), b".nan"),
    ".toml": ((b"2024-01-01", b"12:00:00"), b"nan"),
}
#: Numbers by their form, which become infinity: with an exponent, and with many digits.
TOO_LARGE = ("1e400", "9" * 400 + ".5")
_MATTER = b"---\ntitle: hello\n---\n"


def odd_contents(suffix: str, content: bytes, mined: MinedConstants) -> Iterator[tuple[str, bytes]]:
    """Yield odd contents of a file, each with its description as a noun phrase; nothing for binary files.

    Args:
        suffix: The file's ending, with the dot.
        content: Its ordinary content.
        mined: Constants of the tool's code, which may name columns.
    """
    if suffix.lower() in _BINARY or b"\0" in content:
        return
    yield "CRLF line ends", content.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
    yield "no content", b""
    if suffix == ".csv":
        yield from _tables(content, [text for text in mined.texts if text.isidentifier()])
    elif suffix == ".json":
        yield from (("a list", b"[]"), ("NaN", b'{"name": NaN, "value": NaN, "items": [NaN]}'))
        yield "an object with a key twice", b'{"name": "a", "name": "b"}'
        numbers = _NUMBER.sub(b"NaN", content)
        if numbers != content:
            yield "NaN for each number", numbers
    elif suffix in (".yaml", ".yml"):
        yield "a date, NaN and a number as key", _VALUES
    elif suffix in (".md", ".txt"):
        yield "front matter and no text", _MATTER
        yield "front matter with a date, NaN and a number as key", b"---\n" + _VALUES + b"---\n\nhello\n"
    yield "no final line end", content.rstrip(b"\n")
    yield "a byte order mark", b"\xef\xbb\xbf" + content
    for length in (6_000, 200_000):
        yield f"a line of {length:,} characters", content + b"a" * length + b"\n"
    yield "bytes that are not UTF-8", content + b"\xff\xfe\xe9\n"


def format_of(text: str) -> str:
    """Return the ending of a file with such a document: JSON, a table or a text with front matter; "" for any other."""
    if text.startswith("---\n"):
        return ".md"
    if text[:1] in ("{", "["):
        with suppress(ValueError):
            json.loads(text)
            return ".json"
    lines = text.splitlines()
    is_table = len(lines) > 1 and "," in lines[0] and len({line.count(",") for line in lines}) == 1
    return ".csv" if is_table else ""


def with_zeros(suffix: str, content: bytes) -> Iterator[bytes]:
    """Yield documents and tables in which one number after the other is 0, as an amount of a month may be."""
    pattern = {".json": _NUMBER, ".csv": _CELL}.get(suffix.lower())
    for found in list(pattern.finditer(content))[:_MAX_ZEROS] if pattern is not None else ():
        if found[0] != b"0":
            yield content[: found.start()] + b"0" + content[found.end() :]


def with_own_types(suffix: str, content: bytes) -> Iterator[tuple[str, str, bytes]]:
    """Yield documents in which the values of one key have a type that JSON lacks: the key, the value and the content.

    An unquoted day is a date to YAML and TOML. In a table, ``nan`` is a number to most parsers.
    """
    if suffix.lower() in _SEPARATORS:
        yield from _with_cells(content, _SEPARATORS[suffix.lower()], "nan")
    values, no_number = _OWN_TYPES.get(suffix.lower().replace(".yml", ".yaml"), ((), b""))
    pairs = {match["name"] or match["key"]: match for match in _PAIRS.finditer(content)} if values else {}
    for key, first in list(pairs.items())[:_MAX_TYPED]:
        is_number = first["number"] or first["amount"]
        for value in (*values, *([no_number] if is_number else [])):

            def typed(match: re.Match[bytes], key: bytes = key, value: bytes = value) -> bytes:
                return (match["start"] or match["before"]) + value if key in (match["name"], match["key"]) else match[0]

            yield key.decode(errors="replace"), value.decode(), _PAIRS.sub(typed, content)


def with_too_large_numbers(suffix: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield tables and documents of JSON in which a number is beyond those that a float has, with their description."""
    for number in TOO_LARGE:
        what = number if len(number) < _SHORT else "of many digits"
        for name, _, changed in _with_cells(content, ",", number) if suffix == ".csv" else ():
            yield f"a number {what} as {name!r}", changed
        for found in list(_NUMBER.finditer(content))[:_MAX_ZEROS] if suffix == ".json" else ():
            yield f"a number {what}", content[: found.start()] + number.encode() + content[found.end() :]


def _with_cells(content: bytes, separator: str, cell: str) -> Iterator[tuple[str, str, bytes]]:
    """Yield a table with a cell in place of each in a column of numbers, one column after the other."""
    header, *rows = [*csv.reader(io.StringIO(content.decode("utf-8", "replace")), delimiter=separator)] or [[]]
    rows = [row for row in rows if len(row) == len(header)]
    for at, name in list(enumerate(header))[:_MAX_TYPED]:
        if rows and all(_AMOUNT.fullmatch(row[at]) for row in rows):
            yield name, cell, _written([header, *([*row[:at], cell, *row[at + 1 :]] for row in rows)], separator)


def with_gaps(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield documents of JSON with one more record, which has one key less than the first, and the key; or none.

    The record is like the first one otherwise, so whatever finds that one finds both.
    """
    try:
        keys = [list(records[0]) for records in _lists_of_records(json.loads(content))]
    except (ValueError, RecursionError):
        return
    for number, key in [(number, key) for number, names in enumerate(keys) for key in names][:_MAX_GAPS]:
        document = json.loads(content)
        records = list(_lists_of_records(document))[number]
        records.append({name: value for name, value in records[0].items() if name != key})
        yield key, json.dumps(document).encode()


def with_copies(suffix: str, content: bytes, many: int) -> bytes:
    """Return a document of JSON, lines of it, a table or a database with *many* copies of each first record.

    Any other content is returned as it is, and so are tables of a database whose rows have to differ.
    """
    suffix = suffix.lower()
    if content.startswith(DATABASE_HEAD):
        return _with_copied_rows(content, many)
    if suffix in (".csv", ".tsv", ".jsonl", ".ndjson"):
        lines = content.splitlines(keepends=True)
        first = 0 if "json" in suffix else 1
        return b"".join([*lines, *lines[first : first + 1] * many])
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        return content
    for records in list(_lists_of_records(document)):
        records += [dict(records[0]) for _ in range(many)]
    return json.dumps(document).encode()


def _with_copied_rows(content: bytes, many: int) -> bytes:
    with closing(sqlite3.connect(":memory:")) as connection, suppress(sqlite3.Error):
        connection.deserialize(content)
        for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            columns = connection.execute(f'PRAGMA table_info("{table}")').fetchall()
            # SQLite numbers these itself.
            own = [f'"{name}"' for _, name, kind, _, _, key in columns if not (key and kind.upper() == "INTEGER")]
            listed = ", ".join(own)
            for _ in range(many):
                with suppress(sqlite3.Error):
                    connection.execute(
                        f'INSERT INTO "{table}" ({listed}) SELECT {listed} FROM "{table}" ORDER BY rowid LIMIT 1'  # noqa: S608
                    )
        connection.commit()
        return connection.serialize()
    return content


def _lists_of_records(document: Any) -> Iterator[list[dict[str, Any]]]:
    if isinstance(document, list) and document and all(isinstance(item, dict) for item in document):
        yield document
    elif isinstance(document, dict):
        for part in document.values():
            yield from _lists_of_records(part)


def _tables(content: bytes, columns: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    rows = list(csv.reader(io.StringIO(content.decode("utf-8", "replace"))))
    if not rows:
        return
    header, width = rows[0], len(rows[0])
    body = rows[1:] or [["1"] * width]
    yield "only a header row", _written([header])
    yield "no header row", _written(body)
    for cell in ("nan", "inf", "", "a\nb"):
        yield f"cells {cell!r}", _written([header, body[0], [cell] * width, *body[1:]])
    yield "a short row", _written([header, body[0][:1], *body])
    yield "a column twice", _written([header[:1] * width, *body])
    if columns:
        own = list(columns[:_MAX_KEYS])
        yield f"the columns {', '.join(own)}", _written([own, [f"no-such-{name}.txt" for name in own]])


def _written(rows: Sequence[Sequence[str]], separator: str = ",") -> bytes:
    table = io.StringIO()
    csv.writer(table, delimiter=separator, lineterminator="\n").writerows(rows)
    return table.getvalue().encode()
