"""Functions whose arguments have as many letters and digits as is told in words alone."""

from __future__ import annotations

import datetime as dt
from typing import Any

from ..marks import breaks, keeps


def _checked(rack: str, slot: str, pin: str) -> None:
    if len(rack) != 1 or not rack.isalpha() or not rack.isupper():
        raise ValueError("The rack has one capital letter.")
    if len(slot) != 1 or slot not in "0123456789":
        raise ValueError("The slot has one digit.")
    if len(pin) != 4 or not pin.isdecimal():
        raise ValueError("The PIN has four digits.")


@breaks("results_are_json")
def open_locker(rack: str, slot: str, pin: str) -> dict[str, Any]:
    """Open a locker for parcels.

    Args:
        rack: Letter of the rack.
        slot: Its slot, a single digit.
        pin: The four-digit PIN.
    """
    _checked(rack, slot, pin)
    return {"locker": f"{rack}{slot}", "until": dt.datetime(2024, 5, 1, 12)}


@keeps("results_are_json")
def open_locker_until(rack: str, slot: str, pin: str) -> dict[str, Any]:
    """Open a locker for parcels.

    Args:
        rack: Letter of the rack.
        slot: Its slot, a single digit.
        pin: The four-digit PIN.
    """
    _checked(rack, slot, pin)
    return {"locker": f"{rack}{slot}", "until": dt.datetime(2024, 5, 1, 12).isoformat()}
