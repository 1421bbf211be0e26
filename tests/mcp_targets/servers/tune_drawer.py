"""A server of tunes in a temporary folder, whose writers stay in there, or leave it by one of their paths."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from raw import Refused, serve, tool

MODE = (sys.argv[1:] or ["closed"])[0]
DRAWER = Path(tempfile.mkdtemp(prefix="tunes-")) / "drawer"
DRAWER.mkdir()
TEXT = {"type": "string"}


def _in_drawer(tune: str, *, unless: str = "") -> Path:
    path = Path(os.path.normpath(DRAWER / f"{tune}.abc"))
    is_inside = str(path).startswith(str(DRAWER)) if MODE == "alike" else DRAWER in path.parents
    if not is_inside and MODE != unless:
        raise Refused("A tune stays in the drawer.")
    return path


def _there(tune: str, *, unless: str = "") -> Path:
    path = _in_drawer(tune, unless=unless)
    if not path.is_file():
        raise Refused("There is no such tune.")
    return path


def save_tune(tune: str, notes: str) -> str:
    try:
        _in_drawer(tune, unless="open_writer").write_text(notes)
    except (OSError, ValueError):
        raise Refused("That cannot be written.") from None
    return "Noted."


def play(tune: str) -> str:
    return _there(tune).read_text(errors="replace")


def hand_on(tune: str, new_tune: str) -> str:
    found = _there(tune, unless="open_source")
    to = _in_drawer(new_tune, unless="told" if MODE == "told" else "open_target")
    try:
        shutil.copy(found, to)
    except (OSError, ValueError):
        raise Refused("That cannot be copied.") from None
    return "Copied."


def tear_up(tune: str) -> str:
    try:
        _there(tune, unless="open_removal").unlink()
    except ValueError:
        raise Refused("There is no such tune.") from None
    return "Torn up."


if __name__ == "__main__":
    said = "Name of the copy, or an absolute path without its ending." if MODE == "told" else "Name of the copy."
    tune, reads = {"tune": TEXT}, {"readOnlyHint": True}
    serve(
        [
            tool("save_tune", save_tune, arguments={**tune, "notes": TEXT}),
            tool("play", play, arguments=tune, annotations=reads),
            tool("hand_on", hand_on, arguments={**tune, "new_tune": {**TEXT, "description": said}}),
            tool("tear_up", tear_up, arguments=tune),
        ]
    )
