"""RecordingRun: what the workers of one test run must know of one another to record into one cassette.

Each writes when a test of its own is over. The first that writes a cassette in a run may replace what was there; the
others add to it. A cassette that no test owns follows the run that goes on.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["RecordingRun", "begin_run", "current_mode", "current_run"]

#: What to ask for the mode and the folder of each run of pytest that goes on, the innermost last.
_runs: list[tuple[Callable[[], str], Callable[[], Path | None]]] = []


def begin_run(mode: Callable[[], str], folder: Callable[[], Path | None]) -> Callable[[], None]:
    """Have cassettes follow a run of pytest; returns what ends that.

    Args:
        mode: Returns what ``--forge-record`` or its ini twin says.
        folder: Returns a folder that the processes of the run share; None if there is none.
    """
    begun = (mode, folder)
    _runs.append(begun)
    return lambda: _runs.remove(begun)


def current_mode() -> str | None:
    """Return the mode of the run of pytest that goes on; None outside of pytest."""
    return _runs[-1][0]() if _runs else None


def current_run() -> RecordingRun | None:
    """Return what the workers of the run of pytest that goes on know of one another; None if they know nothing."""
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
        """Let one process at a time write *path*; yield whether it is the first of this run."""
        import fcntl

        with self._note(path).open("a+") as note:
            fcntl.flock(note, fcntl.LOCK_EX)
            note.seek(0)
            yield not note.read()
            note.write("written\n")

    def _note(self, path: Path) -> Path:
        name = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:24]
        return self._folder / f"forge-cassette-{name}"
