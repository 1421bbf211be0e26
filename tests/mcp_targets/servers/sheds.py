"""A server of sheds, of which there are none at first: a tool needs two of them, one with something in it."""

from __future__ import annotations

import json

from raw import Refused, serve, tool

READS = {"readOnlyHint": True}
WRITES = {"readOnlyHint": False, "destructiveHint": False}
SHED = {"type": "string", "pattern": r"^[a-z0-9]{2,12}$", "description": "A shed."}
LOGS = {"type": "integer", "minimum": 1, "maximum": 500, "description": "How many logs."}
sheds: dict[str, int] = {}
rooms: dict[str, int] = {}


def build_shed(name: str, room: int) -> str:
    if name in sheds:
        raise Refused("There is such a shed.")
    sheds[name], rooms[name] = 0, room
    return f"Shed {name} stands."


def stack_logs(shed: str, logs: int) -> str:
    _put(shed, logs)
    return f"{logs} logs are in {shed}."


def carry_logs(origin: str, goal: str, logs: int) -> str:
    _take(origin, goal, logs)
    _put(goal, logs)
    return f"{logs} logs are in {goal} now."


def carry_logs_that_fit(origin: str, goal: str, logs: int) -> str:
    _take(origin, goal, logs)
    try:
        _put(goal, logs)
    except Refused:
        sheds[origin] += logs
        raise
    return f"{logs} logs are in {goal} now."


def _put(shed: str, logs: int) -> None:
    if shed not in sheds:
        raise Refused(f"There is no shed {shed}.")
    if sheds[shed] + logs > rooms[shed]:
        raise Refused(f"{shed} is too small.")
    sheds[shed] += logs


def _take(origin: str, goal: str, logs: int) -> None:
    if origin == goal:
        raise Refused("They are in that shed.")
    if sheds.get(origin, 0) < logs:
        raise Refused(f"There are not so many logs in {origin}.")
    sheds[origin] -= logs


def list_sheds() -> str:
    return json.dumps(sheds)


CARRIED = {"origin": SHED, "goal": SHED, "logs": LOGS}

serve(
    [
        tool("build_shed", build_shed, arguments={"name": SHED, "room": LOGS}, annotations=WRITES),
        tool("stack_logs", stack_logs, arguments={"shed": SHED, "logs": LOGS}, annotations=WRITES),
        tool("carry_logs", carry_logs, arguments=CARRIED, annotations=WRITES),
        tool("carry_logs_that_fit", carry_logs_that_fit, arguments=CARRIED, annotations=WRITES),
        tool("list_sheds", list_sheds, arguments={}, annotations=READS),
    ]
)
