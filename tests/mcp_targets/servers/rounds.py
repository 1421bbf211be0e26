"""A server of rounds by the week or month, whose days are counted from the first or from the last one.

They are told later by the number of the round, with all others of a period ("period"), or at once, in lines ("lines").
"""

from __future__ import annotations

import calendar
import json
import sys
from datetime import date, timedelta

from raw import Refused, serve, tool

FROM_THE_LAST = sys.argv[1:2] == ["last"]
TOLD = (sys.argv[2:3] or ["later"])[0]
DAY = {"type": "string", "format": "date", "description": "A day, as YYYY-MM-DD."}
ROUND = {"number": {"type": "integer", "minimum": 1, "maximum": 999, "description": "Number of a round."}}
PLAN = {
    "start": {"type": "string", "format": "date", "description": "Its first day."},
    "every": {"type": "string", "enum": ["week", "month"], "description": "How often it comes."},
    "times": {"type": "integer", "minimum": 1, "maximum": 24, "description": "How many times."},
}
rounds: list[list[str]] = []


def _in_months(day: date, months: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def plan_round(start: str, every: str, times: int) -> str:
    try:
        days = [date.fromisoformat(start)]
    except ValueError:
        raise Refused("Give a day of the calendar.") from None
    first = days[0]
    for number in range(1, times):
        if every == "week":
            days.append(first + timedelta(weeks=number))
        else:
            days.append(_in_months(days[-1], 1) if FROM_THE_LAST else _in_months(first, number))
    rounds.append([day.isoformat() for day in days])
    if TOLD == "lines":
        return "\n".join(f"{day}: round {number}" for number, day in enumerate(rounds[-1], 1))
    return "It is planned." if TOLD == "period" else json.dumps({"number": len(rounds)})


def days_of(number: int) -> str:
    if not 0 < number <= len(rounds):
        raise Refused("There is no such round.")
    return json.dumps({"days": rounds[number - 1]})


def days_between(since: str, until: str) -> str:
    found = [day for days in rounds for day in days if since <= day <= until]
    return json.dumps({"days": [{"day": day} for day in sorted(found)]})


READS = {"annotations": {"readOnlyHint": True}}
TOOLS = [tool("plan_round", plan_round, arguments=PLAN, annotations={"readOnlyHint": False})]
if TOLD == "later":
    TOOLS.append(tool("days_of", days_of, arguments=ROUND, **READS))
if TOLD == "period":
    TOOLS.append(tool("days_between", days_between, arguments={"since": DAY, "until": DAY}, **READS))

if __name__ == "__main__":
    serve(TOOLS)
