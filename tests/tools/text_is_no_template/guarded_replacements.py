"""Functions that replace a passage only if it is there; else they add it."""

from __future__ import annotations

import re
from pathlib import Path

from ..marks import breaks, keeps

_CAPTAIN = re.compile(r"^captain\s*:.*$", re.MULTILINE)


def _entry(stop: str) -> re.Pattern[str]:
    if not stop.strip() or not stop.isprintable():
        raise ValueError("A stop is a name.")
    return re.compile(rf"^- {re.escape(stop)}: .*$", re.MULTILINE)


@breaks("text_is_no_template")
def note_stop(route: str, stop: str, remark: str) -> str:
    """Note a remark on a stop of a bus route, in the place of an earlier one.

    Args:
        route: The list of stops with their remarks.
        stop: The stop.
        remark: The remark, as it is.
    """
    entry = _entry(stop)
    if entry.search(route) is None:
        return f"{route}\n- {stop}: {remark}\n"
    return entry.sub(f"- {stop}: {remark}", route)


@keeps("text_is_no_template")
def note_stop_as_it_is(route: str, stop: str, remark: str) -> str:
    """Note a remark on a stop of a bus route, in the place of an earlier one.

    Args:
        route: The list of stops with their remarks.
        stop: The stop.
        remark: The remark, as it is.
    """
    entry = _entry(stop)
    if entry.search(route) is None:
        return f"{route}\n- {stop}: {remark}\n"
    return entry.sub(lambda _: f"- {stop}: {remark}", route)


@breaks("text_is_no_template")
def note_stop_in_file(path: Path, stop: str, remark: str) -> dict:
    """Note a remark on a stop in a file with a bus route, in the place of an earlier one.

    Args:
        path: The file.
        stop: The stop.
        remark: The remark, as it is.
    """
    entry, route = _entry(stop), path.read_text(encoding="utf-8")
    if entry.search(route):
        route = entry.sub(f"- {stop}: {remark}", route)
    else:
        route = f"{route}- {stop}: {remark}\n"
    path.write_text(route, encoding="utf-8")
    return {"stop": stop}


@keeps("text_is_no_template")
def note_stop_in_file_as_it_is(path: Path, stop: str, remark: str) -> dict:
    """Note a remark on a stop in a file with a bus route, in the place of an earlier one.

    Args:
        path: The file.
        stop: The stop.
        remark: The remark, as it is.
    """
    entry, route = _entry(stop), path.read_text(encoding="utf-8")
    if entry.search(route):
        route = entry.sub(lambda _: f"- {stop}: {remark}", route)
    else:
        route = f"{route}- {stop}: {remark}\n"
    path.write_text(route, encoding="utf-8")
    return {"stop": stop}


@breaks("text_is_no_template")
def appoint_captain(crew: str, person: str) -> str:
    """Write a captain into the list of a crew.

    Args:
        crew: The list, each line a role and a person.
        person: The captain.
    """
    if not _CAPTAIN.search(crew):
        return f"captain: {person}\n{crew}"
    return _CAPTAIN.sub(f"captain: {person}", crew)


@keeps("text_is_no_template")
def appoint_captain_by_lines(crew: str, person: str) -> str:
    """Write a captain into the list of a crew.

    Args:
        crew: The list, each line a role and a person.
        person: The captain.
    """
    if not _CAPTAIN.search(crew):
        return f"captain: {person}\n{crew}"
    return "\n".join(f"captain: {person}" if _CAPTAIN.match(line) else line for line in crew.splitlines())


@breaks("text_is_no_template")
def set_berth(plan: str, ship: str, berth: str) -> str:
    """Give a ship another berth in the plan of a harbour.

    Args:
        plan: The plan, a ship a line.
        ship: The ship.
        berth: Its berth.
    """
    start, lines = f"{ship} @ ", plan.splitlines()
    for place, line in enumerate(lines):
        if line.startswith(start):
            lines[place] = re.sub(r"@ .*", f"@ {berth}", line)
            return "\n".join(lines)
    return "\n".join([*lines, f"{start}{berth}"])


@keeps("text_is_no_template")
def set_berth_as_it_is(plan: str, ship: str, berth: str) -> str:
    """Give a ship another berth in the plan of a harbour.

    Args:
        plan: The plan, a ship a line.
        ship: The ship.
        berth: Its berth.
    """
    start, lines = f"{ship} @ ", plan.splitlines()
    for place, line in enumerate(lines):
        if line.startswith(start):
            lines[place] = f"{start}{berth}"
            return "\n".join(lines)
    return "\n".join([*lines, f"{start}{berth}"])
