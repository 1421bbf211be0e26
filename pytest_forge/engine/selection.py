"""Selection: the checks of a run."""

from __future__ import annotations

import difflib
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from ..checks.catalogue import all_checks
from ..checks.check import FAMILIES, Check
from ..finding_id import parse_finding_id

__all__ = [
    "SelectionError",
    "import_check_module",
    "load_check_module",
    "no_such_tool",
    "replayed",
    "select_checks",
]


class SelectionError(Exception):
    """The named checks do not exist, or the selection is empty."""


def select_checks(*, include: Sequence[str] = (), skip: Sequence[str] = (), level: str = "should") -> list[Check]:
    """Return the checks to make, in their order.

    Args:
        include: Ids and families to make; empty for all.
        skip: Ids and families to leave out.
        level: ``"must"`` leaves out every SHOULD.

    Raises:
        SelectionError: If a name is neither an id nor a family, or nothing is left.
    """
    known = all_checks()
    for name in (*include, *skip):
        if name not in known and name not in FAMILIES:
            close = difflib.get_close_matches(name, [*known, *FAMILIES], 1)
            hint = f"Did you mean {close[0]!r}?" if close else "'forge explain' lists the checks."
            raise SelectionError(f"There is no check or family {name!r}. {hint}")
    selected = [
        replace(check, musts_only=True) if level == "must" else check
        for check in known.values()
        if (not include or check.id in include or check.family in include)
        and check.id not in skip
        and check.family not in skip
        and (level == "should" or check.level == "MUST")
    ]
    if not selected:
        # A run without checks would look like a clean one.
        raise SelectionError("The selection leaves no check to make. Name more, or skip less.")
    return selected


def load_check_module(word: str, *, base: Path, named_by: str = "--check-module") -> None:
    """Import a project's own checks.

    Args:
        word: ``package.module``, or the path of a .py file.
        base: Folder that imports and relative paths start from.
        named_by: The option or hook that names the module.

    Raises:
        SelectionError: If it cannot be imported, or declares no check.
    """
    name, folder = word, base
    if word.endswith(".py"):
        path = (base / word).resolve()
        if not path.is_file():
            raise SelectionError(f"There is no file {word!r} with checks. Check the path, or name a module.")
        name, folder = path.stem, path.parent
        while (folder / "__init__.py").is_file():
            name, folder = f"{folder.name}.{name}", folder.parent
    import_check_module(name, shown=word, folder=folder, named_by=named_by)
    if not any(check.judge.__module__ == name for check in all_checks().values()):
        raise SelectionError(f"The module {word!r} declares no check. Declare one with @check, or leave it out.")


def import_check_module(name: str, *, shown: str = "", folder: Path | None = None, named_by: str) -> None:
    """Import a module with checks.

    Args:
        name: ``package.module``.
        shown: Its name in messages; *name* unless given.
        folder: Added to the import path for good, since the processes that run the check import from there too; None
            for the import path as it is.
        named_by: The option or hook that names the module.

    Raises:
        SelectionError: If it cannot be imported.
    """
    if folder is not None and str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    try:
        importlib.import_module(name)
    except Exception as error:  # noqa: BLE001  # the project's module may raise anything
        where = "the folder of the run" if folder is None else repr(str(folder))
        raise SelectionError(
            f"{named_by} names the module {shown or name!r}, which raised {type(error).__name__} while it was "
            f"imported. Make it importable from {where}."
        ) from None


def no_such_tool(tool: str, targets: Sequence[str]) -> SelectionError:
    """Return the error for the id of a finding whose tool is missing from the targets."""
    return SelectionError(f"There is no tool {tool!r} in {', '.join(map(repr, targets))}. Copy the id from the report.")


def replayed(identifier: str) -> tuple[str, Check]:
    """Return the tool's name and the check that a finding's id names.

    Args:
        identifier: ``<tool>[<check>]`` or ``<tool>[<check>]#<cause>``.

    Raises:
        SelectionError: If it has another form, or the check does not exist.
    """
    parts = parse_finding_id(identifier)
    if parts is None:
        raise SelectionError(
            f"{identifier!r} is not the id of a finding. Copy it from the report; it looks like 'tool[check]#code'."
        )
    selected = select_checks(include=[parts.check])
    if [check.id for check in selected] != [parts.check]:
        raise SelectionError(f"{identifier!r} names a family of checks. Copy the id of one finding from the report.")
    return parts.tool, selected[0]
