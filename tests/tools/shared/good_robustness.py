"""What tools of several checks declare in common."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from forge_harness import forge_tool


def tool(name: str, schema: type[BaseModel], **options: Any) -> Any:
    """Declare a read tool of that name."""
    options = {"tier": "read", "description": "Good.", "register": False} | options
    return forge_tool(name=name, args_schema=schema, **options)


class Share(BaseModel):
    total: int = Field(description="Amount in cents.", ge=0, le=1000)
    people: int = Field(description="How many share it.", ge=0, le=20)


class Query(BaseModel):
    query: str = Field(description="Text to look for.", max_length=40)


class Seats(BaseModel):
    row: Literal["front", "back"] = Field(description="Row of the hall.")
    seats: int = Field(description="How many seats.", ge=1, le=20)
