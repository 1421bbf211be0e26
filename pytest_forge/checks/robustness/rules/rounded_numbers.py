"""Rounded numbers: a number that is rounded in another way than the description says, most of all at a half.

tax("0.30", "5")     "0.02" for 0.015
tax("0.50", "5")     "0.02" for 0.025, though half a cent is said to count as a cent
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec import Struct

from ....profile.roles import name_words
from ....profile.told_rounding import RoundingWay, ToldRounding, is_of_both_signs, means_all_numbers, told_rounding
from ....regex import regex
from ....strategies.other_leaves import Path, leaf_at, leaf_paths, with_leaf
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.edge_calls import FastCalls
from ...calls.plausible_calls import plausible_calls
from ...calls.told_words import all_told_words
from .mirrored_numbers import NumberSlot, judge_mirrored_numbers
from .rounding_model import WAYS, RoundingModel, fitted_model, numbers_by_place, telling_steps

__all__ = ["judge_rounded_numbers"]

_SHARE = 0.1
_MAX_BASES, _MAX_PATHS = 4, 6
#: Large values, the first that is taken shows the share; and small ones, which show that it holds for them.
_LARGE = (10**9 + 7, 10**6 + 3, 10**5 + 3, 10_007, 1_009, 97, 19, 5)
_SMALL = (1, 2, 3, 7, 10, 13, 19, 27, 37, 41, 97, 143, 210, 403, 1999, 12_346)
#: Answers that are needed at least, and differences from what is told.
_FEWEST, _FEWEST_OTHERS = 4, 2
#: Items of a list of numbers: the mean of whole numbers has halves, and one number may have some itself.
_MEAN_OF = (4, 1)
#: Eighths of a thousand units are whole ones.
_STEPS = (Fraction(1), Fraction(1, 8), Fraction(1, 16))
_TEXT = regex(r"\d{1,12}(?:\.(\d{1,6}))?")
_MIRRORED: dict[RoundingWay, RoundingWay] = {"half_up": "half_down", "half_down": "half_up", "up": "down", "down": "up"}
_NAMES: dict[RoundingWay, str] = {
    "half_up": "halves up",
    "half_even": "halves to even",
    "half_down": "halves down",
    "down": "down",
    "up": "up",
}
_HALF = Fraction(1, 2)


class _Slot(Struct, frozen=True):
    """A number in the arguments of a call, in the form that stands there.

    Attributes:
        base: The call.
        path: The place.
        digits: Digits behind the point of a text; None for a number.
        step: The smallest step.
        items: Of how many items it is the first, with zeros behind it; 0 if it stands alone.
    """

    base: dict[str, Any]
    path: Path
    digits: int | None
    step: Fraction
    items: int = 0

    @property
    def is_exact(self) -> bool:
        """Whether a tool can compute with it exactly: a whole number, or a text."""
        return self.digits is not None or self.step == 1

    @property
    def as_number(self) -> NumberSlot:
        """What other judges need of it."""
        return NumberSlot(self.with_number, self.step, self.is_exact, self.name)

    @property
    def name(self) -> str:
        """The name of the argument."""
        return str(next((key for key in self.path if key is not None), ""))

    def with_number(self, number: Fraction) -> dict[str, Any]:
        """Return the call with another number."""
        value: Any = int(number) if number.denominator == 1 else float(number)
        if self.digits is not None:
            whole, rest = divmod(abs(int(number * 10**self.digits)), 10**self.digits)
            sign = "-" if number < 0 else ""
            value = f"{sign}{whole}.{rest:0{self.digits}}" if self.digits else f"{sign}{whole}"
        if self.items:
            value = [value, *([0] * (self.items - 1))]
        changed: dict[str, Any] = with_leaf(self.base, self.path, value)
        return changed


class _Seen(Struct, frozen=True):
    """A number that is not rounded as told: where, with which value of the argument, and what shows it."""

    place: str
    model: RoundingModel
    given: Fraction
    answered: int
    way: RoundingWay | None


def judge_rounded_numbers(subject: Subject) -> bool:
    """Judge that a number which is a share of an argument is rounded in the way that the description tells.

    Returns:
        Whether a number is rounded in the way that is told.

    Raises:
        CheckFailure: If no such number of an answer is rounded in this way, and one is rounded in another way with all
            values, or not as told at several halves, twice.
    """
    told = told_rounding(all_told_words(subject))
    if told is None:
        return False
    fits = FlatSchema(subject.schema).fits
    judged = False
    with FastCalls(subject) as fast:
        for slot in subject.patience(_SHARE).each(list(_slots(subject))):
            models = _models(subject, fast, slot, fits)
            found = _seen(fast, slot, models, told) if models else None
            judged = judged or found == []
            if found == [] and is_of_both_signs(told):
                judge_mirrored_numbers(subject, fast, slot.as_number, models, told)
            for seen in found[:1] if found else ():
                again = _seen(fast, slot, {seen.place: seen.model}, told)
                if again == [seen]:
                    raise _failure(told, slot, seen)
    return judged


def _failure(told: ToldRounding, slot: _Slot, seen: _Seen) -> CheckFailure:
    exact, answered = float(seen.model.share * seen.given), float(seen.answered * seen.model.unit)
    how = f", as if it were rounded {_NAMES[seen.way]}" if seen.way else ""
    return CheckFailure(
        "rounded_otherwise",
        f'The description says "{told.words}", but {exact:.9g} is answered as {answered:.9g}{how}. '
        "Round the exact value once, and name the way: ROUND_HALF_UP, for example; round() and quantize() take halves "
        "to even.",
        about=slot.name,
        arguments=slot.with_number(seen.given),
    )


def _slots(subject: Subject) -> Iterator[_Slot]:
    seen: list[Path] = []
    for call in plausible_calls(subject, limit=_MAX_BASES)[:_MAX_BASES]:
        base = {name: _shortened(value) for name, value in call.items()}
        for path in leaf_paths(base):
            value = leaf_at(base, path)
            text = _TEXT.fullmatch(value) if isinstance(value, str) else None
            if seen.count(path) >= _MAX_PATHS // 2 or not path:
                continue
            if isinstance(value, list) and value and all(type(item) in (int, float) for item in value):
                seen.append(path)
                yield from (_Slot(base, path, None, step, items) for items, step in zip(_MEAN_OF, _STEPS, strict=False))
            elif text is not None:
                seen.append(path)
                digits = len(text[1] or "")
                # A tool may take more digits than the example has, or fewer.
                for more in dict.fromkeys((digits, 2, 3)):
                    yield _Slot(base, path, more, Fraction(1, 10**more))
            elif type(value) in (int, float):
                seen.append(path)
                yield from (_Slot(base, path, None, step) for step in _STEPS)


def _shortened(value: Any) -> Any:
    """Return a list of records with one of them: their sum is that of one."""
    return value[:1] if isinstance(value, list) and value and isinstance(value[0], Mapping) else value


def _models(subject: Subject, fast: FastCalls, slot: _Slot, fits: Any) -> dict[str, RoundingModel]:
    """Return the models of the numbers in the answer that are a rounded share of the argument."""
    large = (Fraction(one) + (slot.step * 3 if slot.step != 1 else 0) for one in _LARGE)
    seen: list[tuple[Fraction, dict[str, Fraction]]] = []
    for given in large:
        seen = [(given, numbers)] if (numbers := _answered(subject, fast, slot, given, fits)) else []
        if seen:
            break
    for count in _SMALL if seen else ():
        given = count * slot.step
        if numbers := _answered(subject, fast, slot, given, fits):
            seen.append((given, numbers))
    if len(seen) < _FEWEST:
        return {}
    found = {}
    for place in seen[0][1]:
        values = [(given, numbers[place]) for given, numbers in seen if place in numbers]
        model = fitted_model(values) if len(values) == len(seen) else None
        if model is not None:
            found[place] = model
    return found


def _answered(subject: Subject, fast: FastCalls, slot: _Slot, given: Fraction, fits: Any) -> dict[str, Fraction]:
    call = slot.with_number(given)
    if not fits(subject.schema, call):
        return {}
    outcome = fast.call(call)
    return numbers_by_place(outcome.value) if outcome.succeeded else {}


def _seen(fast: FastCalls, slot: _Slot, models: Mapping[str, RoundingModel], told: ToldRounding) -> list[_Seen] | None:
    """Return the numbers that are not rounded as told; none if one is, and None if nothing shows it."""
    found: list[_Seen] = []
    for place, model in models.items():
        units: dict[Fraction, int] = {}
        for given in telling_steps(model, slot.step, is_binary=not slot.is_exact):
            outcome = fast.call(slot.with_number(given))
            number = numbers_by_place(outcome.value).get(place) if outcome.succeeded else None
            if number is None and given % slot.step:
                # A smaller step than that of the values so far may be refused.
                continue
            in_units = None if number is None else number / model.unit
            if in_units is None or in_units.denominator != 1:
                # It is refused, or the unit is smaller than the answers so far have shown.
                units = {}
                break
            units[given] = int(in_units)
        if len(units) < _FEWEST:
            continue
        ways = [told.way, *([_MIRRORED[told.way]] if told.may_be_mirrored and told.way in _MIRRORED else [])]
        if any(not _others(model, units, way) for way in ways):
            return []
        seen = _unlike(slot, place, model, units, told)
        # What is said of one number may not be said of another.
        is_of_place = seen is not None and (seen.way not in ("up", "down") and told.way not in ("up", "down"))
        if seen is not None and (is_of_place or len(models) == 1 or _is_about(place, told.sentence)):
            found.append(seen)
    return found or None


def _others(model: RoundingModel, units: Mapping[Fraction, int], way: RoundingWay) -> list[Fraction]:
    """Return the values with which a number is not rounded in a way."""
    rounded = WAYS.get(way)
    if rounded is not None:
        return [given for given, answered in units.items() if rounded(model.units(given)) != answered]
    halves = {given for given in units if model.units(given) % 1 == _HALF}
    return [given for given in _others(model, units, "half_up") if given not in halves]


def _unlike(
    slot: _Slot, place: str, model: RoundingModel, units: Mapping[Fraction, int], told: ToldRounding
) -> _Seen | None:
    """Return what shows that a number is rounded in another way than told."""
    others = _others(model, units, told.way)
    if len(others) < _FEWEST_OTHERS:
        return None
    way = next((way for way in WAYS if way != told.way and not _others(model, units, way)), None)
    # Halves that go up and down, as inexact sums make them.
    is_of_halves = all(model.units(given) % 1 == _HALF for given in others)
    is_uneven = is_of_halves and slot.is_exact and told.way != "nearest" and len(others) < _halves(model, units)
    if way is None and not is_uneven:
        return None
    return _Seen(place, model, others[0], units[others[0]], way)


def _halves(model: RoundingModel, units: Mapping[Fraction, int]) -> int:
    return sum(model.units(given) % 1 == _HALF for given in units)


def _is_about(place: str, sentence: str) -> bool:
    """Tell whether a sentence names a place of the answer, or speaks of all numbers."""
    words = set(name_words(place.rpartition("/")[2]))
    return not words.isdisjoint(name_words(sentence)) or means_all_numbers(sentence)
