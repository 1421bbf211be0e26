"""A function that makes the folders of what it would move."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks


def _sorted_away(*, is_rehearsal: bool) -> list[str]:
    inbox, moved = Path("inbox"), []
    if not inbox.is_dir():
        raise ValueError("There is no inbox.")
    for letter in sorted(inbox.iterdir()):
        if letter.is_symlink() or not letter.is_file():
            continue
        folder = inbox / letter.suffix[1:].lower()[:8]
        folder.mkdir(exist_ok=True)
        if not is_rehearsal:
            letter.rename(folder / letter.name)
        moved.append(letter.name)
    return moved


@breaks("dry_runs_change_nothing")
def sort_letters(
    dry_run: Annotated[bool, Field(description="Only tell what would be moved, change nothing.")] = True,
) -> list[str]:
    """Sort the files of the inbox into folders by their ending."""
    return _sorted_away(is_rehearsal=dry_run)
