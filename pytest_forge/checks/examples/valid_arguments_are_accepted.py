"""The schema allows up to 100 rows, but a validator refuses more than 50."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field, field_validator

from forge_harness import forge_tool


class ContradictoryArguments(BaseModel):
    rows: int = Field(description="How many rows to return.", ge=1, le=100)

    @field_validator("rows")
    @classmethod
    def few(cls, value: int) -> int:
        if value > 50:
            raise ValueError("too many rows")
        return value


class RowArguments(BaseModel):
    rows: int = Field(description="How many rows to return.", ge=1, le=50)


@forge_tool(
    name="count_rows",
    description="Return the numbers of the first rows.",
    args_schema=ContradictoryArguments,
    tier="read",
    register=False,
)
def broken(args: ContradictoryArguments) -> dict[str, Any]:
    return {"rows": list(range(args.rows))}


@forge_tool(
    name="count_rows",
    description="Return the numbers of the first rows.",
    args_schema=RowArguments,
    tier="read",
    register=False,
)
def fixed(args: RowArguments) -> dict[str, Any]:
    return {"rows": list(range(args.rows))}
