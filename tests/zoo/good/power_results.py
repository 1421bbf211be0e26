"""Good plain functions that resemble those of the defective file of this name."""

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
