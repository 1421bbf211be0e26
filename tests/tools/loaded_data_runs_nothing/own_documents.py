"""Functions that read a YAML document of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from ..marks import breaks, keeps


class _Loader(yaml.Loader):
    """Reads documents of the office."""


class _SafeLoader(yaml.SafeLoader):
    """Reads documents of the office."""


@breaks("loaded_data_runs_nothing")
def opening_hours() -> list[dict[str, Any]]:
    """List the days on which the office is open, with the hours."""
    with Path("office.yaml").open() as document:
        days = yaml.load(document, Loader=_Loader)  # the defect
    return [{"day": str(day["day"]), "hours": str(day["hours"])} for day in days]


@keeps("loaded_data_runs_nothing")
def closing_days() -> list[dict[str, Any]]:
    """List the days on which the office is closed, with the reason."""
    with Path("office.yaml").open() as document:
        days = yaml.load(document, Loader=_SafeLoader)  # it is a safe one
    return [{"day": str(day["day"]), "reason": str(day["reason"])} for day in days]
