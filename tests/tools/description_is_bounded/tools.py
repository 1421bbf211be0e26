"""Tools that break description_is_bounded."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks


class TicketArgs(BaseModel):
    ticket: int = Field(ge=1, le=10_000_000, description="Number of the ticket.")


@breaks("description_is_bounded", "token_cost_is_bounded")
@forge_tool(
    args_schema=TicketArgs,
    tier="read",
    description="Summarise a support ticket. "
    + " ".join(
        f"Rule {number}: when the customer mentions topic {number}, name it before all others." for number in range(60)
    ),
)
def summarise_ticket(args: TicketArgs) -> dict:
    return {"ticket": args.ticket, "summary": "The printer does not print."}
