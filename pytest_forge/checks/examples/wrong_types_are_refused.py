"""A validator runs before the type is checked, and crashes on any type except text."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field, field_validator

from forge_harness import forge_tool


class StumblingArguments(BaseModel):
    name: str = Field(description="Whom to greet.")

    @field_validator("name", mode="before")
    @classmethod
    def strip(cls, value: Any) -> Any:
        return value.strip()


class GreetArguments(BaseModel):
    name: str = Field(description="Whom to greet.")

    @field_validator("name")
    @classmethod
    def strip(cls, value: str) -> str:
        return value.strip()


@forge_tool(
    name="greet",
    description="Greet a person by name.",
    args_schema=StumblingArguments,
    tier="read",
    register=False,
)
def broken(args: StumblingArguments) -> dict[str, Any]:
    return {"greeting": f"Hello, {args.name}!"}


@forge_tool(
    name="greet",
    description="Greet a person by name.",
    args_schema=GreetArguments,
    tier="read",
    register=False,
)
def fixed(args: GreetArguments) -> dict[str, Any]:
    return {"greeting": f"Hello, {args.name}!"}
