"""Functions that add to a list under a lock: one keeps it when an entry is refused."""

from __future__ import annotations

import threading
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Number = Annotated[str, Field(pattern=r"^[0-9]{4}-[0-9]{1,4}$", description="Number of the voucher, e.g. 2024-17.")]

_lock, _kept = threading.Lock(), set[str]()
_other_lock, _others = threading.Lock(), set[str]()
_times: dict[str, int] = {}


@breaks("failing_calls_change_nothing")
def redeem(number: Number) -> dict:
    """Redeem a voucher."""
    if not _lock.acquire(timeout=0.05):
        raise RuntimeError("Vouchers are being redeemed by somebody else.")
    if number in _kept:
        raise ValueError("The voucher was redeemed before.")
    _kept.add(number)
    _lock.release()
    return {"redeemed": number}


@keeps("failing_calls_change_nothing")
def redeem_once(number: Number) -> dict:
    """Redeem a voucher."""
    with _other_lock:
        if number in _others:
            raise ValueError("The voucher was redeemed before.")
        _others.add(number)
    return {"redeemed": number}


@keeps("failing_calls_change_nothing")
def redeem_at_most_twice(number: Number) -> dict:
    """Redeem two vouchers, and no more."""
    if len(_times) >= 2:
        raise ValueError("Two vouchers were redeemed.")
    _times[number] = 1
    return {"redeemed": number}
