"""Functions that meet a file which is not empty, but holds nothing of what they look for."""

from __future__ import annotations

from pathlib import Path

from ..marks import breaks, keeps


def _lines(note: str) -> list[str]:
    try:
        text = Path(note).read_bytes().decode("utf-8", "replace")
    except (OSError, ValueError):
        raise ValueError("the note cannot be read") from None
    _, _, body = text.rpartition("---\n")
    return [line for line in body.splitlines() if line.strip()]


@breaks("valid_calls_do_not_crash")
def words_a_line(note: str) -> float:
    """Return the average number of words in a line of a note.

    Args:
        note: Path of the note, e.g. "notes.md".
    """
    lines = _lines(note)
    return round(sum(len(line.split()) for line in lines) / len(lines), 1)


@keeps("valid_calls_do_not_crash", judged=True)
def longest_line(note: str) -> int:
    """Return the number of words in the longest line of a note.

    Args:
        note: Path of the note, e.g. "notes.md".
    """
    return max((len(line.split()) for line in _lines(note)), default=0)
