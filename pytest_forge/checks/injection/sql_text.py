"""SQL text: the words of a statement outside its literals, quoted names and comments."""

from __future__ import annotations

import re

__all__ = ["bare_words"]

_PART = r"""
    --[^\n]*                          # a comment to the end of the line
  | /\*.*?(?:\*/|\Z)                  # a comment
  | '{inside}*(?:'|\Z)                # a literal; an open one extends to the end
  | "(?:[^"]|"")*(?:"|\Z)
  | `(?:[^`]|``)*(?:`|\Z)
  | \[[^\]]*(?:\]|\Z)
  | (?P<word>\w+)
  | .
"""
_FLAGS = re.VERBOSE | re.DOTALL
_STANDARD = re.compile(_PART.format(inside="(?:[^']|'')"), _FLAGS)
_WITH_BACKSLASHES = re.compile(_PART.format(inside=r"(?:[^'\\]|''|\\.)"), _FLAGS)


def bare_words(statement: str, *, backslashes: bool = False) -> set[str]:
    """Return the words that a database reads as SQL.

    Args:
        statement: One statement or several; it need not be valid.
        backslashes: Whether a backslash in a literal escapes the next character, as in MySQL.
    """
    pattern = _WITH_BACKSLASHES if backslashes else _STANDARD
    return {match["word"] for match in pattern.finditer(statement) if match["word"]}
