"""A file's name within a line of text."""

from __future__ import annotations

import re

__all__ = ["shown_name"]

# What ends a line or moves the cursor, and surrogates, which cannot be written.
_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")


def shown_name(name: str) -> str:
    r"""Return a name or path with escapes such as ``\n`` and ``\xff`` for what cannot stand in a line of text."""
    return _UNSHOWN.sub(_escaped, name)


def _escaped(found: re.Match[str]) -> str:
    return "".join(map(_escape, found[0]))


def _escape(character: str) -> str:
    code = ord(character)
    # Python keeps the byte N, if it is not UTF-8, as the surrogate 0xDC00 + N; other surrogates stand for no byte.
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    return character.encode("unicode_escape").decode("ascii")
