"""Tools that break wrong_shapes_are_refused."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field, field_validator

from ..marks import breaks
from ..shared.broken_robustness import Window, tool


@breaks("wrong_shapes_are_refused")
@tool("wrong_shapes_are_refused__model_validator", Window)
def model_validator_trips(args: Window) -> Any:
    return {"window": args.window}


class Readings(BaseModel):
    readings: Any = Field(
        description="What was measured, in order.",
        json_schema_extra={"type": "array", "items": {"type": "number"}, "maxItems": 40},
    )

    @field_validator("readings")
    @classmethod
    def _listed(cls, readings: Any) -> Any:
        if isinstance(readings, list):
            return [float(reading) for reading in readings if isinstance(reading, int | float)][:40]
        if isinstance(readings, str) and readings.startswith("["):
            return readings
        raise ValueError("readings must be a list")


@breaks("wrong_shapes_are_refused")
@tool("wrong_shapes_are_refused__lets_a_text_in", Readings)
def lets_a_text_in(args: Readings) -> Any:
    return {"mean": round(sum(args.readings) / max(len(args.readings), 1), 2)}
