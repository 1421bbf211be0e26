"""Tools that list what happens in a range of days, whose last one is said to be included, or not."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

_CALLS = [
    {"at": "2025-03-03 08:10", "from": "Aas"},
    {"at": "2025-03-04 17:45", "from": "Berg"},
    {"at": "2025-03-09 00:00", "from": "Dahl"},
    {"at": "2025-03-09 12:20", "from": "Eide"},
]
_STAYS = [
    {"guest": "Foss", "begins": "2025-07-01", "ends": "2025-07-02"},
    {"guest": "Gran", "begins": "2025-07-04", "ends": "2025-07-04"},
]
_RAIN = {"2025-11-03": 4, "2025-11-04": 9, "2025-11-05": 1}


class Days(BaseModel):
    since: str = Field(description="First day, YYYY-MM-DD.", pattern=r"^\d{4}-\d\d-\d\d$")
    until: str = Field(description="Last day, YYYY-MM-DD, inclusive.", pattern=r"^\d{4}-\d\d-\d\d$")


class OpenDays(BaseModel):
    since: str = Field(description="First day, YYYY-MM-DD.", pattern=r"^\d{4}-\d\d-\d\d$")
    until: str = Field(description="Day after the range, YYYY-MM-DD.", pattern=r"^\d{4}-\d\d-\d\d$")


@breaks("common_rules_hold")
@forge_tool(args_schema=Days, tier="read", register=False)
def calls_until_midnight(args: Days) -> list[dict[str, Any]]:
    """List the telephone calls of a range of days."""
    return [call for call in _CALLS if args.since <= call["at"] <= args.until]


@keeps("common_rules_hold", judged=True)
@forge_tool(args_schema=Days, tier="read", register=False)
def calls_of_all_days(args: Days) -> list[dict[str, Any]]:
    """List the telephone calls of a range of days."""
    return [call for call in _CALLS if args.since <= call["at"][:10] <= args.until]


@keeps("common_rules_hold", judged=True)
@forge_tool(args_schema=OpenDays, tier="read", register=False)
def calls_before_a_day(args: OpenDays) -> list[dict[str, Any]]:
    """List the telephone calls of a range of days, the first one included."""
    return [call for call in _CALLS if args.since <= call["at"] < args.until]


@keeps("common_rules_hold", judged=True)
@forge_tool(args_schema=Days, tier="read", register=False)
def stays_within_days(args: Days) -> dict[str, Any]:
    """List the stays that lie within a range of days as a whole."""
    return {"stays": [stay for stay in _STAYS if args.since <= stay["begins"] and stay["ends"] <= args.until]}


@keeps("common_rules_hold")
@forge_tool(args_schema=Days, tier="read", register=False)
def rain_of_months(args: Days) -> dict[str, Any]:
    """Add up the rain of a range of days, month by month."""
    sums: dict[str, int] = {}
    for day, rain in _RAIN.items():
        if args.since <= day <= args.until:
            first = max(args.since, "2025-11-01")
            sums[first] = sums.get(first, 0) + rain
    return {"months": [{"from": day, "rain": rain} for day, rain in sums.items()]}


@breaks("common_rules_hold")
@forge_tool(args_schema=Days, tier="read", register=False)
def rain_of_days_but_the_last(args: Days) -> dict[str, Any]:
    """Tell the rain of each day of a range."""
    return {"days": [{"day": day, "rain": rain} for day, rain in _RAIN.items() if args.since <= day < args.until]}


class ShiftDays(BaseModel):
    begin: str = Field(description="First day, YYYY-MM-DD, included.")
    end: str = Field(description="Last day of the list (YYYY-MM-DD), included; not before the first one.")


class ShiftsBefore(BaseModel):
    begin: str = Field(description="First day, YYYY-MM-DD, included.")
    end: str = Field(description="Day that ends the list (YYYY-MM-DD), not included.")


@breaks("common_rules_hold")
@forge_tool(args_schema=ShiftDays, tier="read", register=False)
def shifts_until_a_day(args: ShiftDays) -> dict[str, Any]:
    """List the telephone shifts of some days."""
    found = [call for call in _CALLS if call["at"] >= args.begin and not call["at"] > args.end]
    return {"shifts": found, "count": len(found)}


@keeps("common_rules_hold", judged=True)
@forge_tool(args_schema=ShiftDays, tier="read", register=False)
def shifts_of_days(args: ShiftDays) -> dict[str, Any]:
    """List the telephone shifts of some days."""
    found = [call for call in _CALLS if args.begin <= call["at"].split()[0] <= args.end]
    return {"shifts": found, "count": len(found)}


@keeps("common_rules_hold")
@forge_tool(args_schema=ShiftsBefore, tier="read", register=False)
def shifts_before_a_day(args: ShiftsBefore) -> dict[str, Any]:
    """List the telephone shifts of some days."""
    return {"shifts": [call for call in _CALLS if args.begin <= call["at"] < args.end]}
