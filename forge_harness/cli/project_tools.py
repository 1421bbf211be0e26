"""What the project in the current folder adds to a run: tools of its active skills, for development, and rules."""

from __future__ import annotations

from pathlib import Path

from ..errors import CommandError, RegistrationError
from ..guardrails.rules import GuardrailRules
from ..project.project_file import ProjectFileError, read_project_file
from ..registry.tool_registry import ToolRegistry

__all__ = ["add_project_tools"]


def add_project_tools(tools: ToolRegistry, *, with_dev: bool = False) -> GuardrailRules:
    """Add the tools that the project switches on, and return what it denies.

    Args:
        tools: The tools of the run. `read_skill` is added if the project has skills, and what active skills require.
        with_dev: Whether the development tools are added.

    Raises:
        CommandError: If the project file, a skill or a rule cannot be used.
    """
    try:
        if with_dev:
            from ..tools.catalog import register_dev_tools  # few runs are for development

            register_dev_tools(tools)
        project = read_project_file(Path.cwd())
        skills = project.project_skills()
        active = skills.active()
        rules = project.guardrail_rules()
        folder = skills.folder()
        if folder is not None and skills.available():
            from ..tools.builtin.read_skill import read_skill  # few projects have skills
            from ..tools.skill_tools import register_skill_tools  # as above

            settings = project.tool_settings()
            if "read_skill" not in tools:
                tools.register(read_skill(folder))
            register_skill_tools(active, tools, settings=settings)
    except (ProjectFileError, RegistrationError) as error:
        raise CommandError(str(error)) from None
    return rules
