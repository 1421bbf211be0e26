"""Program texts: whether a line is the version, the usage or a complaint that a program prints."""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["BANNER", "USAGE", "complaint_about"]

#: Version lines of programs: "sort (GNU coreutils) 9.1", "git version 2.39", "jq-1.6".
BANNER = regex(
    r"^[\W\d]{0,8}(?P<name>(?:GNU )?[A-Za-z][\w.+]*(?:-[A-Za-z][\w.+]*)*)"
    r"(?:,? \([^()\n]{1,60}\)| from [\w-]+)?(?:,? version| v|[ -])\s*v?\d+\.\d+",
    re.MULTILINE,
)
#: Usage lines of programs: "Usage: sort [OPTION]... [FILE]...", also with the name on the next line.
USAGE = regex(
    r"^\W{0,8}usage\b:?\s{1,12}(?:\S*/)?(?P<name>[\w.+-]+)[ \t]+[^\n]*(?:[\[<]|OPTION|FILE|--)",
    re.MULTILINE | re.IGNORECASE,
)
#: Error messages of programs about unknown options.
_COMPLAINTS = (
    r"(?:unrecogni[sz]ed|unknown|invalid|illegal|bad) (?:option|argument|flag|switch|predicate)s?\W{{1,6}}{mark}\b",
    r"\bunexpected argument\W{{1,6}}{mark}\b",
    r"\boption\W{{1,6}}{mark}\W{{1,4}}is unknown",
    r"\bFound argument\W{{1,6}}{mark}\b",
    r": invalid option -- '-'",
)


def complaint_about(word: str) -> re.Pattern[str]:
    """Return the pattern of a program's complaint about a word as an unknown option, with or without dashes."""
    return re.compile("|".join(_COMPLAINTS).format(mark=rf"-{{0,2}}{re.escape(word)}"), re.IGNORECASE)
