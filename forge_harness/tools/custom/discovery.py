"""Discovery of a project's script tools: what its `tools/` folder holds, and other files with the docstring.

::

    project/
      tools/
        tool_foo.py         foo: every script directly in the folder is meant as a tool
        mydir/tool.py       mydir
        _helpers.py         not a tool
      anywhere/report.py    a tool if its docstring has the heading "Tool:"

Source: seed 002, "Custom tools".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from ...workspace.tree import STANDARD_FOLDERS
from ...workspace.workspace import Workspace
from .script import LANGUAGES, Script, ScriptRefused, name_by_file, read_script

__all__ = ["FoundScripts", "LeftOutScript", "find_scripts", "is_script"]

_TOOLS = "tools"
#: A folder that holds one of these is a project; another one is a folder of tools.
_MARKS = (_TOOLS, "forge.yaml", "pyproject.toml", "package.json", ".git")
_MAX_FILES = 20_000
_MAX_DEPTH = 12


@dataclass(frozen=True, slots=True)
class LeftOutScript:
    """A file that is meant as a tool and is not used.

    Args:
        place: Its path in the project, ``/``-separated.
        name: The name of the tool, as far as it is known.
        reason: Why, in two sentences that name the file.
    """

    place: str
    name: str
    reason: str


class FoundScripts(NamedTuple):
    """The scripts of a project that declare tools, by path, and those that are left out."""

    scripts: list[Script]
    left_out: list[LeftOutScript]


def find_scripts(path: str | Path, *, taken: Mapping[str, str] | None = None) -> FoundScripts:
    """Return the script tools of a project, of a folder of tools, or of one file. Nothing is imported or run.

    Args:
        path: The folder or the file.
        taken: Names that no script may have, each with whose it is, for example "a builtin tool".

    Raises:
        ValueError: If *path* is neither a folder nor a script; the message is two sentences.
    """
    given = Path(path)
    if str(path) and given.is_dir():
        folder = given.resolve()
        if folder.name == _TOOLS:
            # What lies beside the folder belongs to the project: links may lead there.
            return _found(folder.parent, below=_TOOLS, meant=_TOOLS, taken=taken)
        is_project = any((folder / mark).exists() for mark in _MARKS)
        return _found(folder, below=".", meant=_TOOLS if is_project else ".", taken=taken)
    if given.suffix not in LANGUAGES or not given.exists():
        raise ValueError(f"{str(path)!r} is not a folder, and not a script (.py, .ts or .js). Name one of these.")
    folder = given.parent.resolve()
    project = folder.parent if folder.name == _TOOLS or given.stem == "tool" else folder
    with Workspace(project) as workspace:
        place = (folder / given.name).relative_to(project).as_posix()
        return _read(workspace, {place: True}, taken or {})


def is_script(path: str | Path) -> bool:
    """Tell whether a file declares a tool in its docstring, rather than by Python code that has to be imported."""
    given = Path(path)
    if given.suffix not in LANGUAGES or not given.is_file():
        return False
    if LANGUAGES[given.suffix] != "python":
        return True
    folder = given.parent.resolve()
    with Workspace(folder) as workspace:
        try:
            return read_script(workspace, given.name, is_meant=False) is not None
        except ScriptRefused:
            return True


def _found(project: Path, *, below: str, meant: str, taken: Mapping[str, str] | None) -> FoundScripts:
    """Read the scripts of the folder *below*; those that stand in the folder *meant* are meant as tools."""
    with Workspace(project) as workspace:
        places = _places(workspace, below)
        return _read(workspace, {place: _is_meant(PurePosixPath(place), meant) for place in places}, taken or {})


def _places(workspace: Workspace, below: str) -> list[str]:
    with workspace.tree(
        below,
        skip=STANDARD_FOLDERS,
        hidden=False,
        only=lambda path: PurePosixPath(path).suffix in LANGUAGES,
        max_entries=_MAX_FILES,
        max_depth=_MAX_DEPTH,
    ) as tree:
        prefix = PurePosixPath(below)
        found = [prefix / entry.path for entry in tree if entry.kind != "directory"]
    chosen: dict[str, str] = {}
    # Of a script and what it was compiled to, one is the tool.
    for path in sorted(filter(_is_script, found), key=lambda path: list(LANGUAGES).index(path.suffix)):
        chosen.setdefault(str(path.with_suffix("")), str(path))
    return sorted(chosen.values())


def _is_script(path: PurePosixPath) -> bool:
    return path.suffix in LANGUAGES and not path.name.startswith("_") and not path.name.endswith(".d.ts")


def _is_meant(path: PurePosixPath, folder: str) -> bool:
    if not path.is_relative_to(folder):
        return False
    parts = path.relative_to(folder).parts
    return len(parts) == 1 or (len(parts) == 2 and path.stem == "tool")


def _read(workspace: Workspace, places: Mapping[str, bool], taken: Mapping[str, str]) -> FoundScripts:
    scripts: dict[str, Script] = {}
    left_out = []
    for place, is_meant in places.items():
        try:
            script = read_script(workspace, place, is_meant=is_meant)
            if script is None:
                continue
            if script.name in taken:
                raise ScriptRefused(
                    f"{place!r} declares a tool named {script.name!r}, the name of {taken[script.name]}. "
                    "Choose another name."
                )
            if script.name in scripts:
                first = scripts[script.name].place
                raise ScriptRefused(
                    f"{place!r} and {first!r} both declare the tool {script.name!r}. Rename one of them."
                )
            scripts[script.name] = script
        except ScriptRefused as refused:
            left_out.append(LeftOutScript(place, name_by_file(place), str(refused)))
    return FoundScripts(list(scripts.values()), left_out)
