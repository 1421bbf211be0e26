"""A module variable holds a call's working data, and a concurrent call overwrites it."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool

CURRENT = {"city": ""}
POPULATION = {"Paris": 2_100_000, "Berlin": 3_700_000}


class CityArguments(BaseModel):
    city: str = Field(description="Name of a city.", max_length=40, examples=["Paris", "Berlin"])


@forge_tool(
    name="describe_city",
    description="Describe a city.",
    args_schema=CityArguments,
    tier="read",
    register=False,
)
def broken(args: CityArguments) -> dict[str, Any]:
    CURRENT["city"] = args.city
    known = POPULATION.get(args.city, 0)
    return {"city": CURRENT["city"], "people": known}


@forge_tool(
    name="describe_city",
    description="Describe a city.",
    args_schema=CityArguments,
    tier="read",
    register=False,
)
def fixed(args: CityArguments) -> dict[str, Any]:
    current = {"city": ""}
    current["city"] = args.city
    return {"city": current["city"], "people": POPULATION.get(args.city, 0)}
