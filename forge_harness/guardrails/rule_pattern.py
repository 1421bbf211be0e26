"""RulePattern: a rule's regular expression, found and replaced in texts that a model has written or will read.

The engine is RE2 (google-re2, by the extra ``tools``): its time grows with the length of the text alone, so a text
cannot be made to keep it busy. There is no other engine: Python's own can be kept busy for ever.
"""

from __future__ import annotations

import functools
from typing import Any

__all__ = ["RulePattern"]

_MAX_PATTERN_BYTES = 16 * 1024**2
_KEPT = 1_000


class RulePattern:
    """A compiled pattern.

    Args:
        text: A regular expression in the syntax of RE2: without look-around and references to groups.
        ignores_case: Whether letters of either case are equal.
        spans_lines: Whether ``.`` stands for the end of a line, too.

    Raises:
        ValueError: If it does not compile.
        ImportError: If google-re2 is not installed.
    """

    def __init__(self, text: str, *, ignores_case: bool = False, spans_lines: bool = False) -> None:
        self._compiled = _compiled(text, ignores_case, spans_lines)

    def is_found(self, text: str) -> bool:
        """Tell whether a part of *text* matches."""
        return self._compiled.search(_whole(text)) is not None

    def replaced(self, text: str, marker: str, end: int) -> tuple[str, int]:
        """Return *text* with *marker* in place of each match, and where its first *end* characters end then.

        A match that begins before that end is counted to it as a whole. Matches of the empty text stay.
        """
        moved = end

        def mark(match: Any) -> str:
            nonlocal moved
            start, stop = match.span()
            if start == stop:
                return ""
            if start < end:
                moved += len(marker) - (min(stop, end) - start)
            return marker

        return str(self._compiled.sub(mark, _whole(text))), moved


@functools.lru_cache(_KEPT)
def _compiled(text: str, ignores_case: bool, spans_lines: bool) -> Any:
    import re2  # an extra

    options = re2.Options()
    options.log_errors = False  # it would write the pattern to standard error
    options.case_sensitive = not ignores_case
    options.dot_nl = spans_lines
    options.max_mem = _MAX_PATTERN_BYTES
    try:
        return re2.compile(text, options)
    except (re2.error, UnicodeEncodeError) as error:
        raise ValueError from error


def _whole(text: str) -> str:
    """Return *text* without halves of characters, which cannot be written as UTF-8."""
    return text if text.isascii() else text.encode(errors="replace").decode()
