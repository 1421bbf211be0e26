"""The parts of a text that change from run to run: UUIDs, times, temporary paths, workspace roots, generated ids.

2026-11-22T10:00:00.5+01:00   2026-11-22 10:00   20261122T100000Z       a time, by ISO 8601
Sun, 22 Nov 2026 10:00:00 GMT                                            one of HTTP's
Sunday, 22 November 2026 10:00   11/22/2026, 10:00 AM                    one of prose, see `written_moments`
/tmp/tmpab12cd34   /tmp/run-7/   /tmp/pytest-of-me/pytest-3/test_it0     a temporary path, up to its generated part

A date without a time counts ("today is 2026-11-22") unless dates are ignored, since the model may answer differently
on another day; so does a time without a date. The rest of a temporary path counts, and so does a file directly in the
temporary folder with a chosen name (``/tmp/report.txt``).
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterable
from functools import lru_cache

from ...regex import regex
from .generated_ids import ID_TEXT
from .renaming import OPEN, Renaming
from .written_moments import WRITTEN_DATE, WRITTEN_MOMENT, may_hold_date, may_hold_moment

__all__ = ["Probe", "TextRules", "text_rules"]

_UUID = r"(?<![0-9A-Za-z])[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}(?![0-9A-Za-z])"
_DAYS = r"(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)"
_MONTHS = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_TIME = (
    r"(?<!\d)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt ](?:[01]\d|2[0-3]):[0-5]\d"
    r"(?::[0-6]\d(?:[.,]\d{1,9})?)?(?: ?(?:[Zz]|UTC|GMT)(?![A-Za-z])| ?[+-]\d\d:?\d\d)?(?!\d)"
    r"|(?<![0-9A-Za-z])\d{8}T\d{6}(?:\.\d{1,9})?(?:Z|[+-]\d{4})?(?![0-9A-Za-z])"
    rf"|{_DAYS}, \d{{1,2}} {_MONTHS} \d{{4}} \d\d:\d\d:\d\d (?:GMT|UTC|[+-]\d{{4}})"
    rf"|{_DAYS} {_MONTHS} [ \d]\d \d\d:\d\d:\d\d \d{{4}}"
)
_NAME = r"[\w@%+=~#-]+"
#: The generated part after a temporary folder.
_MADE_UP_NAME = (
    rf"pytest-of-[^/\s]+/pytest-\d+(?:/popen-gw\d+)?(?:/{_NAME}(?:\.{_NAME})*)?"
    # A folder: followed by more, or without an ending.
    rf"|{_NAME}(?:\.{_NAME})*(?=/)|{_NAME}(?![\w@%+=~#-]|\.\w)"
    # A file of mkstemp or mktemp, or with a generated piece in its name.
    r"|tmp[a-z0-9_]{8}|tmp\.[A-Za-z0-9]{10}|[\w-]*[_-](?=[A-Za-z]*\d+[A-Za-z])[A-Za-z0-9]{6,}(?![\w-])"
)
_FOLDERS = r"(?:/private)?/tmp|(?:/private)?/var/tmp|(?:/private)?/var/folders/[^/\s\"']+/[^/\s\"']+/T"

#: A quick test for each kind: a pattern that every text of the kind contains, with a fixed first character.
_HAS_UUID = regex(r"-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-")
_HAS_ISO_TIME = regex(r"-\d\d[Tt ]\d\d:[0-5]")
_HAS_HTTP_TIME = regex(r":\d\d:\d\d (?:GMT|UTC|[+-]?\d{4})")
_HAS_SHORT_TIME = regex(r"T\d{6}")
_HAS_ID = regex(r"_[A-Za-z0-9]{16}")
_HAS_SHORT_ID = regex(r"call_[a-z0-9]{8}")
_HAS_DASHED_ID = regex(r"-[A-Za-z0-9]{16}")

Probe = Callable[[str], object]


class TextRules:
    """The rules for one machine and one set of roots."""

    __slots__ = ("_patterns", "_probes", "_rules")

    def __init__(self, roots: Iterable[str], temporary: str, *, dates: bool = False) -> None:
        named = sorted({root.rstrip("/") for root in roots}, key=len, reverse=True)
        folders = [_FOLDERS]
        if temporary.startswith("/") and temporary.count("/") > 1:
            folders.insert(0, re.escape(temporary.rstrip("/")))
        #: If two rules match at one place, the first counts.
        self._rules = {
            "literal": OPEN,
            "root": rf"(?<![\w.-])(?:{'|'.join(map(re.escape, named))})(?![\w-]|\.\w)",
            "tmp": rf"(?<![\w.-])(?:{'|'.join(folders)})/(?:{_MADE_UP_NAME})",
            "uuid": _UUID,
            "id": ID_TEXT,
            # The longer of two matches with the same start: prose after an ISO 8601 time is part of it.
            "written": WRITTEN_MOMENT,
            "time": _TIME,
            "date": WRITTEN_DATE,
        }
        self._probes: tuple[tuple[str, Probe], ...] = (
            ("literal", _holds(OPEN)),
            *(("root", _holds(root)) for root in named),
            *(("tmp", _holds(word)) for word in ("/tmp/", "/var/tmp/", "/var/folders/", f"{temporary}/")),  # noqa: S108
            ("uuid", _HAS_UUID.search),
            ("id", _HAS_ID.search),
            ("id", _HAS_DASHED_ID.search),
            ("id", _HAS_SHORT_ID.search),
            ("id", _holds("tooluse_")),
            ("time", _HAS_ISO_TIME.search),
            ("time", _HAS_HTTP_TIME.search),
            ("time", _HAS_SHORT_TIME.search),
            ("written", may_hold_moment),
            *((("date", may_hold_date),) if dates else ()),
        )
        self._patterns: dict[tuple[str, ...], re.Pattern[str]] = {}

    def probes(self, text: str) -> tuple[tuple[str, Probe], ...]:
        """Return the kinds that *text* may hold, each with its probe.

        Args:
            text: A whole body, written as JSON.
        """
        if "\\\\u" in text:
            # JSON inside of a text may escape any character.
            return self._probes
        return tuple((kind, probe) for kind, probe in self._probes if probe(text))

    def apply(self, text: str, renaming: Renaming | None, probes: tuple[tuple[str, Probe], ...] | None = None) -> str:
        """Return *text* with its generated parts renamed.

        Args:
            text: Any text.
            renaming: Assigns the names; None for one mark for all, for sorting names of members.
            probes: The kinds to search for, if known; None for all.
        """
        kinds = tuple(dict.fromkeys([kind for kind, probe in (probes or self._probes) if probe(text)]))
        if not kinds:
            return text
        pattern = self._patterns.get(kinds)
        if pattern is None:
            rules = [f"(?P<{kind}>{self._rules[kind]})" for kind in self._rules if kind in kinds]
            pattern = self._patterns[kinds] = re.compile("|".join(rules))
        if renaming is None:
            return pattern.sub(OPEN, text)

        def named(found: re.Match[str]) -> str:
            kind = found.lastgroup or "literal"
            # Escape text that looks like one of our own names.
            return (
                OPEN + OPEN
                if kind == "literal"
                else renaming.name(found[0], "time" if kind in ("written", "date") else kind)
            )

        return pattern.sub(named, text)


def _holds(word: str) -> Probe:
    return lambda text: word in text


@lru_cache(maxsize=64)
def _rules(roots: tuple[str, ...], temporary: str, dates: bool) -> TextRules:
    return TextRules(roots, temporary, dates=dates)


def text_rules(roots: tuple[str, ...], *, dates: bool = False) -> TextRules:
    """Return the rules for these roots; with *dates*, a date without a time may change as well."""
    return _rules(roots, tempfile.gettempdir().rstrip("/"), dates)
