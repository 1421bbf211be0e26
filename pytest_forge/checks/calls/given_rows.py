"""Given rows: the rows of a call's table or list, which other calls may have in another number."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ...regex import regex

__all__ = ["GivenRows", "given_rows", "told_rows"]

_SEPARATORS = ",;\t|"
_FEWEST, _MAX_HEAD = 2, 1
#: A blank behind a comma, and what JSON begins with.
_PROSE = regex(r"[,;] |^\s*[\[{]")
#: Cells of a row whose form is told, which have to be numbers, names or days.
_CELLS, _MAX_TOLD_CELLS = ("12", "nut", "2024-03-01"), 4


class GivenRows(Struct, frozen=True):
    """The rows of an argument.

    Attributes:
        name: The argument.
        call: The call with all of them.
        rows: Records, or the lines of a table.
        head: The line with the columns of a table, or none.
        separator: What separates the cells of a line; empty for records.
    """

    name: str
    call: dict[str, Any]
    rows: list[Any]
    head: list[str]
    separator: str

    def call_with(self, rows: Sequence[Any]) -> dict[str, Any]:
        """Return the call with other rows."""
        if not self.separator:
            return {**self.call, self.name: list(rows)}
        return {**self.call, self.name: "".join(f"{line}\n" for line in (*self.head, *rows))}


def given_rows(call: Mapping[str, Any]) -> Iterator[GivenRows]:
    """Yield the rows of each list, with another item, and of each text that is a table, with and without a head.

    A single line is a row, with another one beside it, unless it is prose.
    """
    for name, value in call.items():
        if isinstance(value, list) and value:
            different = {json.dumps(item, default=repr): item for item in [*value, _varied(value[0])]}
            if len(different) >= _FEWEST:
                yield GivenRows(name, dict(call), list(different.values()), [], "")
        for lines in _tables(value) if isinstance(value, str) else ():
            cells = {separator: {line.count(separator) for line in lines} for separator in _SEPARATORS}
            for separator in [one for one, counts in cells.items() if len(counts) == 1 and counts != {0}][:1]:
                for size in range(_MAX_HEAD + 1):
                    if len(lines) - size >= _FEWEST:
                        yield GivenRows(name, dict(call), lines[size:], lines[:size], separator)


def _tables(text: str) -> Iterator[list[str]]:
    """Yield the lines of a text; for a single line with another one, whose last cell is varied, or all of them."""
    lines = text.splitlines()
    if len(lines) != 1 or _PROSE.search(text) is not None:
        yield lines
        return
    yield [*lines, _varied(lines[0])]
    for separator in [one for one in _SEPARATORS if one in text][:1]:
        yield [*lines, separator.join(map(_varied, lines[0].split(separator)))]


def told_rows(call: Mapping[str, Any], name: str, form: Any) -> Iterator[GivenRows]:
    """Yield tables of two rows in a form that names its cells, as in "article;price", those with most numbers first."""
    if not isinstance(form, str) or _PROSE.search(form) is not None:
        return
    for separator in [one for one in _SEPARATORS if one in form][:1]:
        number = form.count(separator) + 1
        if number > _MAX_TOLD_CELLS or not all(form.split(separator)):
            return
        for cells in sorted(itertools.product(_CELLS, repeat=number), key=lambda row: sorted(map(_CELLS.index, row))):
            other = separator.join(map(_varied, cells))
            yield GivenRows(name, dict(call), [separator.join(cells), other], [], separator)


def _varied(item: Any) -> Any:
    """Return an item like another one: with other texts."""
    if isinstance(item, str) and item:
        return f"{item[:-1]}{(int(item[-1]) + 1) % 10}" if item[-1] in "0123456789" else f"{item}b"
    if isinstance(item, list):
        return [_varied(part) for part in item]
    if isinstance(item, Mapping):
        return {key: _varied(part) for key, part in item.items()}
    return item
