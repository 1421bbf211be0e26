"""Functions of offsets from UTC: some apply the sign to the hours alone."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

_PARTS = re.compile(r"(?:UTC)?([+-]\d\d):(\d\d)")
_Zone = Annotated[str, Field(description="Zone of the observatory, e.g. UTC+09:30.", pattern=r"^UTC[+-]\d\d:\d\d$")]
_Seen = Annotated[str, Field(description="When the star was seen, UTC, e.g. 2025-03-01T21:15.")]


def _parts(zone: str) -> tuple[int, int]:
    found = _PARTS.fullmatch(zone)
    if found is None or abs(int(found[1])) > 14 or int(found[2]) > 59:
        raise ValueError("The zone must look like UTC+09:30.")
    return int(found[1]), int(found[2])


def _minutes(zone: str) -> int:
    hours, minutes = _parts(zone)
    return hours * 60 + (-minutes if zone.removeprefix("UTC").startswith("-") else minutes)


def _local(seen: str, minutes: int) -> datetime:
    return datetime.strptime(seen, "%Y-%m-%dT%H:%M") + timedelta(minutes=minutes)


@breaks("common_rules_hold")
def log_star(seen: _Seen, zone: _Zone) -> dict[str, str]:
    """Return the line of the log book for a star, in the time of the observatory."""
    hours, minutes = _parts(zone)
    return {"line": f"seen at {_local(seen, hours * 60 + minutes):%H:%M} ({zone})"}


@keeps("common_rules_hold", judged=True)
def log_star_in_its_zone(seen: _Seen, zone: _Zone) -> dict[str, str]:
    """Return the line of the log book for a star, in the time of the observatory."""
    return {"line": f"seen at {_local(seen, _minutes(zone)):%H:%M} ({zone})"}


@breaks("common_rules_hold")
def minutes_of_zones(zones: list[_Zone]) -> dict[str, list[int]]:
    """Return by how many minutes the clocks of each zone are ahead of UTC."""
    return {"minutes": [60 * _parts(zone)[0] + (_parts(zone)[1] if "+" in zone else 0) for zone in zones]}


@keeps("common_rules_hold")
def hour_of_star(seen: _Seen, zone: _Zone) -> dict[str, int | str]:
    """Return the hour of the day, at the observatory, in which a star was seen."""
    return {"hour": _local(seen, _minutes(zone)).hour, "zone": zone}


@keeps("common_rules_hold")
def next_watch(seen: _Seen, zone: _Zone) -> dict[str, str]:
    """Return when the next watch of the observatory begins: every half hour by day, and every hour by night."""
    local = _local(seen, _minutes(zone))
    step = 30 if 6 <= local.hour < 18 else 60
    return {"begins": f"{local + timedelta(minutes=-(local.hour * 60 + local.minute) % step):%Y-%m-%d %H:%M}"}
