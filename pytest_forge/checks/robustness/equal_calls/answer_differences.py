"""Answer differences: the places at which the answers to equal calls differ."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ....profile.varies import is_amount
from ....regex import regex

__all__ = ["MANY_REPEATS", "REPEATS", "Answer", "Difference", "differences", "grows", "places_of"]

REPEATS = 6
#: Calls of a tool that may count them: a counter or a budget shows late.
MANY_REPEATS = 10
_MAX_DEPTH = 6
_MAX_TEXT = 20_000
_COUNTED = regex(r"\d")
#: One call: how it ended, and the value at each place of its result.
Answer = dict[str, Any]


class Difference(Struct, frozen=True):
    """A place in the result at which equal calls differ.

    Attributes:
        place: The place.
        values: The values there, call after call.
        what: The difference as a clause for the report.
        is_order: Whether only the order differs.
        tells_of_call: Whether it is a value, which may describe the call, and not a count.
    """

    place: str
    values: list[Any]
    what: str
    is_order: bool = False
    tells_of_call: bool = False

    @property
    def name(self) -> str:
        """The last key on the path to it."""
        return self.place.partition("#")[0].rpartition(".")[2]


def places_of(value: Any, path: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Yield the value at each place: sizes of lists and maps, texts, numbers, and list items."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, Mapping):
        yield f"{path}#size", len(value)
        for key, item in list(value.items())[:60]:
            yield from places_of(item, f"{path}.{key}", depth + 1)
    elif isinstance(value, list | tuple):
        yield f"{path}#length", len(value)
        items = [json.dumps(item, sort_keys=True, default=repr) for item in value[:200]]
        yield f"{path}#items", items
    elif isinstance(value, str):
        yield path, value[:_MAX_TEXT]
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield path, value


def differences(seen: Sequence[Answer]) -> list[Difference]:
    """Return the places at which equal calls differ."""
    if len(seen) < REPEATS or seen[0]["end"] != "returned":
        return []
    found: list[Difference] = []
    broke = next((number for number, one in enumerate(seen) if one["end"].startswith("raised ")), None)
    if broke is not None:
        found.append(Difference("", [broke], f"call {broke + 1} {seen[broke]['end']}"))
    places = [one["places"] for one in seen if one["end"] == "returned"]
    if len(places) < REPEATS:
        return found
    for place in places[0]:
        values = [one.get(place) for one in places]
        if all(value == values[0] for value in values):
            continue
        path, _, kind = place.partition("#")
        name = path.rpartition(".")[2]
        shown = f"{name!r} " if name else "the result "
        if any(value is None for value in values):
            if not kind and values[-1] is None and _keeps_changing(values):
                found.append(
                    Difference(place, values, f"{shown}was {values[0]!r:.40} at first, and missing at the end")
                )
            continue
        if kind in ("length", "size"):
            what = "items" if kind == "length" else "keys"
            found.append(
                Difference(place, values, f"{shown}held {', '.join(str(value) for value in values[:4])} {what} in turn")
            )
        elif kind == "items":
            if all(sorted(value) == sorted(values[0]) for value in values):
                what = f"{shown}held the same items in a different order"
                found.append(Difference(place, values, what, is_order=True, tells_of_call=True))
            elif len(set(map(len, values))) == 1 and _keeps_changing(values):
                found.append(Difference(place, values, f"{shown}held different items each time", tells_of_call=True))
        elif _keeps_changing(values) and (not _counts(values) or is_amount(name)):
            what = f"{shown}was {', '.join(repr(value)[:40] for value in values[: _shown_up_to(values)])} in turn"
            found.append(Difference(place, values, what, tells_of_call=True))
    return found


def grows(place: str, values: list[Any]) -> bool:
    """Return whether a list is longer each time."""
    is_list = place.endswith("#length") and None not in values
    return is_list and all(before < after for before, after in itertools.pairwise(values))


def _keeps_changing(values: list[Any]) -> bool:
    """Return whether values differ after the first one; a cache answers alike from the second call on."""
    return any(value != values[1] for value in values[2:])


def _shown_up_to(values: list[Any]) -> int:
    """Return how many values to show: three, or up to the first that differs."""
    return max(3, next((number + 1 for number, value in enumerate(values) if value != values[0]), 0))


def _counts(values: list[Any]) -> bool:
    """Return whether values only count the calls, up or down, alone or within a text."""
    if all(isinstance(value, int | float) for value in values):
        return len({after - before for before, after in itertools.pairwise(values)} - {1, -1, 0}) == 0
    if all(isinstance(value, str) for value in values):
        plain = {re.sub(r"\d+", "0", value) for value in values}
        return len(plain) == 1 and all(_COUNTED.search(value) for value in values)
    return False
