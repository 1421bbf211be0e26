"""Tools that give files other names: with and without a look at what has that name already."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

from ..marks import breaks, keeps

_SCANS = Path("scans")


def _files() -> list[Path]:
    if not _SCANS.is_dir():
        raise ValueError("There is no folder of scans.")
    return sorted(path for path in _SCANS.iterdir() if path.is_file() and not path.is_symlink())


def _plain(path: Path) -> str:
    return re.sub(r"[\W_]+", "_", path.stem).lower() + path.suffix.lower()


@breaks("failure_is_not_success")
def give_scans_plain_names() -> dict[str, int]:
    """Give the files in the folder "scans" names of small letters, digits and underscores."""
    renamed = 0
    for path in _files():
        if path.name != _plain(path):
            path.replace(path.with_name(_plain(path)))
            renamed += 1
    return {"renamed": renamed}


@breaks("failure_is_not_success")
def name_scans_by_day(prefix: str = "scan") -> dict[str, int]:
    """Name the files in the folder "scans" by the day of their last change.

    Args:
        prefix: Letters before the day.
    """
    if not re.fullmatch("[A-Za-z]{1,20}", prefix):
        raise ValueError("prefix must be 1 to 20 letters.")
    for path in _files():
        day = datetime.fromtimestamp(path.stat().st_mtime, UTC).date()
        path.rename(path.with_name(f"{prefix}-{day}{path.suffix}"))
    return {"renamed": len(_files())}


@keeps("failure_is_not_success", judged=True)
def give_scans_free_plain_names() -> dict[str, list[str]]:
    """Give the files in the folder "scans" names of small letters, digits and underscores; those taken are left out."""
    skipped = []
    for path in _files():
        goal = path.with_name(_plain(path))
        if goal == path:
            continue
        if goal.exists():
            skipped.append(path.name)
        else:
            path.rename(goal)
    return {"skipped": skipped}


@keeps("failure_is_not_success", judged=True)
def give_scans_plain_names_of_the_newest() -> dict[str, int]:
    """Give the files in the folder "scans" names of small letters. Of files with one new name, the newest is kept."""
    files = sorted(_files(), key=lambda path: path.stat().st_mtime)
    for path in files:
        path.replace(path.with_name(_plain(path)))
    return {"files": len(_files())}


@keeps("failure_is_not_success", judged=True)
def number_scans() -> dict[str, int]:
    """Give the files in the folder "scans" numbers as names, in the order of their names so far."""
    files = _files()
    for path in files:
        path.rename(path.with_name(f"moving {path.name}"))
    for number, path in enumerate(files, 1):
        path.with_name(f"moving {path.name}").rename(path.with_name(f"{number:05}{path.suffix}"))
    return {"files": len(files)}
