"""Growth: how a tool's time grows with what it is given, as far as the schema lets it."""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from ...strategies.calls.edge_values import EdgeValues
from ...strategies.plausible_documents import grown_document
from ...strategies.roles import Role, role_of
from ...strategies.schemas.flat_schema import CannotMake, types_of
from ...strategies.schemas.limits import count_of
from ...targets.own_clock import own_time
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable, NotEnoughSeen
from ..calls.edge_calls import HurriedCalls
from ..calls.plausible_calls import plausible_calls
from ..check import check
from .short_lists import judge_short_lists, short_lists

__all__ = ["long_arguments", "time_grows_with_the_input"]

_FIRST, _LEAP = 250, 8
_MOST_LETTERS, _MOST_ITEMS = 64_000, 16_000
#: An argument that may not be longer cannot make a tool slow.
_SHORT = 2_000
#: Seconds of processor time that are worth a look, and beyond which no longer input is tried.
_NOTICED_S, _ENOUGH_S = 0.02, 0.12
#: Four times the input takes an n log n tool five times as long, and one that compares all with all sixteen times.
_SUSPICIOUS = 8
_BEARABLE_S = 0.5
#: How much longer than the longest that is tried an input may well become.
_FAR = 2
_SKIPPED_ROLES = frozenset(
    (Role.FILE_PATH, Role.DIRECTORY, Role.URL, Role.HOST, Role.IP_ADDRESS, Role.EMAIL, Role.UUID, Role.COMMAND)
)
#: What of its time a call with a short list is given: a list that is full is soon done with.
_BRIEF = 1 / 4

#: Makes a value of about so many letters or items.
_Make = Callable[[int], Any]


@check(
    family="robustness",
    level="SHOULD",
    source="seed-004: Execution path, each step has a configurable timeout",
    codes={
        "superlinear_time": "Twice the input takes much more than twice the time.",
        "exponential_time": "A few items more in a short list take a multiple of the time.",
    },
)
def time_grows_with_the_input(subject: Subject) -> None:
    """Twice the input takes about twice the time, as far as the schema lets texts and lists grow.

    A tool that compares all with all is quick in every test, and stands still with the first long document.

    Measured in processor time, with all texts and lists grown together, and measured twice. Not judged: arguments
    that are bounded to two thousand letters or items, unless a full list does not come back and each item more takes
    a multiple of the time; what is slow in proportion, or takes n log n; what takes less
    than half a second with twice the longest input that is tried.
    """
    makers, longest = long_arguments(subject)
    lists = short_lists(subject)
    if not makers and not lists:
        raise NotApplicable("No argument takes a long text or list.")
    ordinary = plausible_calls(subject, limit=2)
    base = ordinary[-1]
    with HurriedCalls(subject) as hurried:
        watch = _Watch(hurried, subject)
        brief_s = _BRIEF * subject.call_s
        untold = judge_short_lists(partial(watch.seconds, call_s=brief_s), lists, base, limit_s=brief_s)
        if untold:
            subject.has_left(untold)
        for kind in range(max(map(len, makers.values()), default=0)):

            def call_of(size: int, kind: int = kind) -> dict[str, Any]:
                grown = {
                    name: several[kind % len(several)](min(size, longest[name])) for name, several in makers.items()
                }
                return {**base, **grown}

            growth = _superlinear(watch, call_of, max(longest.values()))
            if growth is not None:
                raise CheckFailure(
                    "superlinear_time",
                    f"With {', '.join(repr(name) for name in makers)}, {growth}. "
                    "Look things up in a set or dict, or bound the input.",
                    arguments=call_of(growth.size),
                )


@dataclass(frozen=True, slots=True)
class _Growth:
    """The seconds of processor time that an input of a size takes, infinite if it is not done, and a part of it."""

    size: int
    part_s: float
    whole_s: float

    def __str__(self) -> str:
        if self.whole_s == math.inf:
            return f"{self.size} letters or items did not come back, where half of them took {self.part_s:.2g} s"
        return (
            f"four times the input took {self.whole_s / self.part_s:.0f} times as long, {self.whole_s:.2g} s for "
            f"{self.size} letters or items"
        )


class _Watch:
    """Tells the processor time of calls."""

    def __init__(self, hurried: HurriedCalls, subject: Subject) -> None:
        self._hurried = hurried
        self._call_s = subject.call_s
        # It counts what programs take that the tool has started, too.
        self._patience = subject.patience()

    def seconds(self, call: dict[str, Any], *, times: int = 1, call_s: float | None = None) -> float:
        """Return the least time of several calls; infinite if one does not come back.

        Raises:
            NotEnoughSeen: If there is no time for another one.
        """
        least = math.inf
        for _ in range(times):
            if self._patience.is_over:
                raise NotEnoughSeen("Not enough was seen: there was no time for another call.")
            enabled = gc.isenabled()
            gc.disable()
            try:
                started = time.process_time()
                outcome = self._hurried.call(call, call_s=call_s or self._call_s)
                seconds = time.process_time() - started
            finally:
                if enabled:
                    gc.enable()
            if outcome.timed_out:
                return math.inf
            least = min(least, seconds)
        return least


def _superlinear(watch: _Watch, call_of: Callable[[int], dict[str, Any]], longest: int) -> _Growth | None:
    """Return how time grows with the input, if it grows faster."""
    size = min(_FIRST, longest)
    # The first call of all also pays for what is made once.
    first_s = seconds = watch.seconds(call_of(size), times=2)
    before, before_s = size, first_s
    # What every call costs says nothing about growth, and is not waited for again and again.
    while size < longest and seconds - first_s < _ENOUGH_S:
        before, before_s = size, seconds
        size = min(size * (_LEAP if seconds - first_s < _NOTICED_S / 2 else 2), longest)
        seconds = watch.seconds(call_of(size))
    if seconds == math.inf:
        growth = _explosive(watch, call_of, size)
        if growth is not None or before_s - first_s < _NOTICED_S:
            return growth
        size, seconds, before, before_s = before, before_s, _FIRST, first_s
    grown = max(seconds - first_s, 1e-4) / max(before_s - first_s, 1e-4)
    if seconds - first_s < _NOTICED_S or (before_s > first_s + 1e-3 and grown < (size / before) ** 1.15):
        return None
    quarter_s = whole_s = math.inf
    for _ in range(2):
        # What every call costs says nothing about growth; what is quick is disturbed most by other programs.
        quarter_s = max(watch.seconds(call_of(size // 4), times=4) - first_s, 1e-4)
        whole_s = max(watch.seconds(call_of(size), times=2) - first_s, 1e-4)
        if whole_s == math.inf or whole_s < _SUSPICIOUS * quarter_s:
            return None
    return _Growth(size, quarter_s, whole_s) if whole_s * (_FAR * longest / size) ** 2 > _BEARABLE_S else None


def _explosive(watch: _Watch, call_of: Callable[[int], dict[str, Any]], size: int) -> _Growth | None:
    """Return the same for a tool that does not come back from an input, but from a half of it at once."""
    while size > 8:
        started = own_time()
        half_s = watch.seconds(call_of(size // 2))
        if half_s != math.inf:
            # What a program takes that the tool has started is no processor time of ours.
            half_s = max(half_s, own_time() - started)
            return _Growth(size, half_s, math.inf) if half_s < _ENOUGH_S else None
        size //= 2
    return None


def long_arguments(subject: Subject) -> tuple[dict[str, list[_Make]], dict[str, int]]:
    """Return the root arguments that may grow, the ways to make them long, and how long they may be."""
    makers: dict[str, list[_Make]] = {}
    longest: dict[str, int] = {}
    try:
        edges = EdgeValues(subject.schema)
    except CannotMake:
        return {}, {}
    for name, node in edges.nodes.items():
        for flat in edges.view.alternatives(node):
            if "enum" in flat or "const" in flat or "pattern" in flat or "format" in flat:
                continue
            kinds = types_of(flat) if "type" in flat else []
            if "string" in kinds and role_of(name, {**flat, "type": "string"}) not in _SKIPPED_ROLES:
                document = grown_document(name, str(flat.get("description") or ""))
                made = [*([document] if document else []), *_TEXTS]
                most = count_of(flat, "maxLength", _MOST_LETTERS)
                most = min(most or 0, _MOST_LETTERS)
            elif "array" in kinds and not flat.get("prefixItems"):
                made = [make for make in _item_makers(edges, flat, name) if edges.view.fits(node, make(3))]
                most = min(count_of(flat, "maxItems", _MOST_ITEMS) or 0, _MOST_ITEMS)
            else:
                continue
            if most > _SHORT and made:
                makers[name], longest[name] = list(made), most
                break
    return makers, longest


def _words(size: int) -> str:
    return " ".join(f"word{number}" for number in range(size // 9 + 1))[:size]


def _lines(size: int) -> str:
    return "\n".join(f"key{number}: {number % 7}" for number in range(size // 11 + 1))[:size]


_TEXTS: tuple[_Make, ...] = (
    _words,
    lambda size: "a" * size,
    _lines,
    lambda size: " " * size,
    lambda size: "(" * (size // 2) + ")" * (size - size // 2),
    lambda size: ("a,b;" * (size // 4 + 1))[:size],
)


def _item_makers(edges: EdgeValues, flat: Mapping[str, Any], name: str) -> list[_Make]:
    usual = next((value for value in edges.of(name, limit=5) if isinstance(value, list) and value), None)
    if usual is None:
        return []
    items = flat.get("items", True)
    first = usual[0]

    def different(size: int) -> list[Any]:
        made = [_varied(first, number) for number in range(3)]
        if not all(edges.view.fits(items, one) for one in made):
            return [usual[number % len(usual)] for number in range(size)]
        return [_varied(first, number) for number in range(size)]

    makers: list[_Make] = [different, lambda size: different(size)[::-1]]
    if not flat.get("uniqueItems"):
        makers.append(lambda size: [first] * size)
    return makers


def _varied(item: Any, number: int) -> Any:
    """Return an item like *item*, and different for every number."""
    if isinstance(item, bool) or item is None:
        return item
    if isinstance(item, int | float):
        return item + number
    if isinstance(item, str):
        return f"{item}{number}"
    if isinstance(item, list):
        return [_varied(part, number) for part in item]
    if isinstance(item, Mapping):
        return {key: _varied(part, number) for key, part in item.items()}
    return item
