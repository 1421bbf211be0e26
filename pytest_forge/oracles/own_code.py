"""Own code: the code of a call that the tool's author wrote, and its ``try`` statements."""

from __future__ import annotations

import ast
import functools
import inspect
import sys
import sysconfig
import tokenize
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from forge_harness import Tool

from ..targets.project_copy import module_file

__all__ = ["Guard", "OwnCode"]

_MAX_FUNCTIONS = 200
#: Builtins that run a text as code.
_RUNNERS = frozenset(("exec", "eval"))


@dataclass(frozen=True, slots=True)
class Guard:
    """One ``try`` statement with handlers.

    Attributes:
        file: Its file.
        first: First line of its body.
        last: Last line of its body.
        handlers: The expression after each ``except``; None for a bare ``except``.
        body: The guarded statements.
    """

    file: str
    first: int
    last: int
    handlers: tuple[ast.expr | None, ...]
    body: tuple[ast.stmt, ...] = field(default=(), compare=False, repr=False)

    def classes(self, names: Mapping[str, Any]) -> list[tuple[type[BaseException], ...]]:
        """Return the classes that each ``except`` catches, in order, as far as *names* defines them."""
        found = []
        for handler in self.handlers:
            values = [BaseException] if handler is None else _values(handler, names)
            found.append(tuple(item for item in values if isinstance(item, type) and issubclass(item, BaseException)))
        return found

    @property
    def runs_text(self) -> bool:
        """Whether its body runs a text as code: then its handlers tell what that code has raised."""
        calls = (node for statement in self.body for node in ast.walk(statement) if isinstance(node, ast.Call))
        return any(
            isinstance(call.func, ast.Name)
            and call.func.id in _RUNNERS
            and bool(call.args)
            and not isinstance(call.args[0], ast.Constant)
            for call in calls
        )


class OwnCode:
    """The code of a tool's author: the file of the implementation, and other files of the project.

    The standard library, installed packages and the harness are not the author's; an installed package that contains
    the implementation is. Of a tool of the harness, it is the rooms of our tools and of the texts that they read.

    Args:
        tool: The tool.
    """

    def __init__(self, tool: Tool) -> None:
        found = {function.__code__.co_filename for function in _functions(tool)}
        ours = {file for file in found if file.startswith(_OUR_TOOLS)}
        self._rooms = _ROOMS_OF_OURS if ours else ()
        written = {file for file in found if not file.startswith(_LIBRARIES) and not _installed_package(file)}
        written = {file for file in written if not file.startswith(_OUR_FOLDERS) or file.startswith(_EXAMPLES)}
        # A decorator from an installed package does not make the package the author's, unless the whole tool is in it.
        self.files = ours or written or {file for file in found if _installed_package(file)}
        self._packages = tuple({package for file in self.files if (package := _installed_package(file))})
        self._known: dict[str, bool] = {}
        self._parsed: dict[str, _Parsed] = {}

    def owns(self, file: str) -> bool:
        """Tell whether the author wrote *file*."""
        known = self._known.get(file)
        if known is None:
            known = self._known[file] = self._decide(file)
        return known

    def is_module(self, name: str) -> bool:
        """Tell whether the author wrote the module *name*."""
        return self.owns(module_file(sys.modules.get(name)) or "<none>")

    def modules(self) -> list[ModuleType]:
        """Return the loaded modules that the author wrote."""
        found = []
        for module in list(sys.modules.values()):
            file = module_file(module)
            if file is not None and type(module) is ModuleType and self.owns(file):
                found.append(module)
        return found

    def guards(self, file: str, line: int) -> list[Guard]:
        """Return the ``try`` statements around a line, innermost first."""
        around = [guard for guard in self._parse(file).guards if guard.first <= line <= guard.last]
        return sorted(around, key=lambda guard: guard.last - guard.first)

    def is_in_with(self, file: str, line: int) -> bool:
        """Tell whether a line is in the body of a ``with`` statement."""
        return any(first <= line <= last for first, last in self._parse(file).managed)

    def is_in_handler(self, file: str, line: int) -> bool:
        """Tell whether a line is in a handler of exceptions."""
        return any(first <= line <= last for first, last in self._parse(file).handlers)

    def is_in_raise(self, file: str, line: int) -> bool:
        """Tell whether a line is in a ``raise`` statement."""
        return any(first <= line <= last for first, last in self._parse(file).raises)

    def can_fail(self, file: str, line: int) -> bool:
        """Tell whether the code of a line can raise; a bare ``try:`` cannot, and a ``finally`` hardly ever does.

        The interpreter does not protect a bare ``try:``: an exception there would pass the ``with`` around it. An
        exception in a ``finally`` would keep what it releases, such as the lock of a file, for all later calls.
        """
        return line not in self._parse(file).idle

    def tree(self, file: str) -> ast.AST | None:
        """Return the syntax tree of *file*; None without source."""
        return self._parse(file).tree

    def source_line(self, file: str, line: int) -> str:
        """Return the stripped line; empty without source."""
        lines = self._parse(file).lines
        return lines[line - 1].strip() if 0 < line <= len(lines) else ""

    def _decide(self, file: str) -> bool:
        if file in self.files or file.startswith(self._rooms or ("\0",)):
            return True
        if file.startswith("<") or file.startswith(_OUR_FOLDERS):
            return False
        if file.startswith(self._packages or ("\0",)):
            return True
        return not file.startswith(_LIBRARIES) and _installed_package(file) is None

    def _parse(self, file: str) -> _Parsed:
        parsed = self._parsed.get(file)
        if parsed is None:
            parsed = self._parsed[file] = _read(file)
        return parsed


@dataclass(frozen=True, slots=True)
class _Parsed:
    lines: tuple[str, ...] = ()
    guards: tuple[Guard, ...] = ()
    managed: tuple[tuple[int, int], ...] = ()
    handlers: tuple[tuple[int, int], ...] = ()
    raises: tuple[tuple[int, int], ...] = ()
    idle: frozenset[int] = frozenset()
    tree: ast.AST | None = None


@functools.cache
def _read(file: str) -> _Parsed:
    try:
        with tokenize.open(file) as opened:
            text = opened.read()
        tree = ast.parse(text)
    except (OSError, SyntaxError, ValueError):
        # Lines of code without source can still fail; only its handlers are unknown.
        return _Parsed()
    guards, managed, handlers, raises, idle = [], [], [], [], set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Try | ast.TryStar) and node.handlers:
            first, last = _extent(node.body)
            guards.append(Guard(file, first, last, tuple(handler.type for handler in node.handlers), tuple(node.body)))
        elif isinstance(node, ast.With | ast.AsyncWith):
            managed.append(_extent(node.body))
        if isinstance(node, ast.Try | ast.TryStar | ast.Pass | ast.Break | ast.Continue):
            idle.add(node.lineno)
        if isinstance(node, ast.ExceptHandler):
            handlers.append((node.lineno, node.end_lineno or node.lineno))
        if isinstance(node, ast.Raise):
            raises.append((node.lineno, node.end_lineno or node.lineno))
        if isinstance(node, ast.Try | ast.TryStar) and node.finalbody:
            idle.update(range(node.finalbody[0].lineno, (node.finalbody[-1].end_lineno or 0) + 1))
    lines = tuple(text.splitlines())
    return _Parsed(lines, tuple(guards), tuple(managed), tuple(handlers), tuple(raises), frozenset(idle), tree)


def _extent(body: list[ast.stmt]) -> tuple[int, int]:
    return body[0].lineno, body[-1].end_lineno or body[-1].lineno


def _values(node: ast.expr, names: Mapping[str, Any]) -> list[Any]:
    if isinstance(node, ast.Tuple | ast.List):
        return [value for element in node.elts for value in _values(element, names)]
    if isinstance(node, ast.Starred):
        return _values(node.value, names)
    if isinstance(node, ast.Name):
        value = names.get(node.id)
    elif isinstance(node, ast.Attribute):
        value = next((getattr(owner, node.attr, None) for owner in _values(node.value, names)), None)
    else:
        return []
    return list(value) if isinstance(value, tuple | list) else [value]


# --- the implementation ---------------------------------------------------------------------------


def _functions(tool: Tool) -> Iterator[Callable[..., Any]]:
    """Yield the Python functions of a tool, through wrappers, partials, methods and closures."""
    entries = (getattr(tool, "impl", None), getattr(tool, "executor", None))
    stack: list[Any] = [entry for entry in entries if entry is not None] or [tool]
    visited: set[int] = set()
    while stack and len(visited) < _MAX_FUNCTIONS:
        item = stack.pop()
        if id(item) in visited:
            continue
        visited.add(id(item))
        if inspect.ismethod(item):
            stack += [item.__func__]
        elif inspect.isfunction(item):
            yield item
            stack += [inspect.getattr_static(item, "__wrapped__", None), *_captured(item)]
        elif isinstance(item, functools.partial):
            stack += [item.func, *filter(callable, item.args), *filter(callable, item.keywords.values())]
        elif item is not None and not isinstance(item, type) and type(item).__module__ != "builtins":
            methods = [getattr(type(item), name, None) for name in ("__call__", "execute", "run")]
            stack += [*methods, *filter(callable, getattr(item, "__dict__", {}).values())]


def _captured(function: Callable[..., Any]) -> Iterator[Any]:
    for cell in getattr(function, "__closure__", None) or ():
        try:
            value = cell.cell_contents
        except ValueError:  # a name that was never bound
            continue
        if inspect.isroutine(value) or isinstance(value, functools.partial):
            yield value


@functools.cache
def _installed_package(file: str) -> str | None:
    """Return the installed module of *file*, or its package with a slash; None for other files and our own."""
    parts = Path(file).parts
    for index in range(len(parts) - 2, -1, -1):
        if parts[index] in {"site-packages", "dist-packages"} and not file.startswith(_OUR_FOLDERS):
            package = str(Path(*parts[: index + 2]))
            return package if package == file else f"{package}/"
    return None


_PACKAGE = Path(__file__).parents[1]
_HARNESS = Path(inspect.getfile(Tool)).parent
_OUR_FOLDERS = (f"{_PACKAGE}/", f"{_HARNESS}/")
_OUR_TOOLS = (f"{_HARNESS}/tools/builtin/", f"{_HARNESS}/tools/code/")
#: Where our tools do their work. The workspace is left to its own tests: each of its many steps would be made to fail.
_ROOMS_OF_OURS = (*_OUR_TOOLS, f"{_HARNESS}/texts/")
_EXAMPLES = f"{_PACKAGE}/checks/examples/"
_LIBRARIES = tuple({f"{sysconfig.get_path(name)}/" for name in ("stdlib", "platstdlib", "purelib", "platlib")})
