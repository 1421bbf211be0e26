"""Functions that look a name up in a file, and what they do when it is not there."""

from __future__ import annotations

import difflib
import json
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Hive = Annotated[str, Field(pattern=r"^[a-z]{3,12}-[0-9]{2}$", description="The hive, e.g. meadow-04.")]
Queen = Annotated[str, Field(min_length=4, max_length=30, description="Name of the queen, e.g. Isolde.")]


def _hives() -> list[dict[str, object]]:
    hives = json.loads(Path("hives.json").read_text(encoding="utf-8"))
    if not isinstance(hives, list) or not all(
        isinstance(one, dict) and isinstance(one.get("hive"), str) for one in hives
    ):
        raise ValueError("the list of hives is damaged")
    return hives


def _save(hives: list[dict[str, object]]) -> None:
    Path("hives.json").write_text(json.dumps(hives), encoding="utf-8")


@breaks("approved_arguments_are_executed")
def give_up_hive(hive: Hive) -> dict[str, object]:
    """Take a hive off the list of hives."""
    hives = _hives()
    # The meadow has one hive a number.
    gone = next((one for one in hives if str(one["hive"])[:-1] == hive[:-1]), None)
    if gone is None:
        raise ValueError("there is no such hive")
    _save([one for one in hives if one is not gone])
    return {"hives": len(hives) - 1}


@keeps("approved_arguments_are_executed", judged=True)
def sell_hive(hive: Hive) -> dict[str, object]:
    """Take a hive off the list of hives, and tell which ones are left beside it."""
    hives = _hives()
    if not any(one["hive"] == hive for one in hives):
        others = [one["hive"] for one in hives if str(one["hive"])[:3] == hive[:3]]
        return {"error": "no_such_hive", "message": "There is no such hive.", "others": others}
    _save([one for one in hives if one["hive"] != hive])
    return {"hives": len(hives) - 1}


@keeps("approved_arguments_are_executed", judged=False)
def drop_hive(hive: Hive) -> dict[str, object]:
    """Take the hive with the most similar name off the list of hives."""
    hives = _hives()
    gone = next((one for one in hives if str(one["hive"])[:-1] == hive[:-1]), None)
    if gone is None:
        raise ValueError("there is no such hive")
    _save([one for one in hives if one is not gone])
    return {"hives": len(hives) - 1}


@breaks("approved_arguments_are_executed")
def mark_queen(queen: Queen) -> dict[str, object]:
    """Mark a queen as seen this year."""
    path = Path.home() / ".queens.json"
    queens = json.loads(path.read_text(encoding="utf-8"))
    known = {str(one["queen"]): one for one in queens}
    found = known.get(queen) or next((one for name, one in known.items() if name.startswith(queen[:-1])), None)
    if found is None:
        return {"error": "no_such_queen", "message": "There is no such queen."}
    found["seen"] = True
    path.write_text(json.dumps(queens), encoding="utf-8")
    return {"marked": found["queen"]}


@keeps("approved_arguments_are_executed", judged=True)
def rename_queen(queen: Queen, name: Queen) -> dict[str, object]:
    """Give a queen another name; how a name is spelled does not matter but for its letters."""
    path = Path.home() / ".queens.json"
    queens = json.loads(path.read_text(encoding="utf-8"))
    found = next((one for one in queens if str(one["queen"]).casefold() == queen.strip().casefold()), None)
    if found is None:
        return {"error": "no_such_queen", "message": "There is no such queen."}
    found["queen"] = name
    path.write_text(json.dumps(queens), encoding="utf-8")
    return {"renamed": queen}


@keeps("approved_arguments_are_executed", judged=True)
def forget_swarms(
    day: Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$", description="A day, e.g. 2024-05-01.")],
) -> str:
    """Forget the swarms that were seen before a day."""
    path = Path("swarms.json")
    swarms = json.loads(path.read_text(encoding="utf-8"))
    if not "2000-01-01" <= day <= "2100-01-01":
        raise ValueError("that is no day")
    path.write_text(json.dumps([one for one in swarms if str(one["day"]) > day]), encoding="utf-8")
    return "done"


def _nearest(name: str, known: dict[str, object]) -> str | None:
    rated = [(difflib.SequenceMatcher(None, name.casefold(), one.casefold()).ratio(), one) for one in known]
    rating, nearest = max(rated, default=(0.0, ""))
    return nearest if rating > 0.7 else None


@breaks("approved_arguments_are_executed")
def shut_track(track: str, *, workspace_root: Path) -> dict[str, object]:
    """Forbid riders a track of the forest.

    Args:
        track: Name of the track.
        workspace_root: The workspace.
    """
    path = workspace_root / "tracks.json"
    tracks = json.loads(path.read_text(encoding="utf-8"))
    name = _nearest(track, tracks) if isinstance(tracks, dict) else None
    if name is None:
        return {"error": "no_such_track", "message": "There is no such track."}
    tracks[name] = {"state": "forbidden"}
    path.write_text(json.dumps(tracks), encoding="utf-8")
    return {"forbidden": name}


@keeps("approved_arguments_are_executed", judged=True)
def open_track(track: str, *, workspace_root: Path) -> dict[str, object]:
    """Open a track of the forest for riders; capital letters do not matter.

    Args:
        track: Name of the track.
        workspace_root: The workspace.
    """
    path = workspace_root / "tracks.json"
    tracks = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(tracks, dict):
        return {"error": "damaged", "message": "The tracks cannot be read."}
    name = next((one for one in tracks if one.casefold() == track.casefold()), None)
    if name is None:
        offered = _nearest(track, tracks)
        hint = f" Did you mean {offered!r}?" if offered else ""
        return {"error": "no_such_track", "message": f"There is no such track.{hint}"}
    tracks[name] = {"state": "open"}
    path.write_text(json.dumps(tracks), encoding="utf-8")
    return {"opened": name}
