"""Functions that delete or replace the file that a call names, and some that take another one."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,40}$", description="Name of the recipe, e.g. soup-12.")]
Words = Annotated[str, Field(max_length=2_000, description="The recipe.")]
Overwrite = Annotated[bool, Field(description="Whether a recipe of this name may be replaced.")]
Force = Annotated[bool, Field(description="Whether an existing recipe is replaced.")]
RECIPES = Path("recipes")


def _names() -> list[str]:
    return sorted(path.stem for path in RECIPES.glob("*.txt")) if RECIPES.is_dir() else []


@breaks("writers_keep_to_their_own_files")
def drop_recipe(name: Name) -> str:
    """Delete a recipe."""
    found = difflib.get_close_matches(name, _names(), n=1, cutoff=0.7)
    if not found:
        raise ValueError("There is no such recipe.")
    (RECIPES / f"{found[0]}.txt").unlink()
    return f"Deleted {found[0]}."


@keeps("writers_keep_to_their_own_files")
def bin_recipe(name: Name) -> str:
    """Delete a recipe."""
    known = _names()
    if name not in known:
        similar = difflib.get_close_matches(name, known, n=3)
        raise ValueError(f"There is no such recipe; similar ones: {', '.join(similar) or 'none'}.")
    (RECIPES / f"{name}.txt").unlink()
    return f"Deleted {name}."


@breaks("writers_keep_to_their_own_files")
def save_recipe(name: Name, words: Words, overwrite: Overwrite = False) -> str:
    """Save a recipe."""
    RECIPES.mkdir(exist_ok=True)
    if (RECIPES / name).exists() and not overwrite:
        raise ValueError("There is a recipe of this name.")
    (RECIPES / f"{name}.txt").write_text(words)
    return "Saved."


@keeps("writers_keep_to_their_own_files")
def keep_recipe(name: Name, words: Words, overwrite: Overwrite = False) -> str:
    """Save a recipe."""
    RECIPES.mkdir(exist_ok=True)
    if (RECIPES / f"{name}.txt").exists() and not overwrite:
        raise ValueError("There is a recipe of this name.")
    (RECIPES / f"{name}.txt").write_text(words)
    return "Saved."


@breaks("writers_keep_to_their_own_files")
def store_recipe(name: Name, words: Words, force: Force = False) -> str:
    """Store a recipe; without force, the recipe that is there stays."""
    RECIPES.mkdir(exist_ok=True)
    (RECIPES / f"{name}.txt").write_text(words)
    return "Forced." if force else "Stored."


@keeps("writers_keep_to_their_own_files")
def write_recipe(name: Name, words: Words, upper: bool = False) -> str:
    """Write a recipe over the one that is there."""
    RECIPES.mkdir(exist_ok=True)
    (RECIPES / f"{name}.txt").write_text(words.upper() if upper else words)
    return "Written."
