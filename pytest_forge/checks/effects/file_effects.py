"""File effects: what a call did to files that its tier does not allow."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from ...oracles.audit import AuditEvent
from ...oracles.file_tree import Change
from ...profile.home_folders import is_of_libraries, is_of_other_programs
from ...targets.subject import Subject
from .observed_calls import Observed

__all__ = ["comes_with_libraries", "names_elsewhere", "reader_effects", "shown", "writer_effects"]

#: Endings of files that a database creates while it is read.
_JOURNALS = ("-journal", "-wal", "-shm")
#: Devices; nearly every program writes to some of them.
_DEVICES = ("/dev/", "/proc/", "/sys/")


def reader_effects(subject: Subject, observed: Observed) -> Iterator[str]:
    """Yield a call's effects on files that a reader must not have, each as a verb phrase."""
    sandbox = subject.sandbox
    changes = [change for change in observed.changes if not _is_of_no_interest(subject, change, observed)]
    # Report a file before the folder that was created for it.
    for change in sorted(changes, key=lambda change: (change.kind == "folder", change.action != "deleted")):
        if _may_be_cache(change.path, sandbox.root, sandbox.temp) and _is_looked_for(change.path, observed):
            continue
        if change.kind == "folder" and change.action == "created" and not _is_named(change.path, observed):
            continue
        name = change.path.relative_to(sandbox.root).as_posix()
        yield f"{change.action} the {change.kind} {shown(name)!r}"
    for path in _attempts_elsewhere(sandbox.root, observed):
        yield f"opened {path!r} to write"


def writer_effects(subject: Subject, observed: Observed) -> Iterator[str]:
    """Yield effects of a call on files that the tool does not own, each as a verb phrase."""
    sandbox = subject.sandbox
    given = {value for value in observed.outcome.arguments.values() if isinstance(value, str)}
    # Arguments that name the workspace itself may lead outside; paths_stay_inside judges that.
    names_root = bool(given & {"", ".", "..", "/", "./"})
    for change in observed.changes:
        path = change.path
        is_foreign = is_of_other_programs(path, sandbox.home)
        is_beside = not any(path.is_relative_to(own) for own in (sandbox.workspace, sandbox.home, sandbox.temp))
        # A tool with a workspace does not need a file in the user's HOME.
        is_trace = subject.facts.workspace_root_aware and path.parent == sandbox.home and change.kind == "file"
        name = path.relative_to(sandbox.root).as_posix()
        if (is_foreign or is_trace or (is_beside and not names_root)) and not any(
            _leads_to(text, path) for text in given
        ):
            yield f"{change.action} the {change.kind} {shown(name)!r}"


def _leads_to(text: str, path: Path) -> bool:
    """Return whether an argument names a file or one of its parent folders by whole path components."""
    parts = {part for part in text.replace("\\", "/").split("/") if part not in ("", ".", "..", "~")}
    return any(part in (place.name, place.stem) for place in (path, *path.parents) for part in parts)


def _is_of_no_interest(subject: Subject, change: Change, observed: Observed) -> bool:
    path = change.path
    if comes_with_libraries(path, change.kind, subject.sandbox.home):
        return True
    if change.action == "created" and observed.after.entries[str(path)].size == 0:
        # Opening a database that does not exist creates an empty file, even for a query.
        return any(
            event.event == "sqlite3.connect" and path in _resolved(event.paths, subject.sandbox.workspace)
            for event in observed.events
        )
    return False


def comes_with_libraries(path: Path, kind: str, home: Path) -> bool:
    """Return whether a file is made by importing or using a library, such as a compiled module or a journal."""
    if is_of_libraries(path, home, is_folder=kind == "folder"):
        return True
    return "__pycache__" in path.parts or path.suffix == ".pyc" or path.name.endswith(_JOURNALS)


def _may_be_cache(path: Path, root: Path, temp: Path) -> bool:
    return path.is_relative_to(temp) or any("cache" in part.lower() for part in path.relative_to(root).parts[:-1])


def _is_looked_for(path: Path, observed: Observed) -> bool:
    """Return whether the call looked the file up or read it; a call does so with a cache, not with a left-over."""
    # Opening a database implies reading it.
    asking = [
        event for event in observed.events if event.action in ("read", "list") or event.event == "sqlite3.connect"
    ]
    names = (*(name for event in asking for name in event.paths), *observed.looked_up)
    workspace = observed.workspace
    return any(os.path.normpath(workspace / name) == str(path) for name in names if "\0" not in name)


def _is_named(path: Path, observed: Observed) -> bool:
    return any(isinstance(value, str) and path.name in value for value in observed.outcome.arguments.values())


def _attempts_elsewhere(root: Path, observed: Observed) -> Iterator[str]:
    """Yield names outside the sandbox that the call tried to write to; the kernel refuses such writes."""
    for name in names_elsewhere(root, observed.events):
        if not _is_temporary(os.path.normpath(name), observed):
            yield name


def names_elsewhere(root: Path, events: Iterable[AuditEvent]) -> Iterator[str]:
    """Yield absolute names outside *root* that events write to, without devices and compiled modules."""
    for event in events:
        if event.event == "sqlite3.connect" or event.action not in ("write", "create", "delete", "move", "link"):
            continue
        for name in event.paths:
            path = os.path.normpath(name)
            if not path.startswith("/") or path.startswith(_DEVICES) or "__pycache__" in path:
                continue
            if not Path(path).is_relative_to(root):
                yield name


def _is_temporary(path: str, observed: Observed) -> bool:
    return path.startswith(("/tmp/", "/var/tmp/")) and _is_looked_for(Path(path), observed)  # noqa: S108  # no file of ours


def _resolved(names: Iterable[str], workspace: Path) -> list[Path]:
    texts = (name.removeprefix("file:").partition("?")[0] for name in names)
    return [Path(os.path.normpath(workspace / text)) for text in texts]


def shown(name: str) -> str:
    """Return a path inside the sandbox in the form that the tool's author knows."""
    place, _, rest = name.partition("/")
    return {"workspace": rest or ".", "home": f"~/{rest}", "tmp": f"$TMPDIR/{rest}"}.get(place, name)
