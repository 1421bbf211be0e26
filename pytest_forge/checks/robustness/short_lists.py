"""Short lists: whether a list or object with few items makes a tool run forever."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ...strategies.schemas.flat_schema import FlatSchema, types_of
from ...strategies.schemas.limits import count_of
from ...targets.subject import Subject
from ...verdict import CheckFailure

__all__ = ["ShortList", "judge_short_lists", "short_lists"]

#: Limits of maxItems: shorter lists are fast in any case, longer ones are not short.
_FEW, _SHORT = 12, 2_000
#: Number of items in a realistic call, and of one without a limit in the schema.
_MOST, _SOME = 100, 40
_FIRST, _STEP, _LAST = 8, 4, 32
#: Seconds that are noticed, and the fewest that a quick call counts.
_NOTICED_S, _LEAST_S = 0.01, 0.001
_AGAIN = 2
#: Four more items take sixteen times as long if a tool tries all subsets, and less than eight times with six nested
#: loops.
_EXPLOSIVE = 8
#: Items that each item of a graph needs. With three, the number of ways is multiplied by eleven for four more items.
_NEEDED = 3

#: Makes a call and returns its time in seconds; infinite if it did not return.
_Seconds = Callable[[dict[str, Any]], float]
#: Makes the value of an argument with the given number of items.
_Make = Callable[[int], Any]


class ShortList(Struct, frozen=True):
    """An argument that takes a short list, or a short object with names of its own.

    Attributes:
        name: Name of the argument.
        most: Number of items to try.
        make: Makes its value.
        of_numbers: Whether the items hold numbers.
        view: The schema of the tool.
    """

    name: str
    most: int
    make: _Make
    of_numbers: bool
    view: FlatSchema

    def call_of(self, base: Mapping[str, Any], size: int) -> dict[str, Any]:
        """Return a call with *size* different items.

        If they are numbers, they are even, and every other integer is about half of their sum, and odd: the hardest
        case of a subset sum. If they are texts, every other required text is the first of them.
        """
        call = {**base, self.name: self.make(size)}
        half = size * (size + 1) // 2 // 2 * 2 + 1
        for name, node in (self.view.root.get("properties") or {}).items():
            kind = node.get("type") if isinstance(node, Mapping) else None
            if name == self.name:
                continue
            if self.of_numbers and kind in ("integer", "number") and self.view.fits(node, half):
                call[name] = half
            is_needed = name in (self.view.root.get("required") or ())
            if not self.of_numbers and kind == "string" and is_needed and self.view.fits(node, _text(1)):
                call[name] = _text(1)
        return call


def short_lists(subject: Subject, base: Mapping[str, Any]) -> list[ShortList]:
    """Return the root arguments that take a short list, or a short object with names of its own.

    Args:
        subject: The tool.
        base: An ordinary call, whose objects in lists are repeated with other values.
    """
    view = FlatSchema(subject.schema)
    found = []
    for name, node in (view.root.get("properties") or {}).items():
        for flat in view.alternatives(node):
            most = _most(flat)
            if not _FEW < most <= _SHORT:
                continue
            made = next(
                (
                    one
                    for make, of_numbers in _makers(view, flat, base.get(name))
                    if view.fits(
                        node, (one := ShortList(name, min(most, _MOST), make, of_numbers, view)).make(one.most)
                    )
                ),
                None,
            )
            if made is not None:
                found.append(made)
                break
    return found


def _most(flat: Mapping[str, Any]) -> int:
    """Return how many items a value may have; 0 for a value without items."""
    keyword = {"array": "maxItems", "object": "maxProperties"}.get(str(flat.get("type")))
    if keyword is None:
        return 0
    most = count_of(flat, keyword, None)
    return _SOME if most is None else most


def _makers(view: FlatSchema, flat: Mapping[str, Any], usual: Any) -> Iterator[tuple[_Make, bool]]:
    """Yield ways to make many items, each with whether they hold numbers."""
    if flat.get("type") == "array":
        kinds = {kind for item in view.alternatives(flat.get("items", True)) for kind in types_of(item)}
        if "string" in kinds:
            yield lambda size: [_text(number) for number in range(1, size + 1)], False
        elif kinds & {"integer", "number"}:
            yield lambda size: [2 * number for number in range(1, size + 1)], True
        elif isinstance(usual, list) and usual and isinstance(usual[0], dict):
            yield lambda size: [_like(usual[0], number) for number in range(1, size + 1)], True
    elif not flat.get("properties"):
        yield lambda size: {_text(number): 2 * number for number in range(1, size + 1)}, True
        yield _graph, False


def _like(item: Mapping[str, Any], number: int) -> dict[str, Any]:
    """Return an object with the keys of *item*, and other texts and whole numbers."""
    is_number = {key: isinstance(part, int) and not isinstance(part, bool) for key, part in item.items()}
    return {
        key: 2 * number if is_number[key] else _text(number) if isinstance(part, str) else part
        for key, part in item.items()
    }


def _graph(size: int) -> dict[str, list[str]]:
    """Return a graph without circles in which each item needs the next few."""
    return {
        _text(number): [_text(other) for other in range(number + 1, min(number + _NEEDED, size) + 1)]
        for number in range(1, size + 1)
    }


def _text(number: int) -> str:
    return f"item{number}"


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
            if taken_s > _NOTICED_S and taken_s > _EXPLOSIVE * max(before_s, _LEAST_S):
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
