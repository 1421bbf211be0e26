"""Shaped files: contents in which a tool finds the keys, columns and sections that its own code looks up."""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ..profile.roles import role_of
from .own_keys import Kind
from .role_values import plausible_texts

__all__ = ["PLANTED_PASSWORD", "own_endings", "plain_value", "records", "shaped_contents"]

PLANTED_PASSWORD = "Correct-horse-7"  # noqa: S105  # protects nothing
"""The password in the settings that are made here."""

_RECORDS = 3
#: Keys of records whatever the tool looks up; other arguments of a call may name them.
_ORDINARY: Mapping[str, Kind] = {"id": "number", "name": "text", "value": "number"}
_NAMES = ("ada", "bob", "eve")
_MAX_ENDINGS = 4
#: A file ending in a tool's code, alone or in a pattern.
_ENDING = re.compile(r"(?:\*\*/)?\*?(\.[A-Za-z][A-Za-z0-9]{0,8})")
_SEPARATORS = {".csv": ",", ".tsv": "\t"}


def own_endings(texts: Iterable[str]) -> list[str]:
    """Return the endings of files among the texts of a tool's code: ".bak", or "*.bak"."""
    found = (_ENDING.fullmatch(text) for text in texts)
    return list(dict.fromkeys(match[1] for match in found if match))[:_MAX_ENDINGS]


def records(keys: Mapping[str, Kind], *, unknown: Kind) -> list[dict[str, Any]]:
    """Return a few records that have all *keys*.

    Args:
        keys: Each with the kind of its values.
        unknown: The kind of values of which nothing is known.
    """
    return [
        {key: plain_value(key, kind or unknown, number) for key, kind in keys.items()} for number in range(_RECORDS)
    ]


def shaped_contents(suffix: str, keys: Mapping[str, Kind]) -> Iterator[bytes]:
    """Yield contents for a file, the likeliest first; none for an ending without keys.

    Args:
        suffix: Its ending, with the dot.
        keys: The keys that the tool looks up, each with the kind of its values.
    """
    kinds: tuple[Kind, Kind] = ("text", "number")
    known = {**keys, **{key: kind for key, kind in _ORDINARY.items() if key not in keys}}
    if suffix == ".json":
        for unknown in kinds:
            yield from (json.dumps(document).encode() for document in _documents(records(known, unknown=unknown)))
    elif suffix in (".jsonl", ".ndjson"):
        for unknown in kinds:
            yield "".join(json.dumps(row) + "\n" for row in records(known, unknown=unknown)).encode()
    elif suffix in _SEPARATORS:
        for unknown in kinds:
            yield _table(records(known, unknown=unknown), _SEPARATORS[suffix])
    elif suffix in (".ini", ".cfg", ".conf", ".toml"):
        yield from (_sections(records(known, unknown=unknown)[0], suffix) for unknown in kinds)
    elif suffix in (".yaml", ".yml"):
        yield from ("".join(_lines(records(known, unknown=unknown)[0], ": ")).encode() for unknown in kinds)
    elif suffix == ".env":
        first = {**records(known, unknown="text")[0], "PASSWORD": PLANTED_PASSWORD}
        yield "".join(_lines(first, "=")).encode()
    elif suffix == ".gz":
        yield gzip.compress(b"2024-01-01 12:00:00 INFO hello\n2024-01-01 12:00:01 ERROR no answer\n", mtime=0)


def plain_value(key: str, kind: Kind, number: int) -> Any:
    """Return a value for a key, one for each number."""
    if kind == "number":
        return number + 1 if key.lower().endswith("id") else 10 * (number + 1)
    if kind == "flag":
        return number % 2 == 1
    if kind == "list":
        return [{"id": 1, "name": "ada", "value": 10}] if number else ["ada", "bob"]
    if kind == "object":
        return {"name": _NAMES[number], "value": 10}
    if key == "name":
        return _NAMES[number]
    texts = plausible_texts(role_of(key, {"type": "string"}), name=key)
    return texts[number % len(texts)]


def _documents(rows: list[dict[str, Any]]) -> Iterator[Any]:
    first = rows[0]
    yield rows
    yield {**first, "items": rows}
    named = {"hello": rows[0], "ada": rows[1]}
    yield {**dict.fromkeys(first, rows), **named}
    yield {**dict.fromkeys(first, first), **named}


def _table(rows: list[dict[str, Any]], separator: str) -> bytes:
    table = io.StringIO()
    writer = csv.writer(table, delimiter=separator, lineterminator="\n")
    writer.writerows([list(rows[0]), *([_cell(value) for value in row.values()] for row in rows)])
    return table.getvalue().encode()


def _sections(first: dict[str, Any], suffix: str) -> bytes:
    """Return settings with every key as an option, and again in a section of each key's name."""
    lines = "".join(_lines({**first, "password": PLANTED_PASSWORD}, " = ", quoted=suffix == ".toml"))
    top = lines if suffix == ".toml" else ""
    sections = [key for key in first if key not in _ORDINARY]
    named = ["main", *(section if suffix != ".toml" else f"{section}-settings" for section in sections)]
    return (top + "".join(f"[{section}]\n{lines}\n" for section in named)).encode()


def _lines(values: Mapping[str, Any], separator: str, *, quoted: bool = False) -> Iterator[str]:
    for key, value in values.items():
        is_text = not isinstance(value, int | float)
        shown = json.dumps(value) if quoted and is_text else _cell(value)
        yield f"{key}{separator}{shown}\n"


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return value if isinstance(value, str) else json.dumps(value)
