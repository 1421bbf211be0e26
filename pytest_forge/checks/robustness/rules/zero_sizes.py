"""Zero sizes: a part of an answer whose size follows a number of the call, but not at zero.

newest(notes, count=2)        2 notes, and 3 with 3
newest(notes, count=0)        all of them: notes[-0:] is the whole list

without_last(notes, count=1)  7 of 8 notes, and 6 with 2
without_last(notes, count=0)  none: notes[:-0] is empty

A share of a list is such a number as well, from 0 to 1 or to 100: what it comes to may be rounded to zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ....profile.roles import Role, role_of
from ....profile.zero import is_explained, is_taken, stands_for_all
from ....strategies.schemas.flat_schema import FlatSchema, types_of
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import all_told_words, words_on_argument

__all__ = ["judge_zero_sizes"]

_SHARE = 0.05
_MAX_BASES, _MAX_NAMES, _DEEPEST, _MAX_PLACES = 2, 4, 2, 20
#: Items of a list that is given, or lines of a text.
_ITEMS = 8
_COUNTS, _SHARES = (1, 2, 3), (0.25, 0.5, 0.75)
#: What comes to no item of such a list.
_TINY = (0, 0.01, 0.05)

_Sizes = dict[str, int]
_Call = dict[str, Any]


class _Wrong(Struct, frozen=True):
    """A size that is another one at zero.

    Attributes:
        place: The place in the answer.
        number: The number that is zero, or comes to it.
        size: The size there.
        shown: The sizes with other numbers.
    """

    place: str
    number: float
    size: int
    shown: tuple[int, ...]


def judge_zero_sizes(subject: Subject) -> bool:
    """Judge that the size of a part of the answer which follows a number of the call does so at zero.

    Not judged: a tool whose words say that 0 stands for all, or tell of 0 otherwise than of other numbers, and a number
    of items of which it is not said that it may be 0, unless the other items are in the answer as well.

    Returns:
        Whether such a number was found.

    Raises:
        CheckFailure: If a size does not, twice.
    """
    view = FlatSchema(subject.schema)
    names = [name for name, node in view.arguments.items() if _may_be_small(view, node)][:_MAX_NAMES]
    if not names or stands_for_all(all_told_words(subject)):
        return False
    judged = False
    patience = subject.patience(_SHARE)
    with FastCalls(subject) as fast:
        for base in patience.each(list(_bases(view, plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]))):
            for name in [name for name in names if not patience.is_over]:
                sizes = _sizes_of(fast, view, base, name)
                said = words_on_argument(subject, name)
                if is_explained(said, 0) and not is_taken(said):
                    continue
                found = _found(sizes, is_told=is_taken(said))
                judged = judged or found is not None
                if found and found == _found(sizes, is_told=is_taken(said)):
                    raise _failure(name, found[0], {**base, name: found[0].number})
    return judged


def _failure(name: str, wrong: _Wrong, call: _Call) -> CheckFailure:
    shown = ", ".join(map(str, wrong.shown))
    return CheckFailure(
        "size_wrong_at_zero",
        f"As {name!r} grows, {wrong.place or 'the result'!r} has the sizes {shown}, but {wrong.size} with "
        f"{wrong.number}. A slice such as items[-n:] takes all where n is 0, and items[:-n] nothing: write "
        "items[len(items) - n:].",
        about=name,
        arguments=call,
    )


def _found(sizes: Callable[[float], _Sizes | None], *, is_told: bool) -> list[_Wrong] | None:
    found = _of_counts(sizes, is_told=is_told)
    return _of_shares(sizes) if found is None else found


def _of_counts(sizes: Callable[[float], _Sizes | None], *, is_told: bool) -> list[_Wrong] | None:
    """Return the sizes that are wrong where a number counts items; None if it counts none."""
    shown = _shown(sizes, _COUNTS)
    taken = [place for place, several in shown.items() if several == _COUNTS]
    left = [place for place, (one, two, three) in shown.items() if one - two == two - three == 1 and three > 0]
    zero = sizes(0) if taken or left else None
    if zero is None:
        return None
    found = [_Wrong(place, 0, zero[place], shown[place]) for place in left if zero.get(place) == 0]
    if is_told or any(shown[place][0] + 1 == zero.get(one, 0) for place in left for one in taken):
        found += [_Wrong(place, 0, zero[place], shown[place]) for place in taken if zero.get(place, 0) > _COUNTS[-1]]
    return found


def _of_shares(sizes: Callable[[float], _Sizes | None]) -> list[_Wrong] | None:
    """Return the sizes that are wrong where a number is a share of the items that are given; None if it is none."""
    whole = tuple(int(share * _ITEMS) for share in _SHARES)
    for scale in (1, 100):
        shown = _shown(sizes, [share * scale for share in _SHARES])
        taken = [place for place, several in shown.items() if several == whole]
        left = [place for place, several in shown.items() if several == whole[::-1]]
        for number in [tiny * scale for tiny in _TINY] if taken or left else ():
            zero = sizes(int(number) if number == int(number) else number)
            if zero is not None:
                wrong = [place for place in taken if zero.get(place) == _ITEMS]
                wrong += [place for place in left if zero.get(place) == 0]
                return [_Wrong(place, number, zero[place], shown[place]) for place in wrong]
    return None


def _shown(sizes: Callable[[float], _Sizes | None], numbers: Sequence[float]) -> dict[str, tuple[int, ...]]:
    """Return the sizes of each place with some numbers; none if a call fails."""
    found: list[_Sizes] = []
    for number in numbers:
        one = sizes(number)
        if one is None or (found and one == found[-1]):
            # It is refused, or changes no size.
            return {}
        found.append(one)
    return {place: tuple(one.get(place, -1) for one in found) for place in found[0]}


def _sizes_of(fast: FastCalls, view: FlatSchema, base: _Call, name: str) -> Callable[[float], _Sizes | None]:
    def sizes(number: float) -> _Sizes | None:
        call = {**base, name: number}
        outcome = fast.call(call) if view.fits(view.root, call) else None
        return dict(_places(outcome.value, "", 0)) if outcome is not None and outcome.succeeded else None

    return sizes


def _places(value: Any, place: str, depth: int) -> Iterator[tuple[str, int]]:
    """Yield the places of lists and texts in an answer, with their sizes."""
    if isinstance(value, list | str):
        yield place, len(value)
    elif isinstance(value, Mapping) and depth < _DEEPEST:
        for key, part in list(value.items())[:_MAX_PLACES]:
            yield from _places(part, f"{place}.{key}" if place else str(key), depth + 1)


def _bases(view: FlatSchema, calls: list[_Call]) -> Iterator[_Call]:
    """Yield calls with more items in each list, and more lines in each text; those without any as they are."""
    for call in calls:
        yield from _fitting(view, call, [{name: _longer(value) for name, value in call.items()}, _lined(view, call)])


def _fitting(view: FlatSchema, call: _Call, others: list[_Call]) -> Iterator[_Call]:
    made = [other for other in others if other != call and view.fits(view.root, other)]
    yield from made or [call]


def _longer(value: Any) -> Any:
    """Return a list with as many items as are wanted, which differ if they can."""
    if not isinstance(value, list) or not value:
        return value
    return [*value[:_ITEMS], *(_other(value[0], number) for number in range(2, _ITEMS + 2 - len(value[:_ITEMS])))]


def _other(item: Any, number: int) -> Any:
    if isinstance(item, str):
        return f"{item}{number}"
    if isinstance(item, int | float) and not isinstance(item, bool):
        return item + number
    if isinstance(item, Mapping):
        name = next((key for key, value in item.items() if isinstance(value, str)), None)
        return item if name is None else {**item, name: f"{item[name]}{number}"}
    return item


def _lined(view: FlatSchema, call: _Call) -> _Call:
    """Return a call with lines in its texts."""
    lines = "\n".join(f"line {number}" for number in range(1, _ITEMS + 1))
    texts = [name for name, value in call.items() if isinstance(value, str) and not view.choices(view.arguments[name])]
    plain = [name for name in texts if role_of(name, view.arguments[name]) in (Role.TEXT, Role.QUERY, Role.TITLE)]
    return {**call, **dict.fromkeys(plain, lines)}


def _may_be_small(view: FlatSchema, node: Any) -> bool:
    is_number = any({"integer", "number"} & set(types_of(flat)) for flat in view.alternatives(node))
    return is_number and any(view.fits(node, one) for one in _TINY)
