"""File values: names in the files of a workspace, by which a tool may look up their records.

a folder      the names of its files, with and without their endings
a database    its tables and columns, and the texts in the first rows
JSON, CSV     the keys or columns, and the first values
text          its first words and lines
an archive    the names of its members
"""

from __future__ import annotations

import csv
import json
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from ....oracles.file_tree import files_below
from ....regex import regex
from ....strategies.workspace_files import planted_contents
from ....targets.held_values import record_texts, scalars_in

__all__ = ["file_values"]

_MAX_FILES, _MAX_BYTES, _MAX_DATABASE = 40, 1 << 16, 1 << 22
_MAX_TABLES, _MAX_ROWS, _MAX_LINES = 8, 4, 6
_WORD = regex(r"[^\W\d_]{3,}")
_DATABASE = b"SQLite format 3\0"


def file_values(folder: Path, *, planted: bool) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield the files below *folder*, by name, each with the values in it.

    Args:
        folder: The workspace of a tool.
        planted: Whether to read the ordinary files that we have planted, or else all others.
    """
    ours = planted_contents()
    named = {str(path.relative_to(folder)): path for path in files_below(folder)}
    for name, path in sorted((name, path) for name, path in named.items() if (name in ours) is planted)[:_MAX_FILES]:
        try:
            values = _values(path)
        except (OSError, ValueError, csv.Error, sqlite3.Error, zipfile.BadZipFile, RecursionError, NotImplementedError):
            values = []
        # Words of our own texts are not those of a tool's records.
        texts = [] if planted else _text_values(path)
        yield path.stem, tuple(dict.fromkeys([*values, *texts, name, path.name, path.stem]))


def _values(path: Path) -> list[Any]:
    with path.open("rb") as file:
        start = file.read(len(_DATABASE))
        file.seek(0)
        if start == _DATABASE:
            return _of_database(path) if path.stat().st_size <= _MAX_DATABASE else []
        if start.startswith(b"PK"):
            with zipfile.ZipFile(path) as members:
                return members.namelist()[: _MAX_LINES * 2]
        content = file.read(_MAX_BYTES + 1)
    if len(content) > _MAX_BYTES:
        return []
    if path.suffix == ".json":
        value = json.loads(content)
        return [*scalars_in(value), *record_texts(value)]
    text = content.decode()
    lines = text.splitlines()[:_MAX_LINES]
    if path.suffix in (".csv", ".tsv"):
        rows = list(csv.reader(lines, delimiter="\t" if path.suffix == ".tsv" else ","))
        return [*(cell for row in rows[1:] for cell in row), *(rows[0] if rows else [])]
    return []


def _text_values(path: Path) -> list[str]:
    """Return the words and the lines at the beginning of a plain text; none of another file."""
    if path.suffix in (".json", ".csv", ".tsv") or path.stat().st_size > _MAX_BYTES:
        return []
    try:
        lines = path.read_text(encoding="utf-8").splitlines()[:_MAX_LINES]
    except (OSError, ValueError):
        return []
    return [*(word for line in lines for word in _WORD.findall(line)), *(line for line in lines if line.strip())]


def _of_database(path: Path) -> list[Any]:
    # Nothing may change, not even a journal.
    with closing(sqlite3.connect(f"file:{path}?mode=ro&immutable=1", uri=True, timeout=0.1)) as opened:
        named = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'"
        tables = [str(row[0]) for row in opened.execute(named).fetchmany(_MAX_TABLES)]
        cells, columns = [], []
        for table in tables:
            quoted = table.replace('"', '""')
            rows = opened.execute(f'SELECT * FROM "{quoted}"')  # noqa: S608  # a quoted name
            columns += [str(column[0]) for column in rows.description]
            cells += [cell for row in rows.fetchmany(_MAX_ROWS) for cell in row if isinstance(cell, str | int)]
    return [*tables, *cells, *columns]
