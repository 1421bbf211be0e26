"""The tools that active skills of a project need. Source: seed 002, "conditionally added when the skill requires"."""

from __future__ import annotations

import difflib
import logging
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import PurePath

from ..errors import RegistrationError
from ..programs.binaries import Binaries
from ..project.tool_settings import ToolSettings
from ..registry.process_tools import FORGE_TOOL_REGISTRY
from ..registry.tool_registry import ToolRegistry
from ..skills.skill import Skill, binaries_of
from ..tool import Tool, ToolCategory
from .catalog import CATALOG, CodeAgentGroup, adapter_tools, builtin_tools, code_agent_tools, copilot_tools

__all__ = ["register_skill_tools"]

log = logging.getLogger(__name__)

#: The tool that runs programs.
_OF_PROGRAMS = "cli_execute"


def register_skill_tools(
    skills: Sequence[Skill], registry: ToolRegistry | None = None, *, settings: ToolSettings | None = None
) -> list[str]:
    """Register the tools that *skills* need, and return their names in alphabetical order; twice is no error.

    Args:
        skills: The active skills. Each names tools of ours, groups such as ``"CodeAgentReadTools"``, or tools that are
            registered already. One that names programs needs `cli_execute`.
        registry: Where to register them; by default `FORGE_TOOL_REGISTRY`.
        settings: What the tools are made from; by default nothing outside the workspace is allowed. If they allow no
            program, those that the skills name are allowed.

    Raises:
        RegistrationError: If a skill needs a tool that does not exist. Nothing is registered then.
    """
    into = FORGE_TOOL_REGISTRY if registry is None else registry
    names = {name for skill in skills for needed in skill.tools for name in _names(skill, needed, into)}
    names |= {_OF_PROGRAMS for skill in skills if skill.binaries}
    given = settings or ToolSettings()
    _tell_missing(skills, given)
    ours = _ours(_with_programs(skills, given)) if names - set(into) else {}
    missing = sorted(names - set(into))
    for name in missing:
        if name not in ours:
            raise RegistrationError(_not_set_up(name))
    for name in missing:
        into.register(ours[name])
    return sorted(names)


def _with_programs(skills: Sequence[Skill], settings: ToolSettings) -> ToolSettings:
    """Return settings that allow what the skills need, unless the operator has listed what is allowed."""
    if settings.cli.allowed_binaries:
        return settings
    return replace(settings, cli=replace(settings.cli, allowed_binaries=binaries_of(skills)))


def _tell_missing(skills: Sequence[Skill], settings: ToolSettings) -> None:
    """Tell the operator which programs a skill needs and the list does not name."""
    allowed = [PurePath(entry).name for entry in settings.cli.allowed_binaries]
    is_shell = Binaries(()).is_shell
    for skill in skills if allowed else ():
        for binary in skill.binaries:
            if binary not in allowed and not is_shell(binary):
                log.warning(
                    "The skill %r requires %r, which is not allowed. Add it to allowed_binaries.", skill.name, binary
                )


def _names(skill: Skill, needed: str, registered: Iterable[str]) -> list[str]:
    groups = [group.value for group in CodeAgentGroup]
    if needed in groups:
        return [entry.name for entry in CATALOG.values() if needed in entry.groups]
    ours = [name for name, entry in CATALOG.items() if entry.category is not ToolCategory.DEV]
    if needed in ours or needed in registered:
        return [needed]
    known = [*ours, *registered, *groups]
    near = difflib.get_close_matches(needed, known, n=1)
    hint = f"Write {near[0]!r}." if near else "See 'forge tool list' for the tools."
    raise RegistrationError(f"The skill {skill.name!r} requires a tool {needed[:80]!r}, which does not exist. {hint}")


def _not_set_up(name: str) -> str:
    if "cli" not in CATALOG[name].needs:
        needed = " and ".join(map(repr, CATALOG[name].needs))
        return f"A skill requires {name!r}, which is not registered without the setting {needed}. Set it."
    return (
        f"A skill requires {name!r}, and no program is allowed for it. List programs in forge.yaml, as "
        "'allowed_binaries' of the tool, or in the skill, as 'requires: bins:'."
    )


def _ours(settings: ToolSettings) -> dict[str, Tool]:
    made = (*builtin_tools(settings), *code_agent_tools(settings), *adapter_tools(settings), *copilot_tools())
    return {tool.name: tool for tool in made}
