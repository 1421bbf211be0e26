"""Orders with a key of the caller's, which one tool stores before it has checked the amount."""

from __future__ import annotations

from typing import Any

from ..marks import breaks, keeps

_DONE: dict[str, dict[str, Any]] = {}
_STOCK = {"bolts": 40}


@breaks("failing_calls_change_nothing")
def order_bolts(key: str, pieces: int) -> dict[str, Any]:
    """Order bolts from the store, once for each key.

    Args:
        key: Chosen by the caller; a call with a known key orders nothing.
        pieces: How many, 1 or more.
    """
    if pieces < 1:
        raise ValueError("Order at least one piece.")
    if key in _DONE:
        return _DONE[key]
    _DONE[key] = {"key": key, "pieces": pieces}
    if pieces > _STOCK["bolts"]:
        raise ValueError("The store does not have that many.")
    _STOCK["bolts"] -= pieces
    return _DONE[key]


@keeps("failing_calls_change_nothing")
def order_bolts_in_stock(key: str, pieces: int) -> dict[str, Any]:
    """Order bolts from the store, once for each key.

    Args:
        key: Chosen by the caller; a call with a known key orders nothing.
        pieces: How many, 1 or more.
    """
    if pieces < 1:
        raise ValueError("Order at least one piece.")
    if key in _DONE:
        return _DONE[key]
    if pieces > _STOCK["bolts"]:
        raise ValueError("The store does not have that many.")
    _STOCK["bolts"] -= pieces
    _DONE[key] = {"key": key, "pieces": pieces}
    return _DONE[key]


@keeps("failing_calls_change_nothing")
def count_bolts(pieces: int, shelf: dict[str, int] | None = None) -> dict[str, Any]:
    """Take the count of a shelf; the counting machine needs one call to warm up.

    Args:
        pieces: How many bolts the machine is set to.
        shelf: Counts by name of the shelf.
    """
    if not _DONE:
        _DONE["machine"] = {"is_warm": True}
        raise ValueError("The counting machine is warming up; send the same call again.")
    return {"pieces": pieces, "shelf": shelf or {}}
