"""Functions that take the rows of a text into memory: a refused text may have left its first rows there."""

from __future__ import annotations

import csv
import io

from ..marks import breaks, keeps

_herds: dict[str, int] = {"dora": 2}
_flocks: dict[str, int] = {"dora": 2}
_barns: dict[str, int] = {"dora": 2}


def _milk(row: dict[str, str]) -> int:
    text = (row.get("value") or "").strip()
    if not text.isdigit():
        raise ValueError(f"{text!r} is no whole number of litres")
    return int(text)


def _rows(table: str) -> csv.DictReader[str]:
    reader = csv.DictReader(io.StringIO(table, newline=""))
    if not {"name", "value"} <= set(reader.fieldnames or ()):
        raise ValueError("the table needs the columns name and value")
    return reader


@breaks("failing_calls_change_nothing")
def enter_milk(table: str) -> dict[str, int]:
    """Enter what each cow has given today. A table with a wrong row is refused.

    Args:
        table: CSV with the columns name and value, the litres.
    """
    for row in _rows(table):
        if not (row["name"] or "").strip():
            raise ValueError("a cow needs a name")
        _herds[row["name"]] = _herds.get(row["name"], 0) + _milk(row)
    return {"cows": len(_herds), "litres": sum(_herds.values())}


@keeps("failing_calls_change_nothing")
def enter_whole_milk(table: str) -> dict[str, int]:
    """Enter what each cow has given today. A table with a wrong row is refused.

    Args:
        table: CSV with the columns name and value, the litres.
    """
    given = [((row["name"] or "").strip(), _milk(row)) for row in _rows(table)]
    if not all(name for name, _ in given):
        raise ValueError("a cow needs a name")
    for name, litres in given:
        _flocks[name] = _flocks.get(name, 0) + litres
    return {"cows": len(_flocks), "litres": sum(_flocks.values())}


@keeps("failing_calls_change_nothing")
def enter_milk_so_far(table: str) -> dict[str, int]:
    """Enter what each cow has given today. Rows before a wrong one are kept.

    Args:
        table: CSV with the columns name and value, the litres.
    """
    for row in _rows(table):
        if not (row["name"] or "").strip():
            raise ValueError("a cow needs a name")
        _barns[row["name"]] = _barns.get(row["name"], 0) + _milk(row)
    return {"cows": len(_barns), "litres": sum(_barns.values())}
