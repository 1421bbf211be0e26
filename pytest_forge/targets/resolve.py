"""Resolving a target: from what the user wrote to where the tools are."""

from __future__ import annotations

from pathlib import Path

from .definitions import load_definitions
from .facts import ToolFacts
from .mcp.address import is_mcp_target, read_address
from .target_error import TargetError

__all__ = ["is_data_target", "read_data_target", "split_target"]

_DATA_PREFIX = "definitions:"


def split_target(target: str) -> str:
    """Return *target* if its form is known.

    Raises:
        TargetError: If it is not.
    """
    if not target.strip():
        raise TargetError("The target is empty. Name a module, a .py file, 'module:attribute' or 'definitions:FILE'.")
    if "\0" in target:
        raise TargetError(f"{target!r} holds a NUL, which no name does. Check where it comes from.")
    if target.startswith(":"):
        raise TargetError(f"{target!r} names no module. Write 'module:attribute' or 'path/to/file.py:attribute'.")
    if target == _DATA_PREFIX:
        raise TargetError(f"{target!r} names no file. Write 'definitions:FILE'.")
    if is_mcp_target(target):
        read_address(target)
        return target
    if target.startswith("forge:"):
        raise TargetError(
            f"{target!r} holds no tools: the harness has none of its own yet. "
            "Name a module, or a file that declares some."
        )
    if target.startswith(("http://", "https://")):
        raise TargetError(f"{target!r} is a URL. Write 'mcp+{target}' to check the MCP server that answers there.")
    if Path(target).suffix in {".json", ".jsonl"} and not target.startswith(_DATA_PREFIX):
        raise TargetError(f"{target!r} is a file of data. Write 'definitions:{target}' to check the definitions in it.")
    return target


def is_data_target(target: str) -> bool:
    """Tell whether *target* holds definitions only, so that nothing is run to read it."""
    return target.startswith(_DATA_PREFIX)


def read_data_target(target: str, *, base: Path) -> list[ToolFacts]:
    """Return the tools that a data target defines.

    Args:
        target: ``definitions:FILE``.
        base: Folder that a relative path starts from.

    Raises:
        TargetError: If the file cannot be read.
    """
    return load_definitions(target, base=base)
