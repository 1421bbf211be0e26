"""Snippet: three lines of Python that make a finding's call without the checker, for a debugging session."""

from __future__ import annotations

from pathlib import Path

from ..targets.resolve import is_builtin_target
from ..verdict import CheckResult
from .python_text import python_text

__all__ = ["snippet_lines"]


def snippet_lines(result: CheckResult, *, kind: str, base: Path) -> list[str]:
    """Return the lines; empty if there is no call to make.

    The call runs in the user's own process, without the folders of the sandbox. Tools of other frameworks have none:
    each framework makes its calls in its own way.

    Args:
        result: A finding.
        kind: Of the tool.
        base: Folder that the target's path starts from.
    """
    source, _, attribute = result.target.partition(":")
    if result.arguments is not None and is_builtin_target(result.target):
        call = f'dispatch_forge_tool({python_text(result.tool)}, {python_text(result.arguments)}, workspace_root=".")'
        return [
            "import forge_harness",
            "forge_harness.register_builtins(), forge_harness.register_code_agent_tools()",
            f"print(forge_harness.{call}.llm_json())",
        ]
    if (
        result.arguments is None
        or kind in ("definition", "interop", "mcp")
        or not attribute.replace(".", "").isidentifier()
    ):
        return []
    if source.endswith(".py"):
        folder, module = _home(base / source)
        first = f"import sys, forge_harness; sys.path.insert(0, {python_text(str(folder))})"
    else:
        first, module = "import forge_harness", source
    name = attribute.partition(".")[0]
    arguments = python_text(result.arguments)
    if kind == "function":
        call = f"{attribute}(**{arguments})"
    elif kind == "forge":
        call = f'forge_harness.dispatch_forge_tool({attribute}, {arguments}, workspace_root=".").llm_json()'
    elif kind == "executor":
        wrapped = f"forge_harness.ExecutorTool({attribute})"
        call = f'forge_harness.dispatch_forge_tool({wrapped}, {arguments}, workspace_root=".").llm_json()'
    else:
        # A legacy entry is called by the name that it is registered under.
        call = f'forge_harness.dispatch_tool_call({python_text(result.tool)}, {arguments}, workspace_root=".")'
        return [first, f"import {module}", f"print({call})"]
    return [first, f"from {module} import {name}", f"print({call})"]


def _home(path: Path) -> tuple[Path, str]:
    """Return the folder to import from, and the module's name there."""
    folder, name = path.parent, path.stem
    while (folder / "__init__.py").is_file():
        folder, name = folder.parent, f"{folder.name}.{name}"
    return folder, name
