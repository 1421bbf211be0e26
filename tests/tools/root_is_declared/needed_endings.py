"""Functions that keep files in a folder of their own, and take names with one ending only."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import Field

from ..marks import breaks, keeps

RecipePath = Annotated[
    str, Field(min_length=4, max_length=80, description='Where to keep it, e.g. "soups/leek.md". It ends in ".md".')
]


@keeps("root_is_declared")
def keep_recipe_below_its_folder(path: RecipePath, text: str) -> dict[str, str]:
    """Keep a recipe in the folder of recipes."""
    base = Path("recipes").resolve()
    target = (base / path).resolve()
    if not path.endswith(".md") or not target.is_relative_to(base) or len(text) > 5_000:
        raise ValueError("The path must end in .md and stay in the folder of recipes.")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", errors="replace")
    except OSError:
        raise ValueError("The recipe cannot be kept there.") from None
    return {"kept": path}


@breaks("root_is_declared")
def keep_recipe_anywhere(path: RecipePath, text: str) -> dict[str, str]:
    """Keep a recipe in the folder of recipes."""
    target = Path("recipes", Path(path).expanduser())
    if not path.endswith(".md") or len(text) > 5_000:
        raise ValueError("The path must end in .md.")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", errors="replace")
    except OSError:
        raise ValueError("The recipe cannot be kept there.") from None
    return {"kept": path}
