"""Tools that resemble those that break loaded_data_runs_nothing, and keep it."""

from __future__ import annotations

import yaml
from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import keeps


class ProfileArgs(BaseModel):
    profile: str = Field(default="name: ada", max_length=5_000, description="The profile, as YAML.")


@keeps("loaded_data_runs_nothing", "text_is_no_template")
@forge_tool(args_schema=ProfileArgs, tier="read", raises=[ToolError])
def load_profile(args: ProfileArgs) -> dict:
    """Count the entries of a profile."""
    try:
        profile = yaml.safe_load(args.profile)
    except (yaml.YAMLError, ValueError, RecursionError, TypeError, AttributeError, KeyError, OverflowError):
        raise ToolError("The profile is no YAML. Check the indentation.", code="no_yaml") from None
    return {"entries": len(profile) if isinstance(profile, (dict, list)) else 0}
