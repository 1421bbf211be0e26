"""A manual instead of a description: some clients cut it off silently."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool

MANUAL = "\n".join(
    f"{step}. Look at row {step} of the sheet before you book, and stop if its sum is off." for step in range(1, 31)
)


class BookPaymentArguments(BaseModel):
    amount: int = Field(ge=1, description="Amount in cents.")


@forge_tool(
    name="book_payment",
    description=f"Book a payment.\n{MANUAL}",
    args_schema=BookPaymentArguments,
    tier="write",
    register=False,
)
def broken(args: BookPaymentArguments) -> dict[str, int]:
    return {"booked": args.amount}


@forge_tool(
    name="book_payment",
    description="Book a payment. Read the manual with read_manual first.",
    args_schema=BookPaymentArguments,
    tier="write",
    register=False,
)
def fixed(args: BookPaymentArguments) -> dict[str, int]:
    return {"booked": args.amount}
