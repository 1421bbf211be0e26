"""Varied calls: calls that work and differ from one another, from one that works.

dose(drug="carprofen", grams=500)      works
dose(drug="carprofen", grams=1)        is refused, like most values of which nothing is known
dose(drug="carprofen", grams=1001)     works, and answers something else
dose(drug="meloxidyl", grams=1001)     works, with all of it changed
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

from msgspec import Struct, field

from ...strategies.other_leaves import Path, leaf_at, leaf_paths, with_leaf
from ...strategies.similar_values import similar_values
from .known_values import KnownValues

__all__ = ["OtherValues", "varied_calls"]

_MAX_TRIES, _MAX_KEPT, _MAX_GIVEN = 14, 2, 3
#: An answer of so many times the length tells more.
_RICHER = 1.2


class OtherValues(Struct):
    """Other values for the places of a call.

    Attributes:
        calls: Other calls of the tool, whose values come first.
        quoted: What descriptions quote.
        held: What the program of the tool holds.
        numbers: Numbers in its code.
        offered: What refusals offer instead, in the order in which they were made; it may grow.
    """

    calls: Sequence[dict[str, Any]]
    quoted: KnownValues
    held: KnownValues
    numbers: Sequence[int | float] = ()
    offered: dict[str, None] = field(default_factory=dict)

    def at(self, path: Path, old: Any) -> Iterator[Any]:
        """Yield other values of the type of *old*, the likeliest first; None stands for an argument that is missing."""
        given = [value for call in self.calls if (value := leaf_at(call, path)) is not None]
        like = next(iter(given), "") if old is None else old
        name = next((key for key in reversed(path) if key is not None), "")
        known = [*self.held.siblings(name, like), *self.quoted.values_for(name, like)]
        near = similar_values(like, self.numbers)
        likely = [*known[:_MAX_GIVEN], *near[:_MAX_GIVEN]]
        seen = [old]
        # What refusals offer is known after the first calls.
        for value in chain(
            given[:_MAX_GIVEN], _now(self.offered), likely, known, near, self.held.values_for(name, like)
        ):
            if type(value) is type(like) and value not in seen:
                seen.append(value)
                yield value
        if isinstance(like, list) and all(isinstance(item, str) for item in like):
            item = next(iter(like), "")
            known = [*self.quoted.values_for(name, item), *self.held.values_for(name, item)]
            yield from ([one] for one in dict.fromkeys([*self.offered, *known]) if [one] not in seen)

    def missing_in(self, call: Mapping[str, Any]) -> list[str]:
        """Return the arguments that other calls have and *call* has not."""
        return list(dict.fromkeys(name for other in self.calls for name in other if name not in call))


def varied_calls(
    start: dict[str, Any],
    values: OtherValues,
    answer_of: Callable[[dict[str, Any]], str | None],
    *,
    first_answer: str,
    limit: int,
) -> list[dict[str, Any]]:
    """Return calls with different answers: the richest, those with every place changed, then one place after another.

    Args:
        start: A call that works.
        values: Other values.
        answer_of: Makes a call, and returns its answer; None if it fails, finds nothing, or is not made.
        first_answer: The answer to *start*.
        limit: Maximum number of calls.
    """
    answers = {first_answer: start}

    def is_news(call: dict[str, Any]) -> bool:
        answer = answer_of(call)
        is_new = answer is not None and answer not in answers
        answers.update({answer: call} if answer is not None and is_new else {})
        return is_new

    richest = first_answer
    kept: dict[Path, list[dict[str, Any]]] = {}
    for path in [*leaf_paths(start), *((name,) for name in values.missing_in(start))]:
        # One answer that tells more leaves more to differ.
        base = answers[richest]
        others = islice(values.at(path, leaf_at(base, path)), _MAX_TRIES)
        calls = list(islice((call for value in others if is_news(call := _changed(base, path, value))), _MAX_KEPT))
        if calls:
            kept[path] = calls
        longest = max(answers, key=len)
        richest = longest if len(longest) > _RICHER * len(richest) else richest
    found = [answers[richest]] if richest != first_answer else []
    for turn in range(_MAX_KEPT if len(kept) > 1 else 0):
        together = start
        for path, calls in kept.items():
            together = _changed(together, path, leaf_at(calls[turn % len(calls)], path))
        found += [together] if is_news(together) else []
    # One with several items that differ.
    longer = (_with_both(answers[richest], calls[0], path) for path, calls in kept.items())
    found += [call for call in longer if call is not None and is_news(call)]
    singles = [call for turn in range(_MAX_KEPT) for calls in kept.values() for call in calls[turn : turn + 1]]
    return [*found, *(call for call in singles if call not in found)][:limit]


def _changed(call: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    changed = with_leaf(call, path, value) if path[0] in call else {**call, str(path[0]): value}
    return dict(changed)


def _with_both(first: dict[str, Any], second: dict[str, Any], path: Path) -> dict[str, Any] | None:
    """Return the first call with the items of both in the list at a path; None if there is no list."""
    place = path[: path.index(None)] if None in path else path
    lists = [leaf_at(call, place) for call in (first, second)]
    if not place or not all(isinstance(one, list) for one in lists):
        return None
    return _changed(first, place, [*lists[0], *(item for item in lists[1] if item not in lists[0])])


def _now(values: Mapping[str, None]) -> Iterator[str]:
    yield from list(values)
