"""Large calls: calls that may ask for much work, so a timeout proves little."""

from __future__ import annotations

import json
import math
from typing import Any

__all__ = ["WorkForNumbers", "is_large", "largest_number"]

#: A larger number may be an amount of work, and is approached step by step.
_SMALL = 1_000
#: Random variation of durations, and the longest work for a number, in seconds.
_NOISE_S = 0.0002
_PATIENCE_S = 1.0
_LARGE_ENOUGH = 1 << 31
_MAX_DEPTH = 3


def is_large(call: dict[str, Any], beside: dict[str, Any] | None = None) -> bool:
    """Return whether a call contains numbers, texts or lists that may ask for much work.

    Args:
        call: The arguments.
        beside: An ordinary call; what is not much more is not large either: a year, a port, a postal code.
    """
    ordinary = 0 if beside is None else largest_number(beside)
    return largest_number(call) > max(_SMALL, 2 * ordinary) or len(json.dumps(call, default=repr)) > 4 * _SMALL


def largest_number(value: Any, depth: int = 0) -> float:
    """Return the size of the largest number in a value; 0 without numbers."""
    if isinstance(value, bool) or depth > _MAX_DEPTH:
        return 0.0
    if isinstance(value, int | float):
        return float(abs(value))
    parts = value.values() if isinstance(value, dict) else value[:3] if isinstance(value, list) else ()
    return max((largest_number(part, depth + 1) for part in parts), default=0.0)


class WorkForNumbers:
    """How the duration of calls has grown with the numbers in them."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[float, float]] = {}
        self._usual_s = math.inf

    def may_take_long(self, call: dict[str, Any]) -> bool:
        """Return whether a number in the call may take more than `_PATIENCE_S` of work."""
        for name, size in _sizes(call).items():
            known, seconds = self._known.get(name, (1.0, 0.0))
            if known >= _LARGE_ENOUGH and seconds < _NOISE_S * 10:
                # So much work would have shown by now; the number is an identifier.
                continue
            if size > _SMALL and max(seconds, _NOISE_S) * size / max(known, 1.0) > _PATIENCE_S:
                return True
        return False

    def note(self, call: dict[str, Any], seconds: float) -> None:
        """Record the duration of a call if its number is larger than those before."""
        self._usual_s = min(self._usual_s, seconds)
        for name, size in _sizes(call).items():
            known, before = self._known.get(name, (0.0, math.inf))
            more_s = seconds - self._usual_s
            if size > known:
                self._known[name] = (size, more_s)
            elif size == known:
                self._known[name] = (size, min(before, more_s))


def _sizes(call: dict[str, Any]) -> dict[str, float]:
    return {name: largest_number(value) for name, value in call.items()}
