"""UnreadFiles: files that a tool's calls overwrite and never read, so they are not a cache."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from ....observe.observation import Answer, Observation, Unseen

__all__ = ["UnreadFiles"]


class UnreadFiles:
    """Files in some folders that a tool overwrites, call by call.

    A cache is read before it is written, at least once, and a log or a store grows. A file that is overwritten and
    never read does not serve the tool; it leaks data to other readers.

    Args:
        places: The folders.
    """

    def __init__(self, *places: Path) -> None:
        self._places = places
        self._looked_at: set[str] = set()
        self._listed: set[str] = set()
        #: For each file, its sizes after the calls that wrote it, with those calls.
        self._written: dict[Path, list[tuple[int, Mapping[str, Any]]]] = {}

    def note(self, seen: Observation[Answer]) -> None:
        """Record one call, if its operations are seen; calls must be recorded in order."""
        if isinstance(seen.operations, Unseen) or isinstance(seen.looked_up, Unseen):
            return
        reading = (name for event in seen.operations.value if event.action == "read" for name in event.paths)
        listing = (name for event in seen.operations.value if event.action == "list" for name in event.paths)
        self._looked_at |= _whole(seen.workspace, (*reading, *seen.looked_up.value))
        self._listed |= _whole(seen.workspace, listing)
        for event in seen.operations.value:
            if event.event != "open" or "w" not in (event.mode or "") or "+" in (event.mode or ""):
                continue
            path = Path(os.path.normpath(seen.workspace / event.paths[0])) if event.paths else None
            entry = seen.files.value.entries.get(str(path))
            if path is not None and entry is not None and any(path.is_relative_to(place) for place in self._places):
                self._written.setdefault(path, []).append((entry.size, seen.answer.arguments))

    def overwritten(self) -> tuple[Path, Mapping[str, Any]] | None:
        """Return a file that a later call left shorter, so that content was lost, and that call."""
        for path, writes in sorted(self._written.items()):
            if str(path) in self._looked_at or str(path.parent) in self._listed:
                continue
            for (before, _), (size, arguments) in pairwise(writes):
                if size < before:
                    return path, arguments
        return None


def _whole(workspace: Path, names: Iterable[str]) -> set[str]:
    return {os.path.normpath(workspace / name) for name in names if "\0" not in name}
