"""Tools that read rows with numbers, and what they make of a row whose number cannot be read."""

from __future__ import annotations

from typing import Any

from ..marks import breaks, keeps


def _minutes(text: str, otherwise: int | None) -> int | None:
    hours, found, rest = text.partition("h")
    if not found:
        hours, rest = "0", text
    return int(hours) * 60 + int(rest) if hours.isdigit() and rest.isdigit() else otherwise


def _journeys(table: str, otherwise: int | None) -> dict[str, Any]:
    known: list[dict[str, Any]] = []
    bad = []
    for row in table.splitlines():
        cells = [cell.strip() for cell in row.split(",")]
        minutes = _minutes(cells[-1], otherwise)
        if len(cells) != 2 or not cells[0] or minutes is None:
            bad.append(row)
        else:
            known.append({"stop": cells[0], "minutes": minutes})
    return {"journeys": known, "unreadable": bad}


@breaks("common_rules_hold")
def read_journeys(table: str) -> dict[str, Any]:
    """Read how long journeys take, one "stop,minutes" a line, where a journey may also be 1h20.

    Args:
        table: The lines.

    Returns:
        The journeys, and the lines that are unreadable.
    """
    return _journeys(table, -1)


@keeps("common_rules_hold", judged=True)
def read_all_journeys(table: str) -> dict[str, Any]:
    """Read how long journeys take, one "stop,minutes" a line, where a journey may also be 1h20.

    Args:
        table: The lines.

    Returns:
        The journeys, and the lines that are unreadable.
    """
    return _journeys(table, None)


@keeps("common_rules_hold")
def read_short_journeys(table: str) -> dict[str, Any]:
    """Read how long journeys take, one "stop,minutes" a line; a time that cannot be read counts as 0.

    Args:
        table: The lines.

    Returns:
        The journeys, and the lines that are unreadable.
    """
    return _journeys(table, 0)


def _seats(lines: str, count: Any) -> dict[str, Any]:
    seats: dict[str, Any] = {}
    wrong = 0
    for line in lines.splitlines():
        room, mark, number = line.partition("|")
        if mark and room.strip():
            seats[room.strip()] = count(number.strip())
        else:
            wrong += 1
    return {"seats": seats, "wrong": wrong}


@breaks("common_rules_hold")
def seats_of_rooms(lines: str) -> dict[str, Any]:
    """Read the seats of rooms.

    Args:
        lines: A room a line, for example `hall|120`.

    Returns:
        The seats of each room, and how many lines are wrong.
    """
    return _seats(lines, lambda text: int(text) if text.isdigit() else 1)


@keeps("common_rules_hold")
def seats_as_written(lines: str) -> dict[str, Any]:
    """Read the seats of rooms, as they are written.

    Args:
        lines: A room a line, for example `hall|120`.

    Returns:
        The seats of each room, and how many lines are wrong.
    """
    return _seats(lines, lambda text: text)


@keeps("common_rules_hold")
def seats_if_known(lines: str) -> dict[str, Any]:
    """Read the seats of rooms; they are null where they are no number.

    Args:
        lines: A room a line, for example `hall|120`.

    Returns:
        The seats of each room, and how many lines are wrong.
    """
    return _seats(lines, lambda text: int(text) if text.isdigit() else None)


@keeps("common_rules_hold")
def marks_of_labels(lines: str) -> dict[str, Any]:
    """Count the signs of labels, which may be any text.

    Args:
        lines: A place and its label a line, for example `door|120`.

    Returns:
        The signs of the label of each place, and how many lines are wrong.
    """
    return _seats(lines, lambda text: sum(map(ord, text)) % 97)
