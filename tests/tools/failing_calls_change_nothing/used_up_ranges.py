"""Functions that hand out a part of what there is: one keeps its lock where too little is left."""

from __future__ import annotations

import os
from pathlib import Path

from ..marks import breaks, keeps

_TAGS, _MOST = 7_000, 3_000
_LETTERS = 6


def _count(name: str) -> int:
    return int(Path(name).read_text()) if Path(name).exists() else 0


def _lock(name: str) -> None:
    try:
        os.close(os.open(name, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        raise RuntimeError("Tags are being handed out by another call.") from None


def _checked(count: int) -> None:
    if not 1 <= count <= _MOST:
        raise ValueError("count must be 1 to 3000.")


@breaks("failing_calls_change_nothing")
def hand_out_tags(count: int) -> dict[str, int]:
    """Hand out tags of the store, 1 to 3000 at once; there are 7000.

    Args:
        count: How many tags.
    """
    _checked(count)
    _lock("tags.lock")
    given = _count("tags.txt") + count
    if given > _TAGS:
        raise ValueError("There are not that many tags left.")
    Path("tags.txt").write_text(str(given))
    Path("tags.lock").unlink()
    return {"count": count, "left": _TAGS - given}


@keeps("failing_calls_change_nothing")
def hand_out_labels(count: int) -> dict[str, int]:
    """Hand out labels of the store, 1 to 3000 at once; there are 7000.

    Args:
        count: How many labels.
    """
    _checked(count)
    _lock("labels.lock")
    try:
        given = _count("labels.txt") + count
        if given > _TAGS:
            raise ValueError("There are not that many labels left.")
        Path("labels.txt").write_text(str(given))
    finally:
        Path("labels.lock").unlink()
    return {"count": count, "left": _TAGS - given}


@keeps("failing_calls_change_nothing")
def send_letters(pages: int) -> dict[str, int]:
    """Send a letter of 1 to 3000 pages. Six letters are sent at most, whatever their length is.

    Args:
        pages: Its number of pages.
    """
    _checked(pages)
    sent = _count("letters.txt") + 1
    if sent > _LETTERS:
        raise ValueError("No more letters are sent.")
    Path("letters.txt").write_text(str(sent))
    return {"pages": pages, "sent": sent}
