"""Functions whose descriptions state a range: in one it is not that of the schema."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Station = Annotated[str, Field(pattern=r"^[a-z]{3}$", description="The station, e.g. abc.")]


@breaks("defaults_fit_the_schema")
def rain_of(
    station: Station,
    hours: Annotated[int, Field(ge=1, le=48, description="Hours to look back: 1 to 72, 24 unless given.")] = 24,
) -> dict[str, object]:
    """Return the rain at a station."""
    return {"station": station, "hours": hours, "millimetres": 3}


@keeps("defaults_fit_the_schema", judged=True)
def wind_of(
    station: Station,
    hours: Annotated[int, Field(ge=1, le=48, description="Hours to look back: 1 to 48, 24 unless given.")] = 24,
) -> dict[str, object]:
    """Return the wind at a station."""
    return {"station": station, "hours": hours, "knots": 12}


@keeps("defaults_fit_the_schema", judged=True)
def snow_of(
    station: Station,
    hours: Annotated[int, Field(ge=1, le=48, description="Hours to look back, usually 1 to 6.")] = 6,
) -> dict[str, object]:
    """Return the snow at a station."""
    return {"station": station, "hours": hours, "centimetres": 0}
