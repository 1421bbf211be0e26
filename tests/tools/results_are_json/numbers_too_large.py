"""Functions that turn texts into numbers, which a float may be too small for."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from typing import Any

from ..marks import breaks, keeps

_DECIMAL = re.compile(r"-?\d+(?:\.\d+)?(?:[eE]\d{1,4})?")


@breaks("results_are_json")
def rows_of_table(table_csv: str) -> list[list[object]]:
    """Read a table; what is written like a number becomes one.

    Args:
        table_csv: Lines of CSV.
    """
    rows = csv.reader(io.StringIO(table_csv, newline=""))
    return [[float(cell) if _DECIMAL.fullmatch(cell) else cell for cell in row] for row in rows]


@keeps("results_are_json", judged=True)
def rows_of_table_in_range(table_csv: str) -> list[list[object]]:
    """Read a table; what is written like a number that a float can hold becomes one.

    Args:
        table_csv: Lines of CSV.
    """

    def plain(cell: str) -> object:
        is_number = _DECIMAL.fullmatch(cell) and math.isfinite(float(cell))
        return float(cell) if is_number else cell

    return [[plain(cell) for cell in row] for row in csv.reader(io.StringIO(table_csv, newline=""))]


@breaks("results_are_json")
def numbers_among(words: list[str]) -> dict[str, object]:
    """Tell which words are numbers.

    Args:
        words: Words of a text.
    """
    found = [float(word) for word in words if re.fullmatch(r"\d+(\.\d+)?", word)]
    return {"numbers": found}


@keeps("results_are_json", judged=True)
def numbers_among_short(words: list[str]) -> dict[str, object]:
    """Tell which words are numbers.

    Args:
        words: Words of a text.
    """
    found = [float(word) for word in words if re.fullmatch(r"\d{1,15}(\.\d{1,9})?", word)]
    return {"numbers": found}


def _refused(name: str) -> Any:
    raise ValueError(f"The document has {name}, which is no number.")


@breaks("results_are_json")
def sorted_document(document_json: str) -> dict[str, object]:
    """Return a document with its keys in order.

    Args:
        document_json: An object of JSON.

    Raises:
        ValueError: if it is none.
    """
    found = json.loads(document_json, parse_constant=_refused)
    if not isinstance(found, dict):
        raise ValueError("The document is no object.")
    return {"document": dict(sorted(found.items()))}


@keeps("results_are_json", judged=True)
def sorted_document_in_range(document_json: str) -> dict[str, object]:
    """Return a document with its keys in order.

    Args:
        document_json: An object of JSON.

    Raises:
        ValueError: if it is none, or a number is too large.
    """

    def number(text: str) -> float:
        if not math.isfinite(found := float(text)):
            raise ValueError("A number is too large.")
        return found

    found = json.loads(document_json, parse_constant=_refused, parse_float=number)
    if not isinstance(found, dict):
        raise ValueError("The document is no object.")
    return {"document": dict(sorted(found.items()))}
