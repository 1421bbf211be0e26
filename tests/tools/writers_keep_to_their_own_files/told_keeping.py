"""Functions whose descriptions say that they replace no file, and name files after a text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Dish = Annotated[str, Field(min_length=1, max_length=80, pattern="[A-Za-z0-9]", description="Name of the dish.")]
Steps = Annotated[str, Field(min_length=1, max_length=500, description="How it is cooked.")]


def _file_of(dish: str) -> Path:
    return Path(re.sub(r"[^a-z0-9]+", "_", dish.lower()).strip("_") + ".txt")


@breaks("writers_keep_to_their_own_files")
def write_recipe(dish: Dish, steps: Steps) -> dict:
    """Write a new recipe into a file. An existing recipe is never overwritten."""
    path = _file_of(dish)
    if path.exists() and path.read_text(encoding="utf-8").startswith(f"{dish}\n"):
        raise ValueError("There is a recipe of that dish.")
    path.write_text(f"{dish}\n{steps}\n", encoding="utf-8", errors="replace")
    return {"file": path.name}


@breaks("writers_keep_to_their_own_files")
def write_short_recipe(dish: Dish, steps: Steps) -> dict:
    """Write a new recipe into a file. Never replaces a recipe that exists already: such a dish is refused."""
    path = Path(_file_of(dish).stem[:32] + ".txt")
    if path.exists() and path.read_text(encoding="utf-8").casefold().startswith(f"{dish}\n".casefold()):
        raise ValueError("There is a recipe of that dish.")
    if path.exists() and len(dish) < 32:
        raise ValueError("There is a recipe of a dish with a similar name.")
    path.write_text(f"{dish}\n{steps}\n", encoding="utf-8", errors="replace")
    return {"file": path.name}


@keeps("writers_keep_to_their_own_files")
def write_new_recipe(dish: Dish, steps: Steps) -> dict:
    """Write a new recipe into a file. An existing recipe is never overwritten."""
    path = _file_of(dish)
    try:
        with path.open("x", encoding="utf-8", errors="replace") as file:
            file.write(f"{dish}\n{steps}\n")
    except FileExistsError:
        raise ValueError("There is a recipe of that dish.") from None
    return {"file": path.name}


@keeps("writers_keep_to_their_own_files")
def write_recipe_over(dish: Dish, steps: Steps) -> dict:
    """Write the recipe of a dish into a file, in place of the one that is there."""
    path = _file_of(dish)
    path.write_text(f"{dish}\n{steps}\n", encoding="utf-8", errors="replace")
    return {"file": path.name}


@keeps("writers_keep_to_their_own_files")
def add_step(dish: Dish, steps: Steps) -> dict:
    """Add steps to the recipe of a dish. Steps that exist already are never replaced."""
    with _file_of(dish).open("a", encoding="utf-8", errors="replace") as file:
        file.write(f"{steps}\n")
    return {"file": _file_of(dish).name}


@keeps("writers_keep_to_their_own_files")
def write_recipe_with_copy(dish: Dish, steps: Steps) -> dict:
    """Write the recipe of a dish; the one before it is copied. An existing copy is never overwritten."""
    path = _file_of(dish)
    number = len([*Path().glob(f"{path.stem}.*.bak")])
    if path.exists():
        path.rename(f"{path.stem}.{number}.bak")
    path.write_text(f"{dish}\n{steps}\n", encoding="utf-8", errors="replace")
    return {"file": path.name}
