"""Builtins: ``forge:builtins`` and others, our own tools, made from the settings that they are judged with."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from forge_harness import (
    CliSettings,
    EgressPolicy,
    ProjectFileError,
    ToolRegistry,
    ToolSettings,
    read_project_file,
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


def load_builtins(target: str, *, base: Path | None = None, workplace: Path | None = None) -> list[FoundTool]:
    """Return the tools of *target*, by name.

    Args:
        target: ``forge:builtins``, ``forge:copilot``, ``forge:dev``, or one of their tools as ``forge:dev:NAME``.
        base: The project's folder, whose file may open more of the network; None for no project.
        workplace: The working directory afterwards, before any tool is used.

    Raises:
        TargetError: If there is no tool of that name, or the project's file is not valid.
    """
    from .scripted_network import scripted_client  # here: no other target needs an HTTP client

    wanted = name_of_builtin(target)
    registry = ToolRegistry()
    settings = ToolSettings(
        egress=scripted_client(_judged_policy(base)),
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


def _judged_policy(base: Path | None) -> EgressPolicy:
    """Return a policy for every public host, so that tools work, and for what the project opens besides."""
    try:
        policy = None if base is None else read_project_file(base).egress_policy()
    except ProjectFileError as error:
        raise TargetError(str(error)) from None
    if policy is None or policy.mode == "deny-all":
        return EgressPolicy(mode="dev-open")
    return replace(policy, mode="dev-open")
