"""Functions that tidy up the texts in their records."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from ..marks import breaks, keeps


class Recipe(TypedDict):
    """A recipe."""

    title: Annotated[str, Field(max_length=100, description="Its title.")]
    tags: Annotated[list[str], Field(max_length=10, description="Its tags in any order.")]


Recipes = Annotated[list[Recipe], Field(max_length=50, description="The recipes.")]


@breaks("arguments_are_not_mutated")
def tidied_recipes(recipes: Recipes) -> list[Recipe]:
    """Return recipes with their tags in lower case and in order."""
    found = []
    for recipe in recipes:
        copied = recipe.copy()
        copied["tags"][:] = sorted(tag.strip().lower() for tag in copied["tags"])
        found.append(copied)
    return found


@breaks("arguments_are_not_mutated")
def recipes_without_repeats(recipes: Recipes) -> list[Recipe]:
    """Return recipes in which each tag stands once."""
    for recipe in recipes:
        recipe["tags"] = list(dict.fromkeys(recipe["tags"]))
    return recipes


@keeps("arguments_are_not_mutated")
def tidy_recipes(recipes: Recipes) -> list[Recipe]:
    """Return recipes with their tags in lower case and in order."""
    return [{**recipe, "tags": sorted({tag.strip().lower() for tag in recipe["tags"]})} for recipe in recipes]
