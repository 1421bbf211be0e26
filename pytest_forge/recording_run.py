"""RecordingRun: what the workers of one test run must know of one another to record into one cassette.

Each writes when a test of its own is over. The first that writes a cassette in a run may replace what was there; the
others add to it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["RecordingRun"]


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
