"""Wrong items: one more item of a list or an object, which is probably wrong, behind the others or before them.

{"bolt": 4}                      {"bolt": 4, "nut": 9999}: a name that the module knows, in an amount that is not there
[["bolt", 4]]                    [["bolt", 4], ["no-such-entry", 4]]
names=["bolt"], amounts=[4]      names=["bolt", "nut"], amounts=[4, 9999]
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...calls.known_values import KnownValues
from ...calls.missing_things import unlisted_values

__all__ = ["AMOUNT", "UNKNOWN_ENTRY", "stands_beside", "wrong_items", "wrong_records"]

UNKNOWN_ENTRY = "no-such-entry"
AMOUNT = 9_999
"""More than there can be of anything, and within the bounds of most schemas."""
_MAX_PLAIN, _MAX_KNOWN = 2, 3


def wrong_items(
    known: KnownValues, call: Mapping[str, Any], name: str
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield what changes in a call that has one more item, which is probably wrong, at the end, and at the beginning.

    Args:
        known: What the program of the tool holds.
        call: A call that works.
        name: A list or an object in it that is not empty; the lists beside it change with it.
    """
    alone = (({name: last}, {name: first}) for last, first in _with_wrong_item(known, name, call[name]))
    beside = stands_beside(call, name)
    rows = [list(row) for row in zip(*(call[other] for other in beside), strict=True)]
    wrong = _with_wrong_row(known, name, rows) if rows else ()
    together = ((_columns(beside, last), _columns(beside, first)) for last, first in wrong)
    # Lists of one length may be so by chance.
    yield from (one for pair in itertools.zip_longest(together, alone) for one in pair if one is not None)


def stands_beside(call: Mapping[str, Any], name: str) -> list[str]:
    """Return a list and those beside it, whose items at one place belong together; none if it stands alone."""
    length = len(call[name]) if isinstance(call[name], list) else 0
    lists = [other for other, items in call.items() if length and isinstance(items, list) and len(items) == length]
    return lists if len(lists) > 1 else []


def _columns(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> dict[str, Any]:
    return {name: [row[place] for row in rows] for place, name in enumerate(names)}


def _with_wrong_row(known: KnownValues, name: str, rows: list[Any]) -> Iterator[tuple[Any, Any]]:
    """Yield rows with a wrong one: of a known or an unknown name, and of an amount that is out of proportion."""
    row = rows[-1]
    texts = [place for place, part in enumerate(row) if isinstance(part, str)]
    numbers = [place for place, part in enumerate(row) if type(part) in (int, float)]
    names = [other for place in texts[:1] for other in _beside(known, name, row[place], [one[place] for one in rows])]
    amounts = [{place: amount} for place in numbers[:1] for amount in (AMOUNT, -AMOUNT)]
    wrong = [{texts[0]: other, **amount} for other in names for amount in amounts] or amounts
    for place in texts[:1] or numbers[:1]:
        unknown = [UNKNOWN_ENTRY] if texts else [-1]
        wrong += [{place: other} for other in (*unknown, *itertools.islice(unlisted_values(row[place]), _MAX_PLAIN))]
    for parts in wrong:
        other = [parts.get(place, part) for place, part in enumerate(row)]
        yield [*rows, other], [other, *rows]


def _beside(known: KnownValues, name: str, text: str, taken: Sequence[Any] | Mapping[str, Any]) -> list[str]:
    """Return a few other texts that the program of the tool holds beside one."""
    beside = [*known.siblings(name, text), *known.values_for(name, text)]
    return [one for one in dict.fromkeys(beside) if one not in taken][:_MAX_KNOWN]


def _with_wrong_item(known: KnownValues, name: str, items: Any) -> Iterator[tuple[Any, Any]]:
    """Yield a list or an object with a wrong item: an unknown one, or more of another one than there can be."""
    if isinstance(items, Mapping):
        key, value = list(items.items())[-1]
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        names = _beside(known, name, key, items) if is_number else []
        wrong: list[tuple[str | int, Any]] = [(other, amount) for other in names for amount in (AMOUNT, -AMOUNT)]
        wrong += [(other, value) for other in (UNKNOWN_ENTRY, *itertools.islice(unlisted_values(key), _MAX_PLAIN))]
        yield from (({**items, str(one): part}, {str(one): part, **items}) for one, part in wrong)
        return
    item = items[-1]
    if isinstance(item, list) and item:
        yield from _with_wrong_row(known, name, items)
        return
    if isinstance(item, Mapping):
        others: list[Any] = list(wrong_records(item))
    elif isinstance(item, str) or type(item) is int:
        others = [
            UNKNOWN_ENTRY if isinstance(item, str) else -1,
            *itertools.islice(unlisted_values(item), _MAX_PLAIN),
        ]
    else:
        others = []
    yield from (([*items, one], [one, *items]) for one in others)


def wrong_records(record: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a record with an unknown key, with each of its texts changed, and with an amount far out of proportion.

    Another record of the same form has wrong amounts as well: one of the same name may be refused for that alone.
    """
    yield {**record, UNKNOWN_ENTRY: UNKNOWN_ENTRY}
    amounts = [key for key, value in record.items() if isinstance(value, int | float) and not isinstance(value, bool)]
    texts = [key for key, value in record.items() if isinstance(value, str)]
    for names in (texts[:1], texts)[: len(texts)]:
        others = {key: str(next(unlisted_values(record[key]), UNKNOWN_ENTRY)) for key in names}
        if amounts:
            yield {**record, **others, **dict.fromkeys(amounts, -AMOUNT)}
    for key, value in record.items():
        if isinstance(value, str):
            yield from ({**record, key: other} for other in (UNKNOWN_ENTRY, f"{value}Z9", "ZZ9"))
        elif isinstance(value, int | float) and not isinstance(value, bool):
            yield from ({**record, key: other} for other in (-AMOUNT, AMOUNT))
