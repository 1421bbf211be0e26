"""Tools that work with lists of spans, which may overlap."""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps

Pairs = list[tuple[int, int]]


class OutagesArgs(BaseModel):
    outages: list[str] = Field(
        max_length=50, description='When the line was down, as spans such as "08:00-09:15", in any order.'
    )


class VisitArgs(BaseModel):
    visits: list[list[str]] = Field(
        max_length=50, description='Pairs of moments, such as [["2024-03-01T09:00", "2024-03-01T10:30"]].'
    )


def _pairs(spans: list[str]) -> Pairs:
    found = []
    for span in spans:
        try:
            first, last = (datetime.strptime(part, "%H:%M") for part in span.split("-"))
        except ValueError:
            raise ValueError("A span must look like 08:00-09:15.") from None
        if first >= last:
            raise ValueError("A span must end after it begins.")
        found.append((first.hour * 60 + first.minute, last.hour * 60 + last.minute))
    return found


@breaks("common_rules_hold")
@forge_tool(args_schema=OutagesArgs, tier="read", register=False)
def total_downtime(args: OutagesArgs) -> dict:
    """Add up for how many minutes the line was down; what overlaps counts once."""
    minutes, end = 0, 0
    for first, last in sorted(_pairs(args.outages)):
        minutes += max(last - max(first, end), 0)
        end = last
    return {"minutes": minutes}


@breaks("common_rules_hold")
@forge_tool(args_schema=VisitArgs, tier="read", register=False)
def join_visits(args: VisitArgs) -> dict:
    """Join the visits that overlap."""
    joined: list[list[str]] = []
    for pair in sorted(args.visits):
        try:
            first, last = pair
            if datetime.fromisoformat(first) >= datetime.fromisoformat(last):
                raise ValueError
        except ValueError:
            raise ValueError("A visit is a pair of moments, the earlier one first.") from None
        if joined and first <= joined[-1][1]:
            joined[-1][1] = last
        else:
            joined.append([first, last])
    return {"joined": joined}


@keeps("common_rules_hold", judged=True)
@forge_tool(args_schema=OutagesArgs, tier="read", register=False)
def find_uptime(args: OutagesArgs) -> dict:
    """Add up for how many minutes of the day the line was up."""
    minutes, end = 0, 0
    for first, last in sorted(_pairs(args.outages)):
        minutes += max(last - max(first, end), 0)
        end = max(end, last)
    return {"minutes": 1440 - minutes}


@keeps("common_rules_hold")
@forge_tool(args_schema=OutagesArgs, tier="read", register=False)
def add_hours(args: OutagesArgs) -> dict:
    """Add up the minutes that people have worked, each of them for themselves."""
    return {"minutes": sum(last - first for first, last in _pairs(args.outages))}


@keeps("common_rules_hold")
@forge_tool(args_schema=OutagesArgs, tier="read", register=False)
def last_outage(args: OutagesArgs) -> dict:
    """Find the outage that started last."""
    first, last = max(_pairs(args.outages), default=(0, 0))
    return {"from": f"{first // 60:02d}:{first % 60:02d}", "minutes": last - first}


@keeps("common_rules_hold")
@forge_tool(args_schema=OutagesArgs, tier="read", register=False)
def busiest_time(args: OutagesArgs) -> dict:
    """Tell how many outages there were at once, at most."""
    pairs = _pairs(args.outages)
    return {"most": max((sum(a <= first < b for a, b in pairs) for first, _ in pairs), default=0)}
