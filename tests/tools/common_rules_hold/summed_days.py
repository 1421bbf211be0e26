"""Tools that sum up what has happened on days, the last one included: some lose its hours."""

from __future__ import annotations

import datetime as dt

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

_RIDES = [
    ("2023-05-02T07:40", 12.5),
    ("2023-05-02T18:05", 12.0),
    ("2023-05-09T08:15", 30.5),
    ("2023-05-20T17:30", 8.0),
]
_CATCHES = """
at;boat;kilos
2021-09-02T07:40;Tern;12
2021-09-02T18:05;Gull;31
2021-09-09T08:15;Tern;30
2021-09-20T17:30;Auk;8
"""
_RENTED = [("2023-05-02", "2023-05-04"), ("2023-05-09", "2023-05-09")]


class Days(BaseModel):
    first: dt.date = Field(description="First day.")
    last: dt.date = Field(description="Last day, which is included.")


class Stay(BaseModel):
    arrival: dt.date = Field(description="Day of the arrival.")
    departure: dt.date = Field(description="Day of the departure; a rent that ends on it is included.")


@breaks("common_rules_hold")
@forge_tool(args_schema=Days, tier="read", register=False)
def sum_rides_by_moment(args: Days) -> dict:
    """Sum up the kilometres of rides."""
    rides = [length for moment, length in _RIDES if str(args.first) <= moment <= str(args.last)]
    return {"rides": len(rides), "km": sum(rides), "days": (args.last - args.first).days + 1}


@keeps("common_rules_hold", judged=True)
@forge_tool(args_schema=Days, tier="read", register=False)
def sum_rides_by_day(args: Days) -> dict:
    """Sum up the kilometres of rides."""
    rides = [length for moment, length in _RIDES if str(args.first) <= moment[:10] <= str(args.last)]
    return {"rides": len(rides), "km": sum(rides), "days": (args.last - args.first).days + 1}


@keeps("common_rules_hold")
@forge_tool(args_schema=Days, tier="read", register=False)
def count_working_days(args: Days) -> dict:
    """Count the working days of a range of days, and the rides on them."""
    days = [args.first + dt.timedelta(number) for number in range(min((args.last - args.first).days + 1, 99_999))]
    working = [str(day) for day in days if day.weekday() < 5]
    return {"working_days": len(working), "rides": sum(moment[:10] in working for moment, _ in _RIDES)}


@keeps("common_rules_hold")
@forge_tool(args_schema=Stay, tier="read", register=False)
def count_whole_rents(args: Stay) -> dict:
    """Count the rents that begin and end in a stay, and its nights."""
    inside = [one for one in _RENTED if str(args.arrival) <= one[0] and one[1] <= str(args.departure)]
    return {"rents": len(inside), "nights": (args.departure - args.arrival).days}


def _kilos(first: str, last: str, digits: int) -> int:
    rows = (line.split(";") for line in _CATCHES.split()[1:])
    return sum(int(kilos) for at, _, kilos in rows if first <= at[:digits] <= last)


@breaks("common_rules_hold")
@forge_tool(args_schema=Days, tier="read", register=False)
def sum_catches_by_moment(args: Days) -> dict:
    """Sum up the kilos of all catches."""
    return {"kilos": _kilos(str(args.first), str(args.last), 16)}


@keeps("common_rules_hold", judged=True)
@forge_tool(args_schema=Days, tier="read", register=False)
def sum_catches_by_day(args: Days) -> dict:
    """Sum up the kilos of all catches."""
    return {"kilos": _kilos(str(args.first), str(args.last), 10)}
