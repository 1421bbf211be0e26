"""Workspace files: ordinary files for plausible calls to work on."""

from __future__ import annotations

import base64
import contextlib
import functools
import io
import json
import os
import sqlite3
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from ..profile.roles import PATH_ROLES, Role, role_of
from ..sandbox import Sandbox
from .example_lines import example_texts, with_example_lines
from .parked_files import ParkedFiles

__all__ = [
    "make_files",
    "make_fresh_workspace",
    "ordinary_content",
    "parked_files",
    "path_arguments",
    "plant_files",
    "plant_missing",
    "planted_contents",
    "remove_planted",
    "write_files",
]

_ROWS = [
    {"id": number, "name": name, "value": number * 10} for number, name in enumerate(("ada", "bob", "eve"), start=1)
]
_CSV = "id,name,value\n" + "".join(f"{row['id']},{row['name']},{row['value']}\n" for row in _ROWS)
_PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

_TEXTS = {
    "notes.txt": "hello\nThese are notes.\nname: Ada\n",
    "data.csv": _CSV,
    "data.tsv": _CSV.replace(",", "\t"),
    "data.json": json.dumps({"name": "hello", "items": _ROWS}),
    "records.jsonl": "".join(json.dumps(row) + "\n" for row in _ROWS),
    "README.md": "# Hello\n\nThese are notes, see [notes](notes.txt).\n\n## Items\n\n- ada\n- bob\n",
    "config.yaml": "name: hello\nvalue: 1\n",
    "config.toml": 'name = "hello"\nvalue = 1\n',
    "config.ini": "[main]\nname = hello\nvalue = 1\n",
    "main.py": 'def hello(name):\n    """Greet a person."""\n    return f"hello {name}"\n',
    "page.html": "<!doctype html><html><head><title>Hello</title></head><body><p>hello</p></body></html>\n",
    "data.xml": "<items><item id='1'>hello</item></items>\n",
    "drawing.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><title>Hello</title></svg>\n',
    "app.log": "2024-01-01 12:00:00 INFO hello\n2024-01-01 12:00:01 ERROR no answer\n",
    "data/items.csv": _CSV,
    "data/items.json": json.dumps(_ROWS),
    "reports/summary.txt": "hello\n",
}
#: The stem of files that were changed long ago, as tools that tidy up look for, and the moment.
_OLD, _LONG_AGO = "first", 1_600_000_000
_DATABASES = (".db", ".sqlite", ".sqlite3")
_TARS = {".tar": "w", ".tgz": "w:gz"}
_BY_SUFFIX = {PurePosixPath(name).suffix: text for name, text in reversed(_TEXTS.items())}


def plant_files(
    workspace: Path, *, schema: Mapping[str, Any] | None = None, calls: Iterable[Mapping[str, Any]] = ()
) -> None:
    """Write a few ordinary files into *workspace*, always the same; existing files stay.

    Args:
        workspace: An existing folder.
        schema: With *calls*: paths in the schema's examples and defaults are written too, and examples of texts are
            lines of the files that the calls name.
        calls: Plausible calls.
    """
    place, parked = str(workspace), parked_files()
    if not parked.put_back(place):
        present = set(os.listdir(place))  # noqa: PTH208  # each check asks
        for name, data in _ordinary().items():
            if name not in present:
                _write_new(f"{place}/{name}", data)
        if not present:
            parked.note_written(place)
    offered = {value for call in calls for role, value in _paths(schema or {}, call) if role is Role.FILE_PATH}
    for name in sorted(offered & _named_by(schema or {})):
        path = PurePosixPath(name)
        if not path.is_absolute() and ".." not in path.parts and path.name:
            _write(workspace / path, _BY_SUFFIX.get(path.suffix, _TEXTS["notes.txt"]).encode())
    _plant_examples(workspace, offered, example_texts(schema or {}))


def _plant_examples(workspace: Path, names: Iterable[str], texts: list[str]) -> None:
    """Add the examples of texts to those files that are still as they were planted."""
    for name in names if texts else ():
        path = PurePosixPath(name)
        planted = _TEXTS.get(str(path), _BY_SUFFIX.get(path.suffix, _TEXTS["notes.txt"]))
        content = with_example_lines(planted, path.suffix, texts)
        if content == planted or path.is_absolute() or ".." in path.parts:
            continue
        file = workspace / path
        with contextlib.suppress(OSError):
            if not file.is_symlink() and file.stat().st_size == len(planted) and file.read_text() == planted:
                file.write_text(content)


def plant_missing(workspace: Path, names: Iterable[str]) -> bool:
    """Write an ordinary file for each name, by its ending; return whether any was missing.

    Args:
        workspace: Names outside it are skipped.
        names: Absolute, or relative to *workspace*.
    """
    planted = False
    for name in names:
        path = workspace / name.removeprefix("file:").partition("?")[0]
        known = path.suffix in _BY_SUFFIX or path.suffix in _DATABASES
        if known and ".." not in path.parts and path.is_relative_to(workspace) and not path.exists():
            _write(path, _database() if path.suffix in _DATABASES else _BY_SUFFIX[path.suffix].encode())
            planted = True
    return planted


def remove_planted(workspace: Path) -> None:
    """Remove the ordinary files that are as they were planted; folders stay, as a tool may expect them."""
    for name, data in _ordinary().items():
        path = workspace / name
        with contextlib.suppress(OSError):
            if not path.is_symlink() and path.read_bytes() == data:
                path.unlink()


def planted_contents() -> Mapping[str, bytes]:
    """Return the content of each ordinary file by its name."""
    return _ordinary()


def ordinary_content(suffix: str) -> bytes:
    """Return the ordinary content of a file with this ending; a note for an unknown one."""
    if suffix in _DATABASES:
        return _database()
    if suffix in _TARS:
        return _tarred(_TARS[suffix])
    named = next((data for name, data in _ordinary().items() if PurePosixPath(name).suffix == suffix), None)
    return _TEXTS["notes.txt"].encode() if named is None else named


def write_files(workspace: Path, files: Mapping[str, bytes | None]) -> None:
    """Write files into *workspace*, over those that are there; a file named ``first`` is some years old.

    Args:
        workspace: An existing folder.
        files: Contents by the path in it; None for a folder. Those that cannot be written are left out.
    """
    for name, data in files.items():
        path = workspace / name
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            if data is None:
                path.mkdir(exist_ok=True)
            else:
                path.write_bytes(data)
                if path.stem == _OLD:
                    os.utime(path, (_LONG_AGO, _LONG_AGO))


def make_fresh_workspace(sandbox: Sandbox) -> None:
    """Restore the initial state of *sandbox*, and change into its workspace; planting ordinary files there is cheap."""
    parked_files().spare(str(sandbox.workspace))
    sandbox.reset()
    os.chdir(sandbox.workspace)


def make_files() -> None:
    """Create the contents of the files, once for all processes forked from this one."""
    _ordinary()


@functools.cache
def parked_files() -> ParkedFiles:
    """Return the ordinary files that this process has set aside."""
    return ParkedFiles(_ordinary())


@functools.cache
def _ordinary() -> dict[str, bytes]:
    """Return the content of each ordinary file by its name."""
    return {
        **{name: text.encode() for name, text in _TEXTS.items()},
        "picture.png": base64.b64decode(_PIXEL),
        "archive.zip": _archive(),
        "data.db": _database(),
    }


@functools.cache
def _archive() -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as members:
        members.writestr(zipfile.ZipInfo("notes.txt"), _TEXTS["notes.txt"])
    return archive.getvalue()


def _tarred(mode: Any) -> bytes:
    """Return a tar archive, packed as *mode* of `tarfile.open` says."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode=mode) as members:
        content = _TEXTS["notes.txt"].encode()
        member = tarfile.TarInfo("notes.txt")
        member.size = len(content)
        members.addfile(member, io.BytesIO(content))
    return made.getvalue()


@functools.cache
def _database() -> bytes:
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT, value INTEGER)")
        connection.executemany("INSERT INTO items VALUES (:id, :name, :value)", _ROWS)
        connection.commit()
        return connection.serialize()


def path_arguments(schema: Mapping[str, Any]) -> dict[str, Role]:
    """Return the text arguments at the root that name a file or a folder, each with its role."""
    properties = schema.get("properties")
    found = {}
    for name, node in properties.items() if isinstance(properties, Mapping) else ():
        if isinstance(node, Mapping) and role_of(name, node) in PATH_ROLES:
            found[name] = role_of(name, node)
    return found


def _paths(schema: Mapping[str, Any], call: Mapping[str, Any]) -> Iterator[tuple[Role, str]]:
    for name, role in path_arguments(schema).items():
        if isinstance(call.get(name), str):
            yield role, call[name]


def _named_by(schema: Mapping[str, Any]) -> set[str]:
    """Return the texts offered by the schema's root arguments, and the words of their descriptions."""
    found: set[str] = set()
    for node in (schema.get("properties") or {}).values():
        if isinstance(node, Mapping):
            offered = [node.get("default"), *(node.get("examples") or ())]
            found.update(value for value in offered if isinstance(value, str))
            description = node.get("description")
            if isinstance(description, str):
                found.update(word.strip("`'\"().,;:") for word in description.split())
    return found


def _write(path: Path, data: bytes) -> None:
    # A file may stand where a folder is needed: the same examples name both, or the tool has made it.
    with contextlib.suppress(FileExistsError, NotADirectoryError):
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)


def _write_new(path: str, data: bytes) -> None:
    """Write a file unless there is one; plain calls of the system, since every check writes all of them."""
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY
    try:
        descriptor = os.open(path, flags, 0o666)
    except FileExistsError:
        return
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), exist_ok=True)  # noqa: PTH103, PTH120
        descriptor = os.open(path, flags, 0o666)
    try:
        os.write(descriptor, data)
    finally:
        os.close(descriptor)
