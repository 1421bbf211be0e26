"""A server of berths. Another tool tells how long a boat lay there: by the clock, or as the hours passed.

The words are how it counts, and how it is given a stay: moments in a zone of the call, a day and two times of a port
whose zone the program names, or moments at one of two ports.
"""

from __future__ import annotations

import datetime as dt
import json
import sys
from zoneinfo import ZoneInfo

from raw import Refused, serve, tool

BY_THE_CLOCK = sys.argv[1:2] == ["clock"]
HOME_PORT = ZoneInfo("Europe/Lisbon")
# A program that names a zone without changes of the clocks may mean that one.
PORTS = {"kobe": "Asia/Tokyo", "cork": "Europe/Dublin"} if sys.argv[2:3] == ["ports"] else {}
stays: list[tuple[str, dt.datetime, dt.datetime]] = []


def _at(moment: str, place: ZoneInfo) -> dt.datetime:
    try:
        return dt.datetime.fromisoformat(moment).replace(tzinfo=place)
    except ValueError:
        raise Refused("That is no time of the calendar.") from None


def _kept(boat: str, since: dt.datetime, until: dt.datetime) -> str:
    if until.timestamp() <= since.timestamp():
        raise Refused("A boat leaves after it has come.")
    stays.append((boat, since, until))
    return json.dumps({"stay": len(stays)})


def moor(boat: str, since: str, until: str, time_zone: str) -> str:
    try:
        place = ZoneInfo(time_zone)
    except (KeyError, ValueError, OSError):
        raise Refused("There is no such zone.") from None
    return _kept(boat, _at(since, place), _at(until, place))


def moor_at_home(boat: str, day: str, came: str, left: str) -> str:
    since, until = (_at(f"{day}T{time}", HOME_PORT) for time in (came, left))
    return _kept(boat, since, until + dt.timedelta(days=until <= since))


def moor_in_port(boat: str, port: str, since: str, until: str) -> str:
    moments = [_at(moment, ZoneInfo(PORTS[port])) for moment in (since, until)]
    if any(len(moment) != len("2024-01-01T12:00:00") for moment in (since, until)):
        raise Refused("Give the time on the clock of the port, without an offset.")
    return _kept(boat, *moments)


def _minutes(since: dt.datetime, until: dt.datetime) -> float:
    return ((until - since).total_seconds() if BY_THE_CLOCK else until.timestamp() - since.timestamp()) / 60


def minutes_of_boat(boat: str, first_day: str, last_day: str) -> str:
    found = [
        (since, until) for one, since, until in stays if one == boat and first_day <= str(since.date()) <= last_day
    ]
    return json.dumps({"stays": len(found), "minutes": sum(_minutes(*one) for one in found)})


def minutes_of_month(boat: str, month: str) -> str:
    of_month = [(since, until) for one, since, until in stays if one == boat and str(since).startswith(month)]
    return json.dumps({"month": month, "minutes": sum(_minutes(*one) for one in of_month)})


def minutes_of_stay(stay: int) -> str:
    if not 0 < stay <= len(stays):
        raise Refused("There is no such stay.")
    _, since, until = stays[stay - 1]
    return f"{since:%H:%M} to {until:%H:%M}: {_minutes(since, until):.0f} minutes"


BOAT = {"type": "string", "description": "Its name."}
MOMENT = {"type": "string", "description": "Local time, YYYY-MM-DDTHH:MM.", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d$"}
DAY = {"type": "string", "format": "date", "description": "A day."}
TIME = {"type": "string", "description": "HH:MM.", "pattern": r"^([01]\d|2[0-3]):[0-5]\d$"}
ZONE = {"type": "string", "description": "IANA name, such as Asia/Tokyo."}
STAY = {"type": "integer", "minimum": 1, "description": "Number of a stay."}
WRITES, READS = {"readOnlyHint": False, "destructiveHint": False}, {"readOnlyHint": True}
PASSED = "Tell for how many minutes a boat lay there: those that really passed, whatever the clocks did."
BY_ZONE = [
    tool(
        "moor", moor, arguments={"boat": BOAT, "since": MOMENT, "until": MOMENT, "time_zone": ZONE}, annotations=WRITES
    ),
    tool(
        "minutes_of_boat",
        minutes_of_boat,
        arguments={"boat": BOAT, "first_day": DAY, "last_day": DAY},
        annotations=READS,
        description=PASSED,
    ),
]
AT_HOME = [
    tool("moor", moor_at_home, arguments={"boat": BOAT, "day": DAY, "came": TIME, "left": TIME}, annotations=WRITES),
    tool("minutes_of_stay", minutes_of_stay, arguments={"stay": STAY}, annotations=READS, description=PASSED),
]
PORT = {"type": "string", "enum": list(PORTS), "description": "The port."}
WHEN = {"type": "string", "format": "date-time", "description": "By the clock of the port."}
MONTH = {"type": "string", "pattern": r"^\d{4}-\d\d$", "description": "Such as 2025-04."}
IN_PORTS = [
    tool(
        "moor",
        moor_in_port,
        arguments={"boat": BOAT, "port": PORT, "since": WHEN, "until": WHEN},
        annotations=WRITES,
    ),
    tool(
        "minutes_of_month",
        minutes_of_month,
        arguments={"boat": BOAT, "month": MONTH},
        annotations=READS,
        description=PASSED,
    ),
]

if __name__ == "__main__":
    serve({"zone": BY_ZONE, "home": AT_HOME, "ports": IN_PORTS}[sys.argv[2]])
