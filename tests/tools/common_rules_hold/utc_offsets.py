"""Functions that take two moments with their offsets from UTC: one cuts the offsets off."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

_Left = Annotated[str, Field(description="When the ferry left, e.g. 2025-03-01T09:00:00+01:00.")]
_Came = Annotated[str, Field(description="When it came, e.g. 2025-03-01T09:40:00+01:00.")]


def _read(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("A moment needs its offset from UTC, such as +01:00.")
    return moment


@breaks("common_rules_hold")
def crossing_by_the_clock(left: _Left, came: _Came) -> dict[str, int | str]:
    """Return how many minutes a crossing took. The banks may have different offsets from UTC."""
    took = _read(came).replace(tzinfo=None) - _read(left).replace(tzinfo=None)
    return {"left": left, "minutes": int(took.total_seconds() // 60)}


@keeps("common_rules_hold", judged=True)
def crossing(left: _Left, came: _Came) -> dict[str, int | str]:
    """Return how many minutes a crossing took. The banks may have different offsets from UTC."""
    return {"left": left, "minutes": int((_read(came) - _read(left)).total_seconds() // 60)}


@keeps("common_rules_hold", judged=True)
def sign_of_crossing(left: _Left, came: _Came) -> dict[str, int]:
    """Return the hours for the sign at the landing, each as the clock of its bank shows it."""
    return {"leaves_at": _read(left).hour, "comes_at": _read(came).hour}


@keeps("common_rules_hold", judged=True)
def days_at_sea(left: _Left, came: _Came) -> dict[str, int]:
    """Return on how many days of the calendar in UTC a ferry was at sea."""
    return {"days": (_read(came).astimezone(UTC).date() - _read(left).astimezone(UTC).date()).days + 1}
