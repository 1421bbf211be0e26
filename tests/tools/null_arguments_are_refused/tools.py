"""Tools that break null_arguments_are_refused."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import (
    BaseModel,
    BeforeValidator,
    Field,
)

from forge_harness import forge_tool

from ..marks import breaks


def broken_tool(name: str, model: type[BaseModel]) -> Any:
    @forge_tool(name=name, description="Broken.", args_schema=model, tier="read", register=False)
    def run(args: Any) -> dict[str, Any]:
        return {"ok": True}

    return run


class Emptied(BaseModel):
    text: Annotated[str, BeforeValidator(lambda value: "" if value is None else value)]


null_emptied = breaks("null_arguments_are_refused")(broken_tool("null_arguments_are_refused__emptied", Emptied))


def _to_int(value: object) -> object:
    return 2 if value is None else value


class TableArgs(BaseModel):
    guests: Annotated[int, BeforeValidator(_to_int)] = Field(ge=1, le=12, description="How many guests come.")


@breaks("null_arguments_are_refused")
@forge_tool(args_schema=TableArgs, tier="write")
def book_table(args: TableArgs) -> dict:
    """Book a table for tonight."""
    return {"guests": args.guests, "table": 4}
