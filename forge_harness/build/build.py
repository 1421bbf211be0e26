"""build_agent: a project's agent, as files for its host.

::

    agent.json             the AgentSpec
    agent.schema.json      its JSON Schema
    tools/NAME.json        the JSON Schema of each tool's arguments
    build-manifest.json    what was built: mode, counts of tools by category, and every other file with its hash

The same project gives the same bytes. Source: seed 002, "The ToolFilterStage runs during forge build".
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from ..errors import RegistrationError
from ..project.project_file import ProjectFile, ProjectFileError, read_project_file
from ..skills.skill import binaries_of
from ..tool import Tool, ToolDefinition
from .agent_spec import AgentSpec, SpecTool, agent_spec_schema
from .agent_tools import agent_tools
from .build_folder import MANIFEST, write_build
from .public_config import public_config
from .tool_filter import FilteredTools, ToolFilterStage

__all__ = ["Build", "build_agent"]

_FOLDER = ".forge/build"
_OF_AGENT = ("id", "name", "version", "description")
_MANIFEST_VERSION = 1


@dataclass(frozen=True)
class Build:
    """A build.

    Attributes:
        folder: Where it was written.
        spec: The agent.
        counts: How many tools each category has.
        left_out: How many development tools were removed.
        files: The files, relative to the folder.
    """

    folder: Path
    spec: AgentSpec
    counts: dict[str, int]
    left_out: int
    files: tuple[str, ...]


def build_agent(
    project: str | Path = ".",
    *,
    prod: bool = False,
    output: str | Path | None = None,
    tools: Iterable[Tool] | None = None,
) -> Build:
    """Build a project's agent.

    Args:
        project: The folder of the project, or its `forge.yaml`.
        prod: Whether development tools are left out, of every file.
        output: The folder of the build, which is replaced; by default ``.forge/build`` in the project.
        tools: The tools of the agent; by default the builtin ones, those that `forge.yaml` names, those of active
            skills, and the scripts of the project.

    Raises:
        ProjectFileError: If the project file, a skill or a rule cannot be used, or a setting of a tool holds a secret.
        RegistrationError: If a tool does not exist or cannot be used.
        CommandError: If the folder of the build holds something else, or cannot be written. Nothing is changed then.
    """
    given = read_project_file(project)
    origins: dict[str, str] = {}
    if tools is None:
        tools, origins = (registered := agent_tools(given))[0].data.values(), registered[1]
    filtered = ToolFilterStage(prod).run(tools)
    spec = _spec(given, filtered, origins)
    files = _files(spec, filtered, prod=prod)
    folder = given.path.resolve().parent / _FOLDER if output is None else Path(output).absolute()
    write_build(folder, files)
    return Build(folder, spec, filtered.counts, filtered.left_out, tuple(sorted(files)))


def _spec(project: ProjectFile, filtered: FilteredTools, origins: dict[str, str]) -> AgentSpec:
    name = project.path.resolve().parent.name or "agent"
    about = {
        "id": re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "agent",
        "name": name,
        "version": "0.1.0",
        **_about(project),
    }
    egress = project.egress_policy()
    active = project.project_skills().active()
    binaries = sorted(binaries_of(active))
    try:
        return AgentSpec(
            forge_version=_own_version(),
            agent_id=about["id"],
            version=about["version"],
            name=about["name"],
            description=about.get("description", ""),
            tools=[_tool(one, project, filtered, origins) for one in filtered.definitions],
            policy_scaffold=_rules(project),
            requirements={"bins": binaries} if binaries else {},
            tool_interface_version=filtered.tool_interface_version,
            skills_spec_version="agentskills-v1" if project.project_skills().available() else "",
            egress_mode="" if egress is None else egress.mode,
        )
    except ValidationError as error:
        field = str(error.errors()[0]["loc"][0]).removeprefix("agent_")
        needed = {"id": "lower-case letters, digits and hyphens", "version": "a version such as 1.0.0"}
        raise ProjectFileError(
            f"{project.path.name!r}: the agent's {field!r} is {about.get(field)!r}. "
            f"Use {needed.get(field, 'a text that is not empty')}."
        ) from None


def _about(project: ProjectFile) -> dict[str, str]:
    for key, value in project.agent.items():
        if key not in _OF_AGENT:
            raise ProjectFileError(
                f"{project.path.name!r}: {key[:40]!r} is not a setting of the agent. Use one of {', '.join(_OF_AGENT)}."
            )
        if not isinstance(value, str):
            raise ProjectFileError(f"{project.path.name!r}: the agent's {key!r} is not a text. Put it in quotes.")
    return dict(project.agent)


def _tool(
    definition: ToolDefinition, project: ProjectFile, filtered: FilteredTools, origins: dict[str, str]
) -> SpecTool:
    config = project.config(definition.name)
    return SpecTool(
        name=definition.name,
        description=definition.description,
        input_schema=definition.input_schema,
        category=filtered.categories[definition.name],
        tier=definition.tier.value,
        permissions=list(definition.required_scopes),
        skill_origin=origins.get(definition.name, ""),
        forge_meta={"config": public_config(config, tool=definition.name, file=project.path.name)} if config else {},
    )


def _rules(project: ProjectFile) -> dict[str, Any]:
    return project.guardrail_rules().as_data()


def _files(spec: AgentSpec, filtered: FilteredTools, *, prod: bool) -> dict[str, bytes]:
    files = {"agent.json": _written(spec.document()), "agent.schema.json": _written(agent_spec_schema())}
    for one in filtered.definitions:
        files[f"tools/{one.name}.json"] = _written(one.input_schema)
    manifest = {
        "version": _MANIFEST_VERSION,
        "mode": "production" if prod else "development",
        "agent_id": spec.agent_id,
        "agent_version": spec.version,
        "tool_interface_version": filtered.tool_interface_version,
        "tools": len(filtered.definitions),
        "tool_counts": filtered.counts,
        "files": {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())},
    }
    return {**files, MANIFEST: _written(manifest)}


def _written(value: Any) -> bytes:
    try:
        return (json.dumps(value, indent=2, ensure_ascii=False, allow_nan=False) + "\n").encode()
    except (ValueError, TypeError) as error:
        raise RegistrationError("A tool's schema is not JSON. Correct its declaration.") from error


def _own_version() -> str:
    try:
        return version("forge-harness")
    except PackageNotFoundError:
        return "0"
