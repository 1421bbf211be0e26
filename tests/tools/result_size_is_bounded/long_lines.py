"""Functions that return lines of a file."""

from __future__ import annotations

import itertools
from collections import deque
from pathlib import Path

from ..marks import breaks, keeps


@breaks("result_size_is_bounded")
def last_entries(count: int = 20) -> list[str]:
    """Return the last entries of the journal, at most 100.

    Args:
        count: Their number.
    """
    with Path("journal.log").open(encoding="utf-8", errors="replace") as journal:
        return [line.rstrip("\n") for line in deque(journal, maxlen=max(1, min(count, 100)))]


@keeps("result_size_is_bounded", judged=True)
def first_entries(count: int = 20) -> list[str]:
    """Return the first entries of the journal, at most 100 of up to 500 characters.

    Args:
        count: Their number.
    """
    with Path("journal.log").open(encoding="utf-8", errors="replace") as journal:
        return [line.rstrip("\n")[:500] for line in itertools.islice(journal, max(1, min(count, 100)))]


@keeps("result_size_is_bounded", judged=True)
def journal_start(path: str) -> str:
    """Return the beginning of a text file.

    Args:
        path: Its path.
    """
    with Path(path).open(encoding="utf-8", errors="replace") as text:
        return text.read(2000)
