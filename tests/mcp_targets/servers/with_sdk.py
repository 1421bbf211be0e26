"""A server on the official SDK: an adder without a defect, and a look-up whose deliberate errors are quiet."""

from typing import Annotated

from mcp.server import MCPServer
from pydantic import BaseModel, Field

server = MCPServer("sums")


class Sum(BaseModel):
    total: int


@server.tool()
def add(
    left: Annotated[int, Field(ge=0, le=1000, description="The one number.")],
    right: Annotated[int, Field(ge=0, le=1000, description="The other number.")],
) -> Sum:
    """Add two numbers."""
    return Sum(total=left + right)


@server.tool()
def look_up(key: Annotated[str, Field(description="What to look up.")]) -> str:
    """Look up the meaning of a word."""
    if not key.isalpha():
        raise ValueError(f"not a word in {__file__}")
    return f"{key} is a word"


server.run()
