"""`load_script_tools`: the scripts of a project as tools. Source: seed 002, "Custom tools"."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ...project.project_file import read_project_file
from ...registry.process_tools import FORGE_TOOL_REGISTRY
from ...registry.tool_registry import ToolRegistry
from ...tool import Tool, ToolCategory, ToolDefinition, ToolTier
from ..catalog import CATALOG
from .discovery import LeftOutScript, find_scripts
from .script import Script
from .script_tool import SCRIPT_MAX_OUTPUT_BYTES, SCRIPT_TIMEOUT_S, ScriptTool

__all__ = ["LoadedScripts", "load_script_tools"]

#: Names of the seed's tools that are still to come: a script of such a name would clash with the next version.
_COMING = frozenset(
    {
        *("memory_search", "memory_get"),
        *("schedule_set", "schedule_list", "schedule_delete", "schedule_history"),
    }
)

#: The settings of a script in `forge.yaml`, as of `cli_execute`.
_DEFAULTS = {"timeout": int(SCRIPT_TIMEOUT_S), "env_passthrough": [], "max_output_bytes": SCRIPT_MAX_OUTPUT_BYTES}


class LoadedScripts(NamedTuple):
    """The tools made of scripts, by path, and the files that are left out."""

    tools: list[Tool]
    left_out: list[LeftOutScript]


def load_script_tools(
    path: str | Path, *, registry: ToolRegistry | None = None, timeout_s: float = SCRIPT_TIMEOUT_S
) -> LoadedScripts:
    """Register the script tools of a project, of a folder of tools, or of one file; nothing is imported or run.

    A file that cannot be a tool is left out with its reason, and the others are registered. A second call replaces
    what the first has registered. The project's `forge.yaml` may set ``timeout`` (seconds), ``env_passthrough`` and
    ``max_output_bytes`` in the config of a script.

    Args:
        path: The folder or the file.
        registry: Where to register them; by default `FORGE_TOOL_REGISTRY`.
        timeout_s: The limit of one call in seconds.

    Returns:
        The tools, and the files that were left out: ``tools, left_out = load_script_tools("tools")``.

    Raises:
        ValueError: If *path* is neither a folder nor a script, or `forge.yaml` cannot be used.
    """
    into = FORGE_TOOL_REGISTRY if registry is None else registry
    scripts, left_out = find_scripts(path, taken=dict.fromkeys([*CATALOG, *_COMING], "a builtin tool"))
    tools: list[Tool] = []
    chosen = read_project_file(scripts[0].project) if scripts else None
    for script in scripts:
        tool = _tool(script, timeout_s, {} if chosen is None else chosen.config(script.name, _DEFAULTS))
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


def _tool(script: Script, timeout_s: float, config: Mapping[str, Any]) -> ScriptTool:
    declared = script.docstring
    given = {**_DEFAULTS, "timeout": timeout_s, **config}
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
        passthrough=map(str, given["env_passthrough"]),
        timeout_s=given["timeout"],
        # Above it, the dispatcher would cut the result.
        max_output_bytes=min(given["max_output_bytes"], SCRIPT_MAX_OUTPUT_BYTES),
    )
