"""Functions that say that formulas have no effect in the tables that they make."""

from __future__ import annotations

import csv
import io

from ..marks import breaks, keeps

_FIELDS = ("boat", "skipper", "note")


def _table(rows: list[list[str]]) -> str:
    made = io.StringIO(newline="")
    csv.writer(made).writerows(rows)
    return made.getvalue()


def _cells(entry: dict[str, str]) -> list[str]:
    if set(entry) - set(_FIELDS):
        raise ValueError("an entry has the keys boat, skipper and note")
    return [entry.get(field, "") for field in _FIELDS]


@breaks("text_is_no_template")
def table_of_entries(entries: list[dict[str, str]]) -> dict[str, str]:
    """Make a table of a regatta for a spreadsheet.

    Formulas are neutralised with an apostrophe.

    Args:
        entries: Objects with the keys boat, skipper and note.
    """
    rows = [[f"'{cell}" if cell.startswith("=") else cell for cell in _cells(entry)] for entry in entries]
    return {"table": _table([list(_FIELDS), *rows])}


@breaks("text_is_no_template")
def table_of_winner(boat: str, skipper: str) -> dict[str, str]:
    """Make a table of the winner. No cell is ever read as a formula.

    Args:
        boat: The boat.
        skipper: Who steers it.
    """
    return {"table": _table([["boat", "skipper"], [boat, skipper]])}


@keeps("text_is_no_template")
def table_of_all_entries(entries: list[dict[str, str]]) -> dict[str, str]:
    """Make a table of a regatta for a spreadsheet.

    Formulas are neutralised with an apostrophe.

    Args:
        entries: Objects with the keys boat, skipper and note.
    """
    rows = [[f"'{cell}" if cell[:1] in {*"=+-@\t\r"} else cell for cell in _cells(entry)] for entry in entries]
    return {"table": _table([list(_FIELDS), *rows])}


@keeps("text_is_no_template")
def table_of_plain_winner(boat: str, skipper: str) -> dict[str, str]:
    """Make a table of the winner, and repeat the names. No cell is ever read as a formula.

    Args:
        boat: The boat.
        skipper: Who steers it.
    """
    cells = [f" {text}" if text[:1] in {*"=+-@"} else text for text in (boat, skipper)]
    return {"table": _table([["boat", "skipper"], cells]), "boat": boat, "skipper": skipper}


@keeps("text_is_no_template")
def table_for_programs(boat: str, skipper: str) -> dict[str, str]:
    """Make a table of the winner for programs. Only formulas that begin with '=' get an apostrophe.

    Args:
        boat: The boat.
        skipper: Who steers it.
    """
    cells = [f"'{text}" if text.startswith("=") else text for text in (boat, skipper)]
    return {"table": _table([["boat", "skipper"], cells])}
