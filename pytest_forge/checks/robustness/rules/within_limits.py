"""Within limits: items whose number an argument limits, of which a narrower answer lacks one that is within its limit.

near(lon=176, km=1000)     Nadi 240, Suva 310, Apia 980
near(lon=176, km=250)      Nadi 240
near(lon=176, km=320)      Nadi 240: Suva is left out

The widest limit tells the number of each item. Which number a limit is about shows from the answers, and not by names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any

from msgspec import Struct, field

from ....profile.roles import Role, name_words, role_of
from ....profile.told_reaches import (
    both_ends,
    goes_below,
    limits_items,
    may_be_rounded,
    may_leave_out,
)
from ....strategies.mined_constants import rows_in_tables
from ....strategies.schemas.flat_schema import FlatSchema, types_of
from ....strategies.schemas.limits import bounds
from ....targets.patience import Patience
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.told_words import told_words
from ..lasting_reads import calls_that_fit
from .limit_steps import limit_steps, side_of, step_of
from .record_lists import Record, record_lists
from .whole_lists import whole_call

__all__ = ["judge_within_limits"]

_SHARE = 0.15
#: Of a function, and of a server.
_MAX_BASES = (12, 3)
_MAX_CALLS, _MAX_LIMITS, _MAX_KEYS, _OWN_PLACES = 4, 2, 8, 3
#: Records that make a list, limits that show which number is meant, and those after which another number is tried.
_FEWEST, _FEWEST_SHOWN, _ENOUGH = 3, 3, 2
#: Limits that let everything through, as far as a tool takes them, and units of a limit in those of the items.
_WIDE = (10**9, 10**6, 20_037, 5_000, 1_000, 500, 100, 10, 1)
_SCALES = (1.0, 1000.0, 0.001)
#: Neither infinite nor none.
_MOST = 10**12
#: Latitudes and longitudes, also near the poles and where the longitudes meet.
_PLACES = ((0.0, 10.0), (47.5, 8.5), (-17.0, 178.0), (65.0, -75.0), (-35.0, 140.0), (80.0, -178.0))
_NUMBERS = frozenset(("integer", "number"))

#: Items by their texts.
_Items = dict[tuple[str, ...], Record]


class _Key(Struct, frozen=True):
    """Which number of the items a limit is about.

    Attributes:
        place: Where the list stands in an answer.
        field: The key of the number.
        scale: How many units of the number one of the limit has.
    """

    place: str
    field: str
    scale: float

    def items(self, answer: Any) -> _Items:
        """Return the items of an answer by their texts."""
        found: _Items = {}
        for record in record_lists(answer).get(self.place, []):
            found.setdefault(tuple(value for value in record.values() if isinstance(value, str)), record)
        return found

    def number(self, record: Record) -> float | None:
        """Return the number of an item."""
        value = record.get(self.field)
        if not isinstance(value, int | float) or isinstance(value, bool):
            return None
        return float(value) if abs(value) < _MOST else None


class _Wide(Struct):
    """A call with the widest limit, and its answer."""

    call: dict[str, Any]
    answer: Any


class _Missing(Struct):
    """An item that the answer of a call lacks, and the call in which its number is shown."""

    call: dict[str, Any]
    shown_by: dict[str, Any]
    names: tuple[str, ...]


class _Seen(Struct):
    """What the answers have shown of a number.

    Attributes:
        kept: The limits that let through what is within them, and nothing else, with the number of items.
        missing: The items that were left out.
        others: How many limits have let through what is beyond them.
    """

    kept: set[tuple[float, int]] = field(default_factory=set)
    missing: list[_Missing] = field(default_factory=list)
    others: int = 0

    @property
    def is_shown(self) -> bool:
        """Whether half of the limits or more were kept, and none has let through what is beyond it."""
        wrong = {str(one.call) for one in self.missing}
        return not self.others and bool(self.kept) and len(self.kept) >= len(wrong)


def judge_within_limits(subject: Subject) -> bool:
    """Judge that an answer has all items within the limit of the call, if other limits have shown which number counts.

    Where another argument goes round, as a longitude does, its two ends are the same place.

    Returns:
        Whether there is such a limit.

    Raises:
        CheckFailure: If an item within a limit is missing, twice.
    """
    if subject.facts.tier not in (None, "read") or may_leave_out(told_words(subject)):
        return False
    view = FlatSchema(subject.schema)
    numbers = {name: node for name, node in view.arguments.items() if not _NUMBERS.isdisjoint(_kinds(view, node))}
    named = [name for name, node in numbers.items() if limits_items(name, node)]
    calls = calls_that_fit(subject, limit=_MAX_CALLS)[:_MAX_CALLS] if named else []
    judged = False
    patience = subject.patience(_SHARE)
    with FastCalls(subject) as fast:
        for name in named[:_MAX_LIMITS]:
            judged = _Limit(subject, view, fast, name).judge(calls, patience) or judged
    return judged


class _Limit:
    """An argument that may limit a number of the items.

    Args:
        subject: The tool.
        view: Its schema.
        fast: Makes the calls.
        name: The argument.
    """

    def __init__(self, subject: Subject, view: FlatSchema, fast: FastCalls, name: str) -> None:
        self._subject, self._view, self._fast, self._name = subject, view, fast, name
        node = view.arguments[name]
        self._is_least = goes_below(name, str(node.get("description") or ""))
        self._is_whole = "number" not in _kinds(view, node)
        self._is_rounded = may_be_rounded(told_words(subject))
        self._widest: float | None = None
        self._key: _Key | None = None
        self._seen = _Seen()

    def judge(self, calls: list[dict[str, Any]], patience: Patience) -> bool:
        """Judge the answers of calls; return whether the argument limits a number of their items."""
        bases = list(self._bases(calls))
        for number, base in enumerate(bases):
            # Where the first calls list nothing, also around the tool's own places, others will not either.
            if patience.is_over or (number > _OWN_PLACES and self._widest is None):
                break
            self._look(base)
        key, seen = self._key, self._seen
        if key is None or len(seen.kept) < _FEWEST_SHOWN or not seen.is_shown:
            return False
        missing = list(seen.missing)
        for base in [] if missing else bases:
            if not patience.is_over:
                missing += self._missing_at_an_end(base, key)
        for one in missing:
            self._blame(one, key)
        return True

    def _look(self, base: dict[str, Any]) -> None:
        """Note which limits are kept with a call's other arguments."""
        wide = self._wide(base)
        if wide is None:
            return
        for key in [self._key] if self._key is not None else self._keys(wide.answer):
            seen = self._seen_of(base, wide, key)
            if self._key is None and not seen.is_shown:
                continue
            self._key = key
            self._seen.kept |= seen.kept
            self._seen.missing += seen.missing
            self._seen.others += seen.others
            return

    def _seen_of(self, base: dict[str, Any], wide: _Wide, key: _Key) -> _Seen:
        items = key.items(wide.answer)
        numbers = {names: number for names, item in items.items() if (number := key.number(item)) is not None}
        form = {"is_least": self._is_least, "is_whole": self._is_whole, "is_rounded": self._is_rounded}
        step, seen = step_of(numbers.values()), _Seen()
        for made, limit in enumerate(limit_steps(list(numbers.values()), key.scale, **form)):
            if self._key is None and made >= _ENOUGH and not seen.kept:
                # It is not this number, or not in this unit.
                break
            call = {**base, self._name: limit}
            answer = self._answer(call)
            if answer is None:
                continue
            found = key.items(answer)
            sides = {
                names: side_of(number, limit * key.scale, step, is_least=self._is_least)
                for names, number in numbers.items()
            }
            missing = [names for names, side in sides.items() if side < 0 and names not in found]
            has_others = any(side > 0 and names in found for names, side in sides.items())
            seen.missing += [_Missing(call, wide.call, names) for names in missing]
            seen.others += has_others
            if not missing and not has_others and 0 < len(found) < len(numbers):
                seen.kept.add((limit, len(found)))
        return seen

    def _missing_at_an_end(self, base: dict[str, Any], key: _Key) -> Iterator[_Missing]:
        """Yield items that are listed at one end of an argument that goes round, and not at the other."""
        for name, node in self._view.arguments.items():
            ends = both_ends(name, node) if name in base and name != self._name else None
            pair = [wide for end in ends or () if (wide := self._wide({**base, name: end})) is not None]
            for here, there in (pair, pair[::-1]) if len(pair) > 1 else ():
                listed = key.items(here.answer)
                for names, item in key.items(there.answer).items():
                    number, limit = key.number(item), here.call[self._name] * key.scale
                    # Both are the same place, so that a number at the limit may be on either side.
                    is_clear = (
                        number is not None and side_of(number, limit, abs(limit) / 50, is_least=self._is_least) < 0
                    )
                    if is_clear and names not in listed:
                        yield _Missing(here.call, there.call, names)

    def _blame(self, one: _Missing, key: _Key) -> None:
        shown, again = key.items(self._answer(one.shown_by)).get(one.names), self._answer(one.call)
        if shown is None or again is None or one.names in key.items(again):
            return
        other = {name: value for name, value in one.shown_by.items() if value != one.call.get(name)}
        raise CheckFailure(
            "item_within_left_out",
            f"With {one.call[self._name]!r} in {self._name!r}, the answer lacks {', '.join(one.names)}. Its "
            f"{key.field!r} is {shown.get(key.field)!r} in the answer with "
            f"{', '.join(f'{value!r} in {name!r}' for name, value in other.items())}, so it is within the limit, as "
            "others are that the answers have. Leave out no item before its own number is compared.",
            about=self._name,
            arguments=one.call,
        )

    def _bases(self, calls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Yield calls without the limit, and those with other positions."""
        most = _MAX_BASES[self._subject.is_served]
        known: list[dict[str, Any]] = []
        for call in [*calls[:1], *self._elsewhere(calls), *calls[1:]]:
            base = whole_call(self._view, {name: value for name, value in call.items() if name != self._name})
            if base not in known and len(known) < most:
                known.append(base)
                yield base

    def _elsewhere(self, calls: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        roles = {role_of(name, node): name for name, node in self._view.arguments.items()}
        latitude, longitude = roles.get(Role.LATITUDE), roles.get(Role.LONGITUDE)
        if latitude is None or longitude is None:
            return
        rows = [] if self._subject.is_served else rows_in_tables(self._subject.tool)
        for north, east in [*islice(_positions(rows), _OWN_PLACES), *_PLACES]:
            yield from ({**call, latitude: north, longitude: east} for call in calls[:1])

    def _wide(self, base: dict[str, Any]) -> _Wide | None:
        """Return the call with the widest limit that the tool takes, if its answer lists records."""
        sign = -1 if self._is_least else 1
        tried = [sign * number for number in _WIDE] if self._widest is None else [self._widest]
        if self._widest is None:
            tried += [0, *self._edges()]
        for value in tried:
            call = {**base, self._name: value}
            answer = self._answer(call)
            if answer is not None:
                is_listed = any(len(records) >= _FEWEST for records in record_lists(answer).values())
                self._widest = value if is_listed else self._widest
                return _Wide(call, answer) if self._widest is not None else None
        return None

    def _edges(self) -> list[float]:
        flats = self._view.alternatives(self._view.arguments[self._name])
        edges = [bounds(flat, whole=self._is_whole)[not self._is_least] for flat in flats]
        return [edge for edge in edges if edge is not None]

    def _keys(self, answer: Any) -> list[_Key]:
        """Return the numbers of the items that the limit may be about, those with a word of its name first."""
        words = set(name_words(self._name))
        found: list[_Key] = []
        for place, records in record_lists(answer).items():
            for name in records[0] if len(records) >= _FEWEST else ():
                key = _Key(place, name, 1.0)
                numbers = {key.number(record) for record in records}
                if None not in numbers and len(numbers) >= _FEWEST and len(key.items(answer)) == len(records):
                    found.append(key)
        found.sort(key=lambda key: words.isdisjoint(name_words(key.field)))
        return [_Key(key.place, key.field, scale) for scale in _SCALES for key in found[:_MAX_KEYS]]

    def _answer(self, call: dict[str, Any]) -> Any:
        """Return the answer of a call; None if it fails."""
        if not self._view.fits(self._subject.schema, call):
            return None
        outcome = self._fast.call(call)
        return outcome.value if outcome.succeeded else None


def _positions(rows: Iterable[Mapping[str, Any] | Sequence[Any]]) -> Iterator[tuple[float, float]]:
    """Yield the latitudes and longitudes in the records of a tool's tables: two numbers one behind the other."""
    for row in rows:
        values = list(row.values()) if isinstance(row, Mapping) else list(row)
        for north, east in pairwise(values):
            if type(north) is float and type(east) is float and abs(north) <= 90 and abs(east) <= 180:
                yield north, east


def _kinds(view: FlatSchema, node: Mapping[str, Any]) -> set[str]:
    return {kind for flat in view.alternatives(node) if "type" in flat for kind in types_of(flat)}
