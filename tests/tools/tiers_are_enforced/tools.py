"""Tools that break tiers_are_enforced."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import ForgeTool, ToolDefinition, ToolTier

from ..marks import breaks


class CacheArgs(BaseModel):
    cache: str = Field(pattern=r"^[a-z]{1,20}$", description="Name of the cache.")


class ShownStricter(ForgeTool):
    def definition(self) -> ToolDefinition:
        shown = super().definition()
        return ToolDefinition(shown.name, shown.description, shown.input_schema, ToolTier.EXECUTE)


def _purge(args: CacheArgs) -> dict:
    """Purge a cache of the build system."""
    return {"purged": args.cache}


purge_cache = breaks("tiers_are_enforced")(
    ShownStricter(
        _purge, name="purge_cache", description="Purge a cache of the build system.", args_schema=CacheArgs, tier="read"
    )
)
