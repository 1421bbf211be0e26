"""Readers of a service that keep its last reply: for a time, for want of a better one, or as if it were new."""

from __future__ import annotations

import json
import time
import urllib.request
from typing import Any

from ..marks import breaks, keeps

_FRESH_S = 60.0
_levels: dict[str, dict[str, Any]] = {}
_told: dict[str, dict[str, Any]] = {}
_timed: dict[str, tuple[float, dict[str, Any]]] = {}


def _asked(river: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"https://levels.example.org/{river.encode().hex()}", timeout=3) as reply:
        found = json.load(reply)
    return {"river": river, "centimetres": float(found["centimetres"])}


@breaks("failure_is_not_success")
def river_level(river: str) -> dict[str, Any]:
    """Return the present level of a river from the web service of the gauges.

    Args:
        river: Name of the river.
    """
    try:
        _levels[river] = _asked(river)
    except OSError:
        if river not in _levels:
            raise RuntimeError("The gauges do not answer. Try again later.") from None
    return _levels[river]


@keeps("failure_is_not_success", judged=True)
def river_level_or_last(river: str) -> dict[str, Any]:
    """Return the level of a river from the web service of the gauges, and whether it is the present one.

    Args:
        river: Name of the river.
    """
    try:
        _told[river] = _asked(river)
    except OSError:
        if river not in _told:
            raise RuntimeError("The gauges do not answer. Try again later.") from None
        return {**_told[river], "is_present": False}
    return {**_told[river], "is_present": True}


@keeps("failure_is_not_success", judged=True)
def river_level_of_minute(river: str) -> dict[str, Any]:
    """Return the level of a river, at most a minute old, from the web service of the gauges.

    Args:
        river: Name of the river.
    """
    asked_at, found = _timed.get(river, (-_FRESH_S, {}))
    if time.monotonic() - asked_at > _FRESH_S or not found:
        try:
            found = _asked(river)
        except OSError:
            raise RuntimeError("The gauges do not answer. Try again later.") from None
        _timed[river] = time.monotonic(), found
    return found
