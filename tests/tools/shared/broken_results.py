"""What tools of several checks declare in common."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class NumberArguments(BaseModel):
    number: int = Field(1, ge=0, le=900_000, description="A number.")


class PathArguments(BaseModel):
    path: str = Field(description="File in the workspace.")


class ExpressionArguments(BaseModel):
    expression: str = Field(description="Arithmetic expression to evaluate.")


def tool(name: str, model: type[BaseModel], **options: Any) -> Any:
    return forge_tool(name=name, description="Broken.", args_schema=model, register=False, **options)
