"""Asked wait: a call that takes as long as a number in it asks for, and so does not hang.

It is recognised by calls with smaller numbers: they return, and take twice and three times as long with twice and three
times the number. An endless loop returns at once or never, and work that explodes grows faster.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from ...strategies.schemas.limits import bounds

__all__ = ["is_asked_wait"]

#: Shorter times prove nothing: every call takes some time.
_LEAST_S = 0.05
#: From this duration on, three times as long may exceed the time limit.
_LONG_S = 0.5
_TWICE, _THRICE = (1.6, 2.4), (2.5, 3.5)
_MAX_NUMBERS, _MAX_STEPS = 2, 11


def is_asked_wait(
    call: Mapping[str, Any], schema: Mapping[str, Any], seconds_of: Callable[[dict[str, Any]], float | None]
) -> bool:
    """Return whether a call that did not return waits as long as a number in it asks for.

    Args:
        call: The call.
        schema: The advertised schema.
        seconds_of: Makes a call and returns the seconds it took; None if it did not return.
    """
    properties = schema.get("properties")
    nodes = properties if isinstance(properties, Mapping) else {}
    numbers = [name for name, value in call.items() if isinstance(value, int | float) and value > 1]
    return any(_is_wait(dict(call), name, nodes.get(name), seconds_of) for name in numbers[:_MAX_NUMBERS])


def _is_wait(call: dict[str, Any], name: str, node: Any, seconds_of: Callable[[dict[str, Any]], float | None]) -> bool:
    low = bounds(node, whole=False)[0] if isinstance(node, Mapping) else None
    for small in _sizes(call[name], node):
        if small * 3 > call[name] or (low is not None and small < low):
            continue
        seconds = seconds_of({**call, name: small})
        if seconds is None or seconds >= _LEAST_S:
            return seconds is not None and _grows_alike(seconds, partial(_seconds_with, call, name, small, seconds_of))
    return False


def _sizes(value: float, node: Any) -> list[float]:
    """Return smaller numbers, the smallest first."""
    branches = [node, *node.get("anyOf", ())] if isinstance(node, Mapping) else []
    if any(isinstance(branch, Mapping) and branch.get("type") == "number" for branch in branches):
        return [value / 3**power for power in range(_MAX_STEPS, 0, -1)]
    return [3**power for power in range(_MAX_STEPS)]


def _seconds_with(
    call: dict[str, Any],
    name: str,
    small: float,
    seconds_of: Callable[[dict[str, Any]], float | None],
    times: int,
) -> float | None:
    return seconds_of({**call, name: times * small})


def _grows_alike(once: float, seconds_of: Callable[[int], float | None]) -> bool:
    """Return whether a call takes twice and three times as long with twice and three times its number."""
    twice = seconds_of(2)
    if twice is None or not _TWICE[0] <= twice / once <= _TWICE[1]:
        return False
    thrice = seconds_of(3)
    if thrice is None:
        return once >= _LONG_S
    return _THRICE[0] <= thrice / once <= _THRICE[1]
