"""Shrink: the smallest call that still fails in the same way."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..schemas.flat_schema import FlatSchema

__all__ = ["smallest"]

#: A path to a value inside the arguments: names, and positions in arrays.
_Path = tuple[str | int, ...]
_NUMBERS = (0, 1, -1, 2, 3, 5, 10, 100, 1000)
_PLAIN = "a"
_MAX_PASSES = 6


def smallest(
    arguments: Mapping[str, Any],
    still_fails: Callable[[dict[str, Any]], bool],
    schema: Mapping[str, Any],
    *,
    most_calls: int = 80,
) -> dict[str, Any]:
    """Return the smallest call found that fits the schema and still fails; *arguments* without a smaller one.

    Optional arguments are dropped first, then texts and lists are shortened, then numbers simplified. The result is
    deterministic.

    Args:
        arguments: A call that fails.
        still_fails: Tells whether a call fails in the same way; called at most *most_calls* times, and may keep its
            argument.
        schema: The schema that every call must fit, unless *arguments* do not fit it.
        most_calls: The maximum number of calls of *still_fails*.
    """
    best = copy.deepcopy(dict(arguments))
    view = FlatSchema(schema)
    fits_at_first = view.fits(schema, best)
    tried: set[str] = {repr(best)}
    left = most_calls
    for _ in range(_MAX_PASSES):
        before = repr(best)
        for place in list(_places(best)):
            better: dict[str, Any] | None = best
            while better is not None:
                better = None
                for candidate in _simpler(best, place):
                    key = repr(candidate)
                    if key in tried:
                        continue
                    tried.add(key)
                    if fits_at_first and not view.fits(schema, candidate):
                        continue
                    if left <= 0:
                        return best
                    left -= 1
                    if still_fails(copy.deepcopy(candidate)):
                        best = better = candidate
                        break
        if repr(best) == before:
            break
    return best


def _places(value: Any, path: _Path = ()) -> Iterator[_Path]:
    """Yield the paths of a value, whole arguments before their parts."""
    if isinstance(value, Mapping):
        yield from ((*path, key) for key in list(value))
        for key, item in list(value.items()):
            yield from _places(item, (*path, key)) if isinstance(item, Mapping | list) else ()
    elif isinstance(value, list):
        for index, item in enumerate(value[:8]):
            yield (*path, index)
            yield from _places(item, (*path, index)) if isinstance(item, Mapping | list) else ()


def _simpler(arguments: dict[str, Any], path: _Path) -> Iterator[dict[str, Any]]:
    """Yield copies of *arguments* with the value at *path* removed or simpler, the simplest first."""
    try:
        value = _at(arguments, path)
    except (KeyError, IndexError):
        # A container above it was shrunk meanwhile.
        return
    if isinstance(path[-1], str):
        yield _without(arguments, path)
    for simple in _simpler_values(value):
        yield _with(arguments, path, simple)


def _simpler_values(value: Any) -> Iterator[Any]:
    if isinstance(value, bool):
        if value:
            yield False
    elif isinstance(value, int | float):
        smaller = [number for number in _NUMBERS if abs(number) < abs(value) or (number == abs(value) and value < 0)]
        yield from smaller
        if isinstance(value, float) and value.is_integer() and abs(value) < 1 << 53:
            yield int(value)
        yield from (int(value) - cut if value > 0 else int(value) + cut for cut in _cuts(int(abs(value))))
    elif isinstance(value, str):
        yield from _shorter_texts(value)
    elif isinstance(value, list):
        if value:
            yield []
            yield value[:1]
            for cut in _cuts(len(value)):
                yield value[:-cut]
                yield value[cut:]
    elif isinstance(value, Mapping) and value:
        yield {}


def _shorter_texts(value: str) -> Iterator[str]:
    if not value:
        return
    yield ""
    if value != _PLAIN and len(value) >= 1:
        yield _PLAIN
    if len(value) == 1:
        return
    # Usually one special character is enough.
    yield from (character for character in dict.fromkeys(value[:20]) if not character.isalnum())
    if len(set(value)) > 1:
        yield _PLAIN * len(value)
    for cut in _cuts(len(value)):
        yield value[:-cut]
        yield value[cut:]


def _cuts(size: int) -> Iterator[int]:
    """Yield a half, a quarter and so on down to one: few steps find the part that matters."""
    cut = size // 2
    while cut > 0:
        yield cut
        cut //= 2


def _at(value: Any, path: _Path) -> Any:
    for part in path:
        value = value[part]
    return value


def _with(arguments: dict[str, Any], path: _Path, value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(arguments)
    _at(changed, path[:-1])[path[-1]] = value
    return changed


def _without(arguments: dict[str, Any], path: _Path) -> dict[str, Any]:
    changed = copy.deepcopy(arguments)
    del _at(changed, path[:-1])[path[-1]]
    return changed
