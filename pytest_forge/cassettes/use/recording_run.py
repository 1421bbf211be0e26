"""RecordingRun: the state that the workers of one test run share to record into one cassette.

A worker writes at the end of each of its tests. The first to write a cassette in a run may replace the file; the others
add to it. A cassette that belongs to no test follows the current run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["RecordingRun", "begin_run", "current_mode", "current_run"]

#: The functions that return mode and folder of each current run of pytest, the innermost last.
_runs: list[tuple[Callable[[], str], Callable[[], Path | None]]] = []


def begin_run(mode: Callable[[], str], folder: Callable[[], Path | None]) -> Callable[[], None]:
    """Have cassettes follow a run of pytest; return the function that ends this.

    Args:
        mode: Returns the value of ``--forge-record`` or its ini option.
        folder: Returns the folder shared by the processes of the run; None if there is none.
    """
    begun = (mode, folder)
    _runs.append(begun)
    return lambda: _runs.remove(begun)


def current_mode() -> str | None:
    """Return the mode of the current run of pytest; None outside of pytest."""
    return _runs[-1][0]() if _runs else None


def current_run() -> RecordingRun | None:
    """Return the shared state of the current run of pytest; None if there is none."""
    folder = _runs[-1][1]() if _runs else None
    return None if folder is None else RecordingRun(folder)


class RecordingRun:
    """One test run, in one or several processes.

    Args:
        folder: Shared by the processes of the run, and by no other run.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def has_written(self, path: Path) -> bool:
        """Whether *path* was written in this run."""
        return self._note(path).exists() and self._note(path).stat().st_size > 0

    @contextmanager
    def writing(self, path: Path) -> Iterator[bool]:
        """Lock *path* for writing; yield whether it is the first write of this run."""
        import fcntl

        with self._note(path).open("a+") as note:
            fcntl.flock(note, fcntl.LOCK_EX)
            note.seek(0)
            yield not note.read()
            note.write("written\n")

    def _note(self, path: Path) -> Path:
        name = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:24]
        return self._folder / f"forge-cassette-{name}"
