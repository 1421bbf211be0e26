"""Told wholes: parts that a description says to add up, to an amount of the call or to a number, and that do not.

"Percentages are rounded to a tenth and always add up to 100."
shares(a=1, b=1)          50, 50                 they do
shares(a=1, b=1, c=1)     33.3, 33.3, 33.3       a tenth is lost

The words allow to judge more than `added_parts`: any difference counts, and weights, signs and rests of every kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from itertools import islice
from typing import Any

from msgspec import Struct, field

from ....profile.roles import name_words
from ....profile.told_wholes import ToldWhole, may_fall_short, told_whole
from ....strategies.schemas.flat_schema import FlatSchema, types_of
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import told_words
from .answer_series import answer_series
from .part_calls import amount_of, amounts_of, parts_of, unit_of
from .whole_calls import whole_calls

__all__ = ["judge_told_wholes"]

_SHARE = 0.15
_MAX_BASES = 2
#: Of a function, and of a server.
_MAX_CALLS = (200, 60)
#: Calls after which an answer has no such parts, and different sums that show that it has.
_FIRST, _FEWEST_SHOWN = 18, 3
#: Of calls that differ in their lists alone, how many may be wrong for each that is right.
_MOST_WRONG = 3
_DEEPEST, _SHORTEST_WORD = 4, 3
#: What adding numbers in binary may lose of each.
_NOISE = Decimal("1e-9")
_SEVERAL = frozenset(("array", "object"))

#: The parts in an answer: where they stand, what they are to add up to and its name, and what is missing.
_Rest = tuple[str, str, Decimal, Decimal]


class _Wrong(Struct):
    """A call whose parts do not add up.

    Attributes:
        call: The call.
        rest: What is missing.
        kind: The call without the amount.
        form: Whether the amount is less than nothing, and whether it has a fraction.
    """

    call: dict[str, Any]
    rest: _Rest
    kind: str
    form: tuple[bool, bool]


class _Seen(Struct):
    """What calls have shown of the parts at one place.

    Attributes:
        sums: What they have added up to, or the calls in which they did if it is always the same.
        kinds: The calls in which they did, without the amount.
        forms: Whether the amount was less than nothing, and whether it had a fraction.
        wrong: The calls in which they did not.
    """

    sums: set[str] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    forms: set[tuple[bool, bool]] = field(default_factory=set)
    wrong: list[_Wrong] = field(default_factory=list)


def judge_told_wholes(subject: Subject) -> bool:
    """Judge that parts add up if the description says so, and they do in at least three calls with different sums.

    The whole is an amount of the call, how many items a list of it has, what they add up to, a number that the words
    give, or a field beside the parts, which the words name.

    Returns:
        Whether such calls were found.

    Raises:
        CheckFailure: If they do not in another call, twice. Another amount with the same weights shows that they are to
            add up.
    """
    view = FlatSchema(subject.schema)
    several = [name for name, node in view.arguments.items() if not _SEVERAL.isdisjoint(_kinds(view, node))]
    told = told_words(subject)
    whole = told_whole(told, several)
    if whole is None:
        return False
    falls_short, patience = may_fall_short(told), subject.patience(_SHARE)
    with FastCalls(subject) as fast:
        for base in plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]:
            names: list[str | None] = [] if whole.fixed else [*amounts_of(base)]
            judged = False
            for name in [*names, None] if any(given in several for given in base) else names:
                parts = _Parts(whole, name, falls_short)
                calls = islice(whole_calls(subject, base, name), _MAX_CALLS[subject.is_served])
                for number, (kind, call) in enumerate(patience.each(list(calls))):
                    if number >= _FIRST and not any(one.sums for one in parts.seen.values()):
                        break
                    outcome = fast.call(call)
                    if outcome.timed_out:
                        return judged
                    parts.note(outcome.value if outcome.succeeded else None, call, kind)
                judged = _judge(fast, parts) or judged
            if judged:
                return True
    return False


def _judge(fast: FastCalls, parts: _Parts) -> bool:
    judged = False
    for seen in parts.seen.values():
        # A few calls may agree by chance.
        is_rare = parts.name is None and len(seen.wrong) > _MOST_WRONG * len(seen.sums)
        if len(seen.sums) < _FEWEST_SHOWN or is_rare:
            continue
        judged = True
        for wrong in seen.wrong:
            if parts.name is not None and (wrong.kind not in seen.kinds or wrong.form not in seen.forms):
                continue
            again = fast.call(wrong.call)
            if not again.succeeded or wrong.rest not in list(parts.rests(again.value, wrong.call)):
                continue
            _, what, total, rest = wrong.rest
            raise CheckFailure(
                "lost_in_parts",
                f'The description says "{parts.whole.sentence}", but here the parts in the answer add up to '
                f"{total - rest}, and not to {what}, {total}. Give what is left over to some of the parts, or take "
                "back what is too much.",
                about=parts.name or "",
                arguments=wrong.call,
            )
    return judged


class _Parts:
    """The parts in the answers of calls, by their place and by what they may be meant to add up to.

    Args:
        whole: What is said.
        name: The argument that is another one in each call; None for the lists alone.
        falls_short: Whether parts may be less than the whole by more than what rounding loses.

    Attributes:
        seen: What the calls have shown.
    """

    def __init__(self, whole: ToldWhole, name: str | None, falls_short: bool) -> None:
        self.whole, self.name, self._falls_short = whole, name, falls_short
        self.seen: dict[tuple[str, str], _Seen] = {}

    def note(self, value: Any, call: dict[str, Any], kind: str) -> None:
        """Note what an answer shows."""
        amount = amount_of(call[self.name]) if self.name is not None else None
        form = (amount is not None and amount < 0, amount is not None and amount % 1 != 0)
        for rest in self.rests(value, call):
            place, what, total, missing = rest
            one = self.seen.setdefault((place, what), _Seen())
            if missing:
                one.wrong.append(_Wrong(call, rest, kind, form))
            else:
                one.sums.add(kind if self.whole.fixed else str(total))
                one.kinds.add(kind)
                one.forms.add(form)

    def rests(self, value: Any, call: dict[str, Any]) -> Iterator[_Rest]:
        """Yield the parts of an answer with what is missing; 0 if they add up."""
        wholes = dict(self._wholes(call))
        for place, parts in parts_of(value):
            for what, total in wholes.items():
                yield from self._rest(place, what, total, parts)
        for record in _records(value, 0) if not self.whole.fixed else ():
            yield from self._rests_of_fields(record, wholes)

    def _rest(self, place: str, what: str, total: Decimal, parts: list[Decimal]) -> Iterator[_Rest]:
        rest = total - sum(parts, Decimal())
        if abs(rest) <= _NOISE * max(Decimal(1), *map(abs, parts)):
            yield place, what, total, Decimal()
        elif not self._falls_short or abs(rest) <= unit_of([*parts, total]) * len(parts):
            yield place, what, total, rest

    def _wholes(self, call: Mapping[str, Any]) -> Iterator[tuple[str, Decimal]]:
        """Yield what the parts of an answer may be meant to add up to."""
        if self.whole.fixed:
            yield "the number that it names", Decimal(self.whole.fixed)
        elif self.name is not None:
            total = amount_of(call[self.name])
            yield from [] if total is None else [(repr(self.name), total)]
        else:
            for given, value in call.items():
                if isinstance(value, list):
                    yield f"the number of {given!r}", Decimal(len(value))
                for place, series in answer_series({given: value}).items() if isinstance(value, list | dict) else ():
                    known = [part for one in series if (part := amount_of(one)) is not None]
                    if known and len(known) == len(series):
                        yield f"the sum of {place!r}", sum(known, Decimal())

    def _rests_of_fields(self, record: Mapping[str, Any], wholes: Mapping[str, Decimal]) -> Iterator[_Rest]:
        """Yield the fields of a record that the words name before the whole, as in "net and vat add up to gross"."""
        numbers = {str(key): number for key, part in record.items() if (number := amount_of(part)) is not None}
        parts = _named(self.whole.before, numbers)
        if len(parts) > 1:
            beside = [key for key in _named(self.whole.after, numbers) if key not in parts][:1]
            of_call = [what for what in wholes if _named(self.whole.after, [what.strip("'")])]
            totals = {repr(key): numbers[key] for key in beside} or {what: wholes[what] for what in of_call}
            for what, total in totals.items():
                yield from self._rest("+".join(parts), what, total, [numbers[key] for key in parts])


def _records(value: Any, depth: int) -> Iterator[Mapping[str, Any]]:
    if depth > _DEEPEST:
        return
    if isinstance(value, Mapping):
        yield value
    for part in value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ():
        yield from _records(part, depth + 1)


def _named(said: str, keys: Iterable[str]) -> list[str]:
    """Return the keys that words name: in full, or by their first word."""
    words = set(name_words(said))
    full = [key for key in keys if re.search(rf"(?<!\w){re.escape(key)}(?!\w)", said)]
    firsts = {key: next(iter(name_words(key)), "") for key in keys}
    return full or [key for key, first in firsts.items() if len(first) >= _SHORTEST_WORD and first in words]


def _kinds(view: FlatSchema, node: Mapping[str, Any]) -> set[str]:
    return {kind for flat in view.alternatives(node) if "type" in flat for kind in types_of(flat)}
