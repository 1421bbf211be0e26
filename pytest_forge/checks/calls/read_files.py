"""Read files: the files that a call of a function reads in the sandbox, and the call with other content in one."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ...oracles.audit import AuditLog
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from .fake_sleep import fake_sleep
from .worlds.own_world import plant_world

__all__ = ["called_with_content", "file_with_content", "files_read"]

_MAX_FILES = 3
_MAX_SIZE = 100_000


def files_read(subject: Subject, call: Mapping[str, Any]) -> dict[Path, bytes]:
    """Make a call in the tool's own world, and return the files that it reads, each with its content."""
    plant_world(subject, [call])
    log = AuditLog()
    with log, fake_sleep():
        subject.call(dict(call))
    workspace, home = subject.sandbox.workspace, subject.sandbox.home
    names = [
        name
        for event in log.events
        if event.action == "read" or event.event == "sqlite3.connect"
        for name in event.paths
        if "\0" not in name
    ]
    found: dict[Path, bytes] = {}
    for path in dict.fromkeys(Path(os.path.normpath(workspace / name)) for name in names):
        if len(found) < _MAX_FILES and any(path.is_relative_to(place) for place in (workspace, home)):
            with contextlib.suppress(OSError):
                if path.is_file() and not path.is_symlink() and path.stat().st_size <= _MAX_SIZE:
                    found[path] = path.read_bytes()
    return found


def called_with_content(subject: Subject, call: Mapping[str, Any], path: Path, content: bytes) -> Outcome:
    """Make a call while a file of the tool's own world has another content."""
    with file_with_content(subject, call, path, content), fake_sleep():
        return subject.call(dict(call))


@contextlib.contextmanager
def file_with_content(subject: Subject, call: Mapping[str, Any], path: Path, content: bytes | None) -> Iterator[None]:
    """Give a file of the tool's own world another content meanwhile, or put an empty folder in its place for None."""
    plant_world(subject, [call])
    before = path.read_bytes() if path.is_file() else None
    with contextlib.suppress(OSError):
        if content is None:
            path.unlink(missing_ok=True)
            path.mkdir()
        else:
            path.write_bytes(content)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            if content is None:
                path.rmdir()
            if before is not None:
                path.write_bytes(before)
