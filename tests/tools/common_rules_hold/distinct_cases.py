"""Names that differ in letter case alone and mean different things, and tools that change the case of what they get."""

from __future__ import annotations

import re
from typing import Any

from ..marks import breaks, keeps

_WATTS = {"mW": 0.001, "W": 1.0, "kW": 1_000.0, "MW": 1_000_000.0}
_FOLDED = {name.casefold(): factor for name, factor in _WATTS.items()}
_DAYS = {"m": 1 / 1440, "h": 1 / 24, "d": 1.0, "M": 30.0, "y": 365.0}
_AGE = re.compile(r"(\d+)\s*([A-Za-z])")
_SHELVES = {"aB": "atlases", "Ab": "almanacs", "zZ": "zoology"}
_BINS = {"Q1": "quills", "R2": "ribbons", "S3": "stamps"}


def _power(amount: float, factor: float | None) -> dict[str, float]:
    if factor is None:
        raise ValueError("There is no such unit.")
    return {"watts": amount * factor}


@breaks("common_rules_hold")
def power_in_watts(amount: float, unit: str) -> dict[str, float]:
    """Convert an electrical power to watts.

    Args:
        amount: The amount.
        unit: Its unit: mW (milliwatt), W (watt), kW (kilowatt) or MW (megawatt).
    """
    return _power(amount, _FOLDED.get(unit.casefold()))


@keeps("common_rules_hold", judged=True)
def power_of_unit_in_watts(amount: float, unit: str) -> dict[str, float]:
    """Convert an electrical power to watts.

    Args:
        amount: The amount.
        unit: Its unit: mW (milliwatt), W (watt), kW (kilowatt) or MW (megawatt).
    """
    return _power(amount, _WATTS.get(unit))


@keeps("common_rules_hold")
def power_of_some_units_in_watts(amount: float, unit: str) -> dict[str, float]:
    """Convert an electrical power to watts.

    Args:
        amount: The amount.
        unit: Its unit: w (watt), W (watts) or kw (kilowatt), in any letter case.
    """
    return _power(amount, {"w": 1.0, "kw": 1_000.0}.get(unit.casefold()))


def _days(found: re.Match[str] | None, folded: bool) -> float:
    unit = "" if found is None else found[2].upper().replace("H", "h").replace("D", "d") if folded else found[2]
    if found is None or unit not in _DAYS:
        raise ValueError("This is no age.")
    return int(found[1]) * _DAYS[unit]


@breaks("common_rules_hold")
def delete_backups(older_than: str) -> dict[str, float]:
    """Tell the age in days from which backups are deleted.

    The age is a number and a unit. `m` for minutes, `h` for hours, `d` for days and `M` for months are known.

    Args:
        older_than: The age, such as "12h".
    """
    return {"days": _days(_AGE.fullmatch(older_than), folded=True)}


@keeps("common_rules_hold", judged=True)
def delete_old_backups(older_than: str) -> dict[str, float]:
    """Tell the age in days from which backups are deleted.

    The age is a number and a unit. `m` for minutes, `h` for hours, `d` for days and `M` for months are known.

    Args:
        older_than: The age, such as "12h".
    """
    return {"days": _days(_AGE.fullmatch(older_than), folded=False)}


@breaks("common_rules_hold")
def goods_of_bin(code: str) -> dict[str, str]:
    """Tell what a bin holds.

    Args:
        code: Code of the bin, such as "Q1". Codes are case-sensitive.
    """
    if code.upper() not in _BINS:
        raise ValueError("There is no such bin.")
    return {"goods": _BINS[code.upper()]}


@keeps("common_rules_hold")
def goods_of_exact_bin(code: str) -> dict[str, str]:
    """Tell what a bin holds.

    Args:
        code: Code of the bin, such as "Q1". Codes are case-sensitive.
    """
    if code not in _BINS:
        raise ValueError("There is no such bin.")
    return {"goods": _BINS[code]}


@keeps("common_rules_hold")
def search_bins(text: str, match_case: bool = False) -> list[str]:
    """Return the goods whose name contains a text.

    Args:
        text: The text, such as "ib".
        match_case: Whether letter case matters.
    """
    return [goods for goods in _BINS.values() if text in goods or (not match_case and text.lower() in goods)]


@keeps("common_rules_hold")
def search_exactly(text: str) -> dict[str, Any]:
    """Return the goods whose name contains a text. The search is case-sensitive.

    Args:
        text: The text, such as "ib".
    """
    return {"goods": [goods for goods in (*_BINS.values(), *_SHELVES.values()) if text in goods]}


_TONS = {"t": 1.0, "ton": 1.0, "T": 1e6, "megaton": 1e6, "g": 1e-6, "gram": 1e-6}
_CARGO = re.compile(r"(\d+(?:\.\d+)?) ?([A-Za-z]+)")


def _loads(cargo: str, units: dict[str, float]) -> dict[str, float]:
    found = _CARGO.fullmatch(cargo.strip())
    if found is None or found[2] not in units:
        raise ValueError("this is no cargo")
    return {"loads": round(float(found[1]) * units[found[2]] / 40_000, 1)}


@breaks("common_rules_hold")
def truck_loads_folded(cargo: str) -> dict[str, float]:
    """Tell how many loads of a truck a cargo makes.

    Units are those of the port: t or ton for tons, T or megaton for a million of them, g or gram for grams.

    Args:
        cargo: The cargo, such as "120000 ton".
    """
    return _loads(cargo, {**_TONS, "T": 1.0})


@keeps("common_rules_hold", judged=True)
def truck_loads(cargo: str) -> dict[str, float]:
    """Tell how many loads of a truck a cargo makes.

    Units are those of the port: t or ton for tons, T or megaton for a million of them, g or gram for grams.

    Args:
        cargo: The cargo, such as "120000 ton".
    """
    return _loads(cargo, _TONS)
