"""How scripts of a language are started: the command, and what it may read beyond the system."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from ..errors import RegistrationError, ToolError
from .environment import program_environment
from .program import run_program

__all__ = ["Language", "ScriptRuntime", "script_runtime"]

Language = Literal["python", "javascript", "typescript"]

#: Programs of a project's own `node_modules` that run TypeScript, by preference: package, name of the program, options.
_TYPESCRIPT = (("tsx", "tsx", ()), ("ts-node", "ts-node", ("--transpile-only",)))
#: What Node reads of a project, besides the script.
_NODE_FILES = ("node_modules", "package.json", "tsconfig.json")

_LOOK_S = 10
_LOOK_BYTES = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ScriptRuntime:
    """How scripts of a language are started.

    Args:
        command: The program and its options; the script's path follows.
        readable: Files and folders that it may read, besides the system, this interpreter and the script's folder.
        needs_temporary_folder: Whether it cannot do without a folder for temporary files. Python takes the working
            folder.
    """

    command: tuple[str, ...]
    readable: tuple[Path, ...] = ()
    needs_temporary_folder: bool = False


def script_runtime(language: Language, project: Path) -> ScriptRuntime:
    """Return how scripts of *language* are started on this machine.

    TypeScript is run by the project's own tsx, else by its own ts-node, else by Node itself from 22.18 on. Nothing is
    installed for it.

    Args:
        language: The script's language.
        project: The folder of the project.

    Raises:
        RegistrationError: If there is no program for it.
    """
    if language == "python":
        # The imports of editable installs; the script gets them from its own start-up files.
        places = (Path(entry) for entry in sys.path if os.path.isabs(entry))  # noqa: PTH117
        # Without bytecode: a call leaves nothing beside the script.
        return ScriptRuntime(command=(sys.executable, "-B"), readable=tuple(_apart_from_home(places)))
    name = "JavaScript" if language == "javascript" else "TypeScript"
    found = _node(program_environment(project)["PATH"])
    if found is None:
        raise RegistrationError(f"A {name} tool needs Node.js, which was not found. Install it, or put it into PATH.")
    node, version = found
    readable = (*_folder_of(node), *(project / name for name in _NODE_FILES))
    if language == "javascript":
        return ScriptRuntime(command=(str(node),), readable=readable, needs_temporary_folder=True)
    for package, program, options in _TYPESCRIPT:
        script = _own_program(project / "node_modules" / package, program)
        if script is not None:
            return ScriptRuntime(
                command=(str(node), str(script), *options), readable=readable, needs_temporary_folder=True
            )
    if version >= (22, 18) and not (23,) <= version < (23, 6):
        return ScriptRuntime(command=(str(node),), readable=readable, needs_temporary_folder=True)
    raise RegistrationError(
        f"A TypeScript tool needs tsx or ts-node in the project's node_modules, or Node.js 22.18; "
        f"this is Node.js {'.'.join(map(str, version))}. Install one of them."
    )


def _apart_from_home(places: Iterator[Path]) -> Iterator[Path]:
    """Yield each place, except the user's home and what it is in: its hidden folders hold keys."""
    home = Path(os.environ.get("HOME") or "/")
    return (place for place in places if not home.is_relative_to(place))


@lru_cache(maxsize=8)
def _node(search_path: str) -> tuple[Path, tuple[int, ...]] | None:
    """Return the path and the version of Node; the program in PATH may be a script that chooses one."""
    found = shutil.which("node", path=search_path)
    if found is None:
        return None
    # Its manager may need the user's settings.
    environment = {**os.environ, "PATH": search_path}
    try:
        done = run_program(
            (found, "-p", "process.execPath + '\\n' + process.versions.node"),
            cwd=Path("/"),
            timeout_s=_LOOK_S,
            max_output_bytes=_LOOK_BYTES,
            environment=environment,
        )
    except ToolError:
        return None
    path, _, version = done.stdout.strip().partition("\n")
    if done.exit_code != 0 or not re.fullmatch(r"\d+(\.\d+)*", version):
        return None
    return Path(path), tuple(map(int, version.split(".")))


def _folder_of(node: Path) -> Iterator[Path]:
    """Yield the folder that Node is installed in; the program alone if that folder is not its own."""
    yield node
    folder = node.resolve().parent.parent
    if len(folder.parts) > 2:
        yield from _apart_from_home(iter((folder,)))


def _own_program(package: Path, program: str) -> Path | None:
    """Return the script that a package of a project offers under that name."""
    try:
        offered = json.loads((package / "package.json").read_text("utf-8"))["bin"]
        script = package / (offered if isinstance(offered, str) else offered[program])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return script if script.is_file() else None
