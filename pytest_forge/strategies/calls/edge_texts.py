"""Edge texts: texts on which tools fail, and dates and times at the ends of the calendar."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...profile.roles import Role
from ...regex import regex

__all__ = ["BY_ROLE", "FORMATTED", "TEXTS", "in_other_digits", "mixed_moments"]

_OTHER_DIGITS = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")

#: Texts on which programs fail: empty, white space, other scripts, combining and joined characters, letters whose
#: length changes with their case, digits that int() refuses, and special characters of common formats.
TEXTS = (
    "",
    "a",
    " ",
    "0",
    "-1",
    "1.5",
    "a b",
    "é",
    "e\u0301 \u202eabc",
    "\U0001f469\u200d\U0001f4bb",
    "a,b",
    "a,b,c=1",
    "a:b",
    "\n",
    "\t x \r\n",
    "\0",
    "%s %d %",
    "{} {0} {name}",
    "'\"\\",
    # Half of a surrogate pair, for tools that resolve escapes.
    "\\ud800",
    "²",
    "İß",
    "no-such-thing",
    # An option that no parser of command lines knows.
    "--no-such-option",
    "/",
    ".",
    "a/../..",
    "A" * 300,
    # Deeper than the recursion limit.
    "(" * 1_200,
)
_DATES = (
    "2024-02-29",
    "2023-12-31",
    "2023-01-31",
    "2024-01-01",
    "1970-01-01",
    "1900-03-01",
    "2100-12-31",
    "0001-01-01",
    "9999-12-31",
)
_MOMENTS = (
    "2024-02-29T23:59:59Z",
    "2024-01-01T00:00:00",
    "1970-01-01T00:00:00Z",
    "2024-06-30T12:00:00+14:00",
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59Z",
)
_MOMENT = regex(r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?(?P<offset>Z|[+-]\d\d:\d\d)?")
_TIMES = ("00:00:00", "23:59:59", "12:30", "00:00:00Z")
FORMATTED: Mapping[str, tuple[str, ...]] = {
    "date": _DATES,
    "date-time": _MOMENTS,
    "time": _TIMES,
    "uuid": ("00000000-0000-0000-0000-000000000000",),
    "email": ("a@b.co",),
    "ipv4": ("0.0.0.0", "255.255.255.255"),  # noqa: S104  # an argument, nothing is bound to it
}
BY_ROLE: Mapping[Role, tuple[str, ...]] = {
    Role.DATE: (*_DATES, *_MOMENTS[:1]),
    Role.DATETIME: (*_MOMENTS, *_DATES[:2]),
    Role.TIME: _TIMES,
}


def in_other_digits(texts: Iterable[str]) -> Iterator[str]:
    r"""Yield the texts in digits of another script, which ``\\d`` matches too."""
    for text in texts:
        changed = text.translate(_OTHER_DIGITS)
        if changed != text:
            yield changed


def mixed_moments(items: Iterable[Any]) -> Iterator[list[Any]]:
    """Yield a list of two times, with and without a UTC offset, or of records of such; they cannot be compared."""
    found: dict[bool, Any] = {}
    for item in items:
        for text in item.values() if isinstance(item, dict) else [item]:
            matched = _MOMENT.fullmatch(text) if isinstance(text, str) else None
            if matched is not None:
                found.setdefault(bool(matched["offset"]), item)
    if len(found) == 2:
        yield [found[True], found[False]]
