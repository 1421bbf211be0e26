"""Short items: a call is refused since there is too little of one item, and keeps what it took of the others.

book({stalls: 40})                              works: all that there is
book({stalls: 40, box: 9999})                   refused
book({stalls: 40})                              refused as well: the forty seats are gone
book({box: 9999}), book({stalls: 40})           works: it is not the refusal itself

How many there are shows in calls that ask for twice as many each time, until one is refused.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec import Struct

from ....profile.lock_outs import counts_failures
from ....profile.told_halves import keeps_what_came_before
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.copies import in_a_copy
from ...calls.fake_sleep import fake_sleep
from ...calls.known_values import known_values
from ...calls.plausible_calls import plausible_calls
from ...calls.sequences import before_json
from ...calls.worlds.fresh_world import make_fresh_for
from .half_wrong_calls import renamed_texts
from .wrong_items import AMOUNT, stands_beside

__all__ = ["judge_short_items"]

#: Time limit of calls in turn, in calls.
_CALLS = 4
_MAX_BASES, _MAX_NAMES, _MAX_OTHERS = 3, 24, 3
#: Calls that use up what there is, and the most that may be there of one thing.
_MAX_DRAWN, _MAX_AMOUNT = 80, 1 << 20

_Call: TypeAlias = dict[str, Any]
_Row: TypeAlias = tuple[str, int | float]


class _Items(Struct, frozen=True):
    """Names with amounts in a call, whatever their form is.

    Attributes:
        argument: The argument that has the names.
        names: Those of the call, and others that may be in their place if it has none.
        of: Returns what the arguments of the call are with other names and amounts.
        may_repeat: Whether a name may be there twice.
    """

    argument: str
    names: list[str]
    of: Callable[[Sequence[_Row]], _Call]
    may_repeat: bool


def judge_short_items(subject: Subject, call: _Call) -> None:
    """Judge that a function which is refused for one of several items takes nothing of the others.

    Args:
        subject: A function, of which no call was made in this process.
        call: A call of it that works.

    Raises:
        CheckFailure: If a call that works is refused behind it, twice, and is not behind one with the short item alone.
    """
    told = subject.facts.description or ""
    if keeps_what_came_before(told) or counts_failures(told):
        return
    bases = [call, *(other for other in plausible_calls(subject) if other != call)]
    tried = [(base, items) for base in bases for items in _items_of(subject, base)]
    for base, items in subject.patience().each(tried[:_MAX_BASES]):
        drawn = _drawn(subject, base, items)
        if drawn:
            _judge_each_item(subject, base, items, drawn)
            return


def _judge_each_item(subject: Subject, base: _Call, items: _Items, drawn: list[_Row]) -> None:
    *earlier, (name, amount) = drawn
    before = [_numbered(subject, base, items, [row], number) for number, row in enumerate(earlier)]
    then = _numbered(subject, base, items, [(name, amount)], len(drawn))
    for short in _short_rows(subject, items, drawn):
        alone = _numbered(subject, base, items, [short], len(earlier))
        for rows in ([(name, amount), short], [short, (name, amount)]):
            wrong = _numbered(subject, base, items, rows, len(earlier))
            if all(_takes_half(subject, before, wrong, alone, then) for _ in range(2)):
                raise CheckFailure(
                    "half_made_change",
                    f"A call was refused for one item of {items.argument!r}, and what it had taken for another item is "
                    "gone: a call for that one, which works otherwise, is refused behind it. Check everything before "
                    "the first change, or undo it.",
                    arguments=then,
                    before=before_json([(subject.facts.name, one) for one in [*before, wrong]]),
                )


def _takes_half(subject: Subject, before: list[_Call], wrong: _Call, alone: _Call, then: _Call) -> bool:
    fits = FlatSchema(subject.schema).fits
    if not all(fits(subject.schema, one) for one in (wrong, alone)):
        return False
    if _ends(subject, [*before, wrong, then])[-2:] != [False, False]:
        return False
    return _ends(subject, [*before, alone, then])[-2:] == [False, True]


def _ends(subject: Subject, calls: list[_Call]) -> list[bool]:
    """Return whether calls in turn work, in a fresh world and a copy of the process."""

    def ends() -> list[bool]:
        make_fresh_for(subject, calls[:1])
        with fake_sleep():
            return [subject.call(dict(one)).succeeded for one in calls]

    return in_a_copy(ends, limit_s=_CALLS * subject.call_s, tell=subject.has_left) or []


def _drawn(subject: Subject, base: _Call, items: _Items) -> list[_Row]:
    """Return items that together are all that there is of one name; none if there is no end of any."""
    fits = FlatSchema(subject.schema).fits

    def works(row: _Row, number: int) -> bool:
        call = _numbered(subject, base, items, [row], number)
        return fits(subject.schema, call) and subject.call(call).succeeded

    def drawn() -> list[Any]:
        make_fresh_for(subject, [base])
        with fake_sleep():
            name = next((name for at, name in enumerate(items.names) if works((name, 1), _MAX_DRAWN + at)), None)
            amounts, amount, is_short = [1], 2, False
            for number in range(_MAX_DRAWN if name is not None else 0):
                if works((str(name), amount), number):
                    amounts.append(amount)
                    amount = amount if is_short else 2 * amount
                else:
                    is_short, amount = True, amount // 2
                if not amount or amount > _MAX_AMOUNT:
                    return [] if amount else [name, amounts]
        return []

    name, amounts = in_a_copy(drawn, limit_s=_CALLS * subject.call_s, tell=subject.has_left) or ("", [])
    if not amounts:
        return []
    whole = (name, sum(amounts))
    if _ends(subject, [_numbered(subject, base, items, [whole], 0)]) == [True]:
        return [whole]
    return [(name, amount) for amount in amounts]


def _short_rows(subject: Subject, items: _Items, drawn: Sequence[_Row]) -> Iterator[_Row]:
    """Yield items of which there may not be enough, those of other names first."""
    name, amounts = drawn[0][0], [amount for _, amount in drawn]
    known = known_values(subject)
    others = [*known.siblings(items.argument, name), *items.names, *known.values_for(items.argument, name)]
    names = [one for one in dict.fromkeys(others) if one != name][:_MAX_OTHERS]
    # The tool may limit what one call asks for.
    for amount in dict.fromkeys((AMOUNT, sum(amounts) + 1, max(amounts))):
        yield from ((other, amount) for other in names)
        if items.may_repeat:
            yield name, amount


def _numbered(subject: Subject, base: _Call, items: _Items, rows: Sequence[_Row], number: int) -> _Call:
    """Return a call with these items, and with another text where each call may have to have its own."""
    call = {**base, **items.of(rows)}
    renamed = renamed_texts(subject, base)
    own = {name: f"{value}-{number + 1}" for name, value in base.items() if renamed[name] != value}
    return {**call, **own} if FlatSchema(subject.schema).fits(subject.schema, {**call, **own}) else call


def _items_of(subject: Subject, call: _Call) -> Iterator[_Items]:
    """Yield the names with amounts that a call has."""
    for name, value in call.items():
        if isinstance(value, Mapping):
            yield from _of_object(subject, name, value)
        elif isinstance(value, list) and value:
            yield from _of_list(call, name, value)


def _of_object(subject: Subject, name: str, value: Mapping[str, Any]) -> Iterator[_Items]:
    view = FlatSchema(subject.schema)
    flats = view.alternatives((subject.schema.get("properties") or {}).get(name) or {})
    parts = [flat.get("additionalProperties") for flat in flats if not flat.get("properties")]
    is_free = any(isinstance(part, Mapping) and part.get("type") in ("integer", "number") for part in parts)
    if is_free and all(_is_amount(part) for part in value.values()):
        known = known_values(subject)
        likely = [one for one in known.values_for(name, "") if one and " " not in one]
        names = list(dict.fromkeys([*value, *likely]))[:_MAX_NAMES]
        yield _Items(name, names, lambda rows: {name: dict(rows)}, may_repeat=False)


def _of_list(call: _Call, name: str, value: list[Any]) -> Iterator[_Items]:
    item = value[0]
    if isinstance(item, Mapping | list):
        parts = list(item.items() if isinstance(item, Mapping) else enumerate(item))
        texts = [at for at, part in parts if isinstance(part, str) and part]
        amounts = [at for at, part in parts if _is_amount(part)]
        for text, amount in itertools.product(texts[:2], amounts[:2]):

            def listed(rows: Sequence[_Row], text: Any = text, amount: Any = amount) -> _Call:
                return {name: [_changed(item, {text: one, amount: many}) for one, many in rows]}

            yield _Items(name, [item[text]], listed, may_repeat=True)
    elif isinstance(item, str) and item:
        for other in stands_beside(call, name):

            def beside(rows: Sequence[_Row], other: str = other) -> _Call:
                return {name: [one for one, _ in rows], other: [many for _, many in rows]}

            if _is_amount(call[other][0]):
                yield _Items(name, [item], beside, may_repeat=True)


def _changed(item: Any, parts: Mapping[Any, Any]) -> Any:
    if isinstance(item, Mapping):
        return {**item, **parts}
    return [parts.get(at, part) for at, part in enumerate(item)]


def _is_amount(value: Any) -> bool:
    return type(value) in (int, float) and value > 0
