"""Plain values: the texts and numbers that a caller would send for a flat schema, the likeliest first."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...profile.roles import Role, name_words, role_of
from ...profile.told_ahead import tells_ahead
from ...regex import regex
from ..role_values import bare_examples, plausible_number, plausible_texts, spaced_examples
from ..schemas.limits import bounds, count_of, text_of_length
from ..schemas.patterns import text_matching
from ..texts_of_signs import digits_of_number, length_as_told
from .written_moments import moments_as_told, moments_matching, near_moment

__all__ = ["command_words", "numbers", "texts"]

_NO_DAY = regex(r"(?<=\d{4})-00-00")


def texts(flat: Mapping[str, Any], name: str, *, seed: int) -> Iterator[str]:
    """Yield texts, by the pattern, the format, or the meaning of the name; they may still break another keyword."""
    least, most = count_of(flat, "minLength", 0), count_of(flat, "maxLength", None)
    named_format = flat["format"].lower() if isinstance(flat.get("format"), str) else ""
    plausible = plausible_texts(
        role_of(name, {**flat, "type": "string"}),
        name=name,
        description=str(flat.get("description") or ""),
        named_format=named_format,
    )
    if tells_ahead(str(flat.get("description") or "")):
        plausible = [*_ahead(plausible), *plausible]
    pattern = flat.get("pattern")
    if isinstance(pattern, str):
        # The caller keeps those that match.
        told = str(flat.get("description") or "")
        yield from (*bare_examples(told), *(spaced_examples(told) if pattern.startswith("^") else ()))
        yield from plausible
        yield from moments_matching(pattern)
        for number in range(3):
            made = text_matching(pattern, min_length=least or 0, max_length=most, seed=seed + number)
            if made is not None:
                # Digits of a date.
                yield from (_NO_DAY.sub("-01-01", made), made)
        return
    told = str(flat.get("description") or "")
    told_moments = list(moments_as_told(told)) if not bare_examples(told) else []
    yield from (*(_ahead(told_moments) if tells_ahead(told) else ()), *told_moments)
    length = None if named_format else length_as_told(told)
    if length is not None:
        low, high = max(least or 0, length[0]), min(most or length[1], length[1])
        yield from (text_of_length(text, low, high) for text in plausible)
    for text in plausible:
        yield text if named_format else text_of_length(text, least or 0, most)
    for text in plausible:
        yield text_of_length(text, least or 0, most)
    for number in range(2, 6):
        yield text_of_length(f"{plausible[0]}-{number}", least or 0, most)


def _ahead(moments: Iterable[str]) -> list[str]:
    """Return moments from tomorrow on, in the forms of others."""
    near = (near_moment(text, days=number) for number, text in enumerate(moments, 1))
    return [text for text in near if text is not None]


def numbers(flat: Mapping[str, Any], name: str, *, whole: bool) -> Iterator[Any]:
    """Yield numbers within the bounds, the likeliest for the name first."""
    role = role_of(name, {**flat, "type": "number"})
    low, high = bounds(flat, whole=whole)
    step = flat.get("multipleOf")
    if not isinstance(step, int | float) or step <= 0:
        step = 1 if whole else None
    wanted = [plausible_number(role, name), 1, 2, 10, 5, 0, 100, 0.5]
    digits = digits_of_number(str(flat.get("description") or "")) if whole and role is not Role.YEAR else 0
    wanted[:0] = [int("123456789012"[:digits])] if digits > 1 else []
    if low is not None and high is not None:
        wanted += [low, (low + high) / 2, high]
    wanted += [edge for edge in (low, high) if edge is not None]
    for number in wanted:
        clamped = number
        if low is not None and clamped < low:
            clamped = low
        if high is not None and clamped > high:
            clamped = high
        if step is not None:
            for rounded in (math.ceil(clamped / step) * step, math.floor(clamped / step) * step):
                yield int(rounded) if whole or float(rounded).is_integer() else rounded
        yield int(clamped) if float(clamped).is_integer() else clamped


def command_words(name: str, item: Any) -> list[list[str]]:
    """Return command lines as words, for an array of texts that is named as one command."""
    said = name_words(name)
    if not said or said[-1].endswith("s") or not isinstance(item, Mapping) or role_of(name, item) is not Role.COMMAND:
        return []
    return [text.split() for text in plausible_texts(Role.COMMAND)]
