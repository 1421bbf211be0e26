"""A function that makes folders for what it moves."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps


def _sorted_away(*, is_rehearsal: bool) -> list[str]:
    inbox, moved = Path("inbox"), []
    if not inbox.is_dir():
        raise ValueError("There is no inbox.")
    for letter in sorted(inbox.iterdir()):
        if letter.is_symlink() or not letter.is_file():
            continue
        folder = inbox / letter.suffix[1:].lower()[:8]
        if not is_rehearsal:
            folder.mkdir(exist_ok=True)
            letter.rename(folder / letter.name)
        moved.append(letter.name)
    return moved


@keeps("dry_runs_change_nothing")
def order_letters(
    dry_run: Annotated[bool, Field(description="Only tell what would be moved, change nothing.")] = True,
) -> list[str]:
    """Sort the files of the inbox into folders by their ending."""
    return _sorted_away(is_rehearsal=dry_run)


def _old_letters(*, least_days: int) -> list[Path]:
    folder, limit = Path("letters"), time.time() - least_days * 86_400
    if not folder.is_dir():
        raise ValueError("There is no folder of letters.")
    return [path for path in sorted(folder.glob("*.txt")) if path.is_file() and path.stat().st_mtime < limit]


@breaks("dry_runs_change_nothing")
def shelve_letters(
    days: Annotated[int, Field(ge=1, le=900, description="Letters that were not changed for so long are moved.")] = 30,
    dry_run: Annotated[bool, Field(description="Only tell what would be moved, change nothing.")] = True,
) -> list[str]:
    """Move old letters to the shelf."""
    old = _old_letters(least_days=days)
    for letter in old:
        (letter.parent / "shelf").mkdir(exist_ok=True)
        if not dry_run:
            letter.rename(letter.parent / "shelf" / letter.name)
    return [letter.name for letter in old]


@keeps("dry_runs_change_nothing")
def put_letters_away(
    days: Annotated[int, Field(ge=1, le=900, description="Letters that were not changed for so long are moved.")] = 30,
    dry_run: Annotated[bool, Field(description="Only tell what would be moved, change nothing.")] = True,
) -> list[str]:
    """Move old letters to the shelf."""
    old = _old_letters(least_days=days)
    for letter in old if not dry_run else ():
        (letter.parent / "shelf").mkdir(exist_ok=True)
        letter.rename(letter.parent / "shelf" / letter.name)
    return [letter.name for letter in old]


def _shelf() -> tuple[Path, dict[str, int]]:
    path = Path("shelf.json")
    shelf = json.loads(path.read_text()) if path.is_file() else None
    if not isinstance(shelf, dict) or not all(isinstance(number, int) for number in shelf.values()):
        raise ValueError("There is no list of the shelf.")
    return path, shelf


def _kept(shelf: dict[str, int], least: int) -> dict[str, int]:
    return {name: number for name, number in shelf.items() if number > least}


@breaks("dry_runs_change_nothing")
def thin_shelf(
    least: Annotated[int, Field(ge=1, le=99, description="Entries of at most this number are dropped.")] = 15,
    dry_run: Annotated[bool, Field(description="Only tell what would be dropped, change nothing.")] = True,
) -> list[str]:
    """Drop small entries of the shelf."""
    path, shelf = _shelf()
    path.write_text(json.dumps(dict(sorted(shelf.items())), indent=2))
    kept = _kept(shelf, least)
    if not dry_run:
        path.write_text(json.dumps(kept))
    return sorted(shelf.keys() - kept.keys())


@keeps("dry_runs_change_nothing")
def clear_shelf(
    least: Annotated[int, Field(ge=1, le=99, description="Entries of at most this number are dropped.")] = 15,
    dry_run: Annotated[bool, Field(description="Only tell what would be dropped, change nothing.")] = True,
) -> list[str]:
    """Drop small entries of the shelf."""
    path, shelf = _shelf()
    kept = _kept(shelf, least)
    if not dry_run:
        path.write_text(json.dumps(kept))
    return sorted(shelf.keys() - kept.keys())
