"""Tools that know the keys of earlier calls from memory, from what they have stored, or for as long as they run."""

from __future__ import annotations

import json
from pathlib import Path

from ..marks import breaks, keeps

_BOOK = Path("donations.jsonl")


def _booked() -> list[dict]:
    return [json.loads(line) for line in _BOOK.read_text().splitlines()] if _BOOK.exists() else []


def _book(fund: str, euros: int, key: str) -> None:
    with _BOOK.open("a") as book:
        book.write(json.dumps({"fund": fund, "euros": euros, "key": key}) + "\n")


_KNOWN: set[str] = set()
#: Read when the program starts, and complete from then on.
_AT_START = {one["key"] for one in _booked()}
_LATER: dict[str, None] = {}


@breaks("repeated_calls_add_nothing")
def donate_by_remembered_key(fund: str, euros: int, donation_key: str) -> dict:
    """Book a donation. A call can be sent again: each donation_key is booked only once.

    Args:
        fund: Name of the fund.
        euros: Amount, at least 1.
        donation_key: Key of your choice.
    """
    if donation_key in _KNOWN:
        return {"fund": fund, "booked": False}
    _KNOWN.add(donation_key)
    _book(fund, euros, donation_key)
    return {"fund": fund, "booked": True}


@breaks("repeated_calls_add_nothing")
def donate_or_refuse_a_remembered_key(fund: str, euros: int, donation_key: str) -> dict:
    """Book a donation. A donation_key that was used before is refused.

    Args:
        fund: Name of the fund.
        euros: Amount, at least 1.
        donation_key: Key of your choice.
    """
    if donation_key in _LATER:
        raise ValueError("This donation_key was used before. Choose another one.")
    _LATER[donation_key] = None
    _book(fund, euros, donation_key)
    return {"fund": fund}


@keeps("repeated_calls_add_nothing", judged=True)
def donate_by_stored_key(fund: str, euros: int, donation_key: str) -> dict:
    """Book a donation. A call can be sent again: each donation_key is booked only once.

    Args:
        fund: Name of the fund.
        euros: Amount, at least 1.
        donation_key: Key of your choice.
    """
    is_known = any(one["key"] == donation_key for one in _booked())
    if not is_known:
        _book(fund, euros, donation_key)
    return {"fund": fund, "booked": not is_known}


@keeps("repeated_calls_add_nothing", judged=True)
def donate_by_key_read_at_the_start(fund: str, euros: int, donation_key: str) -> dict:
    """Book a donation. A call can be sent again: each donation_key is booked only once.

    Args:
        fund: Name of the fund.
        euros: Amount, at least 1.
        donation_key: Key of your choice.
    """
    if donation_key in _AT_START:
        return {"fund": fund, "booked": False}
    _AT_START.add(donation_key)
    _book(fund, euros, donation_key)
    return {"fund": fund, "booked": True}


@keeps("repeated_calls_add_nothing")
def donate_by_key_of_this_run(fund: str, euros: int, donation_key: str) -> dict:
    """Book a donation. A call can be sent again until the program is restarted: a donation_key is booked only once.

    Args:
        fund: Name of the fund.
        euros: Amount, at least 1.
        donation_key: Key of your choice.
    """
    if donation_key in _KNOWN:
        return {"fund": fund, "booked": False}
    _KNOWN.add(donation_key)
    _book(fund, euros, donation_key)
    return {"fund": fund, "booked": True}
