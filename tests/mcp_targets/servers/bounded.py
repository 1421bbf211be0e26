"""A server of readers with bounds: some refuse a bound, and others refuse it only beside another value."""

from __future__ import annotations

import time
from typing import Any

from raw import Refused, serve, tool

READS = {"readOnlyHint": True}
FIRMNESS = [(180, "soft"), (420, "creamy"), (900, "hard")]
DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
DEPTHS = dict.fromkeys(range(1, 30), 4)
LOCKERS = {2: "skates", 3: "ropes", 4: "chalk"}


def number(low: int, high: int, **more: Any) -> dict[str, Any]:
    return {"type": "integer", "minimum": low, "maximum": high, "description": "A number.", **more}


def egg_after(seconds: int, size: str = "small") -> str:
    for until, firmness in FIRMNESS:
        if seconds < until:
            return f"{size}: {firmness}"
    raise Refused(f"No {size} egg is boiled for {seconds} s.")


def steps_to(landing: int) -> str:
    if landing in range(1, 13):
        return f"{landing * 17} steps"
    raise Refused(f"Floor {landing} is not open.")


def egg_until(seconds: int, size: str = "small") -> str:
    for until, firmness in FIRMNESS:
        if seconds <= until:
            return f"{size}: {firmness}"
    raise Refused(f"No {size} egg is boiled for {seconds} s.")


def day_of_year(day: int, month: int = 4) -> str:
    if day > DAYS[month - 1]:
        raise Refused(f"There is no day {day}.")
    return str(sum(DAYS[: month - 1]) + day)


def in_locker(locker: int) -> str:
    if locker not in LOCKERS:
        raise Refused(f"There is nothing in locker {locker}.")
    return LOCKERS[locker]


def mean_depth(first: int, last: int) -> str:
    if first > last:
        raise Refused("first must not be after last.")
    found = [depth for hour, depth in DEPTHS.items() if first <= hour <= last]
    if not found:
        raise Refused("Nothing was measured then.")
    return str(sum(found) / len(found))


def rests(interval: int) -> str:
    time.sleep(interval / 1_000)
    return "rested"


SIZE = {"type": "string", "enum": ["small", "large"], "default": "small", "description": "Size of the egg."}
TOOLS = [
    tool("egg_after", egg_after, arguments={"seconds": number(1, 900), "size": SIZE}, annotations=READS),
    tool("steps_to", steps_to, arguments={"landing": number(0, 12)}, annotations=READS),
    tool("egg_until", egg_until, arguments={"seconds": number(1, 900), "size": SIZE}, annotations=READS),
    tool(
        "day_of_year",
        day_of_year,
        arguments={"day": number(1, 31), "month": number(1, 12, default=4)},
        annotations=READS,
    ),
    tool("in_locker", in_locker, arguments={"locker": number(1, 60)}, annotations=READS),
    tool(
        "mean_depth",
        mean_depth,
        arguments={"first": number(0, 90), "last": number(0, 90)},
        annotations=READS,
    ),
    tool("rests", rests, arguments={"interval": number(1, 80_000)}, annotations=READS),
]

if __name__ == "__main__":
    serve(TOOLS)
