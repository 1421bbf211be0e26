"""`load_script_tools`: the scripts of a project as tools. Source: seed 002, "Custom tools"."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ...registry.process_tools import FORGE_TOOL_REGISTRY
from ...registry.tool_registry import ToolRegistry
from ...tool import Tool, ToolCategory, ToolDefinition, ToolTier
from ..catalog import CATALOG
from .discovery import LeftOutScript, find_scripts
from .script import Script
from .script_tool import SCRIPT_TIMEOUT_S, ScriptTool

__all__ = ["LoadedScripts", "load_script_tools"]

#: Names of the seed's tools that are still to come: a script of such a name would clash with the next version.
_COMING = frozenset(
    {
        *("http_request", "web_fetch", "web_search", "webhook_call", "openapi_call", "mcp_call", "cli_execute"),
        *("read_skill", "memory_search", "memory_get"),
        *("schedule_set", "schedule_list", "schedule_delete", "schedule_history"),
        *("local_shell", "local_file_browser", "debug_console", "test_runner"),
    }
)


class LoadedScripts(NamedTuple):
    """The tools made of scripts, by path, and the files that are left out."""

    tools: list[Tool]
    left_out: list[LeftOutScript]


def load_script_tools(
    path: str | Path, *, registry: ToolRegistry | None = None, timeout_s: float = SCRIPT_TIMEOUT_S
) -> LoadedScripts:
    """Register the script tools of a project, of a folder of tools, or of one file; nothing is imported or run.

    A file that cannot be a tool is left out with its reason, and the others are registered. A second call replaces
    what the first has registered.

    Args:
        path: The folder or the file.
        registry: Where to register them; by default `FORGE_TOOL_REGISTRY`.
        timeout_s: The limit of one call in seconds.

    Returns:
        The tools, and the files that were left out: ``tools, left_out = load_script_tools("tools")``.

    Raises:
        ValueError: If *path* is neither a folder nor a script.
    """
    into = FORGE_TOOL_REGISTRY if registry is None else registry
    scripts, left_out = find_scripts(path, taken=dict.fromkeys([*CATALOG, *_COMING], "a builtin tool"))
    tools: list[Tool] = []
    for tool in (_tool(script, timeout_s) for script in scripts):
        present = into.get(tool.name)
        if present is not None and present.origin != tool.origin:
            reason = (
                f"{tool.origin!r} declares a tool named {tool.name!r}, already registered by {present.origin!r}. "
                "Rename one of them."
            )
            left_out.append(LeftOutScript(tool.origin, tool.name, reason))
            continue
        tools.append(into.register(tool, replace=True))
    return LoadedScripts(tools, left_out)


def _tool(script: Script, timeout_s: float) -> ScriptTool:
    declared = script.docstring
    return ScriptTool(
        ToolDefinition(
            name=script.name,
            description=declared.description,
            input_schema=declared.input_schema,
            tier=ToolTier.EXECUTE,
            category=ToolCategory.CUSTOM,
        ),
        language=script.language,
        project=script.project,
        entrypoint=script.place,
        output_schema=declared.output_schema,
        timeout_s=timeout_s,
    )
