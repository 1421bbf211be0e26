"""The check of growth: how a tool's time grows with its input, within the limits of the schema."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from ...observe.observation import Seen
from ...profile.roles import Role, role_of
from ...strategies.calls.edge_values import EdgeValues
from ...strategies.plausible_documents import grown_document
from ...strategies.schemas.flat_schema import types_of
from ...strategies.schemas.limits import count_of
from ...targets.own_clock import own_time
from ...targets.subject import Subject
from ...verdict import CheckFailure, NotApplicable
from ..calls.asking import keep_pauses
from ..calls.edge_calls import FastCalls
from ..calls.observing import observe
from ..calls.plausible_calls import plausible_calls
from ..calls.stopwatch import Stopwatch
from ..check import check
from .layered_graphs import holds_graphs, judge_layered_graphs, judge_stored_graphs
from .short_lists import judge_short_lists, short_lists
from .wildcards import judge_wildcards, wildcard_slots
from .written_loops import judge_written_loops
from .written_numbers import written_numbers

__all__ = ["long_arguments", "time_grows_with_the_input"]

_NO_LONG_INPUT = "The tool does not take a long text or list."
_FIRST, _LEAP = 250, 8
_MOST_LETTERS, _MOST_ITEMS = 64_000, 16_000
#: Arguments with a lower limit cannot make a tool slow.
_SHORT = 2_000
#: Seconds of CPU time that are measurable, and after which longer input is not tried.
_NOTICED_S, _ENOUGH_S = 0.02, 0.12
#: Four times the input takes five times as long with n log n, and sixteen times with n squared.
_SUSPICIOUS = 8
_BEARABLE_S = 0.5
#: Real input may be this many times longer than the longest that is tried.
_FAR = 2
_SKIPPED_ROLES = frozenset(
    (Role.FILE_PATH, Role.DIRECTORY, Role.URL, Role.HOST, Role.IP_ADDRESS, Role.EMAIL, Role.UUID, Role.COMMAND)
)
#: Share of a call's time limit for a call with a short list.
_BRIEF = 1 / 4

#: Makes a value of about the given number of letters or items.
_Make = Callable[[int], Any]


@check(
    family="robustness",
    level="SHOULD",
    source="Forge Tools: Execution path, each step has a configurable timeout",
    codes={
        "superlinear_time": "Twice the input takes much more than twice the time.",
        "exponential_time": "A few more items, layers of a graph, wildcards or digits take a multiple of the time.",
    },
)
def time_grows_with_the_input(subject: Subject) -> None:
    """A tool's time grows about linearly with its input.

    A tool that compares every item with every other is fast in tests, and hangs on the first long document. The check
    grows all texts and lists together, as far as the schema allows, and measures CPU time, twice. Where a tool takes
    several texts, one after the other gets more and more wildcards, and the others many equal letters. So does a text
    with which a wildcard alone finds something that the tool has, and any text if the module holds one with many equal
    letters. A number in a text, such as the last page of ``1-3, 8``, grows until a call takes measurable time; if that
    is ten times as long as for a tenth, a call with a number of up to fifteen digits has to return. Where items name
    what they need, in an argument or in records of a server, a graph of layers has to be answered as a chain is.

    Not judged: arguments limited to two thousand letters or items, unless a full list does not return and every further
    item multiplies the time; numbers in the texts of a server; a table written of several long lists; linear and
    n log n time; times below half a second for twice the longest input tried.
    """
    makers, longest = long_arguments(subject)
    ordinary = plausible_calls(subject, limit=2)
    base = ordinary[-1]
    keep_pauses(subject)
    lists = short_lists(subject, base)
    wildcards = wildcard_slots(subject, base)
    numbers = [] if subject.is_served else written_numbers(subject.schema, ordinary)
    if not (makers or lists or wildcards or numbers or holds_graphs(subject, base)):
        raise NotApplicable(_NO_LONG_INPUT)
    with FastCalls(subject) as fast:
        stopwatch = Stopwatch(fast, subject)
        brief_s = _BRIEF * subject.call_s
        unmeasured = judge_short_lists(partial(stopwatch.seconds, call_s=brief_s), lists, base, limit_s=brief_s)
        if unmeasured:
            subject.has_left(unmeasured)
        judge_wildcards(partial(stopwatch.seconds, call_s=brief_s), wildcards, base)
        in_short = partial(stopwatch.seconds, call_s=brief_s)
        judge_layered_graphs(subject, in_short, base)
        if subject.is_served and subject.facts.tier == "read":
            judge_stored_graphs(subject, in_short, base)
        judge_written_loops(subject, numbers, fast, stopwatch.seconds)
        for kind in range(max(map(len, makers.values()), default=0)):

            def call_of(size: int, kind: int = kind) -> dict[str, Any]:
                grown = {
                    name: several[kind % len(several)](min(size, longest[name])) for name, several in makers.items()
                }
                return {**base, **grown}

            growth = _superlinear(stopwatch, call_of, max(longest.values()))
            if growth is not None and not (len(makers) > 1 and _writes_as_much(subject, call_of, growth)):
                raise CheckFailure(
                    "superlinear_time",
                    f"With {', '.join(repr(name) for name in makers)}, {growth}. "
                    "Use a set or dict for look-ups, or limit the input.",
                    arguments=call_of(growth.size),
                )
        if not stopwatch.has_called:
            raise NotApplicable(_NO_LONG_INPUT)
        if subject.is_served and not stopwatch.has_measured:
            raise NotApplicable("Every call with a long text or list is refused.")


class _Growth(Struct, frozen=True):
    """The CPU time for an input and for a part of it, in seconds; infinite if the call did not return."""

    size: int
    part_s: float
    whole_s: float

    def __str__(self) -> str:
        if self.whole_s == math.inf:
            return f"a call with {self.size} letters or items did not return, but half of them took {self.part_s:.2g} s"
        return (
            f"four times the input took {self.whole_s / self.part_s:.0f} times as long, {self.whole_s:.2g} s for "
            f"{self.size} letters or items"
        )


def _superlinear(stopwatch: Stopwatch, call_of: Callable[[int], dict[str, Any]], longest: int) -> _Growth | None:
    """Return how the time grows, if it grows faster than the input."""
    size = min(_FIRST, longest)
    # The very first call also pays for one-time setup.
    first_s = seconds = stopwatch.seconds(call_of(size), times=2)
    before, before_s = size, first_s
    # Subtract the constant cost of a call.
    while size < longest and seconds - first_s < _ENOUGH_S:
        before, before_s = size, seconds
        size = min(size * (_LEAP if seconds - first_s < _NOTICED_S / 2 else 2), longest)
        seconds = stopwatch.seconds(call_of(size))
    if seconds == math.inf:
        growth = _explosive(stopwatch, call_of, size)
        if growth is not None or before_s - first_s < _NOTICED_S:
            return growth
        size, seconds, before, before_s = before, before_s, _FIRST, first_s
    grown = max(seconds - first_s, 1e-4) / max(before_s - first_s, 1e-4)
    if seconds - first_s < _NOTICED_S or (before_s > first_s + 1e-3 and grown < (size / before) ** 1.15):
        return None
    quarter_s = whole_s = math.inf
    for _ in range(2):
        # Subtract the constant cost; repeat the quick call more often, because noise disturbs it most.
        quarter_s = max(stopwatch.seconds(call_of(size // 4), times=4) - first_s, 1e-4)
        whole_s = max(stopwatch.seconds(call_of(size), times=2) - first_s, 1e-4)
        if whole_s == math.inf or whole_s < _SUSPICIOUS * quarter_s:
            return None
    return _Growth(size, quarter_s, whole_s) if whole_s * (_FAR * longest / size) ** 2 > _BEARABLE_S else None


def _writes_as_much(subject: Subject, call_of: Callable[[int], dict[str, Any]], growth: _Growth) -> bool:
    """Return whether the files that a call writes grow as its time does; a table has columns times rows of cells."""
    if growth.whole_s == math.inf:
        return False
    part, whole = (_written(subject, call_of(size)) for size in (growth.size // 4, growth.size))
    return whole >= _SUSPICIOUS * part > 0


def _written(subject: Subject, call: Mapping[str, Any]) -> int:
    """Return the bytes of the files that a call has changed; 0 if they were not observable."""
    seen = observe(subject, call).changes
    if not isinstance(seen, Seen):
        return 0
    files = [change.path for change in seen.value if change.kind == "file" and change.action != "deleted"]
    return sum(path.stat().st_size for path in files)


def _explosive(stopwatch: Stopwatch, call_of: Callable[[int], dict[str, Any]], size: int) -> _Growth | None:
    """Return the growth of a tool that does not return with an input, but returns quickly with half of it."""
    while size > 8:
        started = own_time()
        half_s = stopwatch.seconds(call_of(size // 2))
        if half_s != math.inf:
            # The time of a program that the tool starts is not CPU time of this process.
            half_s = max(half_s, own_time() - started)
            return _Growth(size, half_s, math.inf) if half_s < _ENOUGH_S else None
        size //= 2
    return None


def long_arguments(subject: Subject) -> tuple[dict[str, list[_Make]], dict[str, int]]:
    """Return the root arguments that can grow, with functions that make long values, and their largest sizes."""
    makers: dict[str, list[_Make]] = {}
    longest: dict[str, int] = {}
    edges = EdgeValues(subject.schema)
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
    """Return an item like *item* that differs for every number."""
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
