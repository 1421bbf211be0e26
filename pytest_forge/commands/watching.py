"""Watching: a check that is made again whenever a file of its targets changes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from forge_harness import CommandError

from ..report.printable import printable
from ..targets.source_files import Snapshot, snapshot

__all__ = ["changed_files", "rest", "watch"]

#: Seconds between two looks at the files.
_PAUSE_S = 0.5


def watch(check: Callable[[], int], places: Sequence[Path], *, leave: Sequence[Path] = ()) -> int:
    """Make the check, and again after each change, until Ctrl-C; return the exit code of the last one.

    Args:
        check: Makes it and reports; a mistake of the user is told, and waits for the next change.
        places: Files and folders to look at.
        leave: Files and folders that the check itself writes.
    """
    code = 2
    try:
        while True:
            # Before the check, so that a change during it is not missed.
            before = snapshot(places, leave)
            code = 2
            try:
                code = check()
            except CommandError as error:
                _tell(str(error))
            sys.stdout.flush()
            _tell(f"Watching {len(before)} file{'' if len(before) == 1 else 's'}. Press Ctrl-C to stop.")
            changed = _next_change(before, places, leave)
            _tell(f"Changed: {', '.join(changed[:3])}{' and more' if len(changed) > 3 else ''}. Checking again.")
    except KeyboardInterrupt:
        _tell("Stopped watching. Start again with the same command.")
        return code


def rest() -> None:
    """Wait before the next look at the files."""
    time.sleep(_PAUSE_S)


def changed_files(before: Snapshot, after: Snapshot) -> list[str]:
    """Return the names of the files that were changed, added or removed."""
    return sorted({Path(name).name for name, _ in before.items() ^ after.items()})


def _next_change(before: Snapshot, places: Sequence[Path], leave: Sequence[Path]) -> list[str]:
    """Wait for a change, and until the files rest: an editor or `git checkout` changes many, one after the other."""
    last = before
    while True:
        now = snapshot(places, leave)
        if now == last and (changed := changed_files(before, now)):
            return changed
        last = now
        rest()


def _tell(text: str) -> None:
    sys.stderr.write(f"forge: {printable(text)}\n")
    sys.stderr.flush()
