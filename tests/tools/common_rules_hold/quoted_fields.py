"""Readers of tables whose fields may stand in quotes: some of them lose what the quotes protect."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from ..marks import breaks, keeps

_HEAD = ["berth", "boat", "remark"]


def _boats(rows: list[list[str]]) -> list[dict[str, str]]:
    rows = [row for row in rows if row]
    if not rows or rows[0] != _HEAD or any(len(row) != len(_HEAD) for row in rows):
        raise ValueError("The first line must be berth,boat,remark, and each row has three fields.")
    return [dict(zip(_HEAD, row, strict=True)) for row in rows[1:]]


@breaks("common_rules_hold")
def boats_by_line(table: str) -> list[dict[str, str]]:
    """Read the boats of a harbour from a table as CSV.

    Args:
        table: CSV with the heading berth,boat,remark. Quoted fields may contain commas and line breaks.
    """
    return _boats([next(csv.reader([line])) for line in table.split("\n") if line])


@breaks("common_rules_hold")
def boats_without_blanks(table: str) -> list[dict[str, str]]:
    """Read the boats of a harbour from a table as CSV.

    Fields in quotes may hold commas, quotes and line breaks, and every field is returned exactly as it is written.

    Args:
        table: CSV with the heading berth,boat,remark.
    """
    return _boats([[cell.strip() for cell in row] for row in csv.reader(io.StringIO(table, newline=""))])


def _fields_of_line(line: str) -> list[str]:
    """Return the fields of a line, of which some stand in quotes."""
    fields, inside = [""], False
    for sign in line:
        if sign == '"':
            inside = not inside
            fields[-1] += sign
        elif sign == "," and not inside:
            fields.append("")
        else:
            fields[-1] += sign
    return [field[1:-1] if field[:1] == '"' == field[-1:] and len(field) > 1 else field for field in fields]


@breaks("common_rules_hold")
def boats_with_doubled_quotes(table: str) -> list[dict[str, str]]:
    """Read the boats of a harbour from a table as CSV.

    Args:
        table: CSV with the heading berth,boat,remark. A field that contains commas or quotes stands in double quotes.
    """
    return _boats([_fields_of_line(line) for line in table.splitlines() if line])


@breaks("common_rules_hold")
def read_boats(harbour: str) -> list[dict[str, str]]:
    """Read the boats of a harbour from boats.csv, with the columns berth, boat and remark as CSV (RFC 4180).

    What a quoted field holds is kept verbatim.

    Args:
        harbour: Name of the harbour.
    """
    with Path("boats.csv").open(encoding="utf-8", errors="replace") as file:
        rows = [{"berth": row.get("berth"), "remark": row.get("remark")} for row in csv.DictReader(file)]
    return [{"harbour": harbour, **row} for row in rows][:100]


@keeps("common_rules_hold")
def read_boats_as_they_are(harbour: str) -> list[dict[str, str]]:
    """Read the boats of a harbour from boats.csv, with the columns berth, boat and remark as CSV (RFC 4180).

    What a quoted field holds is kept verbatim.

    Args:
        harbour: Name of the harbour.
    """
    with Path("boats.csv").open(encoding="utf-8", errors="replace", newline="") as file:
        rows = [{"berth": row.get("berth"), "remark": row.get("remark")} for row in csv.DictReader(file)]
    return [{"harbour": harbour, **row} for row in rows][:100]


@keeps("common_rules_hold")
def boats_of_table(table: str) -> list[dict[str, str]]:
    """Read the boats of a harbour from a table as CSV.

    Fields in quotes may hold commas, quotes and line breaks, and every field is returned exactly as it is written.

    Args:
        table: CSV with the heading berth,boat,remark.
    """
    return _boats(list(csv.reader(io.StringIO(table, newline=""))))


@keeps("common_rules_hold")
def boats_on_one_line(table: str) -> list[dict[str, str]]:
    """Read the boats of a harbour from a table as CSV.

    Args:
        table: CSV with the heading berth,boat,remark. Quoted fields may contain commas and line breaks.
    """
    rows = csv.reader(io.StringIO(table, newline=""))
    return _boats([[" ".join(cell.split()) for cell in row] for row in rows])


@keeps("common_rules_hold")
def boats_trimmed(table: str) -> list[dict[str, str]]:
    """Read the boats of a harbour from a table as CSV.

    Quoted fields are kept as they are, but for blanks at their ends, which are removed.

    Args:
        table: CSV with the heading berth,boat,remark.
    """
    return _boats([[cell.strip() for cell in row] for row in csv.reader(io.StringIO(table, newline=""))])


@keeps("common_rules_hold")
def boats_a_line_each(table: str) -> list[dict[str, str]]:
    """Read the boats of a harbour from a table, a line for each boat.

    Args:
        table: CSV with the heading berth,boat,remark. Fields with commas in them stand in quotes.
    """
    return _boats([next(csv.reader([line])) for line in table.splitlines() if line])
