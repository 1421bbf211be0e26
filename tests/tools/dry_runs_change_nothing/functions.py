"""Functions with a switch that should prevent any effect."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps


@breaks("dry_runs_change_nothing")
def tidy_texts(
    dry_run: Annotated[bool, Field(description="Whether to name the files only.")] = True,
    workspace_root: Path = Path(),
) -> list[str]:
    """Remove the text files of the workspace."""
    gone = []
    for path in sorted(workspace_root.glob("*.txt"))[:100]:
        gone.append(path.name)
        path.unlink()
    return gone if not dry_run else [f"would remove {name}" for name in gone]


_SEATS = {f"a{number}": "free" for number in range(1, 10_000)}


@breaks("dry_runs_change_nothing")
def reserve_seat(
    passenger: Annotated[str, Field(max_length=40, min_length=1, description="Name of the passenger.")],
    hold: Annotated[bool, Field(description="If set, nothing is changed, and the next free seat is named.")] = False,
) -> dict[str, object]:
    """Reserve the next free seat."""
    seat = next(name for name, taken in _SEATS.items() if taken == "free")
    _SEATS[seat] = passenger
    return {"seat": seat, "is_reserved": not hold}


_CALLS = {"count": 0}


@keeps("dry_runs_change_nothing")
def clear_logs(
    dry_run: Annotated[bool, Field(description="Whether to name the files only.")] = True,
    workspace_root: Path = Path(),
) -> list[str]:
    """Remove the logs of the workspace, and list them in planned.txt."""
    logs = [path for path in sorted(workspace_root.glob("*.log"))[:100] if path.is_file() and not path.is_symlink()]
    names = [path.name for path in logs]
    (workspace_root / "planned.txt").write_text("\n".join(names), encoding="utf-8")
    for path in logs if not dry_run else []:
        path.unlink()
    return names


@keeps("dry_runs_change_nothing")
def store_letters(
    text: Annotated[str, Field(max_length=200, description="Text to store.")],
    preview: Annotated[bool, Field(description="Whether to count only, and store nothing.")] = False,
    workspace_root: Path = Path(),
) -> dict[str, int]:
    """Store a text in letters.txt, and count its letters."""
    _CALLS["count"] += 1
    if not preview:
        (workspace_root / "letters.txt").write_text(text, encoding="utf-8")
    return {"letters": len(text)}
