"""Tools that leave out the rows of a table that they cannot read, and tell of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ..marks import breaks, keeps


def _split(line: str) -> tuple[str, str]:
    berth, _, length = line.partition(";")
    if not berth.strip():
        raise ValueError("a berth needs a name")
    return berth.strip(), length.strip()


def _lines(text: str) -> list[str]:
    head, *lines = text.splitlines() or [""]
    if head != "berth;metres":
        raise ValueError("The first line must be berth;metres.")
    return lines


@breaks("common_rules_hold")
def list_berths(table: str) -> dict[str, Any]:
    """List the berths of a harbour. Rows whose length is not a number are skipped, and named with what is wrong.

    Args:
        table: Rows below the line "berth;metres", as in "berth;metres" and "A1;12".
    """
    berths, wrong = [], []
    metres = 0
    for number, line in enumerate(_lines(table), start=2):
        try:
            berth, length = _split(line)
        except ValueError as error:
            wrong.append(f"{number}: {error}")
            continue
        if length.isdigit():
            metres = int(length)
        else:
            wrong.append(f"{number}: {length!r} is not a number")
        berths.append({"berth": berth, "metres": metres})
    return {"berths": berths, "wrong": wrong}


@keeps("common_rules_hold", judged=True)
def list_readable_berths(table: str) -> dict[str, Any]:
    """List the berths of a harbour. Rows whose length is not a number are skipped, and named with what is wrong.

    Args:
        table: Rows below the line "berth;metres", as in "berth;metres" and "A1;12".
    """
    berths, wrong = [], []
    for number, line in enumerate(_lines(table), start=2):
        try:
            berth, length = _split(line)
            berths.append({"berth": berth, "metres": int(length)})
        except ValueError as error:
            wrong.append(f"{number}: {error}")
    return {"berths": berths, "wrong": wrong}


@keeps("common_rules_hold")
def list_all_berths(table: str) -> dict[str, Any]:
    """List the berths of a harbour. What is wrong with a row is told of; its berth is listed without a length.

    Args:
        table: Rows below the line "berth;metres", as in "berth;metres" and "A1;12".
    """
    berths, wrong = [], []
    for number, line in enumerate(_lines(table), start=2):
        berth, _, length = line.partition(";")
        if not length.isdigit():
            wrong.append(number)
        berths.append({"berth": berth, "metres": int(length) if length.isdigit() else 0})
    return {"berths": berths, "wrong": wrong}


@keeps("common_rules_hold")
def tell_of_each_berth(table: str) -> dict[str, Any]:
    """Book the berths of a harbour. Rows whose length is not a number are skipped, and named with what is wrong.

    Args:
        table: Rows below the line "berth;metres", as in "berth;metres" and "A1;12".
    """
    rows, wrong = [], []
    for number, line in enumerate(_lines(table), start=2):
        berth, _, length = line.partition(";")
        rows.append({"berth": berth, "state": "booked" if length.isdigit() else "not booked"})
        if not length.isdigit():
            wrong.append(number)
    return {"rows": rows, "wrong": wrong}


@breaks("common_rules_hold")
def store_berths(table: str) -> dict[str, int]:
    """Store the berths of a harbour; invalid rows are rejected.

    Args:
        table: Rows below the line "berth;metres", as in "berth;metres" and "A1;12".

    Returns:
        "rows" and "rejected", how many of them are not stored.
    """
    stored, rejected = {}, 0
    lines = _lines(table)
    for line in lines:
        berth, _, length = line.partition(";")
        if not berth or not length.isdigit():
            rejected += 1
        stored[berth] = length
    Path("berths.json").write_text(json.dumps(stored))
    return {"rows": len(lines), "rejected": rejected}
