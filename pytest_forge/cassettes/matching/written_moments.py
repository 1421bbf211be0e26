"""Times in prose: a date next to a time of day, composed of their parts.

moment    [weekday] date [weekday] gap clock [zone]       Monday, 23 November 2026 02:27
          clock [zone] gap [weekday] date                 2:27 PM on November 23rd, 2026
          weekday month day clock [zone] year             Mon Nov 23 02:27:00 UTC 2026
          month day clock-with-seconds                    Nov 23 02:27:11
date      day month year | month day year | numbers       23-Nov-2026   Nov. 23, 2026   11/23/2026   23.11.26
clock     hours:minutes[:seconds[.fraction]] [AM | PM]    02:27   2:27:05 p.m.

Names are English, full or abbreviated, with a capital letter, as `strftime` and JavaScript write them. A date alone is
not matched, and neither is a time of day; ISO 8601 and HTTP times are found by `volatile_text`.
"""

from __future__ import annotations

from ...regex import regex

__all__ = ["WRITTEN_DATE", "WRITTEN_MOMENT", "may_hold_date", "may_hold_moment"]

_MONTHS = (
    ("Jan", "uary"), ("Feb", "ruary"), ("Mar", "ch"), ("Apr", "il"), ("May", ""), ("Jun", "e"),
    ("Jul", "y"), ("Aug", "ust"), ("Sep", "t|tember"), ("Oct", "ober"), ("Nov", "ember"), ("Dec", "ember"),
)  # fmt: skip
_WEEKDAYS = (
    ("Mon", "day"), ("Tue", "s|sday"), ("Wed", "nesday"), ("Thu", "r|rs|rsday"), ("Fri", "day"), ("Sat", "urday"),
    ("Sun", "day"),
)  # fmt: skip


def _named(names: tuple[tuple[str, str], ...]) -> str:
    whole = "|".join(f"{short}(?:{rest})?" if rest else short for short, rest in names)
    return rf"(?:{whole})(?![a-z])\.?"


# JavaScript writes a no-break space between clock and AM.
_SPACE = "[ \\t\u00a0\u202f]"
_SPACES = f"{_SPACE}{{1,4}}"
_MONTH, _WEEKDAY = _named(_MONTHS), _named(_WEEKDAYS)
_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?!\d)(?i:st|nd|rd|th)?"
_YEAR = r"\d{4}(?!\d)"
_NUMBERS = [
    form.replace("-", separator)
    for separator in ("-", "/", r"\.")
    for form in (r"\d{4}-\d{1,2}-\d{1,2}(?!\d)", r"\d{1,2}-\d{1,2}-(?:\d{4}|\d\d)(?!\d)")
]
_DATE = (
    rf"(?:{_DAY}(?:{_SPACES}|-)(?:of{_SPACES})?{_MONTH}(?:,?{_SPACES}|-){_YEAR}"
    rf"|{_MONTH}{_SPACES}{_DAY},?{_SPACES}{_YEAR}"
    rf"|{'|'.join(_NUMBERS)})"
)
_DAY_AND_DATE = rf"(?:{_WEEKDAY},?{_SPACES})?{_DATE}(?:,?{_SPACES}\(?{_WEEKDAY}\)?)?"
_HOURS = r"(?:2[0-3]|[01]?\d):[0-5]\d"
_SECONDS = r":[0-6]\d(?:[.,]\d{1,9})?"
_ZONE = rf"(?:{_SPACE}?\(?(?:(?:UTC|GMT)(?:[+-]\d{{1,2}}(?::?\d\d)?)?|Z|[+-]\d\d:?\d\d)(?!\w)\)?)?"
_SHORT_ZONE = rf"(?:{_SPACES}[A-Z]{{2,5}})?"
_CLOCK = rf"{_HOURS}(?:{_SECONDS})?(?:{_SPACE}?(?i:[ap]m(?!\w)|[ap]\.m\.))?(?!\w){_ZONE}"
_GAP = rf"(?:[,;]?{_SPACES}(?:(?:at|on|@|[-\u2013\u2014|·]){_SPACES})?)"
_FORMS = (
    rf"{_DAY_AND_DATE}{_GAP}{_CLOCK}",
    rf"{_CLOCK}{_GAP}{_DAY_AND_DATE}",
    rf"{_WEEKDAY},?{_SPACES}{_MONTH}{_SPACES}{_DAY},?{_SPACES}{_HOURS}(?:{_SECONDS})?{_SHORT_ZONE}{_SPACES}{_YEAR}",
    rf"{_MONTH}{_SPACES}{_DAY}{_SPACES}{_HOURS}{_SECONDS}(?!\w)",
)

WRITTEN_MOMENT = rf"(?<![\w./-])(?=[\dADFJMNOSTW])(?:{'|'.join(_FORMS)})(?!\w)"

#: A date alone, which counts unless it is ignored.
WRITTEN_DATE = rf"(?<![\w./-])(?=[\dADFJMNOSTW])(?:{_DAY_AND_DATE})(?![\w/-])"

#: Both patterns start with a part that is quick to search for.
_HAS_CLOCK = regex(r":(?<=\d:)[0-5]\d(?!\d)")
_HAS_DATE = regex(rf"\d[-/.]\d{{1,2}}[-/.]\d\d|{'|'.join(short for short, _ in _MONTHS)}")


def may_hold_date(text: str) -> bool:
    """Whether *text* may hold a date in prose."""
    return _HAS_DATE.search(text) is not None


def may_hold_moment(text: str) -> bool:
    """Whether *text* may hold a time in prose."""
    return _HAS_CLOCK.search(text) is not None and _HAS_DATE.search(text) is not None
