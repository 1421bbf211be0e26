"""Tools that break name_is_snake_case."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks


class ContactArgs(BaseModel):
    surname: str = Field(max_length=60, description="Surname of the contact.")


@breaks("name_is_snake_case")
@forge_tool(args_schema=ContactArgs, tier="read")
def lookupContact(args: ContactArgs) -> dict:
    """Look up the phone number of a contact by surname."""
    return {"surname": args.surname, "phone": None}
