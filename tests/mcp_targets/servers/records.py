"""A server that changes records: some tools tell a failure as a success, others only look as if they did."""

from __future__ import annotations

import json

from raw import Refused, serve, tool

READS = {"readOnlyHint": True}
CHANGES = {"readOnlyHint": False, "destructiveHint": True, "idempotentHint": True}


def named(what: str) -> dict:
    return {"name": {"type": "string", "description": f"Name of the {what}."}}


lamps = {"porch": "on", "attic": "on", "cellar": "on"}
doors = {"front": "open", "garden": "open", "garage": "open"}
notes = {"shopping", "holidays", "repairs"}
fences = {"north": "bare", "south": "bare"}
blinds = {"kitchen": "up", "office": "up"}


def list_lamps() -> str:
    return json.dumps([{"lamp": name, "state": state} for name, state in lamps.items()])


def list_doors() -> str:
    return json.dumps([{"door": name, "state": state} for name, state in doors.items()])


def list_notes() -> str:
    return json.dumps(sorted(notes))


def list_blinds() -> str:
    return json.dumps([{"blind": name, "state": state} for name, state in blinds.items()])


def switch_off(name: str) -> str:
    if name not in lamps:
        return f"We have {len(lamps)} lamps and none of this name."
    lamps[name] = "off"
    return f"{name} is dark now."


def shut_door(name: str) -> str:
    if name not in doors:
        raise Refused(f"We have {len(doors)} doors and none of this name.")
    doors[name] = "shut"
    return f"{name} is shut now."


def drop_note(name: str) -> str:
    if name not in notes:
        return "Nothing to drop."
    notes.remove(name)
    return "Dropped."


def lower_blind(name: str) -> str:
    is_there = name in blinds
    if is_there:
        blinds[name] = "down"
    return json.dumps({"name": name, "lowered": is_there})


def list_fences() -> str:
    return json.dumps([{"fence": name, "state": state} for name, state in fences.items()])


def painted(name: str, *, is_checked: bool) -> str:
    if name not in fences:
        raise Refused(f"No such fence; fences: {', '.join(fences)}")
    if fences[name] == "painted":
        raise Refused("It has its coat already.")
    if is_checked:
        raise Refused("Which tin shall be opened for that?")
    fences[name] = "painted"
    raise Refused("Which tin shall be opened for that?")


def paint_fence(name: str) -> str:
    return painted(name, is_checked=False)


def varnish_fence(name: str) -> str:
    return painted(name, is_checked=True)


TOOLS = [
    tool("list_fences", list_fences, arguments={}, annotations=READS),
    tool("list_lamps", list_lamps, arguments={}, annotations=READS),
    tool("list_doors", list_doors, arguments={}, annotations=READS),
    tool("list_notes", list_notes, arguments={}, annotations=READS),
    tool("list_blinds", list_blinds, arguments={}, annotations=READS),
    tool("switch_off", switch_off, arguments=named("lamp"), annotations=CHANGES),
    tool("shut_door", shut_door, arguments=named("door"), annotations=CHANGES),
    tool("drop_note", drop_note, arguments=named("note"), annotations=CHANGES),
    tool("lower_blind", lower_blind, arguments=named("blind"), annotations=CHANGES),
    tool("paint_fence", paint_fence, arguments=named("fence"), annotations=CHANGES),
    tool("varnish_fence", varnish_fence, arguments=named("fence"), annotations=CHANGES),
]

if __name__ == "__main__":
    serve(TOOLS)
