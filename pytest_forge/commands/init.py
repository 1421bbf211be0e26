"""`forge init [TARGET…]`: find the tools of a project, and write the files that have them checked."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from forge_harness import CommandError

from ..report.atomic_file import write_atomically
from ..report.output import write_output
from ..report.printable import printable
from ..targets.resolve import split_target
from ..targets.target_error import TargetError
from .init_files import SECTION, WORKFLOW, TestFile, settings_text, with_settings, workflow_text
from .own_requirement import PLACEHOLDER
from .project_tools import FoundTarget, ProjectTools, find_project_tools, holds_scripts, read_module

__all__ = ["HELP", "configure", "run"]

HELP = "Find the tools of a project, and write its settings, a test file and a workflow."

_SETTINGS = "pyproject.toml"
_MAX_NAMES = 6
_MAX_LINES = 24


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "targets", nargs="*", metavar="TARGET", help="as for forge check, or a folder to look at (default: this folder)"
    )
    parser.add_argument("--ci", choices=["github"], help="also write a workflow that runs the checks")
    parser.add_argument("--force", action="store_true", help="replace what is already there")
    parser.add_argument("--dry-run", action="store_true", help="show what would be written, and write nothing")


class _File(Struct, frozen=True):
    """A file to write.

    Attributes:
        place: Relative to the project.
        data: All of it; None if it stays as it is.
        shown: The part of it that is new.
    """

    place: str
    data: bytes | None
    shown: str


def run(arguments: argparse.Namespace) -> int:
    """Find, write, and name the next command."""
    root = Path.cwd()
    found = _given(arguments.targets, root) if arguments.targets else find_project_tools(root)
    if not found.targets:
        raise CommandError(_nothing(found))
    test = TestFile(root, found.targets)
    section = settings_text([one.target for one in found.targets])
    files = [_File(_SETTINGS, with_settings(_data(root / _SETTINGS), section, force=arguments.force), section)]
    if test.place:
        files.append(_file(root, test.place, test.text, force=arguments.force))
    if arguments.ci:
        files.append(_file(root, WORKFLOW, workflow_text(root), force=arguments.force))
    if not arguments.dry_run:
        for file in files:
            _write(root, file)
    lines = [*_found_lines(found), *_file_lines(files, is_dry=arguments.dry_run), *_next_lines(test, files)]
    write_output("\n".join(lines))
    return 0


def _given(words: Sequence[str], root: Path) -> ProjectTools:
    targets: list[FoundTarget] = []
    unreadable: list[str] = []
    for word in words:
        folder = (root / word).resolve()
        if word and folder.is_dir() and folder.is_relative_to(root.resolve()):
            inside = _in_folder(folder, root.resolve(), word)
            targets += inside.targets
            unreadable += inside.unreadable
            continue
        try:
            target = split_target(word)
            path = root / target
            is_file = target.endswith(".py") and ":" not in target
            is_inside = is_file and path.is_file() and path.resolve().is_relative_to(root.resolve())
            read = read_module(path.resolve(), root.resolve()) if is_inside else None
        except TargetError as error:
            raise CommandError(str(error)) from None
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None)
            raise CommandError(
                f"{word!r} cannot be parsed{f' at line {line}' if line else ''}. Fix it, or name another target."
            ) from None
        if is_file and not path.is_file():
            raise CommandError(f"File {word!r} does not exist. Check the path; it starts from the current folder.")
        names, file = (read.names, read.file) if read is not None else ((), "")
        targets.append(FoundTarget(target, "named by you", names, file))
    return ProjectTools(targets, unreadable=unreadable)


def _in_folder(folder: Path, root: Path, word: str) -> ProjectTools:
    found = find_project_tools(root, folder)
    if not found.targets and holds_scripts(folder):
        return ProjectTools([FoundTarget(word, "named by you")])
    if not found.targets:
        raise CommandError(_nothing(found, repr(word)))
    return found


def _nothing(found: ProjectTools, folder: str = "this folder") -> str:
    if found.others:
        named = ", ".join(found.others[:_MAX_NAMES])
        return (
            f"No tools were found, but annotated functions in {named}. "
            f"Name the files whose functions a model calls, as in 'forge init {found.others[0]}'."
        )
    if found.unreadable:
        return f"No tools were found, and {found.unreadable[0]} cannot be parsed. Fix it, or name a TARGET."
    return (
        f"No tools were found in {folder}. "
        "Declare one with @forge_tool or name a TARGET, as in 'forge init my_tools.py'; 'forge demo' shows a run."
    )


def _data(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise CommandError(f"{path.name!r} cannot be read ({error.strerror}). Check its permissions.") from None


def _file(root: Path, place: str, text: str, *, force: bool) -> _File:
    is_free = force or not (root / place).exists()
    return _File(place, text.encode() if is_free else None, text)


def _write(root: Path, file: _File) -> None:
    if file.data is None:
        return
    path = root / file.place
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Through a link: its target is the file that the user keeps.
        write_atomically(path.resolve(), file.data)
    except OSError as error:
        raise CommandError(f"{file.place!r} cannot be written ({error.strerror}). Check the folder.") from None


def _found_lines(found: ProjectTools) -> list[str]:
    lines = ["Found:"]
    for one in found.targets:
        names = ", ".join(one.names[:_MAX_NAMES]) + (", …" if len(one.names) > _MAX_NAMES else "")
        lines.append(printable(f"  {one.target}  ({one.what}{f': {names}' if names else ''})"))
    unread = [f"  {place}: not read, since it cannot be parsed" for place in found.unreadable[:_MAX_NAMES]]
    return [*lines, *map(printable, unread)]


def _file_lines(files: Sequence[_File], *, is_dry: bool) -> list[str]:
    lines = []
    for file in files:
        if file.data is None:
            what = f"{file.place}, which has {SECTION}" if file.place == _SETTINGS else f"{file.place}, which exists"
            lines += ["", f"Kept {what}. --force replaces it."]
            continue
        lines += ["", f"{'Would write' if is_dry else 'Wrote'} {file.place}:"]
        shown = file.shown.rstrip("\n").split("\n")
        more = len(shown) - _MAX_LINES
        lines += [printable(f"    {line}").rstrip() for line in (shown if is_dry else shown[:_MAX_LINES])]
        if more > 0 and not is_dry:
            lines.append(f"    … and {more} more lines")
    return lines


def _next_lines(test: TestFile, files: Sequence[_File]) -> list[str]:
    lines = ["", "Next:", "  forge check"]
    lines.append("  pytest" if test.place else "  pytest    (checks the same targets; no test file is needed)")
    workflow = next((file for file in files if file.place == WORKFLOW), None)
    if workflow is not None:
        if workflow.data is not None and PLACEHOLDER in workflow.shown:
            lines.append(f"  write the account and the commit of Forge Harness for OWNER and COMMIT in {WORKFLOW}")
        lines.append(f"  git add {' '.join(file.place for file in files)}")
    return lines
