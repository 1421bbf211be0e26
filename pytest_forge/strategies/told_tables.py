"""Told tables: tables with the columns that a description shows, such as "date,amount" or "date and amount"."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..regex import regex

__all__ = ["told_tables"]

_MAX_COLUMNS, _ROWS = 8, 3
_QUOTED = regex(r"[\"'`]([A-Za-z_]\w*(?:([,;\t|]) ?[A-Za-z_]\w*)(?:\2 ?[A-Za-z_]\w*)*)[\"'`]")
#: Columns without quotes, behind the word for their line: "with the heading name,email,station", "lines of name,email".
_HEADED = regex(
    r"\b(?:heading|header|columns|(?:first )?(?:lines?|rows?)(?: of| as| like)?)\b[^.,;\t|\"'`]{0,12}?[ :]"
    r"([A-Za-z_]\w*(?:([,;\t|])[A-Za-z_]\w*)(?:\2[A-Za-z_]\w*)*)(?!\w)",
    re.IGNORECASE,
)
_WORD = r"(?!(?:and|or|the|an?|in|of|to|is|are|as|with|that|which|from|for|not|must|may)\b)[A-Za-z_]\w*"
_AND = rf"{_WORD}(?:, {_WORD})*,? and {_WORD}"
#: Columns in a sentence: "a header line with the columns name, email and note", "its name, day and pay columns".
_LISTED = regex(
    rf"\b(?:columns|fields|headings|headers?)(?: are| named| called| must be)?(?:: ?| \(| )"
    rf"(?P<after>{_AND}|{_WORD}(?:, {_WORD})+)(?! \w+,| and\b)|\b(?P<before>{_AND}) columns\b",
    re.IGNORECASE,
)
_MARKS = regex(r"[\"'`*]")
_BETWEEN = regex(r",? and |, ")
#: Words for what separates columns.
_SEPARATORS = (("semicolon", ";"), ("tab-", "\t"), ("tabs", "\t"), ("pipe", "|"))
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
    columns, separator = _columns(description)
    if not 0 < len(columns) <= _MAX_COLUMNS:
        return []
    tables: list[str] = []
    for are_numbers in (False, True):
        texts = [_examples(description, column) or texts_of(column, are_numbers) for column in columns]
        rows = [separator.join(its[number % len(its)] for its in texts) for number in range(_ROWS)]
        lines = "".join(f"{row}\n" for row in rows)
        tables += [f"{separator.join(columns)}\n{lines}", lines]
    return list(dict.fromkeys(tables))


def _columns(description: str) -> tuple[list[str], str]:
    """Return the columns that a description shows, and what separates them."""
    told = _QUOTED.search(description) or _HEADED.search(description)
    if told is not None:
        return [one.strip() for one in told[1].split(told[2])], told[2]
    listed = _LISTED.search(" ".join(_MARKS.sub("", description).split()))
    said = description.lower()
    separator = next((sign for word, sign in _SEPARATORS if word in said), ",")
    return ([] if listed is None else _BETWEEN.split(listed["after"] or listed["before"])), separator


def _examples(description: str, column: str) -> list[str]:
    found = re.search(_EXAMPLE.format(re.escape(column)), description, re.IGNORECASE)
    return [found[1]] if found else []
