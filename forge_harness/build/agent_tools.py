"""The tools of a project's agent: the builtin ones, those that `forge.yaml` names, of active skills, and scripts."""

from __future__ import annotations

import difflib
from pathlib import Path

from ..errors import RegistrationError
from ..project.project_file import ProjectFile
from ..registry.tool_registry import ToolRegistry
from ..tool import Tool
from ..tools.catalog import CATALOG, adapter_tools, builtin_tools, code_agent_tools, copilot_tools, dev_tools
from ..tools.custom.loading import load_script_tools
from ..tools.skill_tools import register_skill_tools

__all__ = ["agent_tools"]


def agent_tools(project: ProjectFile) -> tuple[ToolRegistry, dict[str, str]]:
    """Return the tools of a project's agent, and which active skill requires each of those that one does.

    Every development tool that the project names is among them; what is for production is decided later.

    Raises:
        ProjectFileError: If the project file, a skill or a rule cannot be used.
        RegistrationError: If a tool that the project or a skill names does not exist, or a script cannot be a tool.
    """
    settings = project.tool_settings()
    builtin = builtin_tools(settings)
    others = (*code_agent_tools(settings), *adapter_tools(settings), *copilot_tools(), *dev_tools())
    ours = {tool.name: tool for tool in (*builtin, *others)}
    tools = ToolRegistry()
    for tool in builtin:
        tools.register(tool)
    for script in _scripts(project.path.parent):
        tools.register(script)
    for entry in project.tools:
        if entry.name not in tools:
            tools.register(_named(entry.name, ours, tools, project.path.name))
    active = project.project_skills().active()
    register_skill_tools(active, tools, settings=settings)
    origins = {name: skill.name for skill in reversed(active) for name in register_skill_tools([skill], tools)}
    return tools, origins


def _scripts(folder: Path) -> list[Tool]:
    if not (folder / "tools").is_dir():
        return []
    tools, left_out = load_script_tools(folder / "tools", registry=ToolRegistry())
    if left_out:
        # An agent without one of its tools would be another one.
        raise RegistrationError(left_out[0].reason)
    return tools


def _named(name: str, ours: dict[str, Tool], tools: ToolRegistry, file: str) -> Tool:
    if name in ours:
        return ours[name]
    if name in CATALOG:
        raise RegistrationError(
            f"{file!r} names the tool {name!r}, which is not set up. Allow a program in its 'allowed_binaries'."
        )
    near = difflib.get_close_matches(name, [*ours, *tools], n=1)
    hint = f"Write {near[0]!r}." if near else "See 'forge tool list' for the tools."
    raise RegistrationError(f"{file!r} names a tool {name[:80]!r}, which does not exist. {hint}")
