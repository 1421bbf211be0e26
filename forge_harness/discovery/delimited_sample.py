"""A sample of CSV: the delimiter is found, any encoding is read, and rows of unequal lengths are counted.

`csv_table` reads strictly what a model wrote; this reads what users have, as far as it makes sense. A line of at most
1 MiB is held at a time.
"""

from __future__ import annotations

import codecs
import csv
import io
import itertools
from collections.abc import Iterator
from typing import BinaryIO

from ..deadline.answer_time import AnswerTime
from .sample import Columns, Sample, unreadable
from .value_type import type_of_text

__all__ = ["delimited_sample"]

_MAX_LINE = 1024**2
_TESTED_BYTES = 512
_DELIMITERS = (",", ";", "\t", "|")
#: How many rows are compared to find the delimiter, and how often the clock is looked at.
_COMPARED_ROWS = 20
_ROWS_AT_ONCE = 500
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def delimited_sample(file: BinaryIO, max_rows: int, time: AnswerTime) -> Sample:
    """Return the columns of a CSV file, whose first row names them.

    Raises:
        ToolError: ``unreadable_sample``.
    """
    first = file.read(_TESTED_BYTES)
    if not first.startswith(_UTF_16) and b"\0" in first:
        raise unreadable("The file is binary, not text", "Choose a CSV file, or one whose extension is right.")
    delimiter, is_declared = _delimiter(file)
    lines = _Lines(file)
    rows = csv.reader(lines, delimiter=delimiter)
    try:
        if is_declared:
            next(rows)
        header = next(filter(None, rows), [])
        columns, count, ragged, is_whole = _read(rows, len(header), max_rows, time)
    except csv.Error:
        raise unreadable(
            "The file is not CSV: a field is longer than 131,072 characters, or a quote is never closed",
            "Correct the quotes, or choose another file.",
        ) from None
    warnings = []
    if not header:
        warnings.append("The file is empty.")
    if lines.is_other_encoding:
        warnings.append("The file is not UTF-8. It was read as Windows-1252, also known as Latin-1.")
    if ragged:
        warnings.append(f"{ragged} rows have more or fewer fields than the header.")
    if time.is_over():
        warnings.append("The time was over. Only the first rows were looked at.")
    return columns.sample(header, rows=count, row_count=count if is_whole else None, warnings=warnings)


def _read(rows: Iterator[list[str]], width: int, max_rows: int, time: AnswerTime) -> tuple[Columns, int, int, bool]:
    """Return the columns, the rows read, those of another length than the header, and whether there are no more."""
    columns = Columns(is_text=True)
    found = [columns.types_of(position) for position in range(width)]
    count = ragged = 0
    for row in filter(None, rows):
        if count == max_rows or (count % _ROWS_AT_ONCE == 0 and time.is_over()):
            return columns, count, ragged, False
        count += 1
        ragged += len(row) != width
        for types, value in zip(found, row, strict=False):
            # Nothing changes the type of a column that has texts.
            if types is not None and "string" not in types:
                types.add(type_of_text(value))
    return columns, count, ragged, True


def _delimiter(file: BinaryIO) -> tuple[str, bool]:
    """Return the delimiter, and whether the file declares it in a line of its own, as Excel does."""
    head = list(itertools.islice(_Lines(file), _COMPARED_ROWS))
    if head and head[0].lower().startswith("sep=") and len(head[0].rstrip("\r\n")) == len("sep=,"):
        return head[0][4], True
    return max(_DELIMITERS, key=lambda delimiter: _fit(head, delimiter)), False


def _fit(lines: list[str], delimiter: str) -> tuple[bool, float, int]:
    """Return how well a delimiter fits: whether it divides the header, the share of rows as long, and how long."""
    try:
        widths = [len(row) for row in csv.reader(lines, delimiter=delimiter) if row]
    except csv.Error:
        return False, 0, 0
    if not widths or widths[0] == 1:
        return False, 0, 0
    return True, widths.count(widths[0]) / len(widths), widths[0]


class _OpenText(io.TextIOWrapper):
    """The text of a file that stays open."""

    def close(self) -> None:
        """Leave the file open: it belongs to somebody else."""


class _Lines:
    """The lines of a file from its beginning, as text, with their ends.

    Attributes:
        is_other_encoding: Whether a line was not in the encoding of the file's byte order mark, or UTF-8 without one.
    """

    def __init__(self, file: BinaryIO) -> None:
        self.is_other_encoding = False
        file.seek(0)
        self._file = file
        mark = file.read(len(codecs.BOM_UTF8))
        self._text: io.TextIOWrapper | None = None
        if mark.startswith(_UTF_16):
            file.seek(0)
            self._text = _OpenText(file, encoding="utf-16", errors="replace", newline="")
        elif mark != codecs.BOM_UTF8:
            file.seek(0)

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        if self._text is not None:
            text = self._text.readline(_MAX_LINE + 1)
            size = len(text)
        else:
            data = self._file.readline(_MAX_LINE + 1)
            size, text = len(data), self._decoded(data)
        if size > _MAX_LINE:
            raise unreadable("A line of the file is longer than 1 MiB", "Choose a file with shorter lines.")
        if not text:
            raise StopIteration
        return text

    def _decoded(self, data: bytes) -> str:
        try:
            return data.decode()
        except UnicodeDecodeError:
            self.is_other_encoding = True
            return data.decode("cp1252", errors="replace")
