"""Functions that add a line to a file that people edit, whose last line may have no end."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Plant = Annotated[str, Field(pattern=r"^[a-z]{3,20}$", description='A plant, such as "fern".')]


@breaks("text_is_no_template")
def want_plant(plant: Plant) -> str:
    """Add a plant to wanted.txt, which has one plant on each line. Gardeners change the file by hand."""
    with Path("wanted.txt").open("a", encoding="utf-8") as file:
        file.write(plant + "\n")
    return f"{plant} is wanted"


@keeps("text_is_no_template", judged=True)
def water_plant(plant: Plant) -> str:
    """Note that a plant was watered, once. Each plant is on one line of watered.txt."""
    path = Path("watered.txt")
    known = path.read_text(encoding="utf-8") if path.exists() else ""
    if plant in known.splitlines():
        return f"{plant} was watered before"
    path.write_text(f"{known}{plant}\n", encoding="utf-8")
    return f"{plant} is watered"


@keeps("text_is_no_template", judged=True)
def sell_plant(plant: Plant) -> str:
    """Add a plant to sold.txt, which has one plant on each line. Gardeners change the file by hand."""
    with Path("sold.txt").open("a+", encoding="utf-8") as file:
        file.seek(0)
        text = file.read()
        file.write(("" if text.endswith("\n") or not text else "\n") + plant + "\n")
    return f"{plant} is sold"


@keeps("text_is_no_template", judged=True)
def repot_plant(plant: Plant) -> str:
    """Note that a plant was repotted, once. Each plant is on one line of repotted.txt."""
    path = Path("repotted.txt")
    known = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    if plant not in known:
        path.write_text("".join(f"{line}\n" for line in [*known, plant]), encoding="utf-8")
    return f"{plant} is repotted"


@keeps("text_is_no_template", judged=True)
def count_plant(plant: Plant) -> str:
    """Note a plant that was counted. Each call appends one line to counted.txt, which only this tool writes."""
    with Path("counted.txt").open("a", encoding="utf-8") as file:
        file.write(plant + "\n")
    return f"{plant} is counted"
