"""SourcePlace: the file and line of a tool, found by reading files, never by importing them.

shop.py:say                    the line of `def say`, or of the name where it is assigned or imported
package.shop:say               the same, if the module is below the working directory or its `src`
definitions:tools.json         the line of the name in the file
mcp.json:files                 the line of the server in a client's file
mcp:python server.py           the line of `def` or the name in the script that the command starts
"""

from __future__ import annotations

import ast
import json
import re
import shlex
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

from ..regex import regex
from ..targets.mcp.address import is_mcp_target

__all__ = ["SourcePlace", "root_of", "source_place"]

#: Modules that may hand on a name before it is defined.
_MAX_HOPS = 4
#: Larger files are named without a line.
_MAX_BYTES = 5_000_000
_STRING = regex(r'(?P<name>"name"\s*:\s*)?"(?P<word>(?:[^"\\]|\\.)*+)"')
_ENTRY = regex(r"<(line|entry) (\d+)>")


class SourcePlace(Struct, frozen=True):
    """The file and line of a tool.

    Attributes:
        path: From the root of the repository, with slashes.
        line: From 1.
    """

    path: str
    line: int = 1


class _Definition(Struct, frozen=True):
    """What a module says about a name.

    Attributes:
        line: Of the statement.
        module: The module that it imports the name from; empty if it does not.
        name: The other name that it stands for; empty if it is defined here.
    """

    line: int
    module: str = ""
    name: str = ""


def root_of(base: Path) -> Path:
    """Return the root of the repository that *base* belongs to; *base* itself outside of any.

    Services show a finding in a file by its path from there.
    """
    base = base.resolve()
    return next((folder for folder in (base, *base.parents) if (folder / ".git").exists()), base)


def source_place(tool: str, target: str, *, base: Path) -> SourcePlace | None:
    """Return where a tool is defined; None if that is not a file of the repository.

    Args:
        tool: Its name.
        target: The target that leads to it.
        base: Folder that a relative target starts from.
    """
    found = _find(tool, target, base.resolve())
    if found is None:
        return None
    file, line = found
    try:
        return SourcePlace(file.resolve().relative_to(root_of(base)).as_posix(), line)
    except ValueError:
        return None


def _find(tool: str, target: str, base: Path) -> tuple[Path, int] | None:
    if "\0" in target or target.startswith(("forge:", "mcp+")):
        return None
    if target.startswith("definitions:"):
        return _in_data(base / target.removeprefix("definitions:"), tool)
    if is_mcp_target(target):
        script = _script_of(target, base)
        return None if script is None else _in_script(script, tool)
    source, _, attribute = target.partition(":")
    path = base / source
    if path.suffix == ".py" and path.is_file():
        return _in_module(path, attribute or tool, tool, base)
    if path.is_file():
        # A file of servers, or a baseline.
        return _in_data(path, attribute or tool)
    if path.is_dir():
        return _in_folder(path, attribute or tool)
    module = _module_file(source, base)
    return None if module is None else _in_module(module, attribute or tool, tool, base)


def _in_module(path: Path, attribute: str, tool: str, base: Path) -> tuple[Path, int]:
    """Return the definition of *attribute*, behind other names and imports; else the first mention of the tool."""
    best: tuple[Path, int] | None = None
    here, name = path, attribute
    for _ in range(_MAX_HOPS):
        found = _definition(_tree(here), name.split("."))
        if found is None:
            break
        best, name = (here, found.line), found.name
        following = _imported_file(found.module, here, base) if found.module else here
        if following is None or not name:
            break
        here = following
    return best or _in_script(path, tool)


def _in_script(path: Path, tool: str) -> tuple[Path, int]:
    """Return the line of ``def NAME``, of the name as a string, or 1."""
    lines = _text(path).splitlines()
    name = re.escape(tool)
    for pattern in (rf"\s*(?:async\s+)?(?:def|class|function)\s+{name}\b", rf".*[\"']{name}[\"']"):
        for number, line in enumerate(lines, 1):
            if len(line) < 2_000 and re.match(pattern, line):
                return path, number
    return path, 1


def _in_data(path: Path, tool: str) -> tuple[Path, int] | None:
    if not path.is_file():
        return None
    entry = _ENTRY.fullmatch(tool)
    if entry is not None:
        return path, int(entry[2]) if entry[1] == "line" else 1
    return path, _named_lines(_text(path)).get(tool, 1)


@lru_cache(maxsize=16)
def _named_lines(text: str) -> dict[str, int]:
    """Return the first line of each name in JSON: the value of "name", or else a key or any other string."""
    named: dict[str, int] = {}
    others: dict[str, int] = {}
    line, position = 1, 0
    for match in _STRING.finditer(text):
        line += text.count("\n", position, match.start())
        position = match.start()
        try:
            word = json.loads(f'"{match["word"]}"', strict=False)
        except ValueError:
            continue
        (named if match["name"] else others).setdefault(word, line)
    return others | named


def _in_folder(folder: Path, tool: str) -> tuple[Path, int] | None:
    """Return the file of a script tool, which has its name."""
    files = sorted(folder.rglob("*"))[:5_000]
    return next(((file, 1) for file in files if file.is_file() and tool in (file.name, file.stem)), None)


def _script_of(target: str, base: Path) -> Path | None:
    """Return the file of the repository that a server's command starts."""
    try:
        words = shlex.split(target.removeprefix("mcp:"))
    except ValueError:
        return None
    for position, word in enumerate(words):
        if word.startswith("-") and word != "-m":
            continue
        if word == "-m" and position + 1 < len(words):
            return _module_file(f"{words[position + 1]}.__main__", base) or _module_file(words[position + 1], base)
        # The interpreter may be a file, too, such as `.venv/bin/python`.
        if Path(word).suffix and len(word) < 1_000 and (base / word).is_file():
            return base / word
    return None


def _module_file(module: str, base: Path) -> Path | None:
    parts = module.split(".")
    if not all(part.isidentifier() for part in parts):
        return None
    for folder in (base, base / "src"):
        path = folder.joinpath(*parts)
        for file in (path.with_suffix(".py"), path / "__init__.py"):
            if file.is_file():
                return file
    return None


def _imported_file(module: str, here: Path, base: Path) -> Path | None:
    dots = len(module) - len(module.lstrip("."))
    if not dots:
        return _module_file(module, base) or _module_file(module, here.parent)
    folder = here.parents[min(dots, len(here.parents)) - 1]
    name = module.lstrip(".")
    return _module_file(name, folder) if name else _existing(folder / "__init__.py")


def _existing(path: Path) -> Path | None:
    return path if path.is_file() else None


def _definition(tree: ast.AST, names: list[str]) -> _Definition | None:
    for node in _statements(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name == names[0]:
            inner = _definition(node, names[1:]) if len(names) > 1 else None
            return inner or _Definition(node.lineno)
        if isinstance(node, ast.Assign | ast.AnnAssign):
            given = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(one, ast.Name) and one.id == names[0] for one in given):
                is_other = isinstance(node.value, ast.Name) and node.value.id != names[0] and len(names) == 1
                return _Definition(node.lineno, name=ast.unparse(node.value) if is_other and node.value else "")
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if (alias.asname or alias.name) == names[0]:
                    module = "." * node.level + (node.module or "")
                    return _Definition(node.lineno, module, ".".join([alias.name, *names[1:]]))
    return None


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements of a module or class, those in `if`, `try` and `with` included."""
    for node in ast.iter_child_nodes(tree):
        yield node
        if isinstance(node, ast.If | ast.Try | ast.With | ast.ExceptHandler):
            yield from _statements(node)


def _tree(path: Path) -> ast.AST:
    return _parsed(_text(path))


@lru_cache(maxsize=64)
def _parsed(text: str) -> ast.AST:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ast.Module(body=[], type_ignores=[])


def _text(path: Path) -> str:
    try:
        facts = path.stat()
        return "" if facts.st_size > _MAX_BYTES else _read(path, facts.st_mtime_ns, facts.st_size)
    except (OSError, ValueError):
        return ""


@lru_cache(maxsize=64)
def _read(path: Path, changed: int, size: int) -> str:  # noqa: ARG001  # a changed file is read again
    return path.read_text(encoding="utf-8-sig", errors="replace")
