"""Foreign objects: those of agent frameworks that cannot be checked through them, and how to check them anyway."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from msgspec import Struct

from .callables import is_function
from .interop.frameworks import UnreadableToolError, framework_of, framework_of_class, interop_tools
from .target_error import TargetError

__all__ = ["foreign_problem", "unused_classes"]


class _Kind(Struct, frozen=True):
    """A class of a framework.

    Attributes:
        package: Its top-level package.
        name: Its name.
        parts: Attributes of an instance that may hold its function.
        is_server: Whether it serves tools, and can be started.
        method: The method that makes its tools, if it does not hold them.
    """

    package: str
    name: str
    parts: tuple[str, ...] = ()
    is_server: bool = False
    method: str = ""


_KINDS = (
    _Kind("langchain_core", "BaseTool", ("func", "coroutine")),
    _Kind("langchain_core", "BaseToolkit", method="get_tools"),
    _Kind("pydantic_ai", "Tool", ("function",)),
    _Kind("pydantic_ai", "AbstractToolset"),
    _Kind("pydantic_ai", "AbstractAgent"),
    _Kind("agents", "FunctionTool"),
    _Kind("agents", "Agent"),
    _Kind("smolagents", "Tool", ("forward",)),
    _Kind("smolagents", "ToolCollection"),
    _Kind("crewai", "BaseTool", ("func", "_run")),
    _Kind("llama_index", "BaseTool", ("fn",)),
    _Kind("llama_index", "BaseToolSpec", method="to_tool_list"),
    _Kind("fastmcp", "Tool", ("fn",)),
    _Kind("fastmcp", "FastMCP", is_server=True),
    _Kind("mcp", "MCPServer", is_server=True),
    _Kind("autogen_core", "BaseTool", ("_func",)),
    _Kind("mcp", "Tool", ("fn",)),
    _Kind("mcp", "FastMCP", is_server=True),
    _Kind("mcp", "Server", is_server=True),
)


def foreign_problem(value: object, *, label: str, module: ModuleType, source: str) -> str:
    """Return what *value* is and how to check it, in two sentences; empty if it can be checked, or is of no framework.

    Args:
        value: An attribute of the module, or a part of one; it may be a class of a framework's tools.
        label: The attribute that leads to it.
        module: Where it was found.
        source: The module, as the user named it.
    """
    if isinstance(value, type):
        return _class_problem(value, label, module, source)
    kind = _kind_of(value)
    if kind is None:
        return ""
    what = (
        f"{label!r} is {_with_article(type(value).__name__)} of {kind.package}, which forge does not support directly"
    )
    try:
        if interop_tools(value):
            return ""
        if framework_of(value) is not None:
            return f"{what[: what.rindex(',')]} without tools that run here. Give it one, or name another target."
    except TargetError as error:
        return str(error)
    except UnreadableToolError as error:
        what = f"{what[: what.rindex(',')]} that could not be read ({error})"
    if kind.is_server:
        words = f"python {source}" if source.endswith(".py") or "/" in source else f"python -m {source}"
        return f"{what}. Check the server by its start command: {f'mcp:{words}'!r}."
    if kind.method:
        return f"{what}. Put its tools into its module, '{label}_tools = {label}.{kind.method}()', and name that."
    return f"{what}. {_way(value, kind, label, module, source)}"


def unused_classes(module: ModuleType, used: Sequence[object]) -> Iterator[tuple[str, type]]:
    """Yield the classes of frameworks' tools that the module declares, and of which it holds no object.

    Args:
        module: The author's.
        used: What the tools that were found are made of.
    """
    held = list(vars(module).items())
    objects = [*used, *(item for _, value in held for item in (value if isinstance(value, list | tuple) else [value]))]
    classes = [value for _, value in held if isinstance(value, type)]
    for name, value in held:
        if name.startswith("_") or not isinstance(value, type) or value.__module__ != module.__name__:
            continue
        known = framework_of_class(value)
        if known is None or not known.name.endswith("Tool") or any(isinstance(one, value) for one in objects):
            continue
        if not inspect.isabstract(value) and not any(one is not value and issubclass(one, value) for one in classes):
            yield name, value


def _class_problem(value: type, label: str, module: ModuleType, source: str) -> str:
    known = framework_of_class(value)
    if known is None:
        return ""
    what = f"{label!r} is a class of {known.title}, and not an object of it"
    held = next((name for name, one in list(vars(module).items()) if type(one) is value), "")
    if held:
        return f"{what}. Name its object: {f'{source}:{held}'!r}."
    return f"{what}. Create one in its module, 'tool = {value.__name__}()', and name that."


def _with_article(name: str) -> str:
    """Return the name of a class with its article, as it is spoken: an ``MCPServer``."""
    return f"an {name}" if re.match("[AEIO]|[FHLMNRSX][A-Z]", name) else f"a {name}"


def _kind_of(value: object) -> _Kind | None:
    bases = {(base.__module__.partition(".")[0], base.__name__) for base in type(value).__mro__}
    return next((kind for kind in _KINDS if (kind.package, kind.name) in bases), None)


def _way(value: object, kind: _Kind, label: str, module: ModuleType, source: str) -> str:
    for part in kind.parts:
        function: Any = None
        # A framework's attribute may be computed, and raise.
        with suppress(Exception):
            function = getattr(value, part, None)
        if not is_function(function):
            continue
        own = next((name for name, held in list(vars(module).items()) if held is function), "")
        place = own or f"{label}.{part}"
        with suppress(ValueError, TypeError):
            if next(iter(inspect.signature(function).parameters), "") == "self":
                continue
        return f"Name its function: {f'{source}:{place}'!r}."
    file = Path(source).name if source.endswith(".py") else source
    return f"Give its function a name in {file!r}, and name that as {f'{source}:function'!r}."
