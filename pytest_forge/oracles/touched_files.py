"""TouchedFiles: which entries of the file system differ from what they were when Python code first reached for them.

Unlike `FileTree` it needs no folder to be named, and looks at nothing but what is reached for; what child processes,
native code, and names relative to a descriptor's folder change, only a tree can show.
"""

from __future__ import annotations

import os
from pathlib import Path

from .audit import AuditEvent, AuditLog
from .file_tree import Change, Kind

__all__ = ["TouchedFiles"]

# Looked at inside an audit hook, where nothing may be opened.
# ruff: noqa: PTH100

_CHANGING = frozenset({"write", "create", "delete", "move", "link", "change"})
#: No files: writing to them changes nothing that stays.
_DEVICES = ("/dev/", "/proc/", "/sys/")
_KINDS: dict[int, Kind] = {0o100000: "file", 0o040000: "folder", 0o120000: "link", 0o010000: "fifo", 0o140000: "socket"}

#: Mode, inode, size and time of the last change; of a folder, the mode and inode alone. None if there is nothing.
_State = tuple[int, ...] | None


class TouchedFiles(AuditLog):
    """Notes the state of each entry before it is first written to, made, moved or deleted, while it is entered."""

    def __init__(self) -> None:
        super().__init__()
        self._before: dict[str, _State] = {}

    def forget(self) -> None:
        """Begin anew, with what is there now."""
        self.events.clear()
        self._before.clear()

    def hear(self, event: AuditEvent) -> None:
        """Look at what is about to change."""
        super().hear(event)
        if event.action in _CHANGING:
            for name in event.paths:
                path = os.path.abspath(name)
                if path not in self._before and not path.startswith(_DEVICES) and "\0" not in name:
                    self._before[path] = _state(path)

    def changes(self) -> list[Change]:
        """Return what is not as it was, by path; what was made and is gone again is as it was."""
        found = []
        for path, then in sorted(self._before.items()):
            now = _state(path)
            if now == then or path.endswith(".pyc") or "/__pycache__" in path:
                continue
            action = "created" if then is None else "deleted" if now is None else "changed"
            found.append(Change(Path(path), action, _kind(now or then)))  # type: ignore[arg-type]  # one of the three
        return found


def _state(path: str) -> _State:
    try:
        status = os.lstat(path)
    except OSError:
        return None
    state = (status.st_mode, status.st_ino)
    return state if _kind(state) == "folder" else (*state, status.st_size, status.st_mtime_ns)


def _kind(state: _State) -> Kind:
    return _KINDS.get((state[0] if state else 0) & 0o170000, "device")
