"""File effects: what a call did to files that its tier does not allow."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from ...observe.observation import Answer, Observation, Seen, Unseen
from ...oracles.audit import AuditEvent
from ...oracles.file_tree import Change
from ...profile.home_folders import is_of_libraries, is_of_other_programs
from ...sandbox import Sandbox
from ...targets.facts import ToolFacts
from ...targets.project_copy import is_beside_a_module
from .effect import Effect

__all__ = [
    "belongs_to_reading",
    "comes_with_libraries",
    "is_opened_database",
    "names_elsewhere",
    "reader_effects",
    "shown",
    "what_changed",
    "writer_effects",
]

#: Endings of files that a database creates while it is read.
_JOURNALS = ("-journal", "-wal", "-shm")
#: Files and folders for the work of a server as a whole, which its tools may change as well.
_OF_SERVERS, _FOLDERS_OF_SERVERS = (".log", ".lock"), (".git", "logs")
#: Devices; nearly every program writes to some of them.
_DEVICES = ("/dev/", "/proc/", "/sys/")


def reader_effects(tool: ToolFacts, sandbox: Sandbox, seen: Observation[Answer]) -> Iterator[Effect]:
    """Yield a call's effects on files that a reader must not have."""
    changes = [
        change
        for change in seen.changed_entries
        if not (belongs_to_reading(sandbox, change, seen) or (tool.kind == "mcp" and _is_of_server(change.path)))
    ]
    # Report a file before the folder that was created for it.
    for change in sorted(changes, key=lambda change: (change.kind == "folder", change.action != "deleted")):
        yield Effect(what_changed(sandbox, change))
    if isinstance(seen.operations, Seen):
        yield from (Effect(f"opened {path!r} to write") for path in _attempts_elsewhere(sandbox.root, seen))


def writer_effects(tool: ToolFacts, sandbox: Sandbox, seen: Observation[Answer]) -> Iterator[Effect]:
    """Yield effects of a call on files that the tool does not own."""
    given = {value for value in seen.answer.arguments.values() if isinstance(value, str)}
    # Arguments that name the workspace itself may lead outside; paths_stay_inside judges that.
    names_root = bool(given & {"", ".", "..", "/", "./"})
    for change in seen.changed_entries:
        path = change.path
        is_foreign = is_of_other_programs(path, sandbox.home)
        is_beside = not any(path.is_relative_to(own) for own in (sandbox.workspace, sandbox.home, sandbox.temp))
        # A tool with a workspace does not need a file in the user's HOME, or beside its module.
        is_at_home = path.parent == sandbox.home and change.kind == "file"
        is_trace = tool.workspace_root_aware and (is_at_home or is_beside_a_module(path))
        if (is_foreign or is_trace or (is_beside and not names_root)) and not any(
            _leads_to(text, path) for text in given
        ):
            yield Effect(what_changed(sandbox, change))
    # The kernel refuses writes outside the sandbox, for example into the folder of the tool's own module.
    if tool.workspace_root_aware and isinstance(seen.operations, Seen) and not names_root:
        for name in _attempts_elsewhere(sandbox.root, seen):
            if not any(_leads_to(text, Path(os.path.normpath(name))) for text in given):
                yield Effect(f"opened {name!r} to write")


def what_changed(sandbox: Sandbox, change: Change) -> str:
    """Return a change as a verb phrase, with the path in the form that the tool's author knows."""
    return f"{change.action} the {change.kind} {shown(change.path.relative_to(sandbox.root).as_posix())!r}"


def _leads_to(text: str, path: Path) -> bool:
    """Return whether an argument names a file or one of its parent folders by whole path components."""
    parts = {part for part in text.replace("\\", "/").split("/") if part not in ("", ".", "..", "~")}
    return any(part in (place.name, place.stem) for place in (path, *path.parents) for part in parts)


def belongs_to_reading(sandbox: Sandbox, change: Change, seen: Observation[Answer]) -> bool:
    """Return whether a change belongs to reading: a library's file, a cache, or an empty folder or database."""
    path = change.path
    if comes_with_libraries(path, change.kind, sandbox.home):
        return True
    # Opening a database that does not exist creates an empty file, even for a query; its tables are made once.
    if change.action == "created" and change.kind == "file":
        is_empty = seen.files.value.entries[str(path)].size == 0
        if (is_empty and is_opened_database(path, seen)) or _has_tables_without_rows(path):
            return True
    if _may_be_cache(path, sandbox.root, sandbox.temp) and _is_looked_for(path, seen):
        return True
    return change.kind == "folder" and change.action == "created" and not _is_named(path, seen)


def _is_of_server(path: Path) -> bool:
    return path.name.endswith(_OF_SERVERS) or any(part in _FOLDERS_OF_SERVERS for part in path.parts)


def comes_with_libraries(path: Path, kind: str, home: Path) -> bool:
    """Return whether a file is made by importing or using a library, such as a compiled module or a journal."""
    if is_of_libraries(path, home, is_folder=kind == "folder"):
        return True
    return "__pycache__" in path.parts or path.suffix == ".pyc" or path.name.endswith(_JOURNALS)


def _may_be_cache(path: Path, root: Path, temp: Path) -> bool:
    return path.is_relative_to(temp) or any("cache" in part.lower() for part in path.relative_to(root).parts[:-1])


def _is_looked_for(path: Path, seen: Observation[Answer]) -> bool:
    """Return whether the call looked the file up or read it; a call does so with a cache, not with a left-over."""
    if isinstance(seen.operations, Unseen) or isinstance(seen.looked_up, Unseen):
        # It may have.
        return True
    # Opening a database implies reading it.
    asking = [
        event for event in seen.operations.value if event.action in ("read", "list") or event.event == "sqlite3.connect"
    ]
    names = (*(name for event in asking for name in event.paths), *seen.looked_up.value)
    workspace = seen.workspace
    return any(os.path.normpath(workspace / name) == str(path) for name in names if "\0" not in name)


def is_opened_database(path: Path, seen: Observation[Answer]) -> bool:
    """Return whether the call opened the file as a database."""
    events = seen.operations.value if isinstance(seen.operations, Seen) else ()
    opened = (event for event in events if event.event == "sqlite3.connect")
    return any(path in _resolved(event.paths, seen.workspace) for event in opened)


def _has_tables_without_rows(path: Path) -> bool:
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True, timeout=0.2)) as database:
            tables = database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
            names = [name.replace('"', '""') for (name,) in tables]
            return bool(names) and not any(
                database.execute(f'SELECT 1 FROM "{name}" LIMIT 1').fetchone()  # noqa: S608  # a quoted name
                for name in names
            )
    except sqlite3.Error:
        # Not a database, or one that is in use.
        return False


def _is_named(path: Path, seen: Observation[Answer]) -> bool:
    return any(isinstance(value, str) and path.name in value for value in seen.answer.arguments.values())


def _attempts_elsewhere(root: Path, seen: Observation[Answer]) -> Iterator[str]:
    """Yield names outside the sandbox that the call tried to write to; the kernel refuses such writes."""
    for name in names_elsewhere(root, seen.operations.value):
        if not _is_temporary(os.path.normpath(name), seen):
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


def _is_temporary(path: str, seen: Observation[Answer]) -> bool:
    return path.startswith(("/tmp/", "/var/tmp/")) and _is_looked_for(Path(path), seen)  # noqa: S108  # no file of ours


def _resolved(names: Iterable[str], workspace: Path) -> list[Path]:
    texts = (name.removeprefix("file:").partition("?")[0] for name in names)
    return [Path(os.path.normpath(workspace / text)) for text in texts]


def shown(name: str) -> str:
    """Return a path inside the sandbox in the form that the tool's author knows."""
    place, _, rest = name.partition("/")
    return {"workspace": rest or ".", "home": f"~/{rest}", "tmp": f"$TMPDIR/{rest}"}.get(place, name)
