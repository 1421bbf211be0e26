"""Value series: many values of the form of one that a tool takes, each another one: V043, V044 and so on for V042."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from ..regex import regex

__all__ = ["value_series"]

_DAY = regex(r"\d{4}-\d\d-\d\d(?!\d)")
_LAST_DIGITS = regex(r"\d{2,}(?=\D*$)")
#: What a text ends with that stays: the domain of an address, the ending of a file name.
_TAIL = regex(r"(?<=.)(?:@[^@]+|\.[A-Za-z]\w{0,7})$")
#: Places in a series whose values must fit, for its form to be that of the values.
_TRIED = (0, 1, 27)

_Form = Callable[[int], str]


def value_series(value: Any, fits: Callable[[Any], bool], *, most: int) -> list[Any]:
    """Return values that differ from each other and from *value*, all in one way; none if no way fits.

    Args:
        value: A text or a whole number.
        fits: Tells whether the tool may take a value.
        most: Number of them, at most.
    """
    if type(value) is int:
        return _fitting(value, lambda number: value + 1 + number, fits, most)
    if not isinstance(value, str) or not value:
        return []
    for form in _forms(value):
        found = _fitting(value, form, fits, most) if all(fits(form(number)) for number in _TRIED[:most]) else []
        if found:
            return found
    # Too few are better than none.
    return max((_fitting(value, form, fits, most) for form in _forms(value)), key=len, default=[])


def _fitting(old: Any, form: Callable[[int], Any], fits: Callable[[Any], bool], most: int) -> list[Any]:
    """Return the values of a form up to the first one that does not fit, or that is there already."""
    found: dict[Any, None] = {old: None}
    for number in range(most):
        value = form(number)
        if value in found or not fits(value):
            break
        found[value] = None
    return list(found)[1:]


def _forms(text: str) -> Iterator[_Form]:
    """Yield ways to make other texts of one, the likeliest first."""
    if _DAY.match(text):
        day = _day(text[:10])
        if day is not None:
            yield lambda number: f"{day + dt.timedelta(days=number + 1)}{text[10:]}"
            return
    tail = _TAIL.search(text)
    head, end = (text[: tail.start()], tail[0]) if tail is not None else (text, "")
    yield lambda number: f"{head}{_letters(number, ascii_lowercase)}{end}"
    yield lambda number: f"{head[:-2]}{_letters(number, ascii_lowercase)}{end}"
    yield lambda number: f"{head[:-2]}{_letters(number, ascii_uppercase)}{end}"
    digits = _LAST_DIGITS.search(text)
    if digits is not None:
        first, wide = int(digits[0]), len(digits[0])
        before, after = text[: digits.start()], text[digits.end() :]
        yield lambda number: f"{before}{(first + 1 + number) % 10**wide:0{wide}}{after}"
    yield lambda number: f"{text}{number + 100}"


def _day(text: str) -> dt.date | None:
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return None


def _letters(number: int, letters: str) -> str:
    return letters[number // len(letters) % len(letters)] + letters[number % len(letters)]
