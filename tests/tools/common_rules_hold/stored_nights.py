"""Functions that store nights, of which another function tells the hours that pass."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import Field

from ..marks import breaks, keeps

_OVENS, _KILNS = "ovens.json", "kilns.json"
Moment = Annotated[str, Field(description="Local time, YYYY-MM-DDTHH:MM.", pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d$")]
Day = Annotated[str, Field(description="A day, YYYY-MM-DD.", pattern=r"^\d{4}-\d\d-\d\d$")]
Zone = Annotated[str, Field(description="IANA time zone of the place, e.g. America/Chicago.")]


def _at(moment: str, zone: str) -> dt.datetime:
    try:
        return dt.datetime.fromisoformat(moment).replace(tzinfo=ZoneInfo(zone))
    except (KeyError, OSError):
        raise ValueError("There is no such zone.") from None


def _add(store: str, on: str, off: str, zone: str) -> dict[str, str]:
    if _at(off, zone).timestamp() <= _at(on, zone).timestamp():
        raise ValueError("It is switched off after it was switched on.")
    file = Path(store)
    rows = json.loads(file.read_text()) if file.exists() else []
    file.write_text(json.dumps([*rows, {"on": on, "off": off, "zone": zone}]))
    return {"noted": on}


def _spans(store: str, day: str) -> list[tuple[dt.datetime, dt.datetime]]:
    file = Path(store)
    rows = json.loads(file.read_text()) if file.exists() else []
    return [(_at(row["on"], row["zone"]), _at(row["off"], row["zone"])) for row in rows if row["on"].startswith(day)]


@breaks("common_rules_hold")
def note_oven(on: Moment, off: Moment, zone: Zone) -> dict[str, str]:
    """Note that the oven was on.

    Args:
        on: When it was switched on.
        off: When it was switched off.
        zone: Its zone.
    """
    return _add(_OVENS, on, off, zone)


@keeps("common_rules_hold")
def get_oven_hours(day: Day) -> dict[str, float]:
    """Add up how long the oven was on, also over nights in which the clocks are changed.

    Args:
        day: The day on which it was switched on.
    """
    return {"hours": sum((off - on).total_seconds() for on, off in _spans(_OVENS, day)) / 3600}


@keeps("common_rules_hold", judged=True)
def note_kiln(on: Moment, off: Moment, zone: Zone) -> dict[str, str]:
    """Note that the kiln was on.

    Args:
        on: When it was switched on.
        off: When it was switched off.
        zone: Its zone.
    """
    return _add(_KILNS, on, off, zone)


@keeps("common_rules_hold")
def get_kiln_hours(day: Day) -> dict[str, float]:
    """Add up how long the kiln was on, also over nights in which the clocks are changed.

    Args:
        day: The day on which it was switched on.
    """
    return {"hours": sum(off.timestamp() - on.timestamp() for on, off in _spans(_KILNS, day)) / 3600}
