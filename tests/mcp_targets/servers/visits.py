"""A server of visits that lie ahead, of readings of the last days, and of plans in files with certain endings."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import Any

from raw import Refused, serve, text, tool

DAY = {"day": {"type": "string", "format": "date"}}
PLAN = {"name": {"type": "string", "description": "Small letters, then .txt or .md"}}
SUM = {"type": "object", "properties": {"total": {"type": "integer"}}, "required": ["total"]}
VISITS: list[date] = []
PLANS: dict[str, str] = {}


def day_of(said: str, first: int, last: int) -> date:
    try:
        day = date.fromisoformat(said)
    except ValueError:
        raise Refused("That is not a day.") from None
    if not timedelta(first) <= day - date.today() <= timedelta(last):
        raise Refused("That day cannot be used.")
    return day


def plan_visit(day: str) -> dict[str, Any]:
    VISITS.append(day_of(day, 1, 40))
    return text("planned", structuredContent={"total": str(len(VISITS))})


def note_reading(day: str) -> dict[str, Any]:
    return text("noted", structuredContent={"total": str(day_of(day, -30, -1).day)})


def _named(name: str) -> None:
    if not re.fullmatch(r"[a-z]{1,20}\.(txt|md)", name):
        raise Refused("A plan has small letters and ends in .txt or .md.")


def keep_plan(name: str, content: str) -> str:
    _named(name)
    PLANS[name] = content
    return "Kept."


def length_of_plan(name: str) -> dict[str, Any]:
    _named(name)
    if name not in PLANS:
        raise Refused(f"There is no plan {name}.")
    return text("found", structuredContent={"total": str(len(PLANS[name]))})


if __name__ == "__main__":
    serve(
        [
            tool("plan_visit", plan_visit, arguments=DAY, outputSchema=SUM),
            tool("note_reading", note_reading, arguments=DAY, outputSchema=SUM),
            tool("keep_plan", keep_plan, arguments={**PLAN, "content": {"type": "string"}}),
            tool("length_of_plan", length_of_plan, arguments=PLAN, outputSchema=SUM),
        ]
    )
