"""A file's name within a line of text."""

from __future__ import annotations

import os
import re

__all__ = ["shown_name"]

# What ends a line or moves the cursor, and bytes that are not UTF-8, which Python keeps as surrogates.
_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")


def shown_name(name: str) -> str:
    r"""Return a name or path with escapes such as ``\n`` and ``\xff`` for what cannot stand in a line of text."""
    return _UNSHOWN.sub(_escaped, name)


def _escaped(found: re.Match[str]) -> str:
    text = os.fsencode(found[0]).decode(errors="backslashreplace")
    return text.encode("unicode_escape").decode("ascii").replace("\\\\", "\\")
