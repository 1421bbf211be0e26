"""A validator writes to a file: this also happens for invalid calls, and before the approval."""

from pathlib import Path

from pydantic import BaseModel, Field, field_validator

from forge_harness import forge_tool


class BrokenArgs(BaseModel):
    number: str = Field(description="Number of the invoice, for example '2024-17'.", max_length=20)

    @field_validator("number", mode="before")
    @classmethod
    def _remember(cls, number: object) -> object:
        with Path("seen.log").open("a") as log:
            log.write(f"{number}\n")
        return number


@forge_tool(name="pay_invoice", args_schema=BrokenArgs, tier="execute", register=False)
def broken(args: BrokenArgs) -> dict[str, str]:
    """Pay an invoice."""
    return {"paid": args.number}


class FixedArgs(BaseModel):
    number: str = Field(description="Number of the invoice, for example '2024-17'.", max_length=20)


@forge_tool(name="pay_invoice", args_schema=FixedArgs, tier="execute", register=False)
def fixed(args: FixedArgs) -> dict[str, str]:
    """Pay an invoice."""
    # Write only here, after the call was approved.
    return {"paid": args.number}
