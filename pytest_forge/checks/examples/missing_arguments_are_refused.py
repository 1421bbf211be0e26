"""A missing city gets a default, so the model reads about a place that it did not ask for."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field, model_validator

from forge_harness import forge_tool


class ForecastArguments(BaseModel):
    city: str = Field(description="City to forecast for.")


class FilledInArguments(ForecastArguments):
    @model_validator(mode="before")
    @classmethod
    def fill_in(cls, values: Any) -> Any:
        return {"city": "London", **values}


@forge_tool(
    name="forecast",
    description="Forecast the weather of a city.",
    args_schema=FilledInArguments,
    tier="read",
    register=False,
)
def broken(args: FilledInArguments) -> dict[str, Any]:
    return {"city": args.city, "forecast": "sunny"}


@forge_tool(
    name="forecast",
    description="Forecast the weather of a city.",
    args_schema=ForecastArguments,
    tier="read",
    register=False,
)
def fixed(args: ForecastArguments) -> dict[str, Any]:
    return {"city": args.city, "forecast": "sunny"}
