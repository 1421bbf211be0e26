"""Tools that break missing_arguments_are_refused, and others that resemble them and keep it."""

from __future__ import annotations

from typing import Any

from pydantic import (
    BaseModel,
    Field,
    model_validator,
)

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps


def broken_tool(name: str, model: type[BaseModel]) -> Any:
    @forge_tool(name=name, description="Broken.", args_schema=model, tier="read", register=False)
    def run(args: Any) -> dict[str, Any]:
        return {"ok": True}

    return run


class Talkative(BaseModel):
    name: str
    note: str

    @model_validator(mode="before")
    @classmethod
    def explain(cls, values: Any) -> Any:
        if "name" not in values:
            raise ToolError(f"The arguments {values} have no name.", code="ToolValidationError")
        return values


missing_talkative = breaks("missing_arguments_are_refused")(
    broken_tool("missing_arguments_are_refused__talkative", Talkative)
)


class RenameLoosely(BaseModel):
    project: int = Field(ge=1, le=100_000, description="Number of the project.")

    @model_validator(mode="before")
    @classmethod
    def _defaults(cls, data: Any) -> Any:
        if isinstance(data, dict):
            return {"project": 1, **data}
        return data


@breaks("missing_arguments_are_refused")
@forge_tool(args_schema=RenameLoosely, tier="write")
def rename_project(args: RenameLoosely) -> dict:
    """Give a project its standard name."""
    return {"project": args.project}


class ChoiceArguments(BaseModel):
    path: str | None = Field(None, description="File to read.")
    url: str | None = Field(None, description="URL to read.")

    @model_validator(mode="after")
    def exactly_one(self) -> ChoiceArguments:
        if (self.path is None) == (self.url is None):
            raise ValueError("give exactly one")
        return self


@keeps("missing_arguments_are_refused", "valid_arguments_are_accepted")
@forge_tool(name="choice", description="Exactly one of two.", args_schema=ChoiceArguments, register=False)
def choice(args: ChoiceArguments) -> dict[str, Any]:
    return {"ok": True}
