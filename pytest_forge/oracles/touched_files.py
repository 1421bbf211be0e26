"""TouchedFiles: file system entries that changed since Python code first accessed them.

Unlike `FileTree` it needs no list of folders and reads accessed entries only. Changes by child processes, native code
and paths relative to a descriptor are only visible to a tree.
"""

from __future__ import annotations

import os
from pathlib import Path

from .audit import AuditEvent, AuditLog
from .file_tree import Change, Kind

__all__ = ["TouchedFiles"]

# Runs inside an audit hook, where files must not be opened.
# ruff: noqa: PTH100

_CHANGING = frozenset({"write", "create", "delete", "move", "link", "change"})
#: Special files: writing to them leaves no lasting change.
_DEVICES = ("/dev/", "/proc/", "/sys/")
#: Ordinary files in memory; the sandbox is here where there is room.
_IN_MEMORY = "/dev/shm/"  # noqa: S108  # nothing is created
_KINDS: dict[int, Kind] = {0o100000: "file", 0o040000: "folder", 0o120000: "link", 0o010000: "fifo", 0o140000: "socket"}

#: Mode, inode, size and modification time; for a folder, mode and inode only. None if it does not exist.
_State = tuple[int, ...] | None


class TouchedFiles(AuditLog):
    """Records the state of each entry before its first change, while it is entered."""

    def __init__(self) -> None:
        super().__init__()
        self._before: dict[str, _State] = {}

    def forget(self) -> None:
        """Start again from the current state."""
        self.events.clear()
        self._before.clear()

    def hear(self, event: AuditEvent) -> None:
        """Record the state of the entries that *event* is about to change."""
        super().hear(event)
        if event.action in _CHANGING:
            for name in event.paths:
                path = os.path.abspath(name)
                if path not in self._before and not _is_special(path) and "\0" not in name:
                    self._before[path] = _state(path)

    def changes(self) -> list[Change]:
        """Return the changed entries, by path; an entry that was created and deleted again is unchanged."""
        found = []
        for path, then in sorted(self._before.items()):
            now = _state(path)
            if now == then or path.endswith(".pyc") or "/__pycache__" in path:
                continue
            action = "created" if then is None else "deleted" if now is None else "changed"
            found.append(Change(Path(path), action, _kind(now or then)))  # type: ignore[arg-type]  # one of the three
        return found


def _is_special(path: str) -> bool:
    return path.startswith(_DEVICES) and not path.startswith(_IN_MEMORY)


def _state(path: str) -> _State:
    try:
        status = os.lstat(path)
    except OSError:
        return None
    state = (status.st_mode, status.st_ino)
    return state if _kind(state) == "folder" else (*state, status.st_size, status.st_mtime_ns)


def _kind(state: _State) -> Kind:
    return _KINDS.get((state[0] if state else 0) & 0o170000, "device")
