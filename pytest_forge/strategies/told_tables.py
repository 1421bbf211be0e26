"""Told tables: tables with the columns that a description of an argument shows, such as "date,category,amount"."""

from __future__ import annotations

import re
from collections.abc import Callable

__all__ = ["told_tables"]

_MAX_COLUMNS, _ROWS = 8, 3
_QUOTED = re.compile(r"[\"'`]([A-Za-z_]\w*(?:([,;\t|]) ?[A-Za-z_]\w*)(?:\2 ?[A-Za-z_]\w*)*)[\"'`]")
#: Columns without quotes, behind the word for their line: "with the heading name,email,station".
_HEADED = re.compile(
    r"\b(?:heading|header|columns|first (?:line|row))\b[^.,;\t|\"'`]{0,12}?[ :]"
    r"([A-Za-z_]\w*(?:([,;\t|])[A-Za-z_]\w*)(?:\2[A-Za-z_]\w*)*)(?!\w)",
    re.IGNORECASE,
)
#: An example behind the name of a column, or of several of its cells: amounts like 12.50.
_EXAMPLE = r"\b{}(?:e?s)?\b[^.;,]{{0,30}}?\b(?:like|such as|e\.g\.)\s+[\"'`]?(\w[\w.:/@-]*\w|\w)"

#: Makes the texts of a column, given whether it may hold numbers.
_TextsOf = Callable[[str, bool], list[str]]


def told_tables(description: str, texts_of: _TextsOf) -> list[str]:
    """Return tables with and without a line of their columns; none if the description shows no columns.

    Args:
        description: Of the argument.
        texts_of: Makes the texts for a column.
    """
    told = _QUOTED.search(description) or _HEADED.search(description)
    columns = [one.strip() for one in told[1].split(told[2])] if told else []
    if told is None or len(columns) > _MAX_COLUMNS:
        return []
    tables: list[str] = []
    for are_numbers in (False, True):
        texts = [_examples(description, column) or texts_of(column, are_numbers) for column in columns]
        rows = [told[2].join(its[number % len(its)] for its in texts) for number in range(_ROWS)]
        lines = "".join(f"{row}\n" for row in rows)
        tables += [f"{told[2].join(columns)}\n{lines}", lines]
    return list(dict.fromkeys(tables))


def _examples(description: str, column: str) -> list[str]:
    found = re.search(_EXAMPLE.format(re.escape(column)), description, re.IGNORECASE)
    return [found[1]] if found else []
