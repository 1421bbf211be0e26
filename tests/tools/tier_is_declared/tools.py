"""Tools that break tier_is_declared."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks


class InvoiceArgs(BaseModel):
    number: int = Field(ge=1, le=999_999, description="Number of the invoice.")


@breaks("tier_is_declared")
@forge_tool(args_schema=InvoiceArgs)
def get_invoice_total(args: InvoiceArgs) -> dict:
    """Return the total of an invoice, in cents."""
    return {"number": args.number, "cents": args.number * 100}
