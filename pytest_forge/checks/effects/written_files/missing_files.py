"""Missing files: what a reader leaves behind when a file that it reads does not exist."""

from __future__ import annotations

import inspect
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ....observe.observation import Observation, Unseen
from ....profile.reads import is_reader
from ....strategies.mined_constants import author_functions
from ....strategies.workspace_files import make_fresh_workspace
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.observing import observe
from ..file_effects import belongs_to_reading, is_opened_database, shown

__all__ = ["judge_missing_files"]

#: Ways to make the tables of a database, in the source of a module.
_MAKING_TABLES = ("create table", "create virtual table", "executescript", "create_all", '.sql"', ".sql'")
_MAX_FOLDERS = 8


def judge_missing_files(subject: Subject, call: dict[str, Any]) -> None:
    """Judge a reader's call in a workspace without files, then with the folders in which it looked for some.

    Raises:
        CheckFailure: If it leaves an empty file or folder, or a database without a table.
    """
    make_fresh_workspace(subject.sandbox)
    seen = observe(subject, call)
    _judge(subject, seen)
    folders = _missing_folders(subject, seen)
    for folder in folders:
        folder.mkdir(parents=True, exist_ok=True)
    if folders:
        _judge(subject, observe(subject, call))


def _judge(subject: Subject, seen: Observation[Outcome]) -> None:
    for change in seen.changed_entries:
        if change.action != "created":
            continue
        path, remedy = change.path, ""
        if change.kind == "folder":
            if _lists(path, seen) and not any(path.iterdir()) and _has_only_readers(subject):
                what, remedy = "an empty folder", "Answer that there is nothing to list"
        elif is_opened_database(path, seen):
            # If a module makes tables, another tool or the start of the program has to do so first.
            if _has_no_table(path) and not _makes_tables(subject):
                what, remedy = "a database without any table", "Open it with mode=ro"
        elif seen.files.value.entries[str(path)].size == 0 and not belongs_to_reading(subject.sandbox, change, seen):
            what, remedy = "an empty file", "Open it for reading only"
        if remedy:
            name = shown(path.relative_to(subject.sandbox.root).as_posix())
            raise CheckFailure(
                "reader_made_file",
                f"{_says(subject)}, but it left {what} where {name!r} did not exist. {remedy}, and create nothing.",
                arguments=dict(seen.answer.arguments),
            )


def _says(subject: Subject) -> str:
    said = is_reader(subject.facts)
    return "The tool is said to be read-only" if said else "A call of the tool that works changes no file"


def _missing_folders(subject: Subject, seen: Observation[Outcome]) -> list[Path]:
    """Return the folders of the workspace and of HOME in which a call looked for a file, and which do not exist."""
    found, places = [], (subject.sandbox.workspace, subject.sandbox.home)
    for name in seen.names_asked:
        path = Path(os.path.normpath(seen.workspace / name.removeprefix("file:").partition("?")[0]))
        # A name with an ending is a file, and what is above it a folder.
        is_inside = any(place in path.parent.parents for place in places)
        if path.suffix and is_inside and not os.path.lexists(path.parent):
            found.append(path.parent)
    return list(dict.fromkeys(found))[:_MAX_FOLDERS]


def _lists(folder: Path, seen: Observation[Outcome]) -> bool:
    if isinstance(seen.operations, Unseen) or not folder.is_relative_to(seen.workspace):
        return False
    listed = (name for event in seen.operations.value if event.action == "list" for name in event.paths)
    return any(os.path.normpath(seen.workspace / name) == str(folder) for name in listed)


def _has_only_readers(subject: Subject) -> bool:
    """Return whether no tool of the target can be the one for which a folder is made."""
    return all(is_reader(facts) for facts, _ in subject.neighbours)


def _has_no_table(path: Path) -> bool:
    try:
        with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True, timeout=0.2)) as database:
            return not database.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()
    except sqlite3.Error:
        # Not a database, or one that is in use.
        return False


def _makes_tables(subject: Subject) -> bool:
    """Return whether a module of the tool's code makes tables, for this tool or for others."""
    names = {str(function.__globals__.get("__name__")) for function in author_functions(subject.tool)}
    for module in filter(None, (sys.modules.get(name) for name in names)):
        try:
            source = inspect.getsource(module).lower()
        except (OSError, TypeError):
            return True
        if any(word in source for word in _MAKING_TABLES):
            return True
    return False
