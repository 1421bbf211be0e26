"""Functions of a module: those that are tools, those that cannot be, and the sources of imported ones."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from forge_harness import Tool, ToolExecutor, ToolRegistry

from .callables import is_callable_object, written_function
from .foreign_objects import foreign_problem, unused_classes
from .functions import function_tool
from .interop.frameworks import framework_of
from .module_entry import ModuleEntry, left_out
from .project_copy import module_file
from .target_error import TargetError

__all__ = ["entries_of_classes", "entries_of_functions", "imported_functions", "own_functions"]


def own_functions(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield the public functions declared in the module, each once, with the name of its attribute."""
    seen: set[int] = set()
    for name, value in list(vars(module).items()):
        written = written_function(value)
        if written is None or id(value) in seen or name.startswith("_") or written.__module__ != module.__name__:
            continue
        if is_callable_object(value) and _is_other_tool(value, name, module):
            continue
        if written is value and written.__name__.startswith(("_", "<")):
            # A private function or a lambda under a public name is a helper.
            continue
        seen.add(id(value))
        yield name, value


def entries_of_functions(module: ModuleType, source: str) -> list[ModuleEntry]:
    """Return the module's functions as tools, and those that cannot be tools, with the reason."""
    tools: list[ModuleEntry] = []
    others: list[ModuleEntry] = []
    for name, value in own_functions(module):
        try:
            tools.append(ModuleEntry("function", function_tool(value, name=_name(name, value)), name))
        except TargetError as error:
            others.append(left_out(name, str(error)))
    for name, value in list(vars(module).items()):
        is_passed = name.startswith("_") or isinstance(value, type)
        problem = "" if is_passed else foreign_problem(value, label=name, module=module, source=source)
        if problem:
            others.append(left_out(name, problem))
    others += entries_of_classes(module, source)
    return [*tools, *others]


def entries_of_classes(module: ModuleType, source: str, used: Sequence[object] = ()) -> list[ModuleEntry]:
    """Return the classes of frameworks' tools of which the module holds no object, with what to name instead.

    Args:
        module: The author's.
        source: The module, as the user named it.
        used: What the tools that were found are made of.
    """
    found = unused_classes(module, used)
    return [left_out(name, foreign_problem(one, label=name, module=module, source=source)) for name, one in found]


def _is_other_tool(value: object, name: str, module: ModuleType) -> bool:
    """Tell whether an object with a ``__call__`` is a tool of ours or of a framework, which is found as such."""
    if isinstance(value, Tool | ToolRegistry | ToolExecutor) or framework_of(value) is not None:
        return True
    return bool(foreign_problem(value, label=name, module=module, source=""))


def imported_functions(module: ModuleType) -> dict[str, int]:
    """Count the public functions imported from each module of the same package or folder."""
    found: dict[str, int] = {}
    for name, value in list(vars(module).items()):
        written = None if name.startswith("_") else written_function(value)
        home = getattr(written, "__module__", None) or ""
        if home and home != module.__name__ and _is_near(home, module):
            found[home] = found.get(home, 0) + 1
    return found


def _is_near(home: str, module: ModuleType) -> bool:
    if home.partition(".")[0] == module.__name__.partition(".")[0]:
        return True
    ours, theirs = (module_file(one) for one in (module, sys.modules.get(home)))
    return ours is not None and theirs is not None and Path(ours).parent == Path(theirs).parent


def _name(name: str, value: Any) -> str:
    """Return the attribute name of a wrapped function; empty for a plain one, which keeps its own name."""
    written = written_function(value)
    return "" if written is value else name
