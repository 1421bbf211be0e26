"""Functions that look for what overlaps a period, and whose ordinary calls find nothing: the records have offsets."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_WATCHES = [
    {"guard": "Moss", "from": "2024-09-02T07:00:00+02:00", "to": "2024-09-02T07:40:00+02:00"},
    {"guard": "Reed", "from": "2024-09-02T15:00:00-05:00", "to": "2024-09-02T16:00:00-05:00"},
]
_Moment = Annotated[str, Field(description="A moment with its offset from UTC, e.g. 2026-01-01T12:00:00+00:00.")]


def _period(first: str, last: str) -> tuple[datetime, datetime]:
    begins, ends = (datetime.fromisoformat(text) for text in (first, last))
    if begins.utcoffset() is None or ends.utcoffset() is None or ends <= begins:
        raise ValueError("Give two moments with their offsets, the earlier one first.")
    return begins, ends


@breaks("common_rules_hold")
def watches_over_texts(first: _Moment, last: _Moment) -> dict[str, Any]:
    """Return the watches that overlap a period."""
    begins, ends = (moment.isoformat() for moment in _period(first, last))
    return {"watches": [watch for watch in _WATCHES if watch["from"] < ends and begins < watch["to"]]}


@keeps("common_rules_hold", judged=True)
def watches_over(first: _Moment, last: _Moment) -> dict[str, Any]:
    """Return the watches that overlap a period."""
    begins, ends = _period(first, last)
    held = [(watch, *_period(watch["from"], watch["to"])) for watch in _WATCHES]
    return {"watches": [watch for watch, start, end in held if start < ends and begins < end]}
