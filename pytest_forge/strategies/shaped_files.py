"""Shaped files: contents in which a tool finds what its own code looks up, and the texts that a call asks for."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from xml.sax.saxutils import quoteattr

from ..profile.roles import role_of
from ..regex import regex
from .own_keys import Kind, asked_value, flat_values
from .role_values import OF_ONE_FORM, plausible_texts

__all__ = ["PLANTED_PASSWORD", "own_endings", "plain_value", "records", "shaped_contents", "with_given_texts"]

PLANTED_PASSWORD = "Correct-horse-7"  # noqa: S105  # protects nothing
"""The password in the settings that are made here."""

_RECORDS = 3
#: Keys of records whatever the tool looks up; other arguments of a call may name them.
_ORDINARY: Mapping[str, Kind] = {"id": "number", "name": "text", "value": "number"}
_NAMES = ("ada", "bob", "eve")
_MAX_ENDINGS = 4
#: A file ending in a tool's code, alone or in a pattern.
_ENDING = regex(r"(?:\*\*/)?\*?(\.[A-Za-z][A-Za-z0-9]{0,8})")
#: A text of a call that may be a column or a section, and one that names a file.
_NAME = regex(r"\w[\w -]{0,40}")
_PATH = regex(r"/|\.[A-Za-z][A-Za-z0-9]{0,8}$")
_LONGEST, _MAX_TEXTS = 200, 6
_TAG = regex(r"[A-Za-z_][\w.-]{0,40}")
_MAX_TAGS, _MAX_ROOTS = 5, 4
_SEPARATORS = {".csv": ",", ".tsv": "\t"}


def own_endings(texts: Iterable[str]) -> list[str]:
    """Return the endings of files among the texts of a tool's code: ".bak", or "*.bak"."""
    found = (_ENDING.fullmatch(text) for text in texts)
    return list(dict.fromkeys(match[1] for match in found if match))[:_MAX_ENDINGS]


def records(keys: Mapping[str, Kind], *, unknown: Kind, given: Mapping[str, Any] | None = None) -> list[dict[str, Any]]:
    """Return a few records that have all *keys*.

    Args:
        keys: Each with the kind of its values.
        unknown: The kind of values of which nothing is known.
        given: The arguments of the call that is to find the first record.
    """
    found = [
        {key: plain_value(key, kind or unknown, number) for key, kind in keys.items()} for number in range(_RECORDS)
    ]
    asked = {key: asked_value(key, given or {}) for key in keys}
    found[0] |= {key: value for key, value in asked.items() if isinstance(value, str | int | float)}
    return found


def shaped_contents(
    suffix: str, keys: Mapping[str, Kind], given: Mapping[str, Any] | None = None, tags: Sequence[str] = ()
) -> Iterator[bytes]:
    """Yield contents for a file, the likeliest first; none for an ending without keys.

    Args:
        suffix: Its ending, with the dot.
        keys: The keys that the tool looks up, each with the kind of its values.
        given: The arguments of the call that is to find something in it.
        tags: Texts of the tool's code, which may be the tags of a document.
    """
    given = flat_values(given or {})
    kinds: tuple[Kind, Kind] = ("text", "number")
    texts = given_texts(given)
    # What a call names may be a column, a section or a key.
    named: dict[str, Kind] = {text: "text" for text in texts if _NAME.fullmatch(text)}
    known = {**keys, **{key: kind for key, kind in {**_ORDINARY, **named}.items() if key not in keys}}
    tables = [records(known, unknown=unknown, given=given) for unknown in kinds]
    if suffix == ".json":
        yield from (json.dumps(document).encode() for rows in tables for document in _documents(rows))
        # Nothing but what the call names, such as the pieces of each article.
        yield from (json.dumps(dict.fromkeys(texts, value)).encode() for value in (10, "hello") if texts)
    elif suffix in (".jsonl", ".ndjson"):
        for rows in tables:
            yield "".join(json.dumps(row) + "\n" for row in rows).encode()
    elif suffix in _SEPARATORS:
        for rows in tables:
            yield _table(rows, _SEPARATORS[suffix])
    elif suffix in (".ini", ".cfg", ".conf", ".toml"):
        yield from (_sections(rows[0], suffix) for rows in tables)
    elif suffix in (".yaml", ".yml"):
        yield from ("".join(_lines(rows[0], ": ")).encode() for rows in tables)
    elif suffix == ".md":
        lines = "".join(_lines({"title": "Hello", "tags": ["ada", "bob"], **tables[0][0]}, ": "))
        yield with_given_texts(f"---\n{lines}---\n\n# Hello\n\nThese are notes.\n".encode(), given)
    elif suffix == ".xml":
        yield from _trees(tables[0][0], tags)
    elif suffix == ".env":
        first = {**tables[0][0], "PASSWORD": PLANTED_PASSWORD}
        yield "".join(_lines(first, "=")).encode()
    elif suffix == ".gz":
        yield gzip.compress(b"2024-01-01 12:00:00 INFO hello\n2024-01-01 12:00:01 ERROR no answer\n", mtime=0)


def given_texts(call: Mapping[str, Any]) -> list[str]:
    """Return the texts of a call that are no paths, those in lists included."""
    found = [item for value in call.values() for item in (value if isinstance(value, list) else [value])]
    texts = [item for item in found if isinstance(item, str) and item.strip() and len(item) <= _LONGEST]
    return list(dict.fromkeys(text for text in texts if not _PATH.search(text)))[:_MAX_TEXTS]


def with_given_texts(content: bytes, call: Mapping[str, Any]) -> bytes:
    """Return a text file with a line for each text of a call, and one that has them all; other files as they are."""
    if b"\0" in content:
        return content
    texts = [text for text in given_texts(call) if "\n" not in text]
    lines = [*texts, *([" ".join(texts)] if texts[1:] else [])]
    return content + "".join(f"{line}\n" for line in lines).encode(errors="replace")


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
    role = role_of(key, {"type": "string"})
    texts = plausible_texts(role, name=key)
    if role in OF_ONE_FORM:
        # What reads a date may not read a moment.
        texts = [text for text in texts if len(text) == len(texts[0])]
    return texts[number % len(texts)]


def _documents(rows: list[dict[str, Any]]) -> Iterator[Any]:
    first = rows[0]
    yield rows
    yield {**first, "items": rows}
    named = {"hello": rows[0], "ada": rows[1]}
    yield {**dict.fromkeys(first, rows), **named}
    yield {**dict.fromkeys(first, first), **named}


def _trees(attributes: Mapping[str, Any], texts: Sequence[str]) -> Iterator[bytes]:
    """Yield documents of XML with each of the texts as root, and with the others below it and below each other."""
    known = {**attributes, **dict.fromkeys(_ORDINARY, "")}
    shown = "".join(f" {key}={quoteattr(_cell(value))}" for key, value in attributes.items() if _TAG.fullmatch(key))
    tags = [part for text in texts for part in text.split("/") if _TAG.fullmatch(part) and part not in known]
    tags = list(dict.fromkeys([*tags, *(key for key in attributes if _TAG.fullmatch(key))]))[:_MAX_TAGS]
    for root in tags[:_MAX_ROOTS]:
        leaves = {tag: f"<{tag}{shown}>hello</{tag}>" for tag in tags if tag != root}
        branches = (
            f"<{tag}{shown}>{''.join(leaf for name, leaf in leaves.items() if name != tag)}</{tag}>" for tag in leaves
        )
        yield f"<{root}{shown}>{''.join(branches)}{''.join(leaves.values())}</{root}>".encode()


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
