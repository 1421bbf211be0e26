"""Told sizes: the bytes that a description allows an archive to contain in all: "at most 2,000,000 bytes in all"."""

from __future__ import annotations

import re

__all__ = ["told_size_in_all"]

_UNITS = {"": 1, "k": 1000, "ki": 1 << 10, "m": 1_000_000, "mi": 1 << 20}
_SIZE = re.compile(
    r"(?<![\w.,])(?P<number>\d+(?:[,_ ]\d{3})*)[ -]?"
    r"(?:bytes?\b|(?P<unit>[km]i?)b(?:ytes?)?\b|(?P<long>kilo|mega|kibi|mebi)bytes?\b)",
    re.IGNORECASE,
)
_LONG = {"kilo": "k", "mega": "m", "kibi": "ki", "mebi": "mi"}
_IN_ALL = re.compile(
    r"\b(?:in all|all in all|altogether|all together|together|in total|total|totals|overall|in sum|summed|combined"
    r"|add up)\b",
    re.IGNORECASE,
)
#: A comma within a number ends no clause.
_CLAUSE = re.compile(r"[.;:(](?:\s|$)|,\s|[()]|\b(?:and|or)\b", re.IGNORECASE)


def told_size_in_all(description: str) -> int | None:
    """Return the greatest number of bytes that a clause states with a word such as "in all"; None without one."""
    sizes = []
    for clause in _CLAUSE.split(" ".join(description.split())):
        found = _SIZE.search(clause)
        if found is not None and _IN_ALL.search(clause):
            unit = _LONG.get((found["long"] or "").lower(), (found["unit"] or "").lower())
            sizes.append(int(re.sub(r"\D", "", found["number"])) * _UNITS[unit])
    return max(sizes, default=None)
