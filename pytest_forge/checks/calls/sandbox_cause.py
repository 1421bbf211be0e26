"""Sandbox cause: what of a failed call is the sandbox's doing, by facts and not by words.

An error of the operating system names its number and its file; what a database opens is heard by the audit log, or is
open already. That the user may write a file and the sandbox may not is seen by asking the system for both.
"""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from ...oracles.audit import AuditLog
from ...sandbox import Sandbox
from ...targets.outcome import Outcome
from ...targets.subject import Subject

__all__ = ["NO_NETWORK", "first_protected", "is_offline", "refusal_of", "way_out"]

NO_NETWORK = "The sandbox has no network."
"""What to say of a failure that `is_offline`."""

_DENIED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_MAX_LINKS = 5
#: The primary codes of SQLite for a database that may not be written, and one that cannot be opened.
_SQLITE_READ_ONLY, _SQLITE_CANNOT_OPEN = 8, 14
_SQLITE_MARK = b"SQLite format 3\0"


def refusal_of(subject: Subject, outcome: Outcome) -> str:
    """Return what the sandbox has kept a call from, and the way out, as a sentence; empty if it was not that.

    The call is made once more where nothing else tells which file a database lies in.
    """
    for error in _chain(outcome.raised):
        if isinstance(error, OSError) and error.errno in _DENIED:
            named = (name for name in (error.filename, error.filename2) if isinstance(name, str | bytes))
            found = first_protected(map(os.fsdecode, named), subject.sandbox)
        elif getattr(error, "sqlite_errorcode", 0) & 0xFF in (_SQLITE_READ_ONLY, _SQLITE_CANNOT_OPEN):
            found = first_protected(_databases(subject, outcome), subject.sandbox)
        else:
            continue
        if found:
            return way_out(found)
    return ""


def way_out(refused: tuple[str, str]) -> str:
    """Return the sentence for what `first_protected` has found."""
    verb, path = refused
    if verb == "read":
        return (
            f"The cause is the sandbox, which keeps tools from reading {path!r}. "
            "Move what the tool needs to a visible folder of the project, or let a variable name it with --env."
        )
    return (
        f"The cause is the sandbox, which keeps tools from writing {path!r}: the sandbox lets tools write to "
        "{workspace}, {tmp} and {home} only. Let a variable name the place, --env NAME={workspace}/FILE, or make "
        "what the tool needs in a temporary folder while the module is imported."
    )


def _protected_file(path: str, sandbox: Sandbox) -> tuple[str, str] | None:
    """Return whether the sandbox keeps a tool from reading or from writing a file, and the file; None if neither.

    `os.access` goes by the user's rights alone, and opening a file by the sandbox as well.
    """
    place = Path(os.path.normpath(Path.cwd() / path))
    if place.is_relative_to(sandbox.root):
        return None
    try:
        if place.exists():
            if os.access(place, os.R_OK) and not _opens(place, os.O_RDONLY):
                return "read", str(place)
            is_writable = os.access(place, os.W_OK)
            return ("write", str(place)) if is_writable and (place.is_dir() or not _opens(place, os.O_WRONLY)) else None
        above = next(folder for folder in place.parents if folder.exists())
        return ("write", str(place)) if os.access(above, os.W_OK) else None
    except OSError:
        return None


def first_protected(paths: Iterable[str], sandbox: Sandbox) -> tuple[str, str] | None:
    """Return the first of the files that the sandbox protects, behind "read" or "write"; None if there is none."""
    return next((found for path in paths if (found := _protected_file(path, sandbox)) is not None), None)


def is_offline(raised: BaseException) -> bool:
    """Tell whether a failure comes of the closed network."""
    return any(
        isinstance(error, socket.gaierror) or (isinstance(error, OSError) and error.errno == errno.ENETUNREACH)
        for error in _chain(raised)
    )


def _chain(raised: BaseException | None) -> Iterator[BaseException]:
    for _ in range(_MAX_LINKS):
        if raised is None:
            return
        yield raised
        raised = raised.__cause__ or raised.__context__


def _databases(subject: Subject, outcome: Outcome) -> Iterator[str]:
    """Yield the files that the call opens as databases, and those that were opened before it."""
    with AuditLog() as log:
        subject.call(outcome.arguments)
    for event in log.events:
        if event.event == "sqlite3.connect":
            yield from (path.removeprefix("file:").partition("?")[0] for path in event.paths if path != ":memory:")
    for link in Path("/proc/self/fd").glob("*"):
        with suppress(OSError):
            path = str(link.readlink())
            if Path(path).is_file() and _begins_as_database(path):
                yield path


def _begins_as_database(path: str) -> bool:
    with Path(path).open("rb") as file:
        return file.read(len(_SQLITE_MARK)) == _SQLITE_MARK


def _opens(path: Path, flags: int) -> bool:
    try:
        # A named pipe would wait for somebody at its other end.
        os.close(os.open(path, flags | os.O_NONBLOCK))
    except OSError as error:
        return error.errno not in _DENIED
    return True
