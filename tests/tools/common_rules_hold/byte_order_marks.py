"""Functions that read texts which may begin with a byte order mark: some take it for a part of the text."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

_Guests = Annotated[str, Field(description='Guest list, with the columns "table" and "name", e.g. "guests.csv".')]
_Settings = Annotated[str, Field(description="Settings as JSON; a byte order mark at the beginning is skipped.")]


def _names(path: Path, encoding: str) -> dict[str, list[str]]:
    with path.open(newline="", encoding=encoding) as file:
        rows = list(csv.DictReader(file))
    seats: dict[str, list[str]] = {}
    for row in rows:
        seats.setdefault(row.get("table") or "-", []).append(row.get("name") or "?")
    return seats


@breaks("common_rules_hold")
def seats_of_plain_text(guests: _Guests) -> dict[str, list[str]]:
    """Tell who sits at which table. The list is saved by Excel, in UTF-8."""
    return _names(Path(guests), "utf-8")


@keeps("common_rules_hold", judged=True)
def seats(guests: _Guests) -> dict[str, list[str]]:
    """Tell who sits at which table. The list is saved by Excel, in UTF-8."""
    return _names(Path(guests), "utf-8-sig")


@keeps("common_rules_hold")
def seats_of_any_list(guests: _Guests) -> dict[str, list[str]]:
    """Tell who sits at which table. The list is in UTF-8."""
    return _names(Path(guests), "utf-8")


@breaks("common_rules_hold")
def settings_of_plain_text(settings: _Settings) -> list[str]:
    """List the names of settings."""
    return sorted(json.loads(settings))


@keeps("common_rules_hold", judged=True)
def names_of_settings(settings: _Settings) -> list[str]:
    """List the names of settings."""
    return sorted(json.loads(settings.removeprefix("\ufeff")))


@keeps("common_rules_hold", judged=True)
def size_of_list(guests: _Guests) -> dict[str, int]:
    """Tell how many bytes and guests a list has; it may begin with a BOM."""
    data = Path(guests).read_bytes()
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    return {"bytes": len(data), "guests": len(rows)}
