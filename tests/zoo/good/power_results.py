"""Good plain functions that resemble those of the defective file of this name."""

import os
import threading
from pathlib import Path
from typing import Annotated

from pydantic import Field


def files_naming(
    word: Annotated[str, Field(max_length=40, min_length=1, description="Word that the file must contain.")],
    workspace_root: Path = Path(),
) -> list[str]:
    """Name the text files of the workspace that contain a word."""
    found = []
    for path in sorted(workspace_root.glob("*.txt"))[:100]:
        if path.is_symlink() or not path.is_file():
            continue
        try:
            with path.open(encoding="utf-8", errors="replace") as opened:
                if word in opened.read(4_096):
                    found.append(path.name)
        except OSError:
            continue
    return found


def amounts_in(text: Annotated[str, Field(max_length=2_000, description="Any text.")]) -> dict[str, list[int]]:
    """Return the words of a text that are whole numbers below a million."""
    amounts = []
    for word in text.split():
        try:
            amounts.append(int(word))
        except ValueError:
            continue
    return {"amounts": [amount for amount in amounts if abs(amount) < 1_000_000]}


_CALLS = {"count": 0}


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


def list_reports(workspace_root: Path = Path()) -> list[str]:
    """Name the entries of the workspace."""
    before = Path.cwd()
    os.chdir(workspace_root.parent)
    try:
        return sorted(path.name for path in workspace_root.iterdir())[:50]
    finally:
        os.chdir(before)


_LOCK = threading.Lock()


def store_total(
    amount: Annotated[int, Field(ge=0, le=1_000, description="Amount to store.")],
    workspace_root: Path = Path(),
) -> dict[str, int]:
    """Store an amount in total.txt."""
    with _LOCK:
        (workspace_root / "total.txt").write_text(str(amount), encoding="utf-8")
    return {"amount": amount}
