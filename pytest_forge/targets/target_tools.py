"""Target tools: the tools of a target that are called from this process: a module's, scripts, or our own."""

from __future__ import annotations

from pathlib import Path

from .builtins import load_builtins
from .found_tool import FoundTool
from .module_tools import load_module_tools
from .resolve import is_builtin_target
from .script import is_script_target, load_scripts

__all__ = ["load_tools", "whole_target"]


def load_tools(target: str, *, base: Path, workplace: Path | None = None) -> list[FoundTool]:
    """Return the tools of *target*, in order.

    Args:
        target: A module, scripts, or ``forge:builtins``, as a whole or a part of it.
        base: Folder that a relative path starts from.
        workplace: The working directory afterwards, before any tool is used.

    Raises:
        TargetError: If it cannot be imported or declares no tools.
    """
    if is_builtin_target(target):
        return load_builtins(target, base=base, workplace=workplace)
    if is_script_target(target, base=base):
        return load_scripts(target, base=base, workplace=workplace)
    return load_module_tools(target, base=base, workplace=workplace)


def whole_target(target: str) -> str:
    """Return the target that the tool of *target* was declared in; *target* itself if it is whole."""
    if is_builtin_target(target):
        return ":".join(target.split(":")[:2])
    return target.partition(":")[0]
