r"""Odd rows: rows of a text in which one cell after the other is a number that is not finite, as parsers read it.

"sample,value"     ->   "sample,nan", "nan,value", "1,nan", "nan,1", the same with inf and 1e999
"a=12\nb=13"       ->   "a=nan\nb=13", "nan=12\nb=13", ...
"""

from __future__ import annotations

from collections.abc import Iterator

from ..regex import regex

__all__ = ["odd_rows"]

_SEPARATORS = regex(r"[,;\t|]|[=:] ?|(?<=\w) (?=\w)")
_NOT_FINITE = ("nan", "inf", "1e999")
_MAX_CELLS, _MAX_LETTERS = 5, 500
#: A number for cells that show names of columns.
_PLAIN = "1"


def odd_rows(text: str) -> Iterator[tuple[str, str]]:
    """Yield what is odd about a text and the text, with another first row; nothing for a text without cells.

    A form that names its cells shows no values, so the other cells are numbers as well.

    Args:
        text: Rows of cells, or such a form.
    """
    first, end, rest = text.partition("\n")
    found = _SEPARATORS.search(first)
    if found is None or len(first) > _MAX_LETTERS:
        return
    cells = first.split(found[0])
    numbers = [cell if any(letter.isdigit() for letter in cell) else _PLAIN for cell in cells]
    rows = [cells] if numbers == cells else [cells, numbers]
    # Numbers stand behind the name that they belong to.
    for at in reversed(range(len(cells[:_MAX_CELLS]))):
        for number in _NOT_FINITE:
            for row in rows:
                changed = found[0].join([*row[:at], number, *row[at + 1 :]])
                yield f"{number} in a row", changed + end + rest
