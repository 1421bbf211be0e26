"""FindingRow: a finding of an earlier run as a store keeps it, in JSON types.

    {"base": "/home/me/shop", "target": "shop.py:fetch", "tool": "fetch", "check": "errors_are_scrubbed",
     "id": "fetch[errors_are_scrubbed]#path_in_error", "seed": 7, "arguments": {"path": "/nowhere"}}

``before`` holds the calls to make before the one with these arguments; both may be missing.
"""

from __future__ import annotations

import json
from typing import Any

from ..engine.past_finding import PastFinding
from ..finding_id import parse_finding_id

__all__ = ["FindingRow", "Place", "finding_of", "finding_row", "is_sound", "place_of"]

_MAX_CALLS_TEXT = 3_000
_TEXTS = ("base", "target", "tool", "check", "id")

FindingRow = dict[str, Any]
#: Folder, target, tool and check.
Place = tuple[str, str, str, str]


def finding_row(place: Place, identifier: str, past: PastFinding) -> FindingRow:
    """Return the row of a finding."""
    row: FindingRow = dict(zip(_TEXTS, (*place, identifier), strict=True)) | {"seed": past.seed}
    # A call that is too long to keep is found again with the seed.
    if past.arguments is not None and len(json.dumps([past.arguments, list(past.before)])) <= _MAX_CALLS_TEXT:
        row["arguments"] = past.arguments
        if past.before:
            row["before"] = list(past.before)
    return row


def place_of(row: FindingRow) -> Place:
    """Return what a row's finding is about; its code may have moved to another check since."""
    named = parse_finding_id(row["id"])
    return row["base"], row["target"], row["tool"], row["check"] if named is None else named.check


def finding_of(row: FindingRow) -> PastFinding:
    """Return the finding of a row."""
    return PastFinding(row["seed"], row.get("arguments"), row.get("before") or ())


def is_sound(row: object) -> bool:
    """Whether a value that was read is a row."""
    return (
        isinstance(row, dict)
        and all(isinstance(row.get(key), str) for key in _TEXTS)
        and type(row.get("seed")) is int
        and isinstance(row.get("arguments"), dict | None)
        and isinstance(row.get("before", []), list)
        and all(_is_call(call) for call in row.get("before", []))
    )


def _is_call(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("tool"), str) and isinstance(value.get("arguments"), dict)
