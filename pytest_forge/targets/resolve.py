"""Resolves a target: from the user's words to the place of the tools."""

from __future__ import annotations

from pathlib import Path

from .definitions import load_definitions
from .facts import ToolFacts
from .mcp.address import is_mcp_target, read_address
from .server_files.server_file import is_server_file
from .target_error import TargetError

__all__ = [
    "BUILTINS",
    "COPILOT",
    "DEV",
    "is_builtin_target",
    "is_data_target",
    "name_of_builtin",
    "read_data_target",
    "split_target",
    "whole_of_builtin",
]

#: The target of the tools that every agent may use; one of them is ``forge:builtins:NAME``.
BUILTINS = "forge:builtins"
#: The target of the tools for data contracts; one of them is ``forge:copilot:NAME``.
COPILOT = "forge:copilot"
#: The target of the tools for development; one of them is ``forge:dev:NAME``.
DEV = "forge:dev"

_WHOLES = (BUILTINS, COPILOT, DEV)
#: Above what `forge:tools` and `forge:builtins` have in common, and below a letter left out.
_LIKENESS = 0.85
_DATA_PREFIX = "definitions:"


def split_target(target: str) -> str:
    """Return *target*, if it has a known form.

    Raises:
        TargetError: If it has none.
    """
    if not target.strip():
        raise TargetError("The target is empty. Name a module, a .py file, 'module:attribute' or 'definitions:FILE'.")
    if "\0" in target:
        raise TargetError(f"{target!r} contains a NUL character. Name a module or a file without one.")
    if target.startswith(":"):
        raise TargetError(f"{target!r} names no module. Write 'module:attribute' or 'path/to/file.py:attribute'.")
    if target == _DATA_PREFIX:
        raise TargetError(f"{target!r} names no file. Write 'definitions:FILE'.")
    if is_mcp_target(target):
        read_address(target)
        return target
    if is_server_file(target):
        return target
    if is_builtin_target(target):
        name_of_builtin(target)
        return target
    if target.startswith(("http://", "https://")):
        raise TargetError(f"{target!r} is a URL. Write 'mcp+{target}' to check the MCP server at that address.")
    if Path(target).suffix == ".jsonl" and not target.startswith(_DATA_PREFIX):
        raise TargetError(f"{target!r} is a data file. Write 'definitions:{target}' to check the definitions in it.")
    return target


def is_builtin_target(target: str) -> bool:
    """Tell whether *target* names tools of the harness."""
    return target.startswith("forge:")


def name_of_builtin(target: str) -> str:
    """Return the name of the tool in a target such as ``forge:builtins:NAME``; an empty string for all of them.

    Raises:
        TargetError: If *target* does not name our tools in this way.
    """
    whole = whole_of_builtin(target)
    _, colon, name = target.removeprefix("forge:").partition(":")
    if whole not in _WHOLES or bool(colon) != bool(name):
        from difflib import get_close_matches  # for this message alone

        close = get_close_matches(whole, _WHOLES, 1, _LIKENESS)
        near = f"'{close[0]}'" if close else f"{', '.join(map(repr, _WHOLES[:-1]))} or {_WHOLES[-1]!r}"
        raise TargetError(
            f"{target!r} names no tools. Write {near}, or '{(close or _WHOLES)[0]}:NAME' for one of them."
        )
    return name


def whole_of_builtin(target: str) -> str:
    """Return what a target of our tools is a part of, or is itself: ``forge:dev`` of ``forge:dev:NAME``."""
    return ":".join(target.split(":")[:2])


def is_data_target(target: str) -> bool:
    """Tell whether *target* is a file of definitions, which is read without running any code."""
    return target.startswith(_DATA_PREFIX)


def read_data_target(target: str, *, base: Path) -> list[ToolFacts]:
    """Return the tools defined in a data file.

    Args:
        target: ``definitions:FILE``.
        base: Folder that a relative path starts from.

    Raises:
        TargetError: If the file cannot be read.
    """
    return load_definitions(target, base=base)
