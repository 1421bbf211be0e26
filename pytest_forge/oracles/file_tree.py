"""FileTree: what lies in some folders at one moment, and what changed since.

Judges side effects by the file system itself, not by what a tool says it did. Links are recorded, never followed.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

# A snapshot is taken around every call, and Path objects would be most of its cost.
# ruff: noqa: PTH115, PTH123, PTH208

__all__ = ["Change", "FileTree", "Fingerprint", "Kind", "contents_below", "files_below"]

Kind = Literal["file", "folder", "link", "fifo", "socket", "device"]

#: Files above it are judged by size and time only: nobody wants to hash a sparse gigabyte after each call.
_MAX_HASHED_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What tells one state of an entry from another; the time of the last access is not part of it.

    Attributes:
        kind: What it is, links not followed.
        mode: Permission bits.
        content: Hash of a file's bytes, target of a link; else empty.
        size: Bytes of a file; 0 for anything else.
        inode: Changes when the entry is replaced by another of the same name.
        links: Names that the same file has; a new hard link shows here. 0 for folders.
        modified_ns: Time of the last change; of a folder, of the last name that came or went.
    """

    kind: Kind
    mode: int
    content: str
    size: int
    inode: int
    links: int
    modified_ns: int


@dataclass(frozen=True, slots=True)
class Change:
    """One difference between two moments.

    Attributes:
        path: The entry.
        action: What became of it. A folder whose names changed is ``changed``, besides the change of the names
            themselves.
        kind: What it is now; what it was, if it was deleted.
    """

    path: Path
    action: Literal["created", "changed", "deleted"]
    kind: Kind


@dataclass(frozen=True, slots=True)
class FileTree:
    """What lies in some folders at one moment.

    Attributes:
        entries: Every entry below the folders and the folders themselves, by absolute path, as text: many are made.
    """

    entries: Mapping[str, Fingerprint]

    @classmethod
    def snapshot(cls, *folders: Path, leave_out: Collection[Path] = ()) -> FileTree:
        """Record everything below *folders*; what cannot be read or vanishes meanwhile is left out.

        Reading a file's content changes the time of its last access.

        Args:
            folders: Where to start; missing ones are passed over.
            leave_out: Entries that are neither recorded nor entered.
        """
        entries: dict[str, Fingerprint] = {}
        left_out = {str(path) for path in leave_out}
        waiting = [str(folder) for folder in folders]
        while waiting:
            path = waiting.pop()
            if path in left_out or path in entries:
                continue
            try:
                status = os.lstat(path)
                entries[path] = _fingerprint(path, status)
                if stat.S_ISDIR(status.st_mode):
                    waiting += [f"{path}/{name}" for name in os.listdir(path)]
            except OSError:
                continue
        return cls(entries)

    def changes_since(self, before: FileTree) -> list[Change]:
        """Return how this tree differs from *before*, by path."""
        if self.entries == before.entries:
            return []
        found = []
        for path in sorted(self.entries.keys() | before.entries.keys()):
            now, then = self.entries.get(path), before.entries.get(path)
            if now == then:
                continue
            if then is None and now is not None:
                found.append(Change(Path(path), "created", now.kind))
            elif now is None and then is not None:
                found.append(Change(Path(path), "deleted", then.kind))
            elif now is not None:
                found.append(Change(Path(path), "changed", now.kind))
        return found


def files_below(folder: Path) -> list[Path]:
    """Return the regular files below *folder*, by path; links are not followed, and what vanishes is left out."""
    found = []
    # Unlike `Path.rglob`, it goes on where a folder is gone.
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                if stat.S_ISREG(os.lstat(f"{place}/{name}").st_mode):
                    found.append(Path(place, name))
            except OSError:
                continue
    return sorted(found)


def contents_below(folder: Path, *, max_bytes: int, most: int) -> dict[Path, bytes]:
    """Return what the first files below *folder* hold; what is larger, cannot be read or vanishes is left out."""
    found: dict[Path, bytes] = {}
    for path in files_below(folder):
        if len(found) >= most:
            break
        try:
            with path.open("rb") as file:
                content = file.read(max_bytes + 1)
        except OSError:
            continue
        if len(content) <= max_bytes:
            found[path] = content
    return found


def _fingerprint(path: str, status: os.stat_result) -> Fingerprint:
    kind = _kind(status.st_mode)
    return Fingerprint(
        kind=kind,
        mode=stat.S_IMODE(status.st_mode),
        content=_content(path, kind, status.st_size),
        size=status.st_size if kind == "file" else 0,
        inode=status.st_ino,
        links=0 if kind == "folder" else status.st_nlink,
        modified_ns=status.st_mtime_ns,
    )


def _content(path: str, kind: Kind, size: int) -> str:
    if kind == "link":
        return os.readlink(path)
    if kind != "file" or size > _MAX_HASHED_BYTES:
        return ""
    try:
        with open(path, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except PermissionError:
        # Its bytes are out of our reach, and out of the reach of a tool that runs as we do.
        return ""


def _kind(mode: int) -> Kind:
    if stat.S_ISREG(mode):
        return "file"
    if stat.S_ISDIR(mode):
        return "folder"
    if stat.S_ISLNK(mode):
        return "link"
    if stat.S_ISFIFO(mode):
        return "fifo"
    return "socket" if stat.S_ISSOCK(mode) else "device"
