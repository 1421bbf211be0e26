"""Told entries: what a description says that each of several lists holds, in order.

The meetings, each as [start, end].     Pairs of a name and a price.     A list of (x, y) points.
"""

from __future__ import annotations

import re

from ..regex import regex

__all__ = ["told_entries"]

_ENTRY = r"[\"'`]?[A-Za-z_][\w :./-]{0,40}?[\"'`]?"
#: Names between brackets, as an author writes them for the parts of an entry.
_WRITTEN = regex(rf"(?:\[|\(|<)\s*({_ENTRY}(?:\s*,\s*{_ENTRY}){{1,7}})\s*(?:\]|\)|>)")
_NAME = regex(r"[A-Za-z]\w*(?: \w+)?")
_COUNTS = {"pair": 2, "couple": 2, "2-tuple": 2, "two-tuple": 2, "triple": 3, "triplet": 3, "3-tuple": 3}
_COUNTED = regex(rf"\b({'|'.join(_COUNTS)})s?\b", re.IGNORECASE)
#: Some of the entries may be left out.
_OPEN = regex(r"\boptional|\bmay be left out\b|\bat least\b|\bor more\b|\.\.\.|…", re.IGNORECASE)


def told_entries(description: str) -> list[tuple[str, ...]]:
    """Return the names of the entries that a list has, for each way in which a description tells of them.

    Args:
        description: The words on the lists.

    Returns:
        The shown ways before the counted ones. An entry without a name, as in "pairs" or "HH:MM", has an empty one.
        Empty if the description leaves the number of entries open.
    """
    text = " ".join(description.split())
    if _OPEN.search(text):
        return []
    written = [[part.strip().strip("\"'`") for part in found[1].split(",")] for found in _WRITTEN.finditer(text)]
    named = [tuple(part if _NAME.fullmatch(part) and not part.isupper() else "" for part in one) for one in written]
    return [*named, *(("",) * _COUNTS[found[1].lower()] for found in _COUNTED.finditer(text))]
