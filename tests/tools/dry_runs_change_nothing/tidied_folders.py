"""Functions that tidy folders away which have nothing in them: one does so in a rehearsal as well."""

from __future__ import annotations

import os
import time
from pathlib import Path

from ..marks import breaks, keeps

_DAY = 86_400


def _leave(shed: Path) -> bool:
    try:
        shed.rmdir()
    except OSError:
        return False
    return True


def _sheds(yard: str) -> list[Path]:
    return [path for path in sorted(Path(yard).iterdir()) if path.is_dir()] if Path(yard).is_dir() else []


@breaks("dry_runs_change_nothing")
def give_up_sheds(dry_run: bool = True) -> list[str]:
    """Give up the sheds of the yard that hold nothing.

    Args:
        dry_run: Only tell which sheds would go.
    """
    return [shed.name for shed in _sheds("yard") if not os.listdir(shed) and (_leave(shed) or dry_run)]


@keeps("dry_runs_change_nothing", judged=True)
def give_up_boxes(dry_run: bool = True) -> list[str]:
    """Give up the boxes of the cellar that hold nothing.

    Args:
        dry_run: Only tell which boxes would go.
    """
    return [box.name for box in _sheds("cellar") if not os.listdir(box) and (dry_run or _leave(box))]


@breaks("dry_runs_change_nothing")
def clear_quay(days: int = 30, dry_run: bool = True) -> dict[str, int]:
    """Clear the quay of papers that are old.

    Args:
        days: Papers that were not changed for so many days are old.
        dry_run: Only tell how many would go.
    """
    papers = [path for shed in _sheds("quay") for path in shed.iterdir() if path.is_file()]
    old = [path for path in papers if path.stat().st_mtime < time.time() - days * _DAY]
    for path in old:
        path.unlink()
    return {"would_go" if dry_run else "gone": len(old)}


@keeps("dry_runs_change_nothing", judged=True)
def clear_pier(days: int = 30, dry_run: bool = True) -> dict[str, int]:
    """Clear the pier of papers that are old.

    Args:
        days: Papers that were not changed for so many days are old.
        dry_run: Only tell how many would go.
    """
    papers = [path for shed in _sheds("pier") for path in shed.iterdir() if path.is_file()]
    old = [path for path in papers if path.stat().st_mtime < time.time() - days * _DAY]
    for path in old if not dry_run else ():
        path.unlink()
    return {"would_go" if dry_run else "gone": len(old)}
