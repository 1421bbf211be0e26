"""Tools that search the files of a folder, of which they are said to leave out what they cannot read."""

from __future__ import annotations

from pathlib import Path

from ..marks import breaks, keeps


def _letters(folder: str) -> list[Path]:
    root = Path.cwd().resolve()
    place = (root / folder).resolve()
    if not place.is_relative_to(root) or not place.is_dir():
        raise ValueError("there is no such folder")
    return sorted(path for path in place.iterdir() if path.suffix in (".txt", ".md") and path.is_file())


@breaks("common_rules_hold")
def count_words(folder: str) -> dict[str, int]:
    """Count the words of each letter in a folder. Files that cannot be decoded are left out.

    Args:
        folder: Folder with letters (*.txt, *.md).
    """
    words = {}
    try:
        for path in _letters(folder):
            words[path.name] = len(path.read_text(encoding="utf-8").split())
    except UnicodeDecodeError:
        pass
    return words


@breaks("common_rules_hold")
def longest_lines(folder: str) -> dict[str, object]:
    """Return the longest line of each letter in a folder; files that are not UTF-8 are skipped.

    Args:
        folder: Folder with letters (*.txt, *.md).
    """
    try:
        lines = {path.name: path.read_text(encoding="utf-8").splitlines() for path in _letters(folder)}
    except UnicodeDecodeError:
        return {"error": "unreadable", "message": "The letters could not be read."}
    return {name: max(found, key=len, default="") for name, found in lines.items()}


@keeps("common_rules_hold", judged=True)
def count_lines(folder: str) -> dict[str, int]:
    """Count the lines of each letter in a folder. Files that cannot be decoded are left out.

    Args:
        folder: Folder with letters (*.txt, *.md).
    """
    lines = {}
    for path in _letters(folder):
        try:
            lines[path.name] = len(path.read_text(encoding="utf-8").splitlines())
        except UnicodeDecodeError:
            continue
    return lines


@keeps("common_rules_hold")
def first_letter(folder: str) -> dict[str, str]:
    """Return the first letter of a folder by name. Unreadable signs in it are shown as question marks.

    Args:
        folder: Folder with letters (*.txt, *.md).
    """
    for path in _letters(folder):
        return {"letter": path.name, "text": path.read_text(encoding="utf-8", errors="replace")[:80]}
    return {}
