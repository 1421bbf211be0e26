"""Module tools: the tools of a Python module, which is imported in a process that may be lost."""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from forge_harness import (
    FORGE_TOOL_REGISTRY,
    TOOL_REGISTRY,
    ExecutorTool,
    LegacyTool,
    Tool,
    ToolExecutor,
    ToolRegistry,
    collecting_problems,
)

from ..regex import regex
from .callables import is_callable_object, is_function, written_function
from .facts import ToolFacts
from .foreign_objects import foreign_problem
from .found_tool import FoundTool, found_facts, kind_of
from .functions import function_tool
from .interop.frameworks import TITLES, UnreadableToolError, framework_of, interop_tools
from .interop.interop_tool import InteropTool
from .module_entry import ModuleEntry, left_out
from .module_functions import entries_of_classes, entries_of_functions, imported_functions, own_functions
from .module_import import imported_module
from .target_error import TargetError

__all__ = ["load_module_tools"]

_PART = regex(r"([^\[\]]+)((?:\[\d+\])*)")
_MAX_NAMED = 6


def load_module_tools(target: str, *, base: Path, workplace: Path | None = None) -> list[FoundTool]:
    """Import the module of *target* and return its tools, in order of declaration.

    Args:
        target: ``package.module``, ``path/to/file.py``, either with ``:attribute`` (dots descend, ``[3]`` is an item of
            a list); the attribute may be a tool, a function, an executor, a legacy mapping, a registry, or a list of
            these.
        base: Folder that a relative path starts from.
        workplace: The working directory after the import, before any tool is used.

    Raises:
        TargetError: If it cannot be imported or declares no tools.
    """
    before = {id(tool) for registry in (TOOL_REGISTRY, FORGE_TOOL_REGISTRY) for tool in registry.values()}
    source, _, attribute = target.partition(":")
    helpers: tuple[str, ...] = ()
    with collecting_problems() as problems:
        # The home directory is that of the sandbox.
        module = imported_module(source, base, home=None if workplace is None else Path.home())
        if workplace is not None:
            os.chdir(workplace)
        refused = [tool for tool, _ in problems]
        if not attribute:
            entries = _module_entries(module, source, before, refused)
            if any(not entry.why_left_out for entry in entries):
                helpers = _helpers(module, entries)
            else:
                entries = entries_of_functions(module, source)
        elif hasattr(module, re.split(r"[.\[]", attribute)[0]):
            value = _attribute(module, source, attribute)
            entries = _of_function(value, attribute, module) or list(_entries(value, attribute, module, source))
        else:
            # A tool that is registered but not held by an attribute is found by its name.
            entries = [
                entry
                for entry in _module_entries(module, source, before, refused)
                if attribute in (entry.tool.name, entry.place)
            ]
            if not entries:
                _attribute(module, source, attribute)
    tools = [entry for entry in entries if not entry.why_left_out]
    if not tools:
        # The first entry is the likeliest to be meant.
        raise TargetError(entries[0].why_left_out if entries else _why_none(module, target, source))
    refusals = {id(tool): tuple(sentences) for tool, sentences in problems}
    names = [entry.tool.name for entry in tools]
    found = []
    for entry in entries:
        tool = entry.tool
        place = target if attribute and len(entries) == 1 else f"{source}:{_place(module, entry)}"
        if entry.why_left_out:
            facts = ToolFacts(name=tool.name, target=place, kind=entry.kind, left_out=entry.why_left_out)
        else:
            facts = found_facts(tool, place, entry.kind, refusals.get(id(tool), ()), names.count(tool.name), helpers)
        found.append((facts, tool))
    return found


def _attribute(module: ModuleType, source: str, attribute: str) -> Any:
    value: Any = module
    for part in attribute.split("."):
        shape = _PART.fullmatch(part)
        name, indices = (shape[1], re.findall(r"\d+", shape[2])) if shape else (part, [])
        owner = value
        try:
            value = inspect.getattr_static(value, name) if isinstance(value, type) else getattr(value, name)
            for index in indices:
                value = value[int(index)]
        except IndexError:
            number, listed = len(value), attribute.removesuffix(f"[{index}]")
            entries = "1 entry" if number == 1 else f"{number} entries"
            raise TargetError(
                f"{listed!r} in {source!r} has {entries}, and none with the number {index}. The first one is [0]."
            ) from None
        except (AttributeError, LookupError, TypeError):
            known = _names_of_tools(module)
            has = f"Its tools are {', '.join(known)}" if known else "It declares no tools"
            raise TargetError(f"{source!r} does not have an attribute {attribute!r}. {has}.") from None
        if isinstance(value, staticmethod | classmethod):
            value = value.__get__(None, owner)
    return value


def _names_of_tools(module: ModuleType) -> list[str]:
    held = [name for name, value in list(vars(module).items()) if _is_tool(value) and not name.startswith("_")]
    names = held or [name for name, _ in own_functions(module)]
    return names if len(names) <= _MAX_NAMED else [*names[:_MAX_NAMED], "…"]


def _is_tool(value: object) -> bool:
    if isinstance(value, list | tuple):
        return any(_is_tool(item) or is_function(item) for item in value)
    if framework_of(value) is not None:
        return True
    return isinstance(value, Tool | ToolRegistry) or (isinstance(value, ToolExecutor) and not isinstance(value, type))


def _why_none(module: ModuleType, target: str, source: str) -> str:
    """Return the message for a module without tools, with targets to name instead."""
    listed = [
        name
        for name, value in list(vars(module).items())
        if isinstance(value, list | tuple) and not name.startswith("_") and _is_tool(value)
    ]
    imported = imported_functions(module)
    ways = [f"{f'{source}:{name}'!r}" for name in listed] or [repr(name) for name in imported]
    if not ways:
        return (
            f"{target!r} declares no tools. "
            f"Declare one with @forge_tool, or name an annotated function as {source + ':name'!r}."
        )
    number = sum(imported.values())
    have = f", and imports {number} function{'' if number == 1 else 's'}" if number else ""
    return f"{target!r} declares no tools{have}. Name {' or '.join(ways[:_MAX_NAMED])}."


def _entries(value: Any, name: str, module: ModuleType, source: str) -> Iterable[ModuleEntry]:
    """Yield the entries for *value*, the attribute *name* of the module.

    Raises:
        TargetError: If it is not a tool; other items of a list are left out with the reason instead.
    """
    if isinstance(value, ToolRegistry):
        for tool in value.values():
            yield ModuleEntry(kind_of(tool), tool)
    elif isinstance(value, Tool):
        yield ModuleEntry(kind_of(value), value)
    elif isinstance(value, Mapping) and "impl" in value:
        yield ModuleEntry("legacy", LegacyTool.from_mapping(re.sub(r"\[(\d+)\]", r"_\1", name), value))
    elif foreign := _readable_entries(value, name):
        yield from foreign
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            place = f"{name}[{index}]"
            try:
                yield from _entries(item, place, module, source)
            except TargetError as error:
                yield left_out(_called(item, place), str(error), place=place)
    elif is_function(value):
        own = next((key for key, held in list(vars(module).items()) if held is value), "")
        is_written = written_function(value) is value or not own
        yield ModuleEntry("function", function_tool(value, name="" if is_written else own), own or name)
    elif isinstance(value, ToolExecutor) and not isinstance(value, type):
        try:
            yield ModuleEntry("executor", ExecutorTool(value))
        except Exception as error:  # noqa: BLE001  # a definition() may raise anything
            raise TargetError(
                f"definition() of the executor {name!r} raised {type(error).__name__}. Return a ToolDefinition."
            ) from None
    elif problem := foreign_problem(value, label=name, module=module, source=source):
        raise TargetError(problem)
    elif is_callable_object(value):
        own = next((key for key, held in list(vars(module).items()) if held is value), "")
        yield ModuleEntry("function", function_tool(value, name=own), own or name)
    else:
        frameworks = f"{', '.join(TITLES[:-1])} or {TITLES[-1]}"
        raise TargetError(
            f"{name!r} is not a tool; its type is {type(value).__name__}. "
            f"Name a @forge_tool, an annotated function, an executor, a tool of {frameworks}, or a list of these."
        )


def _of_function(value: Any, attribute: str, module: ModuleType) -> list[ModuleEntry]:
    """Return the tool of another framework in the module that calls this function; an empty list if none does.

    The decorators of servers and toolsets leave the function itself in the module, and reports name the tool by it.
    """
    if not is_function(value):
        return []
    found = []
    for place, held in _held_foreign(module):
        with suppress(TargetError, UnreadableToolError):
            found += [entry for entry in _foreign_entries(held, place) if getattr(entry.tool, "impl", None) == value]
    return sorted(found, key=lambda entry: entry.tool.name != attribute)[:1]


def _foreign_entries(value: object, name: str) -> list[ModuleEntry]:
    """Return the tools of an object of another framework; one of several is named by its own name.

    Raises:
        TargetError: If its tools cannot be called in this process.
        UnreadableToolError: If its framework does not describe it.
    """
    tools = interop_tools(value)
    return [ModuleEntry("interop", tool, name if len(tools) == 1 else tool.name) for tool in tools]


def _readable_entries(value: object, name: str) -> list[ModuleEntry]:
    with suppress(UnreadableToolError):
        return _foreign_entries(value, name)
    return []


def _called(value: object, place: str) -> str:
    """Return the name of *value*, or else its place."""
    name = getattr(written_function(value), "__name__", None) or inspect.getattr_static(value, "name", None)
    return name if isinstance(name, str) and name else place


def _module_entries(module: ModuleType, source: str, before: set[int], refused: Sequence[Tool]) -> list[ModuleEntry]:
    """Return the tools that the module registered, or holds in its attributes."""
    tools: dict[int, ModuleEntry] = {}
    # A copy: definition() of an executor runs its code, which may add attributes to the module.
    for value in list(vars(module).values()):
        if isinstance(value, Tool) or (isinstance(value, ToolExecutor) and not isinstance(value, type)):
            for entry in _entries(value, module.__name__, module, ""):
                if entry.kind == "executor" or _belongs(entry.tool, module):
                    tools.setdefault(id(entry.tool) if isinstance(value, Tool) else id(value), entry)
    registered = [
        tool
        for registry in (TOOL_REGISTRY, FORGE_TOOL_REGISTRY)
        for tool in registry.values()
        if id(tool) not in before
    ]
    held = {id(value) for value in vars(module).values()}
    for tool in [*registered, *refused]:
        if _belongs(tool, module) or id(tool) in held:
            executor = getattr(tool, "executor", None)
            if executor is None or id(executor) not in tools:
                tools.setdefault(id(tool), ModuleEntry(kind_of(tool), tool))
    known = [entry.tool.impl for entry in tools.values() if isinstance(entry.tool, LegacyTool)]
    for name, mapping in _held_mappings(module):
        if mapping["impl"] not in known:
            tools.setdefault(id(mapping), ModuleEntry("legacy", LegacyTool.from_mapping(name, mapping)))
    for place, value in _held_foreign(module):
        try:
            for entry in _foreign_entries(value, place):
                assert isinstance(entry.tool, InteropTool)  # noqa: S101  # `_foreign_entries` makes no other
                tools.setdefault(id(entry.tool.value), entry)
        except TargetError as error:
            tools.setdefault(id(value), left_out(place, str(error), place=place))
        except UnreadableToolError:
            problem = foreign_problem(value, label=place, module=module, source=source)
            tools.setdefault(id(value), left_out(place, problem, place=place))
    used = [entry.tool.value for entry in tools.values() if isinstance(entry.tool, InteropTool)]
    return [*tools.values(), *entries_of_classes(module, source, used)]


def _held_foreign(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """Yield the objects of other frameworks in the module's attributes, alone, in a list or in a dict, made in it.

    One that only a dict holds comes last, with its key: the place of an object is that of its first occurrence.
    """
    last: list[tuple[str, Any]] = []
    for name, value in list(vars(module).items()):
        if name.startswith("_"):
            continue
        items = enumerate(value) if isinstance(value, list | tuple) else ()
        for place, item in [(name, value), *((f"{name}[{index}]", item) for index, item in items)]:
            if framework_of(item) is not None and not _is_imported(item, name, module):
                yield place, item
        if type(value) is dict:
            last += [(str(key), item) for key, item in value.items() if framework_of(item) is not None]
    yield from last


def _is_imported(value: object, name: str, module: ModuleType) -> bool:
    """Return whether a module beside this one holds the object under the same name, and it comes from there."""
    for part in (value, *(getattr(value, part, None) for part in _FUNCTIONS_IN)):
        home = getattr(written_function(part), "__module__", None)
        if home and home != module.__name__:
            return vars(sys.modules.get(home, module)).get(name) is value and home in sys.modules
    return False


#: Attributes in which the tools of other frameworks keep their function.
_FUNCTIONS_IN = ("func", "coroutine", "function", "fn", "forward")


def _helpers(module: ModuleType, entries: Sequence[ModuleEntry]) -> tuple[str, ...]:
    """Return the module's plain functions next to its registered tools: their helpers, which are not checked."""
    behind = {
        id(written_function(part))
        for entry in entries
        for part in (getattr(entry.tool, "impl", None), getattr(getattr(entry.tool, "executor", None), "handler", None))
    }
    return tuple(name for name, value in own_functions(module) if id(written_function(value)) not in behind)


def _held_mappings(module: ModuleType) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the legacy entries in the module's attributes: alone, in a list or in a dict."""
    for name, value in list(vars(module).items()):
        if name.startswith("_"):
            continue
        if _is_legacy_mapping(value):
            yield name, value
        elif isinstance(value, list | tuple):
            yield from ((f"{name}_{index}", item) for index, item in enumerate(value) if _is_legacy_mapping(item))
        elif type(value) is dict:
            yield from ((str(key), item) for key, item in value.items() if _is_legacy_mapping(item))


def _is_legacy_mapping(value: object) -> bool:
    return type(value) is dict and callable(value.get("impl")) and isinstance(value.get("input_schema"), Mapping)


def _belongs(tool: Tool, module: ModuleType) -> bool:
    # A package's tools may be declared in its submodules; tools from elsewhere are only imported.
    home = tool.origin
    return home.startswith(module.__name__ + ".") or not home


def _place(module: ModuleType, entry: ModuleEntry) -> str:
    executor = getattr(entry.tool, "executor", None)
    for name, value in list(vars(module).items()):
        if value is entry.tool or (executor is not None and value is executor):
            return name
    return entry.place or entry.tool.name
