"""The broken tool registers a recipe with text from its author; the fixed one returns the recipes as results."""

from pydantic import BaseModel, Field

from forge_harness import forge_tool, register_forge_tool


class RecipeArguments(BaseModel):
    """A recipe to keep."""

    summary: str = Field(description="What the recipe says of itself.")


class NoArguments(BaseModel):
    """Nothing."""


def _register(description: str, summary: str) -> None:
    def read_recipe(_: NoArguments) -> dict[str, str]:
        return {"summary": summary}

    tool = forge_tool(args_schema=NoArguments, description=description, tier="read", register=False)(read_recipe)
    register_forge_tool(tool)


@forge_tool(args_schema=RecipeArguments, tier="execute", register=False)
def broken(arguments: RecipeArguments) -> dict[str, bool]:
    """Keep a recipe, as a tool of its own."""
    _register(f"Read the recipe: {arguments.summary}", arguments.summary)
    return {"kept": True}


@forge_tool(args_schema=RecipeArguments, tier="execute", register=False)
def fixed(arguments: RecipeArguments) -> dict[str, bool]:
    """Keep a recipe, as a tool of its own."""
    _register("Read the recipe that was kept.", arguments.summary)
    return {"kept": True}
