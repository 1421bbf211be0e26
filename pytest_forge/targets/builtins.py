"""Builtins: ``forge:builtins`` and others, our own tools, made from the settings that they are judged with."""

from __future__ import annotations

import os
import shutil
from difflib import get_close_matches
from pathlib import Path

from forge_harness import (
    CliSettings,
    ToolRegistry,
    ToolSettings,
    register_adapter_tools,
    register_builtins,
    register_code_agent_tools,
    register_copilot_tools,
    register_dev_tools,
)

from .found_tool import FoundTool, found_facts, kind_of
from .resolve import COPILOT, DEV, name_of_builtin, whole_of_builtin
from .target_error import TargetError

__all__ = ["load_builtins"]

#: A skill to read.
_SKILLS = Path(__file__).parent / "judged_skills"
#: What stands in the workspace: a document of an API to call.
_FILES = Path(__file__).parent / "judged_files"


def load_builtins(target: str, *, workplace: Path | None = None) -> list[FoundTool]:
    """Return the tools of *target*, by name.

    Args:
        target: ``forge:builtins``, ``forge:copilot``, ``forge:dev``, or one of their tools as ``forge:dev:NAME``.
        workplace: The working directory afterwards, before any tool is used.

    Raises:
        TargetError: If there is no tool of that name.
    """
    from .scripted_network import scripted_client  # here: no other target needs an HTTP client

    wanted = name_of_builtin(target)
    registry = ToolRegistry()
    # Every public host, and nothing else outside the workspace: what a project allows is for the project to judge.
    settings = ToolSettings(
        egress=scripted_client(),
        environment={"TAVILY_API_KEY": "tvly-of-the-sandbox"},
        cli=CliSettings(allowed_binaries=("echo", "cat", "sort"), code_runners=("sort",), timeout=10),
        skills=_SKILLS,
    )
    whole = whole_of_builtin(target)
    if whole == DEV:
        names = register_dev_tools(registry)
    elif whole == COPILOT:
        names = register_copilot_tools(registry)
    else:
        rooms = (register_adapter_tools, register_builtins, register_code_agent_tools)
        names = sorted(name for register in rooms for name in register(registry, settings=settings))
    if wanted and wanted not in names:
        close = get_close_matches(wanted, names, 3, 0.5)
        raise TargetError(
            f"The harness has no tool {wanted!r}. "
            + (f"Close to it: {', '.join(close)}." if close else f"Write '{whole}' for all {len(names)}.")
        )
    if workplace is not None:
        os.chdir(workplace)
        if "openapi_call" in ([wanted] if wanted else names):
            shutil.copytree(_FILES, workplace, dirs_exist_ok=True)
        # What plugins this environment has is not for our tools to answer for, and their imports would take seconds.
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    tools = [registry.data[name] for name in ([wanted] if wanted else names)]
    return [(found_facts(tool, f"{whole}:{tool.name}", kind_of(tool)), tool) for tool in tools]
