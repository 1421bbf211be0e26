"""What tools of several checks declare in common."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool


def tool(name: str, model: type[BaseModel], tier: str = "execute", aware: bool = False):
    return forge_tool(
        name=name,
        description=f"A tool that hands text on as text: {name}.",
        args_schema=model,
        workspace_root_aware=aware,
        tier=tier,
        register=False,
    )


class NameArgs(BaseModel):
    name: str = Field(description="The name to look for.")


class ScriptArgs(BaseModel):
    code: str = Field(description="Python code to run.")


class TextArgs(BaseModel):
    text: str = Field(description="The text.")


class CoverArgs(BaseModel):
    template: str = Field(description="Text with {{ title }} in it.", max_length=500)
