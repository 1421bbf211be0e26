"""Tools that keep what they have looked up, of which a code beside the name has values that the code alone shows."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from ..marks import breaks, keeps

_DEPTHS = {
    ("Kiel", "Q1"): "4.1",
    ("Kiel", "Q2"): "4.6",
    ("Kiel", "Q3"): "4.4",
    ("Wismar", "Q1"): "3.2",
    ("Wismar", "Q2"): "3.9",
    ("Wismar", "Q3"): "3.5",
}
_FEES = {("tug", "A3"): 410, ("tug", "A4"): 655, ("ferry", "A3"): 90, ("ferry", "A4"): 125}
_SIGNS = {"Kiel": "north", "Wismar": "east"}
_by_harbour: dict[str, Decimal] = {}
_by_harbour_and_quarter: dict[tuple[str, str], Decimal] = {}
_by_vessel: dict[str, int] = {}
_by_sign: dict[str, str] = {}


@breaks("equal_calls_agree")
def mean_depth(centimetres: int, harbour: str, quarter: str) -> dict[str, Any]:
    """Work out how much water is under a keel, on average, in a quarter of a year.

    Args:
        centimetres: The draught, 0 to 900.
        harbour: Kiel or Wismar.
        quarter: The quarter: Q1, Q2 or Q3.
    """
    _check(centimetres, harbour, quarter)
    if harbour not in _by_harbour:
        _by_harbour[harbour] = Decimal(_DEPTHS[harbour, quarter])
    return {"under_keel": str(_by_harbour[harbour] - Decimal(centimetres) / 100)}


@keeps("equal_calls_agree")
def mean_depth_of_quarter(centimetres: int, harbour: str, quarter: str) -> dict[str, Any]:
    """Work out how much water is under a keel, on average, in a quarter of a year.

    Args:
        centimetres: The draught, 0 to 900.
        harbour: Kiel or Wismar.
        quarter: The quarter: Q1, Q2 or Q3.
    """
    _check(centimetres, harbour, quarter)
    key = (harbour, quarter)
    if key not in _by_harbour_and_quarter:
        _by_harbour_and_quarter[key] = Decimal(_DEPTHS[key])
    return {"under_keel": str(_by_harbour_and_quarter[key] - Decimal(centimetres) / 100)}


@breaks("equal_calls_agree")
def quay_fee(vessel: str, berth: str) -> dict[str, Any]:
    """Return the fee for a night at a berth.

    Args:
        vessel: tug or ferry.
        berth: The class of the berth, a letter and a digit.
    """
    if vessel not in ("tug", "ferry") or not re.fullmatch(r"A[34]", berth):
        raise ValueError("vessel must be tug or ferry, and berth A3 or A4.")
    if vessel not in _by_vessel:
        _by_vessel[vessel] = _FEES[vessel, berth]
    return {"vessel": vessel, "berth": berth, "fee_cents": _by_vessel[vessel]}


@keeps("equal_calls_agree")
def harbour_sign(harbour: str, quarter: str) -> dict[str, Any]:
    """Return the side on which a harbour shows its sign, which is the same in each quarter of a year.

    Args:
        harbour: Kiel or Wismar.
        quarter: The quarter: Q1, Q2 or Q3.
    """
    _check(0, harbour, quarter)
    if harbour not in _by_sign:
        _by_sign[harbour] = _SIGNS[harbour]
    return {"side": _by_sign[harbour], "quarter": quarter}


def _check(centimetres: int, harbour: str, quarter: str) -> None:
    if type(centimetres) is not int or not 0 <= centimetres <= 900:
        raise ValueError("centimetres must be a whole number from 0 to 900.")
    if harbour not in ("Kiel", "Wismar"):
        raise ValueError("harbour must be Kiel or Wismar.")
    if not isinstance(quarter, str) or not re.fullmatch(r"Q[1-3]", quarter):
        raise ValueError("quarter must be Q1, Q2 or Q3.")
