"""AgentSpec: an agent as its host reads it, and the JSON Schema that is published with it. Source: seed 002."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from .tool_filter import PublishedCategory

__all__ = ["AgentSpec", "SpecTool", "agent_spec_schema"]

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_SEMANTIC_VERSION = (
    r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$"
)


class SpecTool(BaseModel):
    """A tool of an agent."""

    model_config = ConfigDict(extra="allow")

    name: str = Field(description="The name that the model calls.", min_length=1)
    description: str = Field(default="", description="What the model is told.")
    input_schema: dict[str, Any] = Field(default_factory=dict, description="JSON Schema of the arguments.")
    category: PublishedCategory = Field(description="Where the tool comes from.")
    tier: str = Field(default="", description="What it may do: read, write or execute.")
    permissions: list[str] = Field(default_factory=list, description="Scopes that a caller needs.")
    skill_origin: str = Field(default="", description="The skill that requires it.")
    forge_meta: dict[str, Any] = Field(
        default_factory=dict, description="What the project sets for it, in any form that the tool knows."
    )


class AgentSpec(BaseModel):
    """An agent. Fields that are empty are not written; fields that are unknown are kept."""

    model_config = ConfigDict(extra="allow", title="AgentSpec")

    forge_version: str = Field(description="The version of the build that wrote this.", min_length=1)
    agent_id: str = Field(description="The agent's name for machines.", pattern=r"^[a-z0-9-]+$")
    version: str = Field(description="The agent's own semantic version.", pattern=_SEMANTIC_VERSION)
    name: str = Field(description="The agent's name for people.", min_length=1)
    description: str = Field(default="", description="What it is for.")
    runtime: dict[str, Any] = Field(default_factory=dict, description="How its host starts it.")
    tools: list[SpecTool] = Field(default_factory=list, description="Its tools, by name.")
    policy_scaffold: dict[str, Any] = Field(default_factory=dict, description="What its operator denies.")
    identity: dict[str, Any] = Field(default_factory=dict, description="Who it is to other systems.")
    a2a: dict[str, Any] = Field(default_factory=dict, description="What it offers to other agents.")
    model: dict[str, Any] = Field(default_factory=dict, description="The model that it is made for.")
    requirements: dict[str, Any] = Field(default_factory=dict, description="What its host must have.")
    tool_interface_version: str = Field(default="", description="The version of the interface to its tools.")
    skills_spec_version: str = Field(default="", description="The form of its skills.")
    forge_skills_ext_version: str = Field(default="", description="The form of what its skills tell the harness.")
    egress_profile: str = Field(default="", description="The name of a set of hosts.")
    egress_mode: str = Field(default="", description="Where its tools may send requests: the mode of the policy.")

    def document(self) -> dict[str, Any]:
        """Return the agent in JSON types, without empty fields."""
        written = self.model_dump(mode="json")
        written["tools"] = [_filled(tool) for tool in written["tools"]]
        return _filled(written)


def agent_spec_schema() -> dict[str, Any]:
    """Return the JSON Schema of `AgentSpec.document`, in draft 2020-12."""
    return {"$schema": _DIALECT, **AgentSpec.model_json_schema()}


def _filled(mapping: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in mapping.items() if value not in (None, "", [], {})}
