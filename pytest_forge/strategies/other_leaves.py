"""Other leaves: a document with the values of one key replaced by those of another kind.

{"rows": [{"at": "hello"}, {"at": "bob"}]}   ->   {"rows": [{"at": "2024-01-01"}, {"at": "2024-01-01"}]}
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from typing import Any

__all__ = ["Path", "document_in", "leaf_at", "leaf_paths", "other_values", "with_leaf", "without_one", "written"]

_MAX_LEAVES, _MAX_TEXTS, _MAX_RECORDS = 8, 6, 4
_SEPARATORS = {".csv": ",", ".tsv": "\t"}
_LINES = (".jsonl", ".ndjson")
#: Values that parsers of dates, times and numbers take, and rules for numbers.
_VALUES: tuple[Any, ...] = (
    10,
    # A level, a month or a rating.
    2,
    "2024-01-01",
    "2024-01-01T12:00:00",
    "2024-01-01T12:00:00+00:00",
    ["hello", "ada"],
    True,
    "10",
    "12:00",
)

Path = tuple[str | None, ...]
"""The keys that lead to a value; None stands for each item of a list, or of a map of like records."""


def document_in(suffix: str, data: bytes) -> Any:
    """Return the document in a file, a table or lines as a list of records; None if it is no JSON and no table.

    Args:
        suffix: The ending of its name, with the dot.
        data: Its content.
    """
    try:
        if suffix in _SEPARATORS:
            return list(csv.DictReader(io.StringIO(data.decode()), delimiter=_SEPARATORS[suffix])) or None
        if suffix in _LINES:
            return [json.loads(line) for line in data.splitlines() if line.strip()] or None
        return json.loads(data)
    except (ValueError, RecursionError, csv.Error):
        return None


def written(suffix: str, document: Any) -> bytes:
    """Return a document of `document_in` as the content of a file."""
    if suffix in _LINES:
        return "".join(f"{json.dumps(record)}\n" for record in document).encode()
    if suffix not in _SEPARATORS:
        return json.dumps(document).encode()
    table = io.StringIO()
    columns = [name for name in document[0] if name is not None]
    writer = csv.writer(table, delimiter=_SEPARATORS[suffix], lineterminator="\n")
    # A row of another program may have cells without a column, or lack some.
    writer.writerows([columns, *([row.get(name) for name in columns] for row in document)])
    return table.getvalue().encode()


def leaf_paths(document: Any) -> list[Path]:
    """Return the paths of a document that end at a text, a number, or a list of them, each once."""
    return list(dict.fromkeys(_paths(document, ())))[:_MAX_LEAVES]


def other_values(value: Any, texts: Sequence[str]) -> list[Any]:
    """Return values of other kinds, and then the texts with which code may compare one."""
    # Only the first value of several may be of this kind.
    known = [other for other in _VALUES if other != value or isinstance(other, str)]
    return [*known, *(text for text in texts[:_MAX_TEXTS] if text != value)]


def with_leaf(document: Any, path: Path, value: Any) -> Any:
    """Return a document in which every place of a path has a value."""
    if not path:
        return value
    first, rest = path[0], path[1:]
    if first is None and isinstance(document, list):
        return [with_leaf(item, rest, value) for item in document]
    if first is None and isinstance(document, dict):
        return {key: with_leaf(item, rest, value) for key, item in document.items()}
    if not isinstance(document, dict) or first not in document:
        return document
    return {**document, first: with_leaf(document[first], rest, value)}


def without_one(document: Any) -> list[Any]:
    """Return documents whose first list or map of several records lacks one of them; none if there is neither."""
    if isinstance(document, list) and len(document) > 1:
        return [document[:at] + document[at + 1 :] for at in range(min(len(document), _MAX_RECORDS))]
    if not isinstance(document, dict):
        return []
    if _are_alike(list(document.values())):
        return [{name: one for name, one in document.items() if name != key} for key in list(document)[:_MAX_RECORDS]]
    below = ((key, fewer) for key, value in document.items() if (fewer := without_one(value)))
    return next(([{**document, key: one} for one in fewer] for key, fewer in below), [])


def leaf_at(document: Any, path: Path) -> Any:
    """Return the first value at a path; None if there is none."""
    for key in path:
        if key is None:
            items = list(document.values()) if isinstance(document, dict) else document
            document = items[0] if isinstance(items, list) and items else None
        else:
            document = document.get(key) if isinstance(document, dict) else None
    return document


def _paths(document: Any, before: Path) -> Iterator[Path]:
    if isinstance(document, dict):
        is_map = _are_alike(list(document.values()))
        for key, value in document.items():
            yield from _paths(value, (*before, None if is_map else key))
    elif isinstance(document, list) and any(isinstance(item, dict | list) for item in document):
        for item in document:
            yield from _paths(item, (*before, None))
        if before:
            # It may have to be a list of texts.
            yield before
    else:
        yield before


def _are_alike(values: Sequence[Any]) -> bool:
    """Tell whether values are several records with the same keys."""
    first = values[0] if len(values) > 1 else None
    return isinstance(first, dict) and all(isinstance(one, dict) and one.keys() == first.keys() for one in values)
