"""Functions that lay out days of one century, one after the other or every so many days."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

_Day = Annotated[str, Field(pattern=r"^20\d\d-[01]\d-[0-3]\d$", description="Day, such as 2025-01-09.")]
_Step = Annotated[int, Field(ge=1, le=60, description="Days from one watering to the next.")]
_MOST = 400


def _waterings(first: str, last: str, step: int) -> list[dict[str, str]]:
    day, end, found = date.fromisoformat(first), date.fromisoformat(last), []
    while day <= end:
        found.append({"day": day.isoformat(), "weekday": day.strftime("%A"), "what": "water the beds"})
        day += timedelta(days=step)
    return found


@breaks("result_size_is_bounded")
def lay_out_waterings(first: _Day, last: _Day, step: _Step = 7) -> list[dict[str, str]]:
    """Lay out when the beds are watered between two days."""
    return _waterings(first, last, step)


@keeps("result_size_is_bounded", judged=True)
def lay_out_some_waterings(first: _Day, last: _Day, step: _Step = 7) -> dict[str, Any]:
    """Lay out when the beds are watered between two days, the first 400 times at most."""
    days = (date.fromisoformat(last) - date.fromisoformat(first)).days
    end = date.fromisoformat(first) + timedelta(days=min(days, _MOST * step - 1))
    return {"waterings": _waterings(first, end.isoformat(), step), "more": days >= _MOST * step}
