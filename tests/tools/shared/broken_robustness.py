"""What tools of several checks declare in common."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field, model_validator

from forge_harness import forge_tool


def tool(name: str, schema: type[BaseModel], **options: Any) -> Any:
    """Declare a read tool of that name."""
    return forge_tool(
        name=name, description="Broken.", args_schema=schema, register=False, **{"tier": "read"} | options
    )


class Values(BaseModel):
    values: list[float] = Field(description="Numbers.", max_length=50)


class Share(BaseModel):
    total: int = Field(description="Amount in cents.", ge=0, le=1000)
    people: int = Field(description="How many share it.", ge=0, le=20)


class Query(BaseModel):
    query: str = Field(description="Text to look for.", max_length=40)


class Window(BaseModel):
    window: dict[str, int] = Field(description="From and to.")

    @model_validator(mode="before")
    @classmethod
    def _in_order(cls, values: Any) -> Any:
        window = values["window"]
        return {**values, "window": {"from": min(window.values()), "to": max(window.values(), default=0)}}
