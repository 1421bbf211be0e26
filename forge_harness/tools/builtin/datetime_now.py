"""`datetime_now`: the date and the time in a time zone. Source: seed 002, "Get current date and time"."""

from __future__ import annotations

import contextlib
import functools
import re
import zoneinfo
from datetime import UTC, datetime, tzinfo
from typing import Annotated, Any, Final, Literal

from pydantic import BeforeValidator, Field

from ...errors import ToolError
from ...registry.process_tools import forge_tool
from ...tool import ToolCategory, ToolTier
from ..tool_arguments import ToolArguments

__all__ = ["datetime_now"]

_UTC = "UTC"
_LOCAL = "Local"
_FORMAT: Final = "rfc3339"
_SHOWN = re.compile(r"[\w+-]+(?:[/ ][\w+-]+)*")
#: How alike a name and a zone's must be: "IST" is not to be answered with "EST".
_ALIKE = 0.8


def _format_or_default(value: Any) -> Any:
    # The schema does not list it, as some providers refuse an empty text among the values.
    return _FORMAT if value == "" else value


_Format = Annotated[Literal["rfc3339", "unix", "date", "time", "datetime"], BeforeValidator(_format_or_default)]


class DatetimeNowArguments(ToolArguments):
    """How to tell the time."""

    timezone: str = Field(
        default=_UTC,
        description="An IANA name such as 'Europe/Paris', or 'Local' for the zone of this machine. Default, also if "
        "empty: 'UTC'.",
        max_length=64,
        examples=["America/New_York"],
    )
    format: _Format = Field(
        default=_FORMAT,
        description=(
            "rfc3339: 2026-03-29T14:05:09+02:00, with Z for an offset of zero; unix: seconds since 1970, 1774785909; "
            "date: 2026-03-29; time: 14:05:09; datetime: 2026-03-29 14:05:09. Default, also if empty: 'rfc3339'."
        ),
    )


@forge_tool(
    args_schema=DatetimeNowArguments,
    tier=ToolTier.READ,
    category=ToolCategory.BUILTIN,
    facts={"varies": True},
    register=False,
)
def datetime_now(arguments: DatetimeNowArguments) -> dict[str, str]:
    """Tell the current date and time in a time zone, as text; daylight saving time is observed."""
    timezone = arguments.timezone or _UTC
    now = _now().astimezone(_zone(timezone))
    match arguments.format:
        case "unix":
            told = str(int(now.timestamp()))
        case "date":
            told = now.strftime("%Y-%m-%d")
        case "time":
            told = now.strftime("%H:%M:%S")
        case "datetime":
            told = now.strftime("%Y-%m-%d %H:%M:%S")
        case "rfc3339":
            told = now.isoformat(timespec="seconds").replace("+00:00", "Z")
    return {"datetime": told, "timezone": timezone}


def _now() -> datetime:
    return datetime.now(UTC)


def _zone(name: str) -> tzinfo | None:
    """Return the zone of a name; None is the machine's own."""
    if name in (_UTC, _LOCAL):
        return UTC if name == _UTC else None
    # A name becomes a path, so only known ones are looked up: not "America", a folder, nor "../../etc/hosts".
    known = _names()
    if name in known:
        # The machine's own file of it may be damaged.
        with contextlib.suppress(OSError, ValueError, KeyError):
            return zoneinfo.ZoneInfo(name)
    if not known:
        raise ToolError(
            "The database of time zones is not installed, so only 'UTC' and 'Local' are known. "
            "Use one of them, or install tzdata (extra 'tools').",
            code="unknown_timezone",
        )
    what = f"There is no time zone {name!r}." if _SHOWN.fullmatch(name) else "The time zone is not a name."
    near = " or ".join(map(repr, _near(name, known))) or "'Europe/Paris'"
    raise ToolError(
        f"{what} Use an IANA name such as {near}, not an offset or an abbreviation.", code="unknown_timezone"
    )


@functools.cache
def _names() -> frozenset[str]:
    """The names of the extra `tools`, else those of the machine, of which not all are zones."""
    import importlib.resources  # for this file alone

    try:
        listed = (importlib.resources.files("tzdata") / "zones").read_text(encoding="utf-8")
    except (ImportError, OSError):
        return frozenset(zoneinfo.available_timezones() - {"localtime", "Factory"})
    return frozenset(listed.split()) - {"Factory"}


def _near(name: str, known: frozenset[str]) -> list[str]:
    """Return up to three zones that *name* may stand for: in another case, by the city alone, or misspelled."""
    import difflib  # for this message alone

    wanted = name.strip().replace(" ", "_").casefold()
    zones: dict[str, list[str]] = {}
    # Zones with numbers are offsets, some with the opposite sign: Etc/GMT+2 is two hours behind UTC.
    for zone in sorted(zone for zone in known if not re.search(r"[0-9]|^Etc/", zone)):
        folded = zone.casefold()
        if folded == wanted:
            return [zone]
        for alias in {folded, folded.rpartition("/")[2], folded.partition("/")[0]}:
            zones.setdefault(alias, []).append(zone)
    alike = [alias for alias in (wanted, *difflib.get_close_matches(wanted, zones, 3, _ALIKE)) if alias in zones]
    return list(dict.fromkeys(zone for alias in alike for zone in zones[alias]))[:3]
