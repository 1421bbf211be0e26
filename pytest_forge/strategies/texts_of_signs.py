"""Texts of signs: texts with as many letters and digits as a description tells: "three capital letters", ABC."""

from __future__ import annotations

import itertools
import re
import string
from collections.abc import Sequence

from ..profile.told_signs import Signs, told_signs

__all__ = ["digits_of_number", "length_as_told", "signs_of_name", "texts_of_signs"]

_COUNT, _USUAL, _LONGEST_PART = 6, 3, 12
#: Signs to take from, and the expression of one.
_SIGNS = {
    "letter": (string.ascii_uppercase, "[A-Za-z]"),
    "capital": (string.ascii_uppercase, "[A-Z]"),
    "small": (string.ascii_lowercase, "[a-z]"),
    "digit": ("1234567890", "[0-9]"),
    "hex": ("0a1b2c3d4e5f", "[0-9A-Fa-f]"),
    "either": ("A1B2C3D4E5F6", "[A-Za-z0-9]"),
    "any": ("A1B2C3D4E5F6", "."),
}
#: What is known of codes, by a word for what they stand for.
_CODES = (
    (r"countr(?:y|ies)|nations?|destination", ("US", "FR", "DE", "USA", "FRA", "DEU")),
    (r"currenc(?:y|ies)", ("USD", "EUR")),
    (r"languages?|locale", ("en", "fr", "eng", "fra")),
    (r"airports?|iata|icao", ("JFK", "CDG", "KJFK", "LFPG")),
    (r"states?", ("CA", "NY")),
    (r"airlines?|carriers?", ("AF", "LH", "AFR", "DLH")),
    (r"years?", ("2024", "2023", "24")),
    (r"months?|hours?|day", ("01", "12", "10")),
)


def texts_of_signs(name: str, description: str, likely: Sequence[str] = (), usual: Sequence[str] = ()) -> list[str]:
    """Return texts with the letters and digits that a description tells; none if it tells of none.

    Args:
        name: The name of the argument.
        description: What is said of it.
        likely: Texts that come first if they have these letters and digits.
        usual: The same where a text may be of several lengths.
    """
    said = f"{name.replace('_', ' ')} {description}"
    codes = [text for word, found in _CODES if re.search(rf"\b(?:{word})\b", said, re.IGNORECASE) for text in found]
    forms = [form for form in told_signs(description) if [signs.kind for signs in form] != ["any"]]
    fitting: list[str] = []
    for form in forms:
        is_free = any(signs.most > signs.least for signs in form)
        known = [*codes, *likely, *(usual if is_free else ())]
        for text in known:
            cases = (other for other in (text, text.upper(), text.lower()) if re.fullmatch(_expression(form), other))
            fitting += itertools.islice(cases, 1)
    made = [_made(form, number) for form in forms for number in range(_COUNT)]
    # One letter may be a small one, if it is not said.
    are_small = any(signs.kind == "letter" for form in forms for signs in form)
    small = [text.lower() for text in [*fitting, *made][:1] if are_small]
    return list(dict.fromkeys([*fitting, *made, *small]))


def signs_of_name(name: str) -> str:
    """Return what the name of an argument says of its signs, in words: "shelf_letter", "two_letter_code"."""
    words = name.lower().split("_")
    last = {"letter": "letter", "char": "letter", "character": "letter", "digit": "digit"}.get(words[-1])
    return " ".join(words) if last is None else f"one {last}"


def length_as_told(description: str) -> tuple[int, int] | None:
    """Return how many signs of any kind a text has, at least and at most; None if that is not told."""
    forms = [form[0] for form in told_signs(description) if len(form) == 1 and form[0].kind == "any"]
    return (forms[0].least, forms[0].most) if forms else None


def digits_of_number(description: str) -> int:
    """Return how many digits a whole number is said to have; 0 if that is not told."""
    forms = [form[0] for form in told_signs(description) if len(form) == 1 and form[0].kind == "digit"]
    return forms[0].least if forms and forms[0].least == forms[0].most <= _LONGEST_PART else 0


def _expression(form: Sequence[Signs]) -> str:
    return "".join(
        f"[{signs.span[0]}-{signs.span[1]}]"
        if signs.span
        else f"{_SIGNS[signs.kind][1]}{{{signs.least},{signs.most}}}"
        if signs.kind in _SIGNS
        else re.escape(signs.kind)
        for signs in form
    )


def _made(form: Sequence[Signs], number: int) -> str:
    """Return a text of a form, another one for each number."""
    return "".join(_part(signs, number) for signs in form)


def _part(signs: Signs, number: int) -> str:
    if signs.span:
        letters = string.ascii_uppercase if signs.span.isupper() else string.ascii_lowercase
        within = letters[letters.index(signs.span[0]) : letters.index(signs.span[1]) + 1]
        return within[number % len(within)]
    if signs.kind not in _SIGNS:
        return signs.kind
    length = max(signs.least, min(signs.most, _USUAL))
    letters = _SIGNS[signs.kind][0]
    first = number * length
    return "".join(letters[(first + place) % len(letters)] for place in range(length))
