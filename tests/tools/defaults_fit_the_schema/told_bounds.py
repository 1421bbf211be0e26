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


@breaks("defaults_fit_the_schema")
def fog_of(
    station: Station,
    layers: Annotated[int, Field(ge=1, le=9, description="Layers to tell of (-1 means all of them).")] = 3,
) -> dict[str, object]:
    """Return the fog at a station."""
    return {"station": station, "layers": layers}


@keeps("defaults_fit_the_schema", judged=True)
def hail_of(
    station: Station,
    size: Annotated[int, Field(ge=1, le=50, description="Least size; 0 for any is not taken, leave it out.")] = 1,
    most: Annotated[int, Field(ge=0, le=90, description="Most answers, 0 for as many as there are.")] = 0,
    year: Annotated[int, Field(ge=1990, description="Year; the answer has 0 for a month without hail.")] = 2020,
) -> dict[str, object]:
    """Return the hail at a station."""
    return {"station": station, "size": size, "most": most, "year": year}
