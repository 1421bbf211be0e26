"""`list_templates`: what a contract can be started from. Source: seed 000, introduction."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from ...contracts.platforms import BUILD_ENGINES, PLATFORMS
from ...contracts.templates import TEMPLATES, Template, templates_for
from ...registry.process_tools import forge_tool
from ...tool import ToolCategory, ToolTier
from ..tool_arguments import ToolArguments

__all__ = ["list_templates"]

_NO_MATCH = "No template is made for that, so all are listed. Use the one whose description is nearest."


class ListTemplatesArguments(ToolArguments):
    """What the product is for."""

    use_case: str = Field(
        default="",
        description="What the product is for, in a few words; templates made for that are listed, the best first. "
        "Default: all. At most 1,000 characters.",
        max_length=1_000,
        examples=["sales dashboards"],
    )
    domain: str = Field(
        default="",
        description="The business domain, in a few words, which are looked for as those of use_case are. "
        "At most 200 characters.",
        max_length=200,
        examples=["sales"],
    )


@forge_tool(
    args_schema=ListTemplatesArguments,
    tier=ToolTier.READ,
    category=ToolCategory.COPILOT,
    facts={"varies": False},
    register=False,
)
def list_templates(arguments: ListTemplatesArguments) -> dict[str, Any]:
    """List the templates and providers that propose_contract takes, and the build engines that each provider has."""
    names = templates_for(f"{arguments.use_case} {arguments.domain}")
    return {
        "providers": list(PLATFORMS),
        "templates": {name: _described(TEMPLATES[name]) for name in names or TEMPLATES},
        "build_engines": list(BUILD_ENGINES),
        "provider_engine_compatibility": {name: list(platform.engines) for name, platform in PLATFORMS.items()},
        "warnings": [] if names else [_NO_MATCH],
    }


def _described(template: Template) -> dict[str, Any]:
    return {
        "description": template.description,
        "provider_support": list(template.providers),
        "use_cases": list(template.use_cases),
        "technologies": list(template.technologies),
    }
