"""Sandbox cause: whether the sandbox made a call fail, known from facts and not from words.

An operating system error carries its number and its file; the files of a database are in the audit log, or open
already. To see that the user may write a file and the sandbox may not, the system is asked for both.
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

__all__ = ["NO_NETWORK", "chain_of", "first_protected", "is_offline", "refusal_of", "way_out"]

NO_NETWORK = "The sandbox has no network."
"""The sentence for a failure that `is_offline`."""

_DENIED = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_MAX_LINKS = 5
#: SQLite's primary codes for a read-only database, and for one that cannot be opened.
_SQLITE_READ_ONLY, _SQLITE_CANNOT_OPEN = 8, 14
_SQLITE_MARK = b"SQLite format 3\0"


def refusal_of(subject: Subject, outcome: Outcome) -> str:
    """Return the access that the sandbox refused to a call, with advice, as a sentence; empty if that is not the cause.

    The call is repeated if nothing else shows the file of a database.
    """
    for error in chain_of(outcome.raised):
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
    """Return the sentence for a result of `first_protected`."""
    verb, path = refused
    if verb == "read":
        return (
            f"The cause is the sandbox, which keeps tools from reading {path!r}. "
            "Move the file to a visible folder of the project, or name it in a variable with --env."
        )
    return (
        f"The cause is the sandbox, which keeps tools from writing {path!r}: the sandbox lets tools write to "
        "{workspace}, {tmp} and {home} only. Name the file in a variable, --env NAME={workspace}/FILE, or create it "
        "in a temporary folder while the module is imported."
    )


def _protected_file(path: str, sandbox: Sandbox) -> tuple[str, str] | None:
    """Return the access that the sandbox refuses, "read" or "write", and the file; None if it refuses neither.

    `os.access` goes by the rights of the user alone, opening a file also by the sandbox.
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
    """Return the first of the files that the sandbox protects, after "read" or "write"; None if there is none."""
    return next((found for path in paths if (found := _protected_file(path, sandbox)) is not None), None)


def is_offline(raised: BaseException) -> bool:
    """Return whether the closed network caused the failure."""
    return any(
        isinstance(error, socket.gaierror) or (isinstance(error, OSError) and error.errno == errno.ENETUNREACH)
        for error in chain_of(raised)
    )


def chain_of(raised: BaseException | None) -> Iterator[BaseException]:
    """Yield an exception and those that it stems from, five at most."""
    for _ in range(_MAX_LINKS):
        if raised is None:
            return
        yield raised
        raised = raised.__cause__ or raised.__context__


def _databases(subject: Subject, outcome: Outcome) -> Iterator[str]:
    """Yield the files that the call opens as databases, and those that are open already."""
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
        # A named pipe would wait for a process at its other end.
        os.close(os.open(path, flags | os.O_NONBLOCK))
    except OSError as error:
        return error.errno not in _DENIED
    return True
