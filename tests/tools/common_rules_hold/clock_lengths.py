"""Functions that add a length of time to a local time, over a night on which clocks may be changed."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from ..marks import breaks, keeps

_LISBON = "Europe/Lisbon"


def _start(day: str, time: str, zone: str) -> dt.datetime:
    try:
        local = dt.datetime.combine(dt.date.fromisoformat(day), dt.time.fromisoformat(time), tzinfo=ZoneInfo(zone))
    except (KeyError, OSError, ValueError):
        raise ValueError("Not a day, a time or a zone.") from None
    if local.astimezone(dt.UTC).astimezone(local.tzinfo).replace(tzinfo=None) != local.replace(tzinfo=None):
        raise ValueError("There is no such time on that day.")
    return local


def _limited(minutes: float) -> dt.timedelta:
    if not 0 < minutes <= 4320:
        raise ValueError("Between 0 and 4320 minutes.")
    return dt.timedelta(minutes=minutes)


def _later(start: dt.datetime, length: dt.timedelta) -> dt.datetime:
    return (start.astimezone(dt.UTC) + length).astimezone(start.tzinfo)


@breaks("common_rules_hold")
def kiln_off(day: str, time: str, minutes: float) -> dict[str, str]:
    """Tell when a kiln switches off. Minutes are elapsed minutes, not those of the wall clock.

    Args:
        day: The day on which it is lit, YYYY-MM-DD, in the time zone of Lisbon.
        time: The local time at which it is lit, HH:MM.
        minutes: How long it burns, above 0 and at most 4320.
    """
    end = _start(day, time, _LISBON) + _limited(minutes)
    return {"day": f"{end:%Y-%m-%d}", "time": f"{end:%H:%M}", "abbreviation": f"{end:%Z}", "offset": f"{end:%z}"}


@keeps("common_rules_hold", judged=True)
def kiln_off_really(day: str, time: str, minutes: float) -> dict[str, str]:
    """Tell when a kiln switches off. Minutes are elapsed minutes, not those of the wall clock.

    Args:
        day: The day on which it is lit, YYYY-MM-DD, in the time zone of Lisbon.
        time: The local time at which it is lit, HH:MM.
        minutes: How long it burns, above 0 and at most 4320.
    """
    end = _later(_start(day, time, _LISBON), _limited(minutes))
    return {"day": f"{end:%Y-%m-%d}", "time": f"{end:%H:%M}", "abbreviation": f"{end:%Z}", "offset": f"{end:%z}"}


@keeps("common_rules_hold")
def kiln_off_in_utc(day: str, time: str, minutes: float) -> dict[str, str]:
    """Tell when a kiln switches off, in UTC. Minutes are elapsed minutes, not those of the wall clock.

    Args:
        day: The day on which it is lit, YYYY-MM-DD, in the time zone of Lisbon.
        time: The local time at which it is lit, HH:MM.
        minutes: How long it burns, above 0 and at most 4320.
    """
    start = _start(day, time, _LISBON)
    return {"lit": start.isoformat(), "off_utc": f"{start.astimezone(dt.UTC) + _limited(minutes):%Y-%m-%dT%H:%MZ}"}


@keeps("common_rules_hold")
def kiln_off_in_kobe(moment: str, hours: float) -> str:
    """Tell when a kiln in Kobe switches off, in the time zone there. Hours are elapsed hours.

    Args:
        moment: The local time at which it is lit, YYYY-MM-DD HH:MM.
        hours: How long it burns, above 0 and at most 72.
    """
    day, _, time = moment.partition(" ")
    return f"{_start(day, time, 'Asia/Tokyo') + _limited(hours * 60):%Y-%m-%d %H:%M}"


@keeps("common_rules_hold")
def next_bell(moment: str, zone: str, days: int) -> str:
    """Tell when the bell rings next. It rings at the same local time of day, also when the clocks are changed.

    Args:
        moment: The local time of the last ring, YYYY-MM-DD HH:MM.
        zone: IANA name of the time zone, such as "Europe/Lisbon".
        days: Days from one ring to the next, 1 to 12.
    """
    day, _, time = moment.partition(" ")
    return f"{_start(day, time, zone) + _limited(days * 60) * 24:%Y-%m-%d %H:%M}"


@breaks("common_rules_hold")
def dose_ends(moment: str, zone: str, length: str) -> str:
    """Tell when an infusion ends that runs for a length of time, with changes of the clocks taken into account.

    Args:
        moment: The local time of its start, YYYY-MM-DD HH:MM.
        zone: IANA name of the time zone, such as "Europe/Lisbon".
        length: How long it runs, as hours and minutes, such as "9h 30m".
    """
    day, _, time = moment.partition(" ")
    return f"{_start(day, time, zone) + _limited(_minutes(length)):%Y-%m-%d %H:%M}"


@keeps("common_rules_hold", judged=True)
def dose_ends_later(moment: str, zone: str, length: str) -> str:
    """Tell when an infusion ends that runs for a length of time, with changes of the clocks taken into account.

    Args:
        moment: The local time of its start, YYYY-MM-DD HH:MM.
        zone: IANA name of the time zone, such as "Europe/Lisbon".
        length: How long it runs, as hours and minutes, such as "9h 30m".
    """
    day, _, time = moment.partition(" ")
    return f"{_later(_start(day, time, zone), _limited(_minutes(length))):%Y-%m-%d %H:%M}"


@breaks("common_rules_hold")
def ferry_lands(leaves: str, minutes: int, zone: str) -> str:
    """Tell the local time at which a ferry has been going on for so many minutes.

    Args:
        leaves: When it leaves by the clock, such as 2024-05-03T22:00.
        minutes: The minutes of the crossing as they are spent on board, from 1 to 4320.
        zone: IANA name of the time zone of both ports, such as Europe/Lisbon.
    """
    day, _, time = leaves.partition("T")
    return f"{_start(day, time, zone) + _limited(minutes):%Y-%m-%dT%H:%M%z}"


@keeps("common_rules_hold", judged=True)
def ferry_lands_later(leaves: str, minutes: int, zone: str) -> str:
    """Tell the local time at which a ferry has been going on for so many minutes.

    Args:
        leaves: When it leaves by the clock, such as 2024-05-03T22:00.
        minutes: The minutes of the crossing as they are spent on board, from 1 to 4320.
        zone: IANA name of the time zone of both ports, such as Europe/Lisbon.
    """
    day, _, time = leaves.partition("T")
    return f"{_later(_start(day, time, zone), _limited(minutes)):%Y-%m-%dT%H:%M%z}"


def _minutes(length: str) -> int:
    hours, _, minutes = length.partition("h ")
    if not hours.isdigit() or not minutes.removesuffix("m").isdigit():
        raise ValueError("Not a length of time.")
    return int(hours) * 60 + int(minutes.removesuffix("m"))


@breaks("common_rules_hold")
def tank_full(begun: str, zone: str, hours: float) -> str:
    """Tell when a tank is full that was begun to be filled at a local time. Daylight saving is accounted for.

    Args:
        begun: When the filling begins, by the clock there.
        zone: Time zone of the place.
        hours: How long it takes, above 0 and at most 72.
    """
    start = dt.datetime.strptime(begun, "%d.%m.%Y %H:%M")
    end = _start(str(start.date()), f"{start:%H:%M}", zone) + _limited(hours * 60)
    return f"{end:%d.%m.%Y %H:%M}"


@keeps("common_rules_hold", judged=True)
def tank_full_later(begun: str, zone: str, hours: float) -> str:
    """Tell when a tank is full that was begun to be filled at a local time. Daylight saving is accounted for.

    Args:
        begun: When the filling begins, by the clock there.
        zone: Time zone of the place.
        hours: How long it takes, above 0 and at most 72.
    """
    start = dt.datetime.strptime(begun, "%d.%m.%Y %H:%M")
    end = _later(_start(str(start.date()), f"{start:%H:%M}", zone), _limited(hours * 60))
    return f"{end:%d.%m.%Y %H:%M}"
