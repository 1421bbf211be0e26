"""The broken tool loads settings with a YAML loader that builds any object; the fixed one with the safe loader."""

import yaml
from pydantic import BaseModel, Field

from forge_harness import forge_tool

_BAD = {"error": "bad_settings", "message": "The settings are not valid YAML."}


class SettingsArguments(BaseModel):
    """What to check."""

    settings: str = Field(description="Settings as YAML.")


@forge_tool(args_schema=SettingsArguments, tier="read", register=False)
def broken(arguments: SettingsArguments) -> dict[str, str]:
    """Tell what kind of value settings hold."""
    try:
        return {"kind": type(yaml.load(arguments.settings, Loader=yaml.UnsafeLoader)).__name__}
    except yaml.YAMLError:
        return _BAD


@forge_tool(args_schema=SettingsArguments, tier="read", register=False)
def fixed(arguments: SettingsArguments) -> dict[str, str]:
    """Tell what kind of value settings hold."""
    try:
        return {"kind": type(yaml.safe_load(arguments.settings)).__name__}
    except yaml.YAMLError:
        return _BAD
