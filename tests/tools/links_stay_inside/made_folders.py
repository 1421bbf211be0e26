"""Functions that keep files in a folder of the working directory, and make it when it is missing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

RecipePath = Annotated[
    str, Field(max_length=200, description='Path in the folder, such as "soups/leek.md"; it ends in ".md".')
]
Line = Annotated[str, Field(max_length=2_000, description="A line of the recipe.")]


@breaks("paths_stay_inside", "links_stay_inside")
def save_recipe(path: RecipePath, line: Line) -> str:
    """Save a recipe below the folder "recipes", and nowhere else; a recipe of that path is replaced."""
    if os.path.isabs(path) or ".." in path.split("/") or "\0" in path or not path.endswith(".md"):
        raise ValueError("The path is not one of a recipe.")
    target = Path("recipes", path)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(line, encoding="utf-8", errors="replace")
    return "Saved."


@breaks("paths_stay_inside", "links_stay_inside")
def add_step(path: RecipePath, line: Line) -> str:
    """Add a step to a recipe below the folder "recipes", and nowhere else."""
    base = os.path.realpath("recipes")
    os.makedirs(base, exist_ok=True)
    target = os.path.normpath(os.path.join(base, path))
    if os.path.commonpath([base, target]) != base or "\0" in path or not path.endswith(".md"):
        raise ValueError("The path is not one of a recipe.")
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with open(target, "a", encoding="utf-8", errors="replace") as file:
        file.write(f"{line}\n")
    return "Added."


@breaks("paths_stay_inside", "links_stay_inside")
def drop_recipe(path: RecipePath) -> str:
    """Delete a recipe below the folder "recipes", and nothing else."""
    base = Path.cwd() / "recipes"
    base.mkdir(exist_ok=True)
    target = Path(os.path.normpath(base / path))
    if not target.is_relative_to(base) or "\0" in path or target.suffix != ".md":
        raise ValueError("The path is not one of a recipe.")
    if not target.is_file():
        raise ValueError("There is no such recipe.")
    target.unlink()
    return "Deleted."


@keeps("paths_stay_inside", "links_stay_inside", judged=True)
def save_recipe_resolved(path: RecipePath, line: Line) -> str:
    """Save a recipe below the folder "recipes", and nowhere else; a recipe of that path is replaced."""
    base = os.path.realpath("recipes")
    target = os.path.realpath(os.path.join(base, path.replace("\0", "")))
    if not target.startswith(base + os.sep) or not target.endswith(".md"):
        raise ValueError("The path is not one of a recipe.")
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with open(target, "w", encoding="utf-8", errors="replace") as file:
        file.write(line)
    return "Saved."


@keeps("paths_stay_inside", "links_stay_inside", judged=True)
def drop_linked_recipe(path: RecipePath) -> str:
    """Delete a recipe below the folder "recipes", or a link that stands for one, and nothing else."""
    base = os.path.realpath("recipes")
    os.makedirs(base, exist_ok=True)
    folder, name = os.path.split(os.path.join(base, path.replace("\0", "")))
    folder = os.path.realpath(folder)
    if os.path.commonpath([base, folder]) != base or not name.endswith(".md"):
        raise ValueError("The path is not one of a recipe.")
    target = os.path.join(folder, name)
    if not os.path.lexists(target) or os.path.isdir(target):
        raise ValueError("There is no such recipe.")
    os.unlink(target)
    return "Deleted."
