"""Dropped zeros: a 0 that a tool takes for a number not given, though it carries every other number into what it shows.

set_stock(item="bolts", stock=7)    {"item": "bolts", "stock": 7}
set_stock(item="bolts", stock=0)    {"item": "bolts", "stock": 7}     as without a number: if stock: ...

The places are those of the tool's own answer and of the answers of its readers; a False is judged likewise.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from ....regex import regex
from ....strategies.schemas.flat_schema import is_valid
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import StateView
from ...calls.worlds.own_world import plant_world
from .falsy_arguments import FalsyArgument, falsy_arguments

__all__ = ["judge_dropped_zeros"]

#: Share of a check's time.
_SHARE = 0.3
_MAX_ARGUMENTS, _MAX_BASES = 6, 2
#: Numbers that are compared.
_MOST = 3
#: Numbers whose answers may lie on a straight line.
_ON_A_LINE = (1, 2, 5, 17, 40)
#: Numbers on both sides of 0: what is between them in a filter has the answer that they have in common.
_AROUND = (-2, -1, 1, 2)
#: Levels of an answer, and values of each.
_DEEPEST, _MAX_PARTS = 5, 60
#: Numbers on a line may be rounded, and one off it is off by more.
_CLOSE, _APART = 1e-6, 0.05
_NUMBER = regex(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w]|\.\d)")
#: What is shown for 0 or False.
_AS_GIVEN, _AS_BEFORE, _AS_OMITTED = "as given", "as before", "as without it"

#: A place in the answers: the names and positions that lead to it, and the sentence around a number.
_Place = tuple[str | int, ...]


def judge_dropped_zeros(subject: Subject) -> None:
    """Judge that a tool does not take 0 or False for an argument that was left out.

    Raises:
        CheckFailure: If places carry all other values that are tried, and with this one show the same as before, or as
            without the argument.
    """
    arguments = list(falsy_arguments(subject))[:_MAX_ARGUMENTS]
    patience = subject.patience(_SHARE)
    bases = plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES] if arguments else []
    view = StateView(subject)
    for argument in arguments:
        is_shown = False
        for base in bases:
            if not is_valid(subject.schema, argument.given(base, argument.empty)) or patience.is_over:
                continue
            shown, what = _dropped(subject, view, argument, base)
            is_shown = is_shown or what == _AS_GIVEN
            if what in (_AS_BEFORE, _AS_OMITTED):
                raise CheckFailure(
                    "edge_replaced",
                    f"Given {argument.empty!r} for {argument.name!r}, the tool shows {shown!r}, {what}, though it "
                    f"takes {argument.others[0]!r} as given. Test for None, and not for truth.",
                    about=argument.name,
                    arguments=argument.given(base, argument.empty),
                )
        for base in () if is_shown else bases:
            line = _broken_line(subject, argument, base) if not patience.is_over else None
            if line is not None:
                raise CheckFailure(
                    "edge_replaced",
                    f"Given 0 for {argument.name!r}, the tool answers {line[0]!r}, as without it, though its answers "
                    f"for other numbers lead to {line[1]!r}. Test for None, and not for truth.",
                    about=argument.name,
                    arguments=argument.given(base, 0),
                )
        if bases and not is_shown and not patience.is_over and _is_left_out(subject, argument, bases[0]):
            raise CheckFailure(
                "edge_replaced",
                f"Given 0 for {argument.name!r}, the tool answers as without it, though the numbers on both sides of 0 "
                "have another answer, the same for all of them. Test for None, and not for truth.",
                about=argument.name,
                arguments=argument.given(bases[0], 0),
            )
    if bases:
        subject.renew()


def _dropped(subject: Subject, view: StateView, argument: FalsyArgument, base: dict[str, Any]) -> tuple[Any, str]:
    """Return what is shown for the empty value, and what that is; "" for that if no place shows it or what it is."""
    empty, others = argument.empty, argument.others

    def after(value: Any, *, is_fresh: bool = True) -> dict[_Place, Any]:
        return _shown(subject, view, argument.given(base, value), is_fresh=is_fresh)

    def carried(value: Any, shown: Mapping[_Place, Any]) -> list[_Place]:
        return [place for place in shown if _is(shown[place], value) and _may_carry(subject, argument, place)]

    # A tool that keeps what it is given shows it again when 0 does not count.
    places = carried(others[0], after(others[0]))
    if not places:
        return None, ""
    first = after(empty, is_fresh=False)
    if all(_is(first.get(place, empty), empty) for place in places):
        first = after(empty)
        if all(_is(first.get(place, empty), empty) for place in places):
            return empty, _AS_GIVEN if any(place in first for place in places) else ""
    if isinstance(empty, bool):
        # True alone says little: the place has to show False before, or False has to be something else than nothing.
        before = _shown(subject, view, argument.left_out_of(base))
        kept = after(True, is_fresh=False)
        again = after(False, is_fresh=False)
        stays = [
            place
            for place in places
            if (before.get(place) is False or (argument.has_null and before.get(place) is True))
            and kept.get(place) is again.get(place) is True
        ]
        return (True, _AS_BEFORE) if stays else (None, "")
    for value in others[1:]:
        now = carried(value, after(value))
        places = [place for place in places if place in now]
    if not places:
        return None, ""
    return (
        _as_before(argument, places, after) or _as_omitted(subject, view, argument, base, places, after) or (None, "")
    )


def _as_before(argument: FalsyArgument, places: list[_Place], after: Any) -> tuple[Any, str] | None:
    """Return a number that 0 leaves in its place, where a smaller number takes it."""
    high, low = argument.others[:2]
    after(high)
    replaced = after(low, is_fresh=False)
    stays = after(argument.empty, is_fresh=False)
    after(high)
    again = after(argument.empty, is_fresh=False)
    for place in places:
        if _is(replaced.get(place), low) and _is(stays.get(place), low) and _is(again.get(place), high):
            return stays[place], _AS_BEFORE
    return None


def _as_omitted(
    subject: Subject, view: StateView, argument: FalsyArgument, base: dict[str, Any], places: list[_Place], after: Any
) -> tuple[Any, str] | None:
    """Return a number that 0 is shown as, if a call without the argument shows it, too."""
    without = argument.left_out_of(base)
    if not is_valid(subject.schema, without):
        return None
    zero = after(argument.empty)
    omitted = _shown(subject, view, without)
    for place in places:
        value = zero.get(place)
        # A number next to 0 may be the least that it takes.
        if _is_number(value) and value not in (0, 1) and _is(omitted.get(place), value):
            return value, _AS_OMITTED
    return None


def _is_left_out(subject: Subject, argument: FalsyArgument, base: dict[str, Any]) -> bool:
    """Tell whether a reader answers for 0 as without the argument, and otherwise for the numbers around 0.

    Limits that lie close together, and select the same records, have one answer.
    """
    without = argument.left_out_of(base)
    around = [argument.given(base, number) for number in _AROUND]
    if subject.facts.tier != "read" or isinstance(argument.empty, bool):
        return False
    if not all(is_valid(subject.schema, call) for call in (without, *around)):
        return False
    first, *others = (_answer(subject, call) for call in around)
    if first is None or any(other != first for other in others):
        return False
    omitted = _answer(subject, without)
    return omitted is not None and omitted != first and _answer(subject, argument.given(base, 0)) == omitted


def _broken_line(subject: Subject, argument: FalsyArgument, base: dict[str, Any]) -> tuple[Any, float] | None:
    """Return what an answer shows for 0, and the number to which those for others lead in a straight line.

    None if it shows that number, or another one than without the argument.
    """
    without = argument.left_out_of(base)
    if isinstance(argument.empty, bool) or not is_valid(subject.schema, without):
        return None
    zero, omitted = (_leaves_of(subject, call) for call in (argument.given(base, 0), without))
    if not zero.keys() & omitted.keys():
        return None
    found = {
        number: _leaves_of(subject, call)
        for number in _ON_A_LINE
        if is_valid(subject.schema, call := argument.given(base, number))
    }
    lined = [(number, leaves) for number, leaves in found.items() if leaves][:_MOST]
    if len(lined) < _MOST:
        return None
    low, middle, high = (number for number, _ in lined)
    for place, value in zero.items():
        shown = [leaves[place] for _, leaves in lined if _is_number(leaves.get(place))]
        if len(shown) < len(lined) or not _is_number(value) or not _is(omitted.get(place), value):
            continue
        first, second, third = map(float, shown)
        slope = (third - first) / (high - low)
        is_straight = math.isclose(second, first + slope * (middle - low), rel_tol=_CLOSE, abs_tol=_CLOSE)
        expected = first - slope * low
        # The least that counts may be the first number.
        is_straight = is_straight and value != first
        if slope and is_straight and not math.isclose(value, expected, rel_tol=_APART, abs_tol=abs(slope) * low / 2):
            return value, round(expected, 6)
    return None


def _leaves_of(subject: Subject, call: dict[str, Any]) -> dict[_Place, Any]:
    return dict(_leaves(_answer(subject, call), ()))


def _answer(subject: Subject, call: dict[str, Any]) -> Any:
    """Return the answer to a call in a fresh world; None if it fails."""
    _begin(subject, call)
    with fake_sleep():
        outcome = subject.call(call)
    return outcome.value if outcome.succeeded and not outcome.timed_out else None


def _may_carry(subject: Subject, argument: FalsyArgument, place: _Place) -> bool:
    """Tell whether what is shown there may be the argument, and not a number that it leads to, such as one of rows."""
    is_named = argument.name in place
    return is_named or (subject.facts.tier != "read" and not isinstance(argument.empty, bool))


def _shown(subject: Subject, view: StateView, call: dict[str, Any], *, is_fresh: bool = True) -> dict[_Place, Any]:
    """Return the numbers and truth values in the answer to a call, and in those of readers, by place."""
    if is_fresh:
        _begin(subject, call)
    with fake_sleep():
        outcome = subject.call(call)
    if not outcome.succeeded or outcome.timed_out:
        return {}
    found = dict(_leaves(outcome.value, ()))
    if subject.facts.tier != "read":
        for place, value in view.answers(call).items():
            found |= dict(_leaves(value, (place,)))
    return found


def _begin(subject: Subject, call: dict[str, Any]) -> None:
    """Restore the state in which a check begins, with the files and the records of other tools that a call needs."""
    subject.renew()
    if subject.is_served:
        plausible_calls(subject, limit=1)
    plant_world(subject, [call])


def _leaves(value: Any, place: _Place) -> Iterator[tuple[_Place, Any]]:
    if isinstance(value, Mapping | list) and len(place) <= _DEEPEST:
        parts = value.items() if isinstance(value, Mapping) else enumerate(value)
        for key, part in list(parts)[:_MAX_PARTS]:
            yield from _leaves(part, (*place, key))
    elif isinstance(value, int | float):
        yield place, value
    elif isinstance(value, str):
        # Another sentence is another place.
        around = _NUMBER.sub("#", value)
        for number, one in enumerate(_NUMBER.findall(value)[:_MAX_PARTS]):
            yield (*place, around, number), float(one)


def _is(shown: Any, value: Any) -> bool:
    return isinstance(shown, bool) == isinstance(value, bool) and bool(shown == value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
