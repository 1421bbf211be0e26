"""Functions that keep the entries of one thing in a file, and differ in what they lock."""

from __future__ import annotations

import json
import threading
from collections import defaultdict
from pathlib import Path

from ..marks import breaks, keeps

_LOCKS: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)


def _read(name: str) -> dict[str, str]:
    file = Path(f"{name}.json")
    return json.loads(file.read_text()) if file.exists() else {}


@breaks("calls_at_once_agree")
def hang_picture(wall: str, picture: str, hook: int = 1) -> dict[str, str]:
    """Hang a picture on a wall, or hang it on another hook.

    Args:
        wall: The wall.
        picture: The picture.
        hook: The hook.
    """
    with _LOCKS[f"{wall}/{picture}"]:
        pictures = _read(wall)
        pictures[picture] = f"hook {hook}"
        Path(f"{wall}.json").write_text(json.dumps(pictures))
    return {"hung": picture}


@keeps("calls_at_once_agree", judged=True)
def hang_coat(rack: str, coat: str, hook: int = 1) -> dict[str, str]:
    """Hang a coat on a rack, or hang it on another hook.

    Args:
        rack: The rack.
        coat: The coat.
        hook: The hook.
    """
    with _LOCKS[rack]:
        coats = _read(rack)
        coats[coat] = f"hook {hook}"
        Path(f"{rack}.json").write_text(json.dumps(coats))
    return {"hung": coat}


@keeps("calls_at_once_agree", judged=True)
def lay_out(room: str, carpet: str) -> dict[str, str]:
    """Tell which carpet lies in a room; there is one at a time.

    Args:
        room: The room.
        carpet: The carpet.
    """
    Path(f"{room}.txt").write_text(carpet)
    return {"lies": carpet}


@keeps("calls_at_once_agree", judged=True)
def place_box(shelf: str, box: str) -> dict[str, str]:
    """Put a box on a shelf; each has a file of its own.

    Args:
        shelf: The shelf.
        box: The box.
    """
    folder = Path(shelf)
    folder.mkdir(exist_ok=True)
    (folder / f"{box}.json").write_text(json.dumps({"box": box}))
    return {"placed": box}
