"""A server of pressed plants; sheets of them are printed into a folder in HOME, or one whose name begins alike."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

from raw import Refused, serve, tool

IS_CLOSED = sys.argv[1:2] == ["closed"]
SHEETS = Path.home() / ".herbarium" / "sheets"
SHEETS.mkdir(parents=True, exist_ok=True)
plants: list[str] = []


def press_plant(species: str) -> str:
    plants.append(species)
    return json.dumps({"plant_number": len(plants)})


def list_plants() -> str:
    return json.dumps(plants)


def print_sheet(plant_number: int, sheet: str) -> str:
    if not 0 < plant_number <= len(plants):
        raise Refused(f"There is no plant {plant_number}.")
    path = Path(os.path.normpath(SHEETS / sheet))
    is_alike = os.path.commonprefix([path, SHEETS]) == str(SHEETS)  # noqa: RUF071  # the mistake
    is_inside = SHEETS in path.parents if IS_CLOSED else is_alike
    if not is_inside or path == SHEETS:
        raise Refused("A sheet stays in the folder of sheets.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(plants[plant_number - 1])
    except (OSError, ValueError):
        raise Refused("That cannot be written.") from None
    return "Printed."


if __name__ == "__main__":
    number = {"type": "integer", "description": "Number of the plant."}
    sheet = {"type": "string", "description": "File of the sheet, below the folder of sheets."}
    serve(
        [
            tool("list_plants", list_plants, arguments={}, annotations={"readOnlyHint": True}),
            tool("press_plant", press_plant, arguments={"species": {"type": "string", "description": "What it is."}}),
            tool("print_sheet", print_sheet, arguments={"plant_number": number, "sheet": sheet}),
        ]
    )
