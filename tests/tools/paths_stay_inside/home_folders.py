"""Functions that keep paths below a folder of their own in the home directory."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path

from ..marks import breaks, keeps

MOST = 100_000


def _scores() -> Path:
    return Path(os.environ.get("SCORES_DIR", Path.home() / "scores")).resolve()


def _text_of(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(MOST).decode("utf-8", "replace")


@breaks("paths_stay_inside")
def read_score(path: str) -> str:
    """Return the text of a score.

    Args:
        path: Path of the score, such as bach/air.txt; full-width letters count as ordinary ones.
    """
    base = _scores()
    if "\0" in path or not (base / path).resolve().is_relative_to(base):
        raise ValueError("There is no such score.")
    found = base / unicodedata.normalize("NFKC", path)
    if not found.is_file():
        raise ValueError("There is no such score.")
    return _text_of(found)


@keeps("paths_stay_inside", "links_stay_inside", "special_files_do_not_block", "reads_are_bounded", judged=True)
def open_score(path: str) -> str:
    """Return the text of a score.

    Args:
        path: Path of the score, such as bach/air.txt; full-width letters count as ordinary ones.
    """
    base = _scores()
    found = (base / unicodedata.normalize("NFKC", path.replace("\0", ""))).resolve()
    if not found.is_relative_to(base) or not found.is_file():
        raise ValueError("There is no such score.")
    return _text_of(found)


@breaks("paths_stay_inside")
def list_scores(folder: str) -> list[str]:
    """List the scores in a folder.

    Args:
        folder: A folder below the scores, such as bach.
    """
    base = os.fspath(_scores())
    found = os.path.realpath(os.path.join(base, folder.replace("\0", "")))
    if not found.startswith(base) or not os.path.isdir(found):
        raise ValueError("There is no such folder.")
    return sorted(os.listdir(found))[:100]


@breaks("special_files_do_not_block")
def measure_score(path: str) -> int:
    """Return the size of a score, in bytes.

    Args:
        path: Path of the score, such as bach/air.txt.
    """
    base = _scores()
    found = (base / path.replace("\0", "")).resolve()
    if not found.is_relative_to(base) or not found.exists() or found.is_dir():
        raise ValueError("There is no such score.")
    return len(_text_of(found))
