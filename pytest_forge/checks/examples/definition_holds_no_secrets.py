"""A description whose example of an address contains a password."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class RealArguments(BaseModel):
    address: str = Field(
        description="Address of the database, such as mysql://stats:hT5vKq81xWe@db4.example.org/sales."
    )


class StandInArguments(BaseModel):
    address: str = Field(description="Address of the database, such as mysql://USER:PASSWORD@db4.example.org/sales.")


@forge_tool(
    name="name_database",
    description="Return the name of the database in an address.",
    args_schema=RealArguments,
    tier="read",
    register=False,
)
def broken(args: RealArguments) -> dict[str, str]:
    return {"name": args.address.rpartition("/")[2]}


@forge_tool(
    name="name_database",
    description="Return the name of the database in an address.",
    args_schema=StandInArguments,
    tier="read",
    register=False,
)
def fixed(args: StandInArguments) -> dict[str, str]:
    return {"name": args.address.rpartition("/")[2]}
