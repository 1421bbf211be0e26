"""Tools of a Python module: found by importing it, in the process that may be lost."""

from __future__ import annotations

import copy
import importlib
import importlib.util
import inspect
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from pydantic import BaseModel

from forge_harness import (
    FORGE_TOOL_REGISTRY,
    TOOL_REGISTRY,
    ExecutorTool,
    ForgeTool,
    LegacyTool,
    Tool,
    ToolExecutor,
    ToolRegistry,
    collecting_problems,
)

from .facts import ToolFacts
from .functions import function_tool, is_annotated_function
from .target_error import TargetError

__all__ = ["FoundTool", "load_module_tools"]

#: The tag that says so of a tool of ours; of an MCP server's it is the annotation ``destructiveHint``.
_DESTRUCTIVE = "destructive"

#: A tool and what is known of it.
FoundTool = tuple[ToolFacts, Tool]


def load_module_tools(target: str, *, base: Path, workplace: Path | None = None) -> list[FoundTool]:
    """Import what *target* names and return its tools, in order of declaration.

    Args:
        target: ``package.module``, ``path/to/file.py``, either with ``:attribute`` (dots descend); the attribute may be
            a tool, a function, an executor, a legacy mapping, a registry, or a list of these.
        base: Folder that a relative path starts from.
        workplace: Folder to go to once the module is imported, before any of its tools is asked for anything.

    Raises:
        TargetError: If it cannot be imported, or holds no tool.
    """
    before = {id(tool) for registry in (TOOL_REGISTRY, FORGE_TOOL_REGISTRY) for tool in registry.values()}
    source, _, attribute = target.partition(":")
    with collecting_problems() as problems:
        module = _import(source, base)
        if workplace is not None:
            os.chdir(workplace)
        refused = [tool for tool, _ in problems]
        left_out: dict[str, str] = {}
        if not attribute:
            entries = _module_entries(module, before, refused)
            if not entries:
                entries, left_out = _functions(module)
        elif hasattr(module, attribute.partition(".")[0]):
            entries = list(_entries(_attribute(module, source, attribute), attribute))
        else:
            # A tool that the module registers, and keeps under no name of its own, is found by the tool's name.
            entries = [entry for entry in _module_entries(module, before, refused) if entry[1].name == attribute]
            if not entries:
                _attribute(module, source, attribute)
    if not entries and left_out:
        # The first is what its author may have meant.
        raise TargetError(next(iter(left_out.values())))
    if not entries:
        raise TargetError(
            f"{target!r} holds no tools. "
            f"Declare one with @forge_tool, or name an annotated function as {source + ':name'!r}."
        )
    refusals = {id(tool): tuple(sentences) for tool, sentences in problems}
    names = [tool.name for _, tool in entries]
    found = []
    for kind, tool in entries:
        facts = _facts(
            tool,
            target if attribute and len(entries) == 1 else f"{source}:{_home(module, tool) or tool.name}",
            kind,
            refusals.get(id(tool), ()),
            names.count(tool.name),
        )
        found.append((facts, tool))
    for name, why in left_out.items():
        # It is never called; a tool stands in its place, so that the two lists keep step.
        facts = ToolFacts(name=name, target=f"{source}:{name}", kind="function", left_out=why)
        found.append((facts, ForgeTool(getattr(module, name), name=name, description="", args_schema=BaseModel)))
    return found


def _import(source: str, base: Path) -> ModuleType:
    try:
        if source.endswith(".py") or "/" in source or source in {".", ".."}:
            return _import_file(source, base)
        return importlib.import_module(source)
    except TargetError:
        raise
    except ModuleNotFoundError as error:
        if error.name and (source == error.name or source.startswith(error.name + ".")):
            raise TargetError(
                f"There is no module {source!r}. Check the spelling, and run from the folder that holds it."
            ) from None
        raise TargetError(
            f"{source!r} imports {error.name!r}, which is not installed. Install it in this environment."
        ) from None
    except BaseException as error:  # noqa: BLE001  # a module may raise anything while it is imported
        line = _line_in(error, source)
        raise TargetError(
            f"{source!r} raised {type(error).__name__} while it was imported{line}: {_first_line(error)!r}. "
            "Make it importable, then check again."
        ) from None


def _import_file(source: str, base: Path) -> ModuleType:
    path = (base / source).resolve()
    if path.is_dir():
        raise TargetError(f"{source!r} is a folder. Name a .py file in it, or a package as 'package.module'.")
    if not path.is_file():
        raise TargetError(f"There is no file {source!r}. Check the path; relative ones start from the current folder.")
    # A file inside a package keeps its package, so that its relative imports work.
    package = path.parent
    parts = [path.stem]
    while (package / "__init__.py").is_file():
        parts.insert(0, package.name)
        package = package.parent
    if str(package) not in sys.path:
        sys.path.insert(0, str(package))
    name = ".".join(parts) if parts[-1] != "__init__" else ".".join(parts[:-1])
    known = sys.modules.get(name)
    if known is not None and Path(getattr(known, "__file__", None) or "").resolve() != path:
        name = f"forge_target_{path.stem}"
    if name.isidentifier() or "." in name:
        loaded = sys.modules.get(name)
        if loaded is not None:
            return loaded
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise TargetError(f"{source!r} is no Python file. Name a file that ends in '.py'.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _attribute(module: ModuleType, source: str, attribute: str) -> Any:
    value: Any = module
    for part in attribute.split("."):
        try:
            value = inspect.getattr_static(value, part) if isinstance(value, type) else getattr(value, part)
        except AttributeError:
            public = [name for name in vars(module) if not name.startswith("_")][:5]
            raise TargetError(
                f"{source!r} has no attribute {attribute!r}. "
                f"It has, for example, {', '.join(public) or 'nothing public'}."
            ) from None
        if isinstance(value, staticmethod):
            value = value.__func__
    return value


def _entries(value: Any, name: str) -> Iterable[tuple[str, Tool]]:
    if isinstance(value, ToolRegistry):
        for tool in value.values():
            yield _kind(tool), tool
    elif isinstance(value, Tool):
        yield _kind(value), value
    elif isinstance(value, Mapping) and "impl" in value:
        yield "legacy", LegacyTool.from_mapping(name, value)
    elif isinstance(value, list | tuple):
        for index, item in enumerate(value):
            yield from _entries(item, f"{name}_{index}")
    elif inspect.isfunction(value):
        yield "function", function_tool(value)
    elif isinstance(value, ToolExecutor) and not isinstance(value, type):
        try:
            yield "executor", ExecutorTool(value)
        except Exception as error:  # noqa: BLE001  # a definition() may raise anything
            raise TargetError(
                f"definition() of the executor {name!r} raised {type(error).__name__}. Return a ToolDefinition."
            ) from None
    else:
        raise TargetError(
            f"{name!r} is a {type(value).__name__}, which is no tool. "
            "Name a @forge_tool, an annotated function, an executor, or a list of these."
        )


def _module_entries(module: ModuleType, before: set[int], refused: Sequence[Tool]) -> list[tuple[str, Tool]]:
    """Return the tools that the module registered or holds."""
    tools: dict[int, tuple[str, Tool]] = {}
    # A copy: asking an executor what it is runs its code, which may add a name to the module.
    for value in list(vars(module).values()):
        if isinstance(value, Tool) or (isinstance(value, ToolExecutor) and not isinstance(value, type)):
            for kind, tool in _entries(value, module.__name__):
                if kind == "executor" or _belongs(tool, module):
                    tools.setdefault(id(tool) if isinstance(value, Tool) else id(value), (kind, tool))
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
                tools.setdefault(id(tool), (_kind(tool), tool))
    known = [tool.impl for _, tool in tools.values() if isinstance(tool, LegacyTool)]
    for name, entry in _held_mappings(module):
        if entry["impl"] not in known:
            tools.setdefault(id(entry), ("legacy", LegacyTool.from_mapping(name, entry)))
    return list(tools.values())


def _held_mappings(module: ModuleType) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the legacy entries that the module holds under names of its own, alone, in a list or in a dict."""
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


def _functions(module: ModuleType) -> tuple[list[tuple[str, Tool]], dict[str, str]]:
    """Return the module's annotated functions as tools, and why others, its helpers perhaps, cannot be any."""
    tools: list[tuple[str, Tool]] = []
    left_out: dict[str, str] = {}
    for name, value in list(vars(module).items()):
        if is_annotated_function(value, module.__name__):
            try:
                tools.append(("function", function_tool(value)))
            except TargetError as error:
                left_out[name] = str(error)
    return tools, left_out


def _belongs(tool: Tool, module: ModuleType) -> bool:
    # A package's tools may be declared in its submodules; a tool imported from elsewhere is not this module's.
    home = tool.origin
    return home.startswith(module.__name__ + ".") or not home


def _kind(tool: Tool) -> str:
    if isinstance(tool, LegacyTool):
        return "legacy"
    return "executor" if isinstance(tool, ExecutorTool) else "forge"


def _home(module: ModuleType, tool: Tool) -> str | None:
    executor = getattr(tool, "executor", None)
    for name, value in list(vars(module).items()):
        if value is tool or (executor is not None and value is executor):
            return name
    return None


def _facts(tool: Tool, target: str, kind: str, problems: tuple[str, ...], occurrences: int) -> ToolFacts:
    try:
        definition = tool.definition()
    except Exception as error:  # noqa: BLE001  # whatever the tool's own schema code raises is a finding
        problem = f"The definition cannot be built: it raised {type(error).__name__}. Mend the arguments model."
        return ToolFacts(
            name=tool.name, target=target, kind=kind, problems=(*problems, problem), occurrences=occurrences
        )
    if not isinstance(definition.name, str):
        problem = f"The tool's name is a {type(definition.name).__name__}. Name it with text."
        return ToolFacts(name=repr(definition.name)[:80], target=target, kind=kind, problems=(*problems, problem))
    return ToolFacts(
        name=definition.name,
        target=target,
        kind=kind,
        description=definition.description,
        input_schema=copy.deepcopy(definition.input_schema),
        tier=None if kind == "function" else definition.tier.value,
        tier_declared=tool.tier_declared,
        category=None if kind == "function" else definition.category.value,
        workspace_root_aware=tool.workspace_root_aware,
        required_scopes=tuple(definition.required_scopes),
        raises=tuple(error_class.__name__ for error_class in tool.raises),
        problems=problems,
        declared=dict(tool.facts),
        is_destructive=_DESTRUCTIVE in {str(tag).lower() for tag in getattr(tool, "tags", ())},
        occurrences=occurrences,
    )


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0][:200] if lines else ""


def _line_in(error: BaseException, source: str) -> str:
    """Return where in the target's own file the import failed, as far as the traceback knows."""
    file = Path(source).name if source.endswith(".py") else f"{source.rpartition('.')[2]}.py"
    if isinstance(error, SyntaxError):
        return f" at line {error.lineno}" if Path(error.filename or "").name == file else ""
    traceback = error.__traceback__
    line = None
    while traceback is not None:
        if Path(traceback.tb_frame.f_code.co_filename).name == file:
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return f" at line {line}" if line else ""
