"""Functions that write a file of their own in several formats; one format has no separator in the table."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from ..marks import breaks, keeps

Format = Annotated[Literal["commas", "tabs", "semicolons"], Field(description="How the columns are separated.")]
SOME = {"commas": ",", "tab": "\t", "semicolons": ";"}
ALL = {"commas": ",", "tabs": "\t", "semicolons": ";"}


def _plants() -> list[dict]:
    try:
        plants = json.loads(Path("plants.json").read_text())
    except (OSError, ValueError):
        raise RuntimeError("The plants cannot be read.") from None
    if not isinstance(plants, list) or not all(isinstance(plant, dict) for plant in plants):
        raise RuntimeError("The plants cannot be read.")
    return [{"name": str(plant.get("name")), "height": str(plant.get("height"))} for plant in plants[:50]]


def _written(plants: list[dict], separator: str | None) -> str:
    table = io.StringIO()
    writer = csv.writer(table, delimiter=separator)
    writer.writerows(plant.values() for plant in plants)
    return table.getvalue()


@breaks("choices_are_handled")
def export_plants(form: Format = "commas") -> str:
    """Return the plants as a table."""
    return _written(_plants(), SOME.get(form))


@keeps("choices_are_handled", judged=True)
def list_plants(form: Format = "commas") -> str:
    """Return the plants as a table."""
    return _written(_plants(), ALL[form])
