"""`csv_parse`: the rows of a CSV text. Source: seed 002, "Parse CSV data into structured records".

Its codes are those of `read_csv`, ``duplicate_header``, and ``too_long`` if not even one row fits into the result.
"""

from __future__ import annotations

import json
from typing import Any

from pydantic import Field

from ...errors import ToolError
from ...registry.process_tools import forge_tool
from ...texts.csv_table import read_csv
from ...tool import ToolCategory, ToolTier
from ..tool_arguments import ToolArguments

__all__ = ["csv_parse"]

_MAX_CHARACTERS = 1_000_000

#: Below the dispatcher's cap, so that a result stays an object.
_MAX_RESULT_BYTES = 768 * 1024


class CsvParseArguments(ToolArguments):
    """A text and its dialect."""

    data: str = Field(
        description="The CSV text, at most 1,000,000 characters. All rows have as many fields as the first.",
        max_length=_MAX_CHARACTERS,
        examples=["name,age\nAnn,30\n"],
    )
    delimiter: str = Field(
        default=",",
        description="The one character between two fields, such as ',', ';' or a tab. Default, also if empty: ','.",
        examples=[";"],
    )
    headers: bool = Field(
        default=True,
        description="Whether the first row names the columns; then each row is an object, else a list. Default: true.",
        strict=True,
    )


@forge_tool(
    args_schema=CsvParseArguments,
    tier=ToolTier.READ,
    category=ToolCategory.BUILTIN,
    facts={"varies": False},
    register=False,
)
def csv_parse(arguments: CsvParseArguments) -> dict[str, Any]:
    """Parse CSV into columns and rows of strings; `truncated` if only the first of `row_count` rows fit in 768 KiB."""
    records = read_csv(arguments.data, arguments.delimiter or ",")
    if not arguments.headers:
        return _result(None, records)
    columns = records[0] if records else []
    _refuse_duplicates(columns)
    return _result(columns, [dict(zip(columns, record, strict=True)) for record in records[1:]])


def _refuse_duplicates(columns: list[str]) -> None:
    first: dict[str, int] = {}
    for number, column in enumerate(columns, 1):
        if column in first:
            raise ToolError(
                f"Columns {first[column]} and {number} have the same name. "
                "Rename one of them, or pass headers=false for rows as lists.",
                code="duplicate_header",
            )
        first[column] = number


def _result(columns: list[str] | None, rows: list[Any]) -> dict[str, Any]:
    fitting = _fitting(rows, columns)
    return {"columns": columns, "rows": fitting, "row_count": len(rows), "truncated": len(fitting) < len(rows)}


def _fitting(rows: list[Any], columns: list[str] | None) -> list[Any]:
    """Return the first rows, as many as fit into a result beside *columns*."""
    used = 0 if columns is None else _size(columns)
    fitting = 0
    for row in rows:
        used += _size(row)
        if used > _MAX_RESULT_BYTES:
            break
        fitting += 1
    if used > _MAX_RESULT_BYTES and not fitting:
        what = "The columns and the first row, which repeats their names, exceed"
        if columns is None:
            what = "The first row exceeds"
        elif not rows:
            what = "The columns exceed"
        raise ToolError(f"{what} 768 KiB. Pass fewer columns, or shorter fields.", code="too_long")
    return rows[:fitting]


def _size(row: Any) -> int:
    return len(json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode()) + 1
