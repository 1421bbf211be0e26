"""Tools that break types_are_present."""

from __future__ import annotations

from pydantic import BaseModel, Field, field_validator

from forge_harness import forge_tool

from ..marks import breaks


class LabelArgs(BaseModel):
    copies: int = Field(strict=False, ge=1, le=99, description="How many copies.")
    size: str = Field(pattern=r"^A[3-6]$", description="Paper size, for example A4.")

    @field_validator("size", mode="plain")
    @classmethod
    def _any(cls, size: object) -> str:
        return str(size).upper()


@breaks("types_are_present")
@forge_tool(args_schema=LabelArgs, tier="write")
def print_labels(args: LabelArgs) -> dict:
    """Print address labels."""
    return {"copies": args.copies, "size": args.size}
