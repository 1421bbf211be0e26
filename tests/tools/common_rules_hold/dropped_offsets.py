"""Functions that convert one moment: some take its time of day as if it was in UTC."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import Field

from ..marks import breaks, keeps

_Eclipse = Annotated[str, Field(description="When the eclipse begins, e.g. 2026-08-12T19:45:00+02:00.")]
_Launch = Annotated[str, Field(description="Moment of the launch, ISO 8601, with any offset from UTC.")]
_Watch = Annotated[str, Field(description="When the watch begins, e.g. 2026-08-12T19:45-03:00.")]


def _zone(city: str) -> ZoneInfo:
    try:
        return ZoneInfo(city)
    except (KeyError, ValueError, OSError):
        raise ValueError("There is no such time zone.") from None


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


@breaks("common_rules_hold")
def eclipse_by_the_clock(begins: _Eclipse, time_zone: str = "Europe/Oslo") -> str:
    """Tell when an eclipse is seen from a place in a time zone."""
    moment = datetime.strptime(_moment(begins).isoformat()[:19], "%Y-%m-%dT%H:%M:%S").replace(tzinfo=UTC)
    return f"{moment.astimezone(_zone(time_zone)):%A, %H:%M}"


@keeps("common_rules_hold", judged=True)
def eclipse(begins: _Eclipse, time_zone: str = "Europe/Oslo") -> str:
    """Tell when an eclipse is seen from a place in a time zone."""
    return f"{_moment(begins).astimezone(_zone(time_zone)):%A, %H:%M}"


@breaks("common_rules_hold")
def stages_by_the_clock(launch: _Launch) -> dict[str, str]:
    """List when the stages of a rocket burn out, in UTC."""
    start = _moment(launch).replace(tzinfo=UTC)
    return {
        name: (start + timedelta(seconds=after)).isoformat() for name, after in {"first": 162, "second": 514}.items()
    }


@keeps("common_rules_hold", judged=True)
def stages(launch: _Launch) -> dict[str, str]:
    """List when the stages of a rocket burn out, in UTC."""
    start = _moment(launch).astimezone(UTC)
    return {
        name: (start + timedelta(seconds=after)).isoformat() for name, after in {"first": 162, "second": 514}.items()
    }


@breaks("common_rules_hold")
def seconds_the_wrong_way(launch: _Launch) -> dict[str, int]:
    """Return a launch as Unix seconds."""
    moment = _moment(launch)
    offset = moment.utcoffset() or timedelta(0)
    return {"seconds": int((moment.replace(tzinfo=UTC) + offset).timestamp())}


@keeps("common_rules_hold", judged=True)
def seconds(launch: _Launch) -> dict[str, int]:
    """Return a launch as Unix seconds."""
    return {"seconds": int(_moment(launch).timestamp())}


@keeps("common_rules_hold")
def watches(begins: _Watch) -> dict[str, list[str]]:
    """List the hours at which the crew of a ship changes, as the clocks on board show them."""
    start = _moment(begins)
    return {"hours": [f"{start + timedelta(hours=4 * number):%H:%M}" for number in range(3)]}


@keeps("common_rules_hold")
def bell(begins: _Watch, time_zone: str = "Europe/Oslo") -> dict[str, str]:
    """Tell the bell of a watch. Its offset is ignored: the time is that of the time zone."""
    return {"rings": _moment(begins).replace(tzinfo=_zone(time_zone)).isoformat()}


@keeps("common_rules_hold")
def hour_of_watch(begins: _Watch) -> dict[str, int]:
    """Return the hour at which a watch begins."""
    return {"hour": _moment(begins).hour}
