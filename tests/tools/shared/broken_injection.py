"""What tools of several checks declare in common."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool


def tool(name: str, model: type[BaseModel], check: str, tier: str = "execute", aware: bool = False):
    return forge_tool(
        name=name,
        description=f"A tool that breaks {check}.",
        args_schema=model,
        workspace_root_aware=aware,
        tier=tier,
        register=False,
    )


class NameArgs(BaseModel):
    name: str = Field(description="The name to look for.")


class PathArgs(BaseModel):
    path: str = Field(description="File in the workspace.")


class TextArgs(BaseModel):
    text: str = Field(description="The text.")


class UrlArgs(BaseModel):
    url: str = Field(description="URL of the page.")


REFUSED = {"error": "refused", "message": "Only public pages can be read."}


NO_ANSWER = {"error": "no_answer", "message": "The page cannot be read."}
