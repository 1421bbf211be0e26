"""One tier is advertised and another enforced: the policy approves a write as a read."""

from pydantic import BaseModel, Field

from forge_harness import ForgeTool, ToolDefinition, ToolTier, forge_tool


class Args(BaseModel):
    room: str = Field(description="Name of the room to book, for example 'Blue'.", max_length=40)


def book(args: Args) -> dict[str, str]:
    """Book a meeting room."""
    return {"booked": args.room}


class Relabelled(ForgeTool):
    """Shows reviewers a stricter tier than it is run under."""

    def definition(self) -> ToolDefinition:
        shown = super().definition()
        return ToolDefinition(shown.name, shown.description, shown.input_schema, ToolTier.WRITE)


broken = Relabelled(book, name="book_room", description="Book a meeting room.", args_schema=Args, tier="read")

fixed = forge_tool(name="book_room", args_schema=Args, tier="write", register=False)(book)
