"""InitFiles: the texts that `forge init` writes."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Sequence
from contextlib import suppress
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

from forge_harness import CommandError

from .own_requirement import PLACEHOLDER, own_requirement
from .project_tools import FoundTarget

__all__ = ["SECTION", "WORKFLOW", "TestFile", "settings_text", "with_settings", "workflow_text"]

SECTION = "[tool.forge]"
WORKFLOW = ".github/workflows/forge.yml"
_TEST_FILE = "test_tool_contract.py"
#: The section, up to the next header of a table or the end.
_SECTION = re.compile(rb"^\[[ \t]*tool[ \t]*\.[ \t]*forge[ \t]*\][^\n]*\n?(?:(?!^\[)[^\n]*\n?)*", re.MULTILINE)

_UNUSUAL = f"pyproject.toml has {SECTION} in a form that cannot be replaced. Change it by hand."

_HEAD = """\
\"\"\"Every tool of the project, judged by every check of the tool contract.\"\"\"

from pytest_forge import ToolSuite
"""

_WORKFLOW = """\
name: forge

on: [push, pull_request]

permissions:
  contents: read

jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-python@v6
        with:
          python-version: "3.13"
{note}      - run: python -m pip install {install}
      - run: forge check --format github
"""
#: The length that formatters allow by default.
_MAX_LINE = 88
_NOTE = "      # Write the account and the commit of Forge Harness for OWNER and COMMIT.\n"


def settings_text(targets: Sequence[str]) -> str:
    """Return the section for *targets*."""
    lines = [f"    {json.dumps(target, ensure_ascii=False)}," for target in targets]
    text = "\n".join([SECTION, "targets = [", *lines, "]", ""])
    if any(target.startswith("mcp:") or ".json" in target for target in targets if not target.startswith("def")):
        text += "# Without this, only the definitions of MCP servers are checked, and no tool is called.\n"
        text += "# allow-destructive = true\n"
    return text


def with_settings(data: bytes, text: str, *, force: bool) -> bytes | None:
    """Return pyproject.toml with the section *text*; every other byte stays.

    Args:
        data: The file as it is; empty if there is none.
        text: The section.
        force: Whether to replace a section that it already has; otherwise None is returned for such a file.

    Raises:
        CommandError: If the file is not TOML, or has such a section in a form that is not understood.
    """
    before = _parsed(data)
    newline = b"\r\n" if b"\r\n" in data else b"\n"
    section = text.encode().replace(b"\n", newline)
    if "forge" in _tools(before):
        if not force:
            return None
        found = _SECTION.search(data)
        if found is None:
            raise CommandError(_UNUSUAL)
        written = data[: found.start()] + section + _gap(data[found.end() :], newline)
    else:
        written = data + (b"" if not data or data.endswith(b"\n") else newline) + (newline if data else b"") + section
    after = _parsed(written, advice=text)
    _tools(before).pop("forge", None)
    if _tools(after).pop("forge", None) is None or _without_empty(after) != _without_empty(before):
        raise CommandError(_UNUSUAL)
    return written


def workflow_text(root: Path) -> str:
    """Return a workflow of GitHub Actions that checks the project's targets."""
    own = own_requirement()
    if any((root / name).exists() for name in ("setup.py", "setup.cfg")) or _is_package(root):
        install = f". {own}"
    elif (root / "requirements.txt").exists():
        install = f"-r requirements.txt {own}"
    else:
        install = own
    return _WORKFLOW.format(install=install, note=_NOTE if own == PLACEHOLDER else "")


class TestFile:
    """The test file for the tools that a test of this project can import: a suite for each.

    Args:
        root: The project.
        targets: What was found in it.

    Attributes:
        place: Relative to the project; empty if nothing can be imported.
        text: Its content.
        suites: Number of suites.
    """

    __test__ = False  # pytest takes the name for a test

    def __init__(self, root: Path, targets: Sequence[FoundTarget]) -> None:
        self._root = root
        self._settings = _settings_of_pytest(root)
        modules = [(_module(root / one.file, root), one.names) for one in targets if one.file]
        anywhere = [one for one in modules if self._is_importable(*one[0])]
        beside = [one for one in modules if one not in anywhere and self._is_beside(one[0][0])]
        self.place = _TEST_FILE if beside else f"tests/{_TEST_FILE}" if anywhere else ""
        found = [(name, tool) for (_, name), tools in [*anywhere, *beside] for tool in tools]
        self.suites = len(found)
        self.text = _suites(found)

    def _is_importable(self, folder: Path, name: str) -> bool:
        """Tell whether any test can import the module *name* from *folder*: installed, or on pytest's path."""
        paths = self._settings.get("pythonpath", [])
        for path in [paths] if isinstance(paths, str) else paths:
            if (self._root / str(path)).resolve() == folder.resolve():
                return True
        top = name.partition(".")[0]
        here = {"", str(Path.cwd()), str(self._root)}
        spec = PathFinder.find_spec(top, [path for path in sys.path if path not in here])
        if spec is None:
            with suppress(ImportError, ValueError, AttributeError):
                others = (finder for finder in sys.meta_path if finder is not PathFinder)
                spec = next((one for finder in others if (one := finder.find_spec(top, None))), None)
        origins = [] if spec is None else [spec.origin or "", *(spec.submodule_search_locations or ())]
        return any(Path(one).resolve().is_relative_to(folder.resolve()) for one in origins if one)

    def _is_beside(self, folder: Path) -> bool:
        """Tell whether a test file in the project's folder can import modules of *folder*."""
        is_whole = not self._settings.get("testpaths") and "importlib" not in str(self._settings.get("addopts", ""))
        return folder == self._root and is_whole


def _suites(tools: Sequence[tuple[str, str]]) -> str:
    seen: set[str] = set()
    imports: dict[str, list[str]] = {}
    classes = []
    for module, tool in tools:
        name = tool
        if tool.startswith("test") or tool in seen:
            # pytest would take the first for a test.
            name = f"{module.replace('.', '_')}_{tool}"
        seen.add(name)
        imports.setdefault(module, []).append(tool if name == tool else f"{tool} as {name}")
        title = "".join(part[:1].upper() + part[1:] for part in name.split("_"))
        classes.append(f"\n\nclass Test{title}(ToolSuite):\n    tool = {name}\n")
    lines = [_import(module, sorted(names)) for module, names in sorted(imports.items())]
    return _HEAD + "\n" + "\n".join(lines) + "\n" + "".join(classes)


def _import(module: str, names: Sequence[str]) -> str:
    """Return the import of *names*, as formatters write one that is too long for a line."""
    line = f"from {module} import {', '.join(names)}"
    if len(line) <= _MAX_LINE:
        return line
    return "\n".join([f"from {module} import (", *(f"    {name}," for name in names), ")"])


def _module(path: Path, root: Path) -> tuple[Path, str]:
    """Return the folder that the module of *path* is imported from, and its name."""
    parts, folder = [path.stem], path.parent
    while folder != root and (folder / "__init__.py").is_file():
        parts.insert(0, folder.name)
        folder = folder.parent
    return folder, ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


def _settings_of_pytest(root: Path) -> dict[str, Any]:
    with suppress(OSError, ValueError):
        tools = _tools(tomllib.loads((root / "pyproject.toml").read_bytes().decode("utf-8-sig")))
        table = tools.get("pytest")
        if isinstance(table, dict):
            inner = table.get("ini_options")
            return inner if isinstance(inner, dict) else table
    return {}


def _is_package(root: Path) -> bool:
    with suppress(OSError, ValueError):
        document = tomllib.loads((root / "pyproject.toml").read_bytes().decode("utf-8-sig"))
        return "project" in document or "build-system" in document
    return False


def _parsed(data: bytes, *, advice: str = "") -> dict[str, Any]:
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise CommandError("pyproject.toml is not valid UTF-8. Save it as UTF-8.") from None
    except (ValueError, RecursionError) as error:
        if advice:
            raise CommandError(f"pyproject.toml cannot take a table {SECTION} at its end. Add it by hand.") from None
        raise CommandError(f"pyproject.toml is not valid TOML: {error}. Fix the file.") from None


def _tools(document: dict[str, Any]) -> dict[str, Any]:
    tools = document.get("tool")
    return tools if isinstance(tools, dict) else {}


def _without_empty(document: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in document.items() if value != {}}


def _gap(rest: bytes, newline: bytes) -> bytes:
    return newline + rest if rest else rest
