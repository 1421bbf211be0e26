"""Functions that follow paths which a data file of their own holds."""

from __future__ import annotations

import json
import re
import sqlite3
import tomllib
from contextlib import closing
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

from ..marks import breaks, keeps

MOST = 100_000


def _shelf() -> Path:
    return Path.home() / ".songbook"


def _song(key: str) -> dict[str, Any]:
    if not re.fullmatch(r"[a-z0-9-]{1,40}", key):
        raise ValueError("A key has lower case letters, digits and hyphens.")
    index = _shelf() / "songs.json"
    entry = json.loads(index.read_text("utf-8")).get(key) if index.is_file() else None
    if not isinstance(entry, dict) or not isinstance(entry.get("sheet"), str):
        raise LookupError("There is no such song.")
    return entry


def _start(path: Path) -> str:
    if not path.is_file():
        raise LookupError("The sheet is missing.")
    with path.open("rb") as file:
        return file.read(MOST).decode("utf-8", "replace")


@breaks("paths_stay_inside")
def first_song_line(key: str) -> str:
    """Return the first line of the sheet of a song in ~/.songbook/songs.json.

    Args:
        key: Key of the song, such as air-2.
    """
    sheet = _song(key)["sheet"]
    if sheet.startswith(("/", "../")):
        raise ValueError("The sheet is outside the songbook.")
    return _start(_shelf() / sheet).partition("\n")[0]


@keeps("paths_stay_inside", judged=True)
def last_song_line(key: str) -> str:
    """Return the last line of the sheet of a song in ~/.songbook/songs.json.

    Args:
        key: Key of the song, such as air-2.
    """
    sheet = PurePosixPath(_song(key)["sheet"])
    if sheet.is_absolute() or ".." in sheet.parts:
        raise ValueError("The sheet is outside the songbook.")
    return _start(_shelf() / sheet).rstrip("\n").rpartition("\n")[2]


@keeps("paths_stay_inside")
def count_song_lines(key: str) -> int:
    """Count the lines of the sheet of a song in ~/.songbook/songs.json; the sheet may be anywhere.

    Args:
        key: Key of the song, such as air-2.
    """
    return len(_start(_shelf() / _song(key)["sheet"]).splitlines())


@keeps("paths_stay_inside")
def song_in_capitals(key: str) -> str:
    """Return the sheet of a song in ~/.songbook/songs.json in capitals; sheets lie side by side there.

    Args:
        key: Key of the song, such as air-2.
    """
    return _start(_shelf() / Path(_song(key)["sheet"]).name).upper()


@breaks("paths_stay_inside")
def print_plan() -> str:
    """Return the plan that plan.yaml in the current folder names."""
    settings = yaml.safe_load(Path("plan.yaml").read_text("utf-8"))
    name = str(settings["plan"])
    if name[:1] in ("/", "."):
        raise ValueError("The plan is elsewhere.")
    return _start(Path("plans", name))


@keeps("paths_stay_inside", judged=True)
def print_menu() -> str:
    """Return the menu that menu.toml in the current folder names."""
    settings = tomllib.loads(Path("menu.toml").read_text("utf-8"))
    base = Path("menus").resolve()
    path = (base / settings["menu"].strip()).resolve()
    if not path.is_relative_to(base):
        raise ValueError("The menu is elsewhere.")
    return _start(path)


@breaks("paths_stay_inside")
def read_scan(number: int) -> str:
    """Return the text of a scan in scans.db of the current folder.

    Args:
        number: Number of the scan, such as 1.
    """
    with closing(sqlite3.connect("file:scans.db?mode=ro", uri=True)) as base:
        row = base.execute("SELECT file FROM scans WHERE number = ?", (number,)).fetchone()
    if row is None or not Path("scans", row[0]).absolute().as_posix().startswith(f"{Path.cwd()}/scans"):
        raise LookupError("There is no such scan.")
    if row[0].startswith(".."):
        raise LookupError("The scan is elsewhere.")
    return _start(Path("scans", row[0]))
