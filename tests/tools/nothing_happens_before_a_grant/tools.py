"""Tools that break nothing_happens_before_a_grant, and others that resemble them and keep it."""

from __future__ import annotations

import datetime as dt
from decimal import Decimal
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field, SecretStr, field_validator, model_validator

from forge_harness import FnToolExecutor, ToolDefinition, ToolTier, forge_tool

from ..marks import breaks, keeps


class _Definition:
    """An executor that writes whenever somebody asks what it is."""

    name = "says_hello"

    def definition(self) -> ToolDefinition:
        Path("asked.log").write_text("asked")
        schema = {"type": "object", "properties": {"text": {"type": "string", "description": "Text."}}}
        return ToolDefinition(self.name, "Say hello to somebody.", schema, ToolTier.READ)

    def execute(self, arguments: dict[str, Any]) -> dict[str, Any]:
        return {"said": arguments.get("text", "")}


definition_writes = breaks("nothing_happens_before_a_grant", tool="says_hello")(_Definition())


class ExpenseArgs(BaseModel):
    cents: int = Field(ge=1, le=100_000, description="Amount in cents.")
    reason: str = Field(max_length=100, description="What it was for.")

    @model_validator(mode="after")
    def _logged(self) -> ExpenseArgs:
        with open("expenses.log", "a") as log:
            log.write(f"{self.cents} {self.reason!r}\n")
        return self


@breaks("nothing_happens_before_a_grant")
@forge_tool(args_schema=ExpenseArgs, tier="execute")
def submit_expense(args: ExpenseArgs) -> dict:
    """Submit an expense to the accounts department."""
    return {"cents": args.cents}


class PrinterTool(FnToolExecutor):
    """Looks up its printers each time it is described."""

    def definition(self) -> ToolDefinition:
        Path("printers.cache").write_text("laser ink")
        return super().definition()


restart_printer = breaks("nothing_happens_before_a_grant")(
    PrinterTool(
        "restart_printer",
        lambda arguments: {"restarted": arguments["printer"]},
        description="Restart one of the printers of the office.",
        tier="execute",
        input_schema={
            "type": "object",
            "properties": {"printer": {"type": "string", "enum": ["laser", "ink"], "description": "Which printer."}},
            "required": ["printer"],
            "additionalProperties": False,
        },
    )
)


class NormalisedArgs(BaseModel):
    model_config = {"str_strip_whitespace": True}

    email: str = Field(description="Address of the customer.", max_length=80)
    day: dt.date = Field(description="Day of the visit.")
    amount: Decimal = Field(ge=0, le=1000, description="How much, in euros.")
    code: SecretStr = Field(description="The customer's PIN.")
    tags: list[str] = Field(default_factory=list, max_length=5, description="Labels.")

    @field_validator("email")
    @classmethod
    def _lower(cls, email: str) -> str:
        return email.lower()

    @field_validator("tags")
    @classmethod
    def _unique(cls, tags: list[str]) -> list[str]:
        return sorted(set(tags))


@keeps("nothing_happens_before_a_grant", "approved_arguments_are_executed")
@forge_tool(args_schema=NormalisedArgs, tier="write", register=False)
def normalises(args: NormalisedArgs) -> dict[str, str]:
    """Note a customer's visit."""
    return {"noted": args.email}


class ReadingArgs(BaseModel):
    name: str = Field(description="Name of the customer.", max_length=80)

    @model_validator(mode="after")
    def _reads(self) -> ReadingArgs:
        # Reading while validating is allowed; so is looking at the clock.
        Path(__file__).read_text()
        dt.datetime.now(tz=dt.UTC)
        return self


@keeps("nothing_happens_before_a_grant", "approved_arguments_are_executed")
@forge_tool(args_schema=ReadingArgs, tier="read", register=False)
def reads_while_validating(args: ReadingArgs) -> dict[str, str]:
    """Greet a customer."""
    return {"greeting": f"Hello {args.name}"}


class WriterArgs(BaseModel):
    text: str = Field(description="Text of the entry.", max_length=80)


@keeps("nothing_happens_before_a_grant", "approved_arguments_are_executed")
@forge_tool(args_schema=WriterArgs, tier="write", register=False)
def writes_when_granted(args: WriterArgs) -> dict[str, int]:
    """Add an entry to the diary."""
    with Path("diary.txt").open("a") as diary:
        return {"characters": diary.write(args.text)}


@keeps("nothing_happens_before_a_grant", "approved_arguments_are_executed")
@forge_tool(args_schema=WriterArgs, tier="execute", required_scopes=["diary:write", "diary:read"], register=False)
async def waits(args: WriterArgs) -> dict[str, int]:
    """Count the characters of an entry."""
    return {"characters": len(args.text)}


def _ping(arguments: dict[str, Any]) -> dict[str, Any]:
    """Answer a ping."""
    return {"pong": arguments.get("text", "")}


executes = keeps("nothing_happens_before_a_grant", "scopes_are_enforced")(
    FnToolExecutor(
        "ping",
        _ping,
        tier="read",
        input_schema={
            "type": "object",
            "properties": {"text": {"type": "string", "description": "What to send back."}},
        },
    )
)


class SpanArgs(BaseModel):
    low: int = Field(ge=0, le=1000, description="Lower end.")
    high: int = Field(ge=0, le=1000, description="Upper end; a range that is given the wrong way round is turned.")

    @model_validator(mode="after")
    def _in_order(self) -> SpanArgs:
        if self.low > self.high:
            self.low, self.high = self.high, self.low
        return self


@keeps("nothing_happens_before_a_grant", "approved_arguments_are_executed")
@forge_tool(args_schema=SpanArgs, tier="read", register=False)
def turns_a_range(args: SpanArgs) -> dict[str, int]:
    """Add up the numbers of a range."""
    return {"sum": (args.low + args.high) * (args.high - args.low + 1) // 2}
