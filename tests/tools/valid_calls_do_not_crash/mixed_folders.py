"""Functions that go through the files of a folder: some end at the first one that they cannot read."""

from __future__ import annotations

from pathlib import Path

from ..marks import breaks, keeps


def _folder(folder: str) -> Path:
    root = Path.cwd().resolve()
    path = (root / folder).resolve()
    if not path.is_relative_to(root) or not path.is_dir():
        raise ValueError("there is no such folder")
    return path


@breaks("valid_calls_do_not_crash")
def list_openings(folder: str) -> list[dict[str, str]]:
    """List the first line of each text in a folder.

    Args:
        folder: Folder with texts (*.txt).
    """
    openings = []
    for path in sorted(_folder(folder).glob("*.txt")):
        if path.is_file():
            lines = path.read_text(encoding="utf-8").splitlines()
            openings.append({"text": path.name, "opening": lines[0][:80] if lines else ""})
    return openings


@keeps("valid_calls_do_not_crash")
def list_readable_openings(folder: str) -> list[dict[str, str]]:
    """List the first line of each text in a folder.

    Args:
        folder: Folder with texts (*.txt).
    """
    openings = []
    for path in sorted(_folder(folder).glob("*.txt")):
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):
            openings.append({"text": path.name, "opening": "(cannot be read)"})
            continue
        openings.append({"text": path.name, "opening": lines[0][:80] if lines else ""})
    return openings


@breaks("valid_calls_do_not_crash")
def find_mentions(folder: str, word: str) -> list[str]:
    """Find the texts below a folder that mention a word.

    Args:
        folder: Folder with texts (*.txt).
        word: The word.
    """
    found = []
    for path in sorted(_folder(folder).rglob("*.txt")):
        if word.lower() in path.read_text(encoding="utf-8", errors="replace").lower():
            found.append(path.name)
    return found


@keeps("valid_calls_do_not_crash")
def find_all_mentions(folder: str, word: str) -> list[str]:
    """Find the texts below a folder that mention a word.

    Args:
        folder: Folder with texts (*.txt).
        word: The word.
    """
    found = []
    for path in sorted(_folder(folder).rglob("*.txt")):
        if path.is_file() and word.lower() in path.read_text(encoding="utf-8", errors="replace").lower():
            found.append(path.name)
    return found


@keeps("valid_calls_do_not_crash")
def list_strict_openings(folder: str) -> list[dict[str, str]]:
    """List the first line of each text in a folder.

    Args:
        folder: Folder with texts (*.txt).
    """
    openings = []
    for path in sorted(_folder(folder).glob("*.txt")):
        if path.is_file():
            try:
                lines = path.read_text(encoding="utf-8").splitlines()
            except UnicodeDecodeError:
                raise ValueError(f"{path.name} is not UTF-8; convert it, or move it elsewhere") from None
            openings.append({"text": path.name, "opening": lines[0][:80] if lines else ""})
    return openings


@keeps("valid_calls_do_not_crash")
def add_up_words(folder: str) -> dict[str, object]:
    """Add up the words of the texts in a folder.

    Args:
        folder: Folder with texts (*.txt).
    """
    paths = sorted(path for path in _folder(folder).glob("*.txt") if path.is_file())
    words = sum(len(path.read_text(encoding="utf-8").split()) for path in paths)
    return {"words": words, "of": [path.name for path in paths]}


@breaks("valid_calls_do_not_crash")
def count_mentions(folder: str, word: str) -> dict[str, int]:
    """Sum up how often each text below a folder mentions a word; files that can't be opened are skipped.

    Args:
        folder: Folder with texts (*.txt).
        word: The word.
    """
    counts = {}
    for path in sorted(_folder(folder).rglob("*.txt")):
        try:
            counts[path.name] = path.read_text(encoding="utf-8").lower().count(word.lower())
        except OSError:
            continue
    return counts
