"""Patterns of a document: used only where Python matches them, and in bounded time.

A document is another's, and so are the texts that its patterns are matched with. ``re`` may take exponential time for
a repeat within a repeat, and holds the interpreter meanwhile.
"""

from __future__ import annotations

import re
import warnings
from typing import Any

__all__ = ["is_usable_pattern"]

_MAX_LENGTH = 500
#: Repeats beside each other take polynomial time, of this degree.
_MAX_OPEN_REPEATS = 2
_MANY = 1_000
#: The most times that a repeat within a repeat may match, as in (\\d{1,3}\\.){3}.
_MAX_PRODUCT = 24


def is_usable_pattern(pattern: Any) -> bool:
    """Whether a pattern means the same in Python, and cannot take long."""
    if not isinstance(pattern, str) or len(pattern) > _MAX_LENGTH:
        return False
    # Of ECMAScript alone; ``\\Z`` and the like are Python's alone.
    if re.search(r"\\[pPcu]|\\[AZz]|\(\?[^:=!]", pattern):
        return False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(pattern)
            parsed = re._parser.parse(pattern)  # type: ignore[attr-defined]  # noqa: SLF001  # the only reader of patterns there is
    except (re.error, OverflowError, RecursionError):
        return False
    repeats = _Repeats()
    repeats.walk(parsed, around=1)
    return not repeats.multiply and repeats.open <= _MAX_OPEN_REPEATS and not repeats.refers_back


class _Repeats:
    """What of a parsed pattern takes time."""

    def __init__(self) -> None:
        self.open = 0
        self.multiply = False
        self.refers_back = False

    def walk(self, parsed: Any, *, around: int) -> None:
        """Look at a part of the pattern, which may be repeated *around* times."""
        for operation, value in parsed:
            name = str(operation)
            if name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
                least, most, inner = value
                self.open += most > _MANY
                # A fixed number of times, as in ([0-9a-f]{2})+, can be matched in one way only.
                self.multiply |= least != most and most > 1 and around > 1 and around * most > _MAX_PRODUCT
                self.walk(inner, around=around * max(1, int(most)))
            elif name == "SUBPATTERN":
                self.walk(value[-1], around=around)
            elif name == "BRANCH":
                for branch in value[1]:
                    self.walk(branch, around=around)
            elif name in ("ASSERT", "ASSERT_NOT"):
                self.walk(value[1], around=around)
            elif name == "ATOMIC_GROUP":
                self.walk(value, around=around)
            elif name in ("GROUPREF", "GROUPREF_EXISTS"):
                self.refers_back = True
