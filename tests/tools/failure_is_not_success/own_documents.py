"""Functions that read a document of their own form, which no argument describes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..marks import breaks, keeps

Project = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,39}$", description="Name of the project.")]


def _tickets(project: str) -> list[dict[str, Any]]:
    with Path("tickets", f"{project}.json").open(encoding="utf-8") as opened:
        board = json.loads(opened.read(1_000_000))
    return [{"title": str(one["title"])[:80], "hours": float(one["hours"])} for one in board["tickets"]]


@breaks("failure_is_not_success")
def ticket_hours(project: Project) -> dict[str, Any]:
    """Add up the hours of the tickets of a project."""
    try:
        tickets = _tickets(project)
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return {"tickets": [], "hours": 0}
    hours = round(sum(one["hours"] for one in tickets[:500]), 2)
    return {"tickets": tickets[:100], "hours": hours if abs(hours) < 1e12 else None}


@keeps("failure_is_not_success")
def hours_of_tickets(project: Project) -> dict[str, Any]:
    """Add up the hours of the tickets of a project."""
    try:
        tickets = _tickets(project)
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        raise ValueError("the project has no readable tickets") from None
    hours = round(sum(one["hours"] for one in tickets[:500]), 2)
    return {"tickets": tickets[:100], "hours": hours if abs(hours) < 1e12 else None}
