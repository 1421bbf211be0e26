"""Tools that sum up what happens in a period, whose description tells of its last day."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

#: When a parcel came, from where, and its weight in kilograms.
_PARCELS = (
    (datetime(2025, 2, 3, 7, 45), "Oslo", 2.5),
    (datetime(2025, 2, 4, 16, 5), "Bergen", 11.0),
    (datetime(2025, 2, 5, 9, 20), "Oslo", 0.8),
)


class Period(BaseModel):
    begin: date = Field(description="First day of the period.")
    end: date = Field(description="Last day of the period; may not be before the first.")


class Hours(BaseModel):
    begin: date = Field(description="Day at whose beginning the period starts.")
    end: date = Field(description="Day at whose beginning the period is over.")


def _weight(begin: datetime, end: datetime) -> dict[str, Any]:
    if end < begin:
        raise ValueError("The period ends before it begins.")
    found = [weight for at, _, weight in _PARCELS if begin <= at <= end]
    return {"parcels": len(found), "kg": round(sum(found), 1)}


@breaks("common_rules_hold")
@forge_tool(args_schema=Period, tier="read", register=False)
def parcels_until_midnight(args: Period) -> dict[str, Any]:
    """Tell how many parcels came in a period, and their weight."""
    return _weight(datetime.combine(args.begin, time.min), datetime.combine(args.end, time.min))


@keeps("common_rules_hold", judged=True)
@forge_tool(args_schema=Period, tier="read", register=False)
def parcels_of_all_days(args: Period) -> dict[str, Any]:
    """Tell how many parcels came in a period, and their weight."""
    return _weight(datetime.combine(args.begin, time.min), datetime.combine(args.end, time.max))


@keeps("common_rules_hold")
@forge_tool(args_schema=Hours, tier="read", register=False)
def parcels_before_a_day(args: Hours) -> dict[str, Any]:
    """Tell how many parcels came in a period, and their weight."""
    return _weight(datetime.combine(args.begin, time.min), datetime.combine(args.end, time.min))
