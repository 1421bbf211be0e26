"""Short lists: whether a list that the schema keeps short is enough to keep a tool busy without end."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...strategies.schemas.flat_schema import CannotMake, FlatSchema, types_of
from ...strategies.schemas.limits import count_of
from ...targets.subject import Subject
from ...verdict import CheckFailure

__all__ = ["ShortList", "judge_short_lists", "short_lists"]

#: A list that may hold no more is soon done with, and one that may hold more is no short one.
_FEW, _SHORT = 12, 2_000
#: Items that anyone would send.
_MOST = 100
_FIRST, _STEP, _LAST = 8, 4, 32
_NOTICED_S = 0.01
_AGAIN = 2
#: Four items more take a tool that tries all subsets sixteen times as long, and one that nests six loops not even
#: eight times.
_EXPLOSIVE = 8

#: Makes a call and returns the seconds that it took; infinite if it did not come back.
_Seconds = Callable[[dict[str, Any]], float]


@dataclass(frozen=True, slots=True)
class ShortList:
    """An argument that takes a short list.

    Attributes:
        name: Of the argument.
        most: Items that are tried.
        of_texts: Whether the items are texts, and not whole numbers.
        view: The schema of the tool.
    """

    name: str
    most: int
    of_texts: bool
    view: FlatSchema

    def call_of(self, base: Mapping[str, Any], size: int) -> dict[str, Any]:
        """Return a call with so many different items, and half of their sum for every other whole number.

        A limit that is half of the sum leaves most to decide on: which items it is that come closest to it.
        """
        numbers = list(range(1, size + 1))
        changed: dict[str, Any] = {self.name: [f"item{number}" for number in numbers] if self.of_texts else numbers}
        call = {**base, **changed}
        if not self.of_texts:
            for name, node in (self.view.root.get("properties") or {}).items():
                kind = node.get("type") if isinstance(node, Mapping) else None
                if kind in ("integer", "number") and self.view.fits(node, sum(numbers) // 2):
                    call[name] = sum(numbers) // 2
        return call


def short_lists(subject: Subject) -> list[ShortList]:
    """Return the root arguments that take a short list of texts or whole numbers."""
    try:
        view = FlatSchema(subject.schema)
    except CannotMake:
        return []
    found = []
    for name, node in (view.root.get("properties") or {}).items():
        for flat in view.alternatives(node):
            most = count_of(flat, "maxItems", None)
            if flat.get("type") != "array" or most is None or not _FEW < most <= _SHORT:
                continue
            kinds = {kind for item in view.alternatives(flat.get("items", True)) for kind in types_of(item)}
            made = ShortList(name, min(most, _MOST), "string" in kinds, view)
            if kinds & {"string", "integer", "number"} and view.fits(node, made.call_of({}, made.most)[name]):
                found.append(made)
                break
    return found


def judge_short_lists(seconds: _Seconds, lists: Sequence[ShortList], base: Mapping[str, Any], *, limit_s: float) -> int:
    """See that a full list comes back, or that no few items more take a multiple of the time.

    Args:
        seconds: Makes a call.
        lists: The arguments to judge.
        base: An ordinary call.
        limit_s: Seconds that a call may take for *seconds*.

    Returns:
        How many calls were too slow to tell how the time grows.

    Raises:
        CheckFailure: If not.
    """
    untold = 0
    for one in lists:
        full = one.call_of(base, one.most)
        if not one.view.fits(one.view.root, full) or seconds(full) != math.inf:
            continue
        before_s = seconds(one.call_of(base, _FIRST))
        for size in range(_FIRST + _STEP, min(_LAST, one.most), _STEP):
            # Of a call that did not come back it is known how long it took at least.
            taken_s = min(seconds(one.call_of(base, size)), limit_s)
            if before_s == math.inf or limit_s == taken_s <= _EXPLOSIVE * before_s:
                untold += 1
                break
            if taken_s > _NOTICED_S:
                # What is quick is disturbed most by other programs.
                before_s = min(before_s, *(seconds(one.call_of(base, size - _STEP)) for _ in range(_AGAIN)))
            if taken_s > _NOTICED_S and taken_s > _EXPLOSIVE * before_s:
                raise CheckFailure(
                    "exponential_time",
                    f"With {size} items in {one.name!r} a call took {taken_s:.2g} s, with {size - _STEP} it took "
                    f"{before_s:.2g} s, and with {one.most} it did not come back in time. Keep what was found for the "
                    "rest of a list, or bound the list.",
                    about=one.name,
                    arguments=full,
                )
            before_s = taken_s
    return untold
