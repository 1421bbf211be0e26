r"""RulePattern: a rule's regular expression, found and replaced in texts that a model has written or will read.

The engine is RE2 where google-re2 is installed (extra ``tools``): its time grows with the length of the text alone, so
a text cannot be made to keep it busy. Elsewhere it is Python's own, with the same meaning of ``\s``, ``\w`` and
``\b``.
"""

from __future__ import annotations

import functools
import re
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
    """

    def __init__(self, text: str, *, ignores_case: bool = False, spans_lines: bool = False) -> None:
        self._compiled = _compiled(text, ignores_case, spans_lines)

    def is_found(self, text: str) -> bool:
        """Tell whether a part of *text* matches."""
        return self._compiled.search(_whole(text)) is not None

    def replaced(self, text: str, marker: str) -> str:
        """Return *text* with *marker* in place of each match; matches of the empty text stay."""
        return str(self._compiled.sub(lambda match: marker if match.group() else "", _whole(text)))


@functools.lru_cache(_KEPT)
def _compiled(text: str, ignores_case: bool, spans_lines: bool) -> Any:
    try:
        import re2  # an extra
    except ImportError:
        flags = re.ASCII | (re.IGNORECASE if ignores_case else 0) | (re.DOTALL if spans_lines else 0)
        try:
            compiled = re.compile(text, flags)
        except (re.error, RecursionError, OverflowError) as error:
            raise ValueError from error
        if re.search(r"(?<!\\)(?:\\\\)*(?:\(\?(?:[=!(>]|<[=!]|P=)|\\[1-9])", text):
            # RE2 does not know these: a rule means the same on every machine, or is refused on every one.
            raise ValueError from None
        return compiled
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
