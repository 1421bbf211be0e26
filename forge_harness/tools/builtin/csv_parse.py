"""`csv_parse`: the rows of a CSV text. Source: seed 002, "Parse CSV data into structured records"."""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel, Field

from ...errors import ToolError
from ...registry.process_tools import forge_tool
from ...texts.csv_table import read_csv
from ...tool import ToolCategory, ToolTier

__all__ = ["csv_parse"]

_MAX_CHARACTERS = 1_000_000

#: Below the dispatcher's cap, so that a result stays an object.
_MAX_RESULT_BYTES = 768 * 1024


class CsvParseArguments(BaseModel):
    """A text and its dialect."""

    data: str = Field(
        description="The CSV text, at most 1,000,000 characters. All rows have as many fields as the first.",
        max_length=_MAX_CHARACTERS,
        examples=["name,age\nAnn,30\n"],
    )
    delimiter: str = Field(
        default=",",
        description="The one character between two fields, such as ',', ';' or a tab. Default: ','.",
        examples=[";"],
    )
    headers: bool = Field(
        default=True,
        description="Whether the first row names the columns; then each row is an object, else a list. Default: true.",
    )


@forge_tool(
    args_schema=CsvParseArguments,
    tier=ToolTier.READ,
    category=ToolCategory.BUILTIN,
    facts={"varies": False},
    register=False,
)
def csv_parse(arguments: CsvParseArguments) -> dict[str, Any]:
    """Parse CSV into columns and rows of strings; if the rows exceed 768 KiB, the first ones and the count of all."""
    records = read_csv(arguments.data, arguments.delimiter)
    if not arguments.headers:
        return {"columns": None, "rows": _fitting(records, 0), "row_count": len(records)}
    columns = records[0] if records else []
    _refuse_duplicates(columns)
    rows = [dict(zip(columns, record, strict=True)) for record in records[1:]]
    return {"columns": columns, "rows": _fitting(rows, _size(columns)), "row_count": len(rows)}


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


def _fitting(rows: list[Any], used: int) -> list[Any]:
    """Return the first rows, as many as fit into a result of which *used* bytes are taken."""
    fitting = 0
    for row in rows:
        used += _size(row)
        if used > _MAX_RESULT_BYTES:
            break
        fitting += 1
    if used > _MAX_RESULT_BYTES and not fitting:
        raise ToolError("One row is longer than 768 KiB. Pass fewer columns, or shorter fields.", code="too_long")
    return rows[:fitting]


def _size(row: Any) -> int:
    return len(json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode()) + 1
