"""Functions with an argument that is the folder in which they work."""

from __future__ import annotations

from pathlib import Path

from ..marks import breaks, keeps


@keeps("paths_stay_inside")
def press_ticket(workspace: Path, counter: str) -> dict:
    """Give out the next ticket of a counter.

    Args:
        workspace: The folder with the counters.
        counter: What the counter is called: letters alone.
    """
    if not counter.isalpha():
        raise ValueError("Name the counter with letters alone.")
    place = workspace / f"{counter}.ticket"
    workspace.mkdir(parents=True, exist_ok=True)
    number = int(place.read_text()) + 1 if place.exists() else 1
    place.write_text(str(number))
    return {"counter": counter, "ticket": number}


@breaks("paths_stay_inside")
def press_hall_ticket(workspace: Path, hall: str) -> dict:
    """Give out the next ticket of a hall.

    Args:
        workspace: The folder with the halls.
        hall: What the hall is called, such as north.
    """
    if "/" in hall:
        raise ValueError("Name the hall alone.")
    place = workspace / "halls" / hall / "ticket"
    place.parent.mkdir(parents=True, exist_ok=True)
    number = int(place.read_text()) + 1 if place.exists() else 1
    place.write_text(str(number))
    return {"hall": hall, "ticket": number}
