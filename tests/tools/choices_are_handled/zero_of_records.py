"""Tools that return so many of the records that they are asked for, of which an ordinary file has one."""

from __future__ import annotations

import csv
import sqlite3
from contextlib import closing
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks, keeps


class DeparturesArgs(BaseModel):
    """Trains from a station."""

    station: str = Field(pattern="^[A-Z]{2,4}$", description="Code of the station, e.g. KN.")
    most: int = Field(default=20, ge=0, le=90, description="Most departures to list.")


def _departures(root: Path | None, station: str, limit: int) -> list[dict[str, object]]:
    path = (root or Path()) / "trains.sqlite"
    if not path.is_file():
        raise ValueError("There is no timetable.")
    with closing(sqlite3.connect(path)) as trains:
        rows = trains.execute("SELECT line, platform FROM departures WHERE stop = ? LIMIT ?", (station, limit))
        return [{"line": line, "platform": platform} for line, platform in rows]


@breaks("choices_are_handled")
@forge_tool(args_schema=DeparturesArgs, tier="read", workspace_root_aware=True, register=False)
def next_departures(args: DeparturesArgs, *, workspace_root: Path | None = None) -> dict[str, object]:
    """List the departures of a station in trains.sqlite."""
    return {"departures": _departures(workspace_root, args.station, args.most or 20)}


@keeps("choices_are_handled")
@forge_tool(args_schema=DeparturesArgs, tier="read", workspace_root_aware=True, register=False)
def some_departures(args: DeparturesArgs, *, workspace_root: Path | None = None) -> dict[str, object]:
    """List the departures of a station in trains.sqlite."""
    return {"departures": _departures(workspace_root, args.station, args.most)}


@keeps("choices_are_handled")
@forge_tool(args_schema=DeparturesArgs, tier="read", workspace_root_aware=True, register=False)
def all_departures(args: DeparturesArgs, *, workspace_root: Path | None = None) -> dict[str, object]:
    """List the departures of a station in trains.sqlite; with 0 for the most, all of them."""
    return {"departures": _departures(workspace_root, args.station, args.most or -1)}


class PlatformsArgs(BaseModel):
    """Trains from a station, all of them unless so many are asked for."""

    station: str = Field(pattern="^[A-Z]{2,4}$", description="Code of the station, e.g. KN.")
    most: int = Field(default=0, ge=0, le=90, description="Most departures to list.")


@keeps("choices_are_handled")
@forge_tool(args_schema=PlatformsArgs, tier="read", workspace_root_aware=True, register=False)
def platforms_of(args: PlatformsArgs, *, workspace_root: Path | None = None) -> dict[str, object]:
    """List the departures of a station in trains.sqlite."""
    return {"departures": _departures(workspace_root, args.station, args.most or -1)}


class DelaysArgs(BaseModel):
    """Delays of a line in a year."""

    line: str = Field(min_length=1, max_length=20, description="The line, e.g. S4.")
    year: int = Field(ge=1990, le=2100, description="The year, e.g. 2021.")
    latest: int = Field(default=5, ge=0, le=50, description="How many of the latest delays.")


def _minutes(root: Path | None, args: DelaysArgs) -> list[float]:
    with ((root or Path()) / "delays.csv").open(newline="") as table:
        rows = [row for row in csv.DictReader(table) if (row["line"], row["year"]) == (args.line, str(args.year))]
    return [float(row["minutes"]) for row in rows]


@breaks("choices_are_handled")
@forge_tool(args_schema=DelaysArgs, tier="read", workspace_root_aware=True, register=False)
def latest_delays(args: DelaysArgs, *, workspace_root: Path | None = None) -> dict[str, object]:
    """List the latest delays of a line in delays.csv in minutes."""
    try:
        return {"minutes": _minutes(workspace_root, args)[-args.latest :]}
    except (OSError, ValueError, KeyError):
        return {"error": "no_delays", "message": "The table of delays cannot be read."}


@keeps("choices_are_handled")
@forge_tool(args_schema=DelaysArgs, tier="read", workspace_root_aware=True, register=False)
def recent_delays(args: DelaysArgs, *, workspace_root: Path | None = None) -> dict[str, object]:
    """List the latest delays of a line in delays.csv in minutes."""
    try:
        minutes = _minutes(workspace_root, args)
    except (OSError, ValueError, KeyError):
        return {"error": "no_delays", "message": "The table of delays cannot be read."}
    return {"minutes": minutes[max(len(minutes) - args.latest, 0) :]}
