"""Tool targets: the tools that a command is given by name.

package.module, tools.py       what importing it registers, and the tools in the module
module:attribute               one of them
tools/, report.py              script tools: a project, a folder of them, or one with a docstring
forge:builtins[:NAME]          our own, made from the settings of forge.yaml in the current folder
forge:copilot[:NAME]           our own that look at a workspace's data and draft contracts for it
"""

from __future__ import annotations

import difflib
import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

from ..errors import CommandError, RegistrationError
from ..kinds.executor import ToolExecutor
from ..registry.process_tools import FORGE_TOOL_REGISTRY, TOOL_REGISTRY
from ..registry.tool_registry import ToolRegistry
from ..tool import Tool

__all__ = ["TARGET_HELP", "load_tools"]

TARGET_HELP = "package.module, module:attribute, a .py file, a folder of script tools, forge:builtins, or forge:copilot"

_BUILTINS = "forge:builtins"
_COPILOT = "forge:copilot"
_DEV = "forge:dev"
_MAX_REASON = 200
#: Above what `forge:tools` and `forge:builtins` have in common, and below a letter left out.
_LIKENESS = 0.85


def load_tools(targets: Iterable[str], *, note: Callable[[str], object]) -> ToolRegistry:
    """Return the tools of *targets*.

    Args:
        targets: As the user wrote them.
        note: Called with a line about each script that cannot be a tool.

    Raises:
        CommandError: If a target cannot be imported or has no tool, or two tools have the same name.
    """
    found = ToolRegistry()
    for target in targets:
        for tool in _tools_of(target, note):
            if found.data.get(tool.name) not in (tool, None):
                raise CommandError(f"Two tools are named {tool.name!r}. Leave one of the targets out.")
            found.register(tool)
    return found


def _tools_of(target: str, note: Callable[[str], object]) -> list[Any]:
    if target.startswith("forge:"):
        return _our_tools(target)
    if _is_script_target(target):
        return _script_tools(target, note)
    return _module_tools(target)


def _our_tools(target: str) -> list[Any]:
    parts = target.split(":", 2)
    room, name = ":".join(parts[:2]), parts[2] if len(parts) > 2 else ""
    if room == _DEV:
        raise CommandError(
            f"{target!r} is for 'forge check' only: development tools run commands, and are never served. "
            "Offer them to a model with 'forge run --dev'."
        )
    if room not in (_BUILTINS, _COPILOT) or target.endswith(":"):
        close = difflib.get_close_matches(room, (_BUILTINS, _COPILOT), 1, _LIKENESS)
        near = f"'{close[0]}' or '{close[0]}:NAME'" if close else f"'{_BUILTINS}', '{_COPILOT}' or '{_BUILTINS}:NAME'"
        raise CommandError(f"{target!r} does not name a tool. Write {near}.")
    ours = _tools_in_copilot() if room == _COPILOT else _tools_in_builtins()
    if name and name not in ours:
        close = difflib.get_close_matches(name, ours, 3, 0.5)
        near = f"Close to it: {', '.join(close)}." if close else f"Write '{room}' for all {len(ours)}."
        raise CommandError(f"{room!r} does not have a tool {name!r}. {near}")
    return [ours.data[name]] if name else list(ours.data.values())


def _tools_in_builtins() -> ToolRegistry:
    from ..project.project_file import ProjectFileError, read_project_file  # these targets alone need our tools
    from ..tools.catalog import register_adapter_tools, register_builtins, register_code_agent_tools

    ours = ToolRegistry()
    try:
        settings = read_project_file(Path.cwd()).tool_settings()
        for register in (register_builtins, register_code_agent_tools, register_adapter_tools):
            register(ours, settings=settings)
    except (ProjectFileError, RegistrationError) as error:
        raise CommandError(str(error)) from None
    return ours


def _tools_in_copilot() -> ToolRegistry:
    from ..tools.catalog import register_copilot_tools  # as above

    ours = ToolRegistry()
    register_copilot_tools(ours)
    return ours


def _is_script_target(target: str) -> bool:
    path = Path(target)
    try:
        if path.is_dir():
            # A package is imported, and named with dots.
            return not (path / "__init__.py").exists()
        if not path.is_file():
            return False
        from ..tools.custom.discovery import is_script  # a module's name does not need the reader of scripts

        return is_script(path)
    except (OSError, ValueError):
        return False


def _script_tools(target: str, note: Callable[[str], object]) -> list[Any]:
    from ..tools.custom.loading import load_script_tools  # as above

    try:
        tools, left_out = load_script_tools(target, registry=ToolRegistry())
    except ValueError as error:
        raise CommandError(str(error)) from None
    for script in left_out:
        note(f"Left out: {script.reason}")
    if not tools:
        raise CommandError(f"{target!r} does not contain a script tool. Run 'forge tool list {target}' to see more.")
    return list(tools)


def _module_tools(target: str) -> list[Any]:
    place, _, attribute = (target, "", "") if target.endswith(".py") else target.partition(":")
    before = {**TOOL_REGISTRY, **FORGE_TOOL_REGISTRY}
    module = _import(place)
    registered = {**FORGE_TOOL_REGISTRY, **TOOL_REGISTRY}
    made: list[Any] = [tool for tool in registered.values() if tool not in before.values()]
    there: list[Any] = [value for value in [*made, *vars(module).values()] if _is_tool(value)]
    named: list[Any] = [getattr(module, attribute, None)] if attribute else there
    tools = [value for value in named if _is_tool(value)]
    if not tools and there:
        names = ", ".join(dict.fromkeys(tool.name for tool in there))
        raise CommandError(f"{attribute!r} is not a tool in {place!r}. Its tools are {names}.")
    if not tools:
        raise CommandError(f"{target!r} does not contain a tool. Name a module, a .py file, or module:attribute.")
    return tools


def _is_tool(value: object) -> bool:
    return isinstance(value, Tool) or (isinstance(value, ToolExecutor) and not isinstance(value, type))


def _import(place: str) -> ModuleType:
    sys.path.insert(0, str(Path.cwd()))
    try:
        if not place.endswith(".py"):
            if not all(part.isidentifier() for part in place.split(".")):
                raise CommandError(f"{place!r} is not a module name. Name a module, a .py file, or module:attribute.")
            return importlib.import_module(place)
        path = Path(place)
        spec = importlib.util.spec_from_file_location(path.stem, path)
        if spec is None or spec.loader is None or not path.is_file():
            raise CommandError(f"The file {place!r} does not exist. Name a module or a .py file.")
        module = importlib.util.module_from_spec(spec)
        # Before it runs: Pydantic looks up the module of a class by its name.
        sys.modules[path.stem] = module
        spec.loader.exec_module(module)
    except CommandError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001  # a user's module may raise anything
        if isinstance(error, ModuleNotFoundError) and error.name and f"{place}.".startswith(f"{error.name}."):
            raise CommandError(
                f"{place!r} cannot be imported, because the module was not found. "
                "Name a module, a .py file, or module:attribute."
            ) from None
        why = str(error).partition("\n")[0][:_MAX_REASON]
        raise CommandError(
            f"{place!r} cannot be imported ({type(error).__name__}{why and f': {why}'}). "
            "Import it in Python to see more."
        ) from None
    finally:
        sys.path.remove(str(Path.cwd()))
    return module
