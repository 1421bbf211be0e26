"""ProjectTools: what in a project looks like tools for a model, found by reading its files; nothing is imported."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from msgspec import Struct, field

from ..regex import regex
from ..targets.definitions import PREFIX, load_definitions
from ..targets.server_files.jsonc import DuplicateKeyError, decode_jsonc
from ..targets.server_files.server_list import servers_of
from ..targets.target_error import TargetError

__all__ = ["FoundTarget", "ProjectTools", "find_project_tools", "holds_scripts", "read_module"]

#: Folders with code that is not the project's own, or that tests it.
_SKIPPED = {"__pycache__", "build", "dist", "env", "node_modules", "site-packages", "test", "tests", "venv"}
_CLIENT_FILES = (".mcp.json", "mcp.json", ".cursor/mcp.json", ".vscode/mcp.json", "claude_desktop_config.json")
_MAX_FILES = 5_000
_MAX_BYTES = 1_000_000

#: The packages whose tools are recognised, with their names.
_FRAMEWORKS = {
    "agents": "OpenAI Agents",
    "autogen_core": "AutoGen",
    "crewai": "CrewAI",
    "langchain": "LangChain",
    "langchain_core": "LangChain",
    "llama_index": "LlamaIndex",
    "pydantic_ai": "Pydantic AI",
    "smolagents": "smolagents",
}
_SERVERS = {"FastMCP", "MCPServer", "Server"}
_SERVER_PACKAGES = {"fastmcp", "mcp"}
#: Files whose functions are meant as tools; those of any other file may be anything.
_TOOL_FILE = regex(r"tools?|tools?_\w+|\w+_tools?")


class FoundTarget(Struct, frozen=True):
    """A target of ``forge check``.

    Attributes:
        target: As the user would write it.
        what: What it is, for people.
        names: The names of its tools or servers, as far as they can be read.
        file: The Python file that can be imported, relative to the project; empty for other targets.
    """

    target: str
    what: str
    names: tuple[str, ...] = ()
    file: str = ""


class ProjectTools(Struct):
    """What was found in a project.

    Attributes:
        targets: What are tools.
        others: Files whose annotated functions may be tools.
        unreadable: Python files that cannot be parsed, each with its line.
    """

    targets: list[FoundTarget] = field(default_factory=list)
    others: list[str] = field(default_factory=list)
    unreadable: list[str] = field(default_factory=list)


def find_project_tools(root: Path, folder: Path | None = None) -> ProjectTools:
    """Return what looks like tools in a project.

    Args:
        root: The project.
        folder: The only folder of it to look at; None for all.
    """
    found = ProjectTools()
    number = 0
    for place, folders, files in os.walk(folder or root):
        here = Path(place)
        if number >= _MAX_FILES:
            break
        folders[:] = sorted(name for name in folders if _is_own(here / name))
        if scripts := _scripts(here, root):
            found.targets.append(scripts)
            folders.clear()
            continue
        for name in sorted(files):
            path = here / name
            if path.suffix in (".py", ".json", ".jsonl") and number < _MAX_FILES and _is_small(path):
                number += 1
                if path.suffix == ".py":
                    _add_module(path, root, found)
                elif re.search(r"tools?|definitions?", path.stem) and (definitions := _definitions(path, root)):
                    found.targets.append(definitions)
    if folder is None or folder == root:
        found.targets += [servers for name in _CLIENT_FILES if (servers := _servers(root / name, name))]
    return found


def holds_scripts(folder: Path) -> bool:
    """Tell whether a folder of any name holds script tools."""
    return any(map(_is_tool_script, _files(folder)))


def read_module(path: Path, root: Path) -> FoundTarget | None:
    """Return the target for the tools in a Python file; None if nothing in it can be one.

    Raises:
        SyntaxError: If it cannot be parsed.
    """
    tree = ast.parse(path.read_bytes())
    place = path.relative_to(root).as_posix()
    module = _Module(tree)
    if module.tools:
        return FoundTarget(place, "@forge_tool", tuple(module.tools), place)
    if module.server:
        return FoundTarget(_started(path, place, module), "an MCP server in Python")
    if module.framework:
        return FoundTarget(place, module.framework, tuple(module.framework_tools))
    if module.functions:
        return FoundTarget(place, "annotated functions", tuple(module.functions), place)
    return None


class _Module:
    """What the top level of a Python file declares."""

    def __init__(self, tree: ast.Module) -> None:
        self.tools: list[str] = []
        self.functions: list[str] = []
        self.framework = ""
        self.framework_tools: list[str] = []
        self.server = ""
        self.is_relative = False
        self._names: dict[str, str] = {}
        started = any(isinstance(node, ast.Attribute) and node.attr in _STARTS for node in ast.walk(tree))
        for node in tree.body:
            self._read(node, started)

    def _read(self, node: ast.stmt, started: bool) -> None:
        match node:
            case ast.Import(names=names):
                self._names.update({(one.asname or one.name.partition(".")[0]): one.name for one in names})
            case ast.ImportFrom(names=names, module=module, level=level):
                self.is_relative |= level > 0
                self._names.update({(one.asname or one.name): f"{module or ''}.{one.name}" for one in names})
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=func)):
                self._read_value(name, self._dotted(func), started)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._read_function(node)
            case ast.ClassDef(name=name, bases=bases):
                for base in map(self._dotted, bases):
                    self._read_framework(name, base, is_tool=base.endswith("Tool"))
            case ast.Try(body=body):
                for inner in body:
                    self._read(inner, started)

    def _read_value(self, name: str, made_by: str, started: bool) -> None:
        self._names[name] = made_by
        parts = made_by.split(".")
        if parts[0] in _SERVER_PACKAGES and parts[-1] in _SERVERS and started:
            self.server = name
        self._read_framework(name, made_by, is_tool=any(part.endswith("Tool") for part in parts))

    def _read_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        decorators = [self._dotted(one.func if isinstance(one, ast.Call) else one) for one in node.decorator_list]
        if any(one.rpartition(".")[2] == "forge_tool" for one in decorators):
            self.tools.append(node.name)
            return
        for decorator in decorators:
            last = decorator.rpartition(".")[2]
            self._read_framework(node.name, decorator, is_tool=last in ("tool", "tool_plain", "function_tool"))
        if not node.name.startswith("_") and not decorators and _is_annotated(node) and ast.get_docstring(node):
            self.functions.append(node.name)

    def _read_framework(self, name: str, dotted: str, *, is_tool: bool) -> None:
        framework = _FRAMEWORKS.get(dotted.partition(".")[0], "")
        if is_tool and framework:
            self.framework = f"tools of {framework}"
            self.framework_tools.append(name)

    def _dotted(self, node: ast.expr) -> str:
        match node:
            case ast.Name(id=name):
                return self._names.get(name, name)
            case ast.Attribute(value=value, attr=attr):
                return f"{self._dotted(value)}.{attr}"
            case ast.Call(func=func):
                return self._dotted(func)
        return ""


#: Attributes that start a server.
_STARTS = {"run", "run_async", "run_stdio_async", "run_stdio"}


def _is_annotated(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    given = node.args
    named = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    return all(one.annotation for one in named) and not (given.vararg or given.kwarg) and bool(named or node.returns)


def _is_own(folder: Path) -> bool:
    if folder.name.startswith(".") or folder.name in _SKIPPED or folder.is_symlink():
        return False
    return not (folder / "pyvenv.cfg").exists()


def _is_small(path: Path) -> bool:
    try:
        return path.is_file() and path.stat().st_size <= _MAX_BYTES
    except OSError:
        return False


def _add_module(path: Path, root: Path, found: ProjectTools) -> None:
    stem = path.stem
    if stem.startswith("test_") or stem.endswith("_test") or stem in ("conftest", "setup", "noxfile"):
        return
    try:
        target = read_module(path, root)
    except (SyntaxError, ValueError, RecursionError) as error:
        line = getattr(error, "lineno", None)
        found.unreadable.append(f"{path.relative_to(root).as_posix()}{f', line {line}' if line else ''}")
        return
    except OSError:
        return
    if target is None:
        return
    is_meant = _TOOL_FILE.fullmatch(stem) or path.parent.name == "tools" or target.what != "annotated functions"
    if is_meant:
        found.targets.append(target)
    else:
        found.others.append(target.target)


def _started(path: Path, place: str, module: _Module) -> str:
    """Return the target that starts a server; with relative imports it must be started as a module."""
    if not module.is_relative:
        return f"mcp:python {place}"
    parts, folder = [path.stem], path.parent
    while (folder / "__init__.py").is_file():
        parts.insert(0, folder.name)
        folder = folder.parent
    return f"mcp:python -m {'.'.join(parts)}"


def _scripts(folder: Path, root: Path) -> FoundTarget | None:
    """Return the target for a folder `tools` with script tools."""
    if folder.name != "tools" or folder == root or (folder / "__init__.py").exists():
        return None
    from forge_harness import ToolRegistry, WorkspaceError, load_script_tools  # here: it takes long to import

    if not holds_scripts(folder):
        return None
    with suppress(ValueError, WorkspaceError, OSError):
        tools, _ = load_script_tools(folder, registry=ToolRegistry())
        if tools:
            names = tuple(tool.name for tool in tools)
            return FoundTarget(f"{folder.relative_to(root).as_posix()}/", "script tools", names)
    return None


def _files(folder: Path) -> Iterator[Path]:
    yield from sorted(folder.glob("*.py"))
    yield from sorted(folder.glob("*/tool.py"))
    yield from sorted(folder.glob("*.[tj]s"))


def _is_tool_script(path: Path) -> bool:
    from forge_harness import is_script  # here: it takes long to import

    if path.suffix == ".py":
        return is_script(path)
    with suppress(OSError):
        return bool(re.search(rb"^[\s*/]*Tool:", path.read_bytes()[:_MAX_BYTES], re.MULTILINE))
    return False


def _definitions(path: Path, root: Path) -> FoundTarget | None:
    place = path.relative_to(root).as_posix()
    with suppress(TargetError, ValueError, RecursionError):
        facts = load_definitions(f"{PREFIX}{place}", base=root)
        names = tuple(one.name for one in facts if one.dialect is not None and not one.left_out)
        return FoundTarget(f"{PREFIX}{place}", "definitions", names) if names else None
    return None


def _servers(path: Path, name: str) -> FoundTarget | None:
    with suppress(OSError, ValueError, RecursionError, DuplicateKeyError):
        if _is_small(path):
            names = tuple(servers_of(decode_jsonc(path.read_bytes().decode("utf-8-sig"))))
            return FoundTarget(name, "MCP servers of a client's file", names) if names else None
    return None
