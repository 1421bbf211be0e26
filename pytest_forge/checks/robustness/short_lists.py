"""Short lists: whether a list that the schema keeps short still makes a tool run forever."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ...strategies.schemas.flat_schema import CannotMake, FlatSchema, types_of
from ...strategies.schemas.limits import count_of
from ...targets.subject import Subject
from ...verdict import CheckFailure

__all__ = ["ShortList", "judge_short_lists", "short_lists"]

#: Limits of maxItems: shorter lists are fast in any case, longer ones are not short.
_FEW, _SHORT = 12, 2_000
#: Number of items in a realistic call.
_MOST = 100
_FIRST, _STEP, _LAST = 8, 4, 32
_NOTICED_S = 0.01
_AGAIN = 2
#: Four more items take sixteen times as long if a tool tries all subsets, and less than eight times with six nested
#: loops.
_EXPLOSIVE = 8

#: Makes a call and returns its time in seconds; infinite if it did not return.
_Seconds = Callable[[dict[str, Any]], float]


class ShortList(Struct, frozen=True):
    """An argument that takes a short list.

    Attributes:
        name: Name of the argument.
        most: Number of items to try.
        of_texts: Whether the items are texts, and not integers.
        view: The schema of the tool.
    """

    name: str
    most: int
    of_texts: bool
    view: FlatSchema

    def call_of(self, base: Mapping[str, Any], size: int) -> dict[str, Any]:
        """Return a call with *size* different items, and half of their sum for every other integer.

        A target of half the sum is the hardest case of a subset sum.
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
    """Return the root arguments that take a short list of texts or integers."""
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
    """Judge whether a call with a full list returns, or its time at least does not explode with a few more items.

    Args:
        seconds: Makes a call and measures it.
        lists: The arguments to judge.
        base: An ordinary call.
        limit_s: Time limit of a call in *seconds*.

    Returns:
        Number of arguments whose calls were too slow to measure the growth.

    Raises:
        CheckFailure: If the time explodes.
    """
    unmeasured = 0
    for one in lists:
        full = one.call_of(base, one.most)
        if not one.view.fits(one.view.root, full) or seconds(full) != math.inf:
            continue
        before_s = seconds(one.call_of(base, _FIRST))
        for size in range(_FIRST + _STEP, min(_LAST, one.most), _STEP):
            # A call that did not return took at least the time limit.
            taken_s = min(seconds(one.call_of(base, size)), limit_s)
            if before_s == math.inf or limit_s == taken_s <= _EXPLOSIVE * before_s:
                unmeasured += 1
                break
            if taken_s > _NOTICED_S:
                # Noise disturbs quick calls most: repeat them.
                before_s = min(before_s, *(seconds(one.call_of(base, size - _STEP)) for _ in range(_AGAIN)))
            if taken_s > _NOTICED_S and taken_s > _EXPLOSIVE * before_s:
                raise CheckFailure(
                    "exponential_time",
                    f"With {size} items in {one.name!r} a call took {taken_s:.2g} s, with {size - _STEP} it took "
                    f"{before_s:.2g} s, and with {one.most} it did not return in time. Cache results for sublists, or "
                    "limit the list.",
                    about=one.name,
                    arguments=full,
                )
            before_s = taken_s
    return unmeasured
