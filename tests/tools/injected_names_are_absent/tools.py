"""Tools that break injected_names_are_absent."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from forge_harness import forge_tool

from ..marks import breaks


class SupplierArgs(BaseModel):
    model_config = ConfigDict(str_max_length=200)

    part: str = Field(description="Part that is needed.")
    workspace_root: str | None = Field(default=None, description="Where the catalogue lies.")


@breaks("injected_names_are_absent", "declaration_is_accepted")
@forge_tool(args_schema=SupplierArgs, tier="read")
def find_supplier(args: SupplierArgs) -> dict:
    """Find a supplier for a part of the machine."""
    return {"part": args.part, "supplier": "Acme"}
