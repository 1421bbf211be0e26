"""Functions that check nested arguments themselves, wholly or half, and one that leaves them to the schema."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from typing_extensions import TypedDict

from ..marks import breaks, keeps


class Stop(TypedDict):
    """A stop of a bus."""

    place: Annotated[str, Field(min_length=1, max_length=30, description="Name of the stop.")]
    minutes: Annotated[int, Field(ge=0, le=120, description="Minutes from the stop before.")]


class Leg(BaseModel):
    """A leg of a walk."""

    model_config = ConfigDict(extra="forbid")

    place: str = Field(min_length=1, max_length=30, description="Where it ends.")
    metres: int = Field(ge=1, le=30_000, description="Its length.")


class Fare(TypedDict):
    """What a passenger pays less."""

    percent: Annotated[int, Field(ge=0, le=100, description="Percent of the price.")]


class Trip(TypedDict):
    """A trip of a passenger."""

    cents: Annotated[int, Field(ge=0, le=100_000, description="Price in cents.")]
    fare: NotRequired[Annotated[Fare, Field(description="What the passenger pays less.")]]


Trips = Annotated[list[Trip], Field(min_length=1, max_length=20, description="The trips, in order.")]
Stops = Annotated[list[Stop], Field(min_length=1, max_length=20, description="The stops, in order.")]


@breaks("schema_and_model_agree")
def plan_bus(stops: Stops) -> dict[str, int]:
    """Add up the minutes of a bus line."""
    for stop in stops:
        if not isinstance(stop["minutes"], int) or isinstance(stop["minutes"], bool):
            raise ValueError("The minutes of a stop are a whole number.")
    return {"minutes": sum(stop["minutes"] for stop in stops)}


@breaks("schema_and_model_agree")
def plan_tram(stops: Stops) -> dict[str, int | str]:
    """Add up the minutes of a tram line."""
    if any(stop["minutes"] > 120 for stop in stops):
        return {"error": "too_long", "message": "A stop is at most 120 minutes away."}
    return {"minutes": sum(stop["minutes"] for stop in stops)}


@keeps("schema_and_model_agree", judged=True)
def plan_train(stops: Stops) -> dict[str, int]:
    """Add up the minutes of a train line."""
    for stop in stops:
        if type(stop["minutes"]) is not int or not 0 <= stop["minutes"] <= 120:
            raise ValueError("The minutes of a stop are a whole number from 0 to 120.")
        if not isinstance(stop["place"], str) or not 1 <= len(stop["place"]) <= 30:
            raise ValueError("The name of a stop has 1 to 30 characters.")
    return {"minutes": sum(stop["minutes"] for stop in stops)}


@keeps("schema_and_model_agree", judged=True)
def plan_ferry(stops: Stops) -> dict[str, int]:
    """Add up the minutes of a ferry line, whose stops have different names."""
    if len({stop["place"] for stop in stops}) < len(stops):
        raise ValueError("A ferry stops at each place once.")
    return {"minutes": sum(stop["minutes"] for stop in stops)}


@keeps("schema_and_model_agree", judged=True)
def plan_walk(
    legs: Annotated[list[Leg], Field(min_length=1, max_length=20, description="The legs.")],
) -> dict[str, int]:
    """Add up the length of a walk of at most 60 kilometres."""
    metres = sum(leg.metres for leg in legs)
    if metres > 60_000:
        raise ValueError("A walk is at most 60 kilometres long.")
    return {"metres": metres}


@breaks("schema_and_model_agree")
def price_metro(trips: Trips) -> dict[str, int]:
    """Add up the prices of trips by metro."""
    total = 0
    for trip in trips:
        percent = trip["fare"]["percent"] if "fare" in trip else 0
        if not isinstance(percent, int) or isinstance(percent, bool):
            raise ValueError("The percent of a fare is a whole number.")
        total += trip["cents"] * (100 - percent) // 100
    return {"cents": total}


@keeps("schema_and_model_agree", judged=True)
def price_coach(trips: Trips) -> dict[str, int]:
    """Add up the prices of trips by coach."""
    total = 0
    for trip in trips:
        percent = trip["fare"]["percent"] if "fare" in trip else 0
        if type(percent) is not int or not 0 <= percent <= 100:
            raise ValueError("The percent of a fare is a whole number from 0 to 100.")
        total += trip["cents"] * (100 - percent) // 100
    return {"cents": total}


class _Leg(BaseModel):
    """A part of a walk."""

    place: str = Field(min_length=1, max_length=40, description="Where it ends.")
    steps: int = Field(ge=1, le=50_000, description="Number of steps.")


_Legs = Annotated[list[_Leg], Field(min_length=1, max_length=20, description="Parts of the walk, in order.")]


def _typed(leg: object) -> dict[str, Any]:
    values = leg.model_dump() if isinstance(leg, _Leg) else leg
    if not isinstance(values, dict) or not isinstance(values.get("place"), str) or type(values.get("steps")) is not int:
        raise ValueError("A part of the walk has a place and a number of steps.")
    return values


@breaks("schema_and_model_agree")
def count_steps(legs: _Legs) -> dict[str, int]:
    """Return the number of steps of a walk."""
    return {"steps": sum(_Leg.model_construct(**_typed(leg)).steps for leg in legs)}


@keeps("schema_and_model_agree", judged=True)
def count_steps_of_all(legs: _Legs) -> dict[str, int]:
    """Return the number of steps of a walk."""
    try:
        walked = [_Leg.model_validate(_typed(leg)) for leg in legs]
    except ValidationError as error:
        raise ValueError("A part of the walk is too short or too long.") from error
    return {"steps": sum(leg.steps for leg in walked)}


@keeps("schema_and_model_agree", judged=True)
def count_steps_of_models(legs: _Legs) -> dict[str, int]:
    """Return the number of steps of a walk, and leave its rules to the schema."""
    return {"steps": sum(leg.steps for leg in legs)}
