"""What changes from run to run inside of a text: UUIDs, moments, temporary paths, workspace roots, generated ids.

2026-11-22T10:00:00.5+01:00   2026-11-22 10:00   20261122T100000Z       a moment, by ISO 8601
Sun, 22 Nov 2026 10:00:00 GMT                                            one of HTTP's
/tmp/tmpab12cd34   /tmp/run-7/   /tmp/pytest-of-me/pytest-3/test_it0     a temporary path, as far as it is made up

A date without a time counts ("today is 2026-11-22"), since the model may answer otherwise on another day; so does a
time without a date. Of a temporary path the rest counts, and a file directly in the temporary folder whose name
somebody chose (``/tmp/report.txt``).
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable
from functools import lru_cache

from .generated_ids import ID_PREFIXES, ID_TEXT
from .renaming import OPEN, Renaming

__all__ = ["TextRules", "text_rules"]

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
_FOLDERS = r"(?:/private)?/tmp|(?:/private)?/var/tmp|(?:/private)?/var/folders/[^/\s\"']+/[^/\s\"']+/T"

_HAS_UUID = re.compile(r"-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-")
_HAS_TIME = re.compile(r":[0-5]\d")
_HAS_BASIC_TIME = re.compile(r"T\d{6}")


class TextRules:
    """The rules for one machine and one set of roots."""

    __slots__ = ("_paths", "_pattern")

    def __init__(self, roots: Iterable[str], temporary: str) -> None:
        named = sorted({root.rstrip("/") for root in roots}, key=len, reverse=True)
        folders = [_FOLDERS]
        if temporary.startswith("/") and temporary.count("/") > 1:
            folders.insert(0, re.escape(temporary.rstrip("/")))
        self._paths = (*named, "/tmp/", "/var/tmp/", "/var/folders/", temporary)  # noqa: S108  # looked for, not used
        rules = [f"(?P<literal>{OPEN})"]
        if named:
            rules.append(rf"(?P<root>(?<![\w.-])(?:{'|'.join(map(re.escape, named))})(?![\w-]|\.\w))")
        rules.append(
            rf"(?P<tmp>(?<![\w.-])(?:{'|'.join(folders)})/(?:"
            rf"pytest-of-[^/\s]+/pytest-\d+(?:/popen-gw\d+)?(?:/{_NAME}(?:\.{_NAME})*)?"
            # A folder: something follows it, or it has no ending.
            rf"|{_NAME}(?:\.{_NAME})*(?=/)|{_NAME}(?![\w@%+=~#-]|\.\w)"
            # A file of mkstemp or mktemp, or with a piece in its name that nobody would choose.
            r"|tmp[a-z0-9_]{8}|tmp\.[A-Za-z0-9]{10}|[\w-]*[_-](?=[A-Za-z]*\d+[A-Za-z])[A-Za-z0-9]{6,}(?![\w-])"
            r"))"
        )
        rules += [f"(?P<uuid>{_UUID})", f"(?P<id>{ID_TEXT})", f"(?P<time>{_TIME})"]
        self._pattern = re.compile("|".join(rules))

    def probes(self, text: str) -> tuple[str, ...] | None:
        """Return words of which every text with something to rename holds one; None if there is nothing in *text*.

        Args:
            text: A whole body, written as JSON.
        """
        if "\\\\u" in text:
            # JSON inside of a text may spell any character in another way.
            return ("",)
        found = [word for word in (*ID_PREFIXES, "pyd_ai_", *self._paths, OPEN) if word in text]
        if _HAS_UUID.search(text):
            found.append("-")
        if _HAS_TIME.search(text):
            found.append(":")
        if _HAS_BASIC_TIME.search(text):
            found.append("T")
        return tuple(found) or None

    def apply(self, text: str, renaming: Renaming) -> str:
        """Return *text* with what is made up in it renamed."""

        def named(found: re.Match[str]) -> str:
            kind = found.lastgroup or "literal"
            # What reads like one of our own names is written so that it cannot be taken for one.
            return OPEN + OPEN if kind == "literal" else renaming.name(found[0], kind)

        return self._pattern.sub(named, text)

    def masked(self, text: str) -> str:
        """Return *text* with one and the same mark for all that is made up, by which names of members are sorted."""
        return self._pattern.sub(OPEN, text)


@lru_cache(maxsize=64)
def _rules(roots: tuple[str, ...], temporary: str) -> TextRules:
    return TextRules(roots, temporary)


def text_rules(roots: tuple[str, ...]) -> TextRules:
    """Return the rules for these roots."""
    return _rules(roots, tempfile.gettempdir())
