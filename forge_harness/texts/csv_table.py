"""CSV: rows of equally many fields, read strictly. Source: RFC 4180, with any delimiter and any end of line.

A field that begins with a quote is quoted whole; in it a quote is doubled, and line ends are kept as they are. A line
without any character is not a row. Python's own reader also takes rows of unequal lengths and quotes within fields, and
no field of more than 131,072 characters, a limit that holds for the whole process.
"""

from __future__ import annotations

import re

from ..errors import ToolError

__all__ = ["read_csv"]

# What has a meaning of its own, or stands for what could not be read.
_NOT_A_DELIMITER = re.compile('["\r\n\0\ufeff\ufffd\ud800-\udfff]')


def read_csv(text: str, delimiter: str = ",") -> list[list[str]]:
    r"""Return the rows of *text*, all as long as the first; a byte order mark before it is skipped.

    Args:
        text: The CSV.
        delimiter: One character; the two characters ``\t`` are a tab.

    Raises:
        ToolError: ``bad_delimiter``, ``stray_quote`` or ``ragged_row``.
    """
    if delimiter == "\\t":
        delimiter = "\t"
    if len(delimiter) != 1 or _NOT_A_DELIMITER.match(delimiter):
        raise ToolError(
            "The delimiter must be one character of text, and not a quote or line end. "
            "Use ',', ';', '|' or a tab, for example.",
            code="bad_delimiter",
        )
    text = text.removeprefix("\ufeff")
    ends = re.escape(delimiter)
    field = re.compile(rf'(?:"((?:[^"]++|"")*+)"|([^"{ends}\r\n]*+))({ends}|\r\n?|\n|\Z)')
    rows: list[list[str]] = []
    row: list[str] = []
    position = 0
    # After a delimiter there is one more field, even at the end.
    while position < len(text) or row:
        match = field.match(text, position)
        if match is None:
            raise _stray_quote(text, position)
        quoted, plain, end = match.groups()
        if row or plain or quoted is not None or end == delimiter:
            row.append(plain if quoted is None else quoted.replace('""', '"'))
            if end != delimiter:
                rows.append(row)
                if len(row) != len(rows[0]):
                    raise _ragged(rows, _line(text, position))
                row = []
        position = match.end()
    return rows


def _line(text: str, position: int) -> int:
    return len(re.findall(r"\r\n?|\n", text[:position])) + 1


def _stray_quote(text: str, position: int) -> ToolError:
    return ToolError(
        f"A quote in line {_line(text, position)} is stray or never closed. "
        "Quote a field from delimiter to delimiter, without blanks around it, and double the quotes in it.",
        code="stray_quote",
    )


def _ragged(rows: list[list[str]], line: int) -> ToolError:
    given, first = len(rows[-1]), len(rows[0])
    return ToolError(
        f"The row in line {line} has {given} field{'s' * (given != 1)}, and the first row has {first}. "
        "Correct the row, or quote fields that hold the delimiter.",
        code="ragged_row",
    )
