"""FileTree: a snapshot of some folders, and the changes since another one.

Side effects are judged by the file system, not by the tool's answer. Links are recorded, never followed.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import CLOCK_REALTIME, clock_gettime_ns
from typing import Literal, NamedTuple

# Snapshots are taken around every call; creating Path objects would be most of their cost.
# ruff: noqa: PTH115, PTH208

__all__ = ["Change", "FileTree", "Fingerprint", "Kind", "contents_below", "files_below"]

Kind = Literal["file", "folder", "link", "fifo", "socket", "device"]

#: Larger files are compared by size and time only: hashing a sparse gigabyte after each call takes too long.
_MAX_HASHED_BYTES = 1 << 20
#: Contents of smaller files are kept as they are.
_MAX_KEPT_BYTES = 4_096
#: Age of a file's last change from which any further one gets another time, as the clock of file systems is coarse.
_SETTLED_NS = 50_000_000
_MAX_KNOWN = 4_096
_NO_ACCESS_TIME = getattr(os, "O_NOATIME", 0)

#: Fingerprints of files by path, with the status in which each was read: most files are the same in hundreds of
#: snapshots. No call can set the time of a status change (``st_ctime``).
_known: dict[str, tuple[tuple[int, ...], Fingerprint]] = {}


class Fingerprint(NamedTuple):
    """The state of an entry; the access time is not part of it.

    Attributes:
        kind: Its kind; links are not followed.
        mode: Permission bits.
        content: A file's bytes or their hash, target of a link; else empty.
        size: Size of a file in bytes; 0 for other kinds.
        inode: Changes when the entry is replaced.
        links: Number of hard links to a file; 0 for folders.
        modified_ns: Modification time; for a folder, of its list of names.
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
    """One difference between two snapshots.

    Attributes:
        path: The entry.
        action: The change. A folder is ``changed`` too when its entries are created or deleted.
        kind: Its kind now, or before if it was deleted.
        is_list_only: Whether it is a folder of which only the list of names changed.
    """

    path: Path
    action: Literal["created", "changed", "deleted"]
    kind: Kind
    is_list_only: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class FileTree:
    """A snapshot of some folders.

    Attributes:
        entries: The folders and every entry below them, by absolute path as text, which is cheaper than Path objects.
    """

    entries: Mapping[str, Fingerprint]

    @classmethod
    def snapshot(cls, *folders: Path, leave_out: Collection[Path] = ()) -> FileTree:
        """Record everything below *folders*; entries that cannot be read or vanish are left out.

        Where the system allows it, as Linux does for one's own files, reading their content leaves the access times as
        they are.

        Args:
            folders: The folders; missing ones are skipped.
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
                entries[path] = found = _fingerprint(path, os.lstat(path))
                if found.kind == "folder":
                    waiting += [f"{path}/{name}" for name in os.listdir(path)]
            except OSError:
                continue
        return cls(entries)

    def changes_since(self, before: FileTree) -> list[Change]:
        """Return the differences from *before*, by path."""
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
            elif now is not None and then is not None:
                is_list_only = now.kind == "folder" and (then.kind, then.mode) == (now.kind, now.mode)
                found.append(Change(Path(path), "changed", now.kind, is_list_only))
        return found


def files_below(folder: Path) -> list[Path]:
    """Return the regular files below *folder*, by path; links are not followed, and vanished files are left out."""
    found = []
    # Unlike `Path.rglob`, os.walk continues when a folder vanishes.
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                if stat.S_ISREG(os.lstat(f"{place}/{name}").st_mode):
                    found.append(Path(place, name))
            except OSError:
                continue
    return sorted(found)


def contents_below(folder: Path, *, max_bytes: int, most: int) -> dict[Path, bytes]:
    """Return the contents of the first files below *folder*; larger and unreadable files are left out."""
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
    if kind == "file":
        return _fingerprint_of_file(path, status)
    links = 0 if kind == "folder" else status.st_nlink
    content = _content(path, kind, 0)
    return Fingerprint(kind, stat.S_IMODE(status.st_mode), content, 0, status.st_ino, links, status.st_mtime_ns)


def _fingerprint_of_file(path: str, status: os.stat_result) -> Fingerprint:
    """Return the fingerprint of a file, which is read only if it has changed since it was read, or just before."""
    size, inode, links, modified_ns = status.st_size, status.st_ino, status.st_nlink, status.st_mtime_ns
    now = (inode, status.st_dev, status.st_mode, size, links, modified_ns, status.st_ctime_ns)
    known = _known.get(path)
    if known is not None and known[0] == now:
        return known[1]
    began_ns = clock_gettime_ns(CLOCK_REALTIME)
    content = _content(path, "file", size)
    found = Fingerprint("file", stat.S_IMODE(status.st_mode), content, size, inode, links, modified_ns)
    if status.st_ctime_ns < began_ns - _SETTLED_NS:
        if len(_known) >= _MAX_KNOWN:
            _known.clear()
        _known[path] = now, found
    return found


def _content(path: str, kind: Kind, size: int) -> str:
    if kind == "link":
        return os.readlink(path)
    if kind != "file" or size > _MAX_HASHED_BYTES:
        return ""
    try:
        # Plain calls of the system: a check compares hundreds of small files.
        descriptor = _open(path)
        try:
            first = os.read(descriptor, size + 1)
            if len(first) == size <= _MAX_KEPT_BYTES:
                return first.hex()
            with open(descriptor, "rb", closefd=False) as file:
                return hashlib.sha256(first + file.read()).hexdigest()
        finally:
            os.close(descriptor)
    except PermissionError:
        # A tool under the same user cannot read it either.
        return ""


def _open(path: str) -> int:
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        return os.open(path, flags | _NO_ACCESS_TIME)
    except PermissionError:
        # It is another user's file.
        return os.open(path, flags)


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
