"""Own transfers: a thing that is moved from a place to the same place, and is there twice afterwards.

move("bolt", "Linz", "Brno", 10)     Linz 490, Brno 130: one loses what the other gains
move("bolt", "Linz", "Linz", 10)     Linz 510: it has gained what nothing has lost
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from itertools import combinations, pairwise
from typing import Any

from ....oracles.own_code import OwnCode
from ....regex import regex
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure, NoCallFits
from ...calls.asking import looks_failed
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.held_rows import held_rows
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView
from ...calls.worlds.fresh_world import make_fresh_for

__all__ = ["changes_of", "is_transfer", "judge_own_transfers", "transfer_calls"]

_SHARE = 0.2
_MAX_CALLS, _CALLS = 8, 8
#: A call may be of a place that holds nothing.
_MAX_OF_PAIR = 2
#: The number that loses, and the one that gains.
_OF_TRANSFER = 2
#: A number of its own: no part of a name, a date, a time or a path.
_NUMBER = regex(r"(?<![\w./-])(?<!\d:)-?\d{1,15}(?:\.\d{1,6})?(?!\w|[:/-]|\.\d)")
_NUMBERS = frozenset(("integer", "number"))
#: Keywords that say something to people alone.
_WORDS = frozenset(("title", "description", "default", "examples"))


def judge_own_transfers(subject: Subject) -> bool:
    """Judge that a call which takes a number from one of two things and gives it to the other does so for one as both.

    Returns:
        Whether there is such a call.

    Raises:
        CheckFailure: If a number grows, or becomes smaller, where both arguments name the same.
    """
    if subject.facts.tier == "read" and subject.facts.tier_declared:
        return False
    try:
        calls = list(transfer_calls(subject))
    except NoCallFits:
        return False
    is_judged = False
    for names, call in subject.patience(_SHARE).each(calls):
        first, second = names
        own = {**call, second: call[first]}
        moved, kept = changes_of(subject, call, own)
        if not is_transfer(moved):
            continue
        is_judged = True
        wrong = _wrong(moved, kept)
        # An accident does not repeat.
        if wrong and _wrong(*changes_of(subject, call, own)) == wrong:
            raise CheckFailure(
                "total_not_kept",
                f"With different values in {first!r} and {second!r}, one number of the data loses what another gains. "
                f"With {call[first]!r} in both, one changes by {wrong}, and none makes up for it. Refuse such a call, "
                "or read the second number once the first is written.",
                about=second,
                arguments=own,
            )
    return is_judged


def transfer_calls(subject: Subject) -> Iterator[tuple[tuple[str, str], dict[str, Any]]]:
    """Yield calls with different values in two arguments of one kind, beside a number, and those arguments."""
    nodes = subject.schema.get("properties") or {}
    fits = FlatSchema(subject.schema).fits
    alike = [
        pair
        for pair in combinations(nodes, 2)
        if _kind(nodes[pair[0]]) == _kind(nodes[pair[1]])
        and any(_is_number(node) for name, node in nodes.items() if name not in pair)
    ]
    found: Counter[tuple[str, str]] = Counter()
    for call in plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS] if alike else ():
        for first, second in alike:
            one, other = call.get(first), call.get(second)
            is_different = isinstance(one, str | int) and type(one) is type(other) and one != other
            own = {**call, second: one}
            if is_different and found[first, second] < _MAX_OF_PAIR and fits(subject.schema, own):
                found[first, second] += 1
                yield (first, second), call


def _kind(node: Any) -> Any:
    return {key: value for key, value in node.items() if key not in _WORDS} if isinstance(node, Mapping) else node


def _is_number(node: Any) -> bool:
    return isinstance(node, Mapping) and node.get("type") in _NUMBERS


def changes_of(subject: Subject, call: dict[str, Any], own: dict[str, Any]) -> tuple[list[Decimal], list[Decimal]]:
    """Return by how much numbers of the data change with a call, and then with another; none with one that fails."""

    def made() -> list[list[str]]:
        if subject.is_served:
            subject.renew()
        else:
            make_fresh_for(subject, [call])
        view = StateView(subject)
        # The first call may create the data.
        found: list[dict[str, str]] = []
        for one in (call, call, own):
            with fake_sleep():
                outcome = subject.call(dict(one))
            if looks_failed(outcome):
                break
            held = {} if subject.is_served else held_rows(OwnCode(subject.tool))
            found.append(view.taken(call, is_settled=not found) | held)
        return [[str(number) for number in _differences(*pair)] for pair in pairwise(found)]

    changes = made() if subject.is_served else in_a_copy(made, limit_s=_CALLS * subject.call_s, tell=subject.has_left)
    moved, kept, *_ = ([Decimal(number) for number in numbers] for numbers in (*(changes or ()), [], []))
    return moved, kept


def _differences(before: Mapping[str, str], after: Mapping[str, str]) -> list[Decimal]:
    """Return by how much numbers differ in lines that are the same otherwise, those of the first place with any."""
    for place, text in before.items():
        old, new = Counter(text.splitlines()), Counter(after.get(place, "").splitlines())
        lines: dict[str, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
        for number, rows in enumerate((old - new, new - old)):
            for row in rows.elements():
                lines[_NUMBER.sub("N", row)][number].append(row)
        pairs = [pair for old_rows, new_rows in lines.values() for pair in zip(old_rows, new_rows, strict=False)]
        found = [
            difference
            for pair in pairs
            for one, other in zip(*(_NUMBER.findall(row) for row in pair), strict=True)
            if (difference := Decimal(other) - Decimal(one))
        ]
        if found:
            return found
    return []


def is_transfer(changes: Iterable[Decimal]) -> bool:
    """Tell whether one number loses what another gains."""
    found = list(changes)
    return len(found) == _OF_TRANSFER and sum(found) == 0


def _wrong(moved: list[Decimal], kept: list[Decimal]) -> Decimal | None:
    """Return by how much a number has changed alone, as much as each of two in a transfer; None if none has."""
    is_alone = is_transfer(moved) and len(kept) == 1 and abs(kept[0]) == abs(moved[0])
    return kept[0] if is_alone else None
