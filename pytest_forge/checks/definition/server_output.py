"""What a server of MCP prints before it is asked anything: nothing but messages of the protocol."""

from __future__ import annotations

from ...targets.facts import ToolFacts
from ...verdict import CheckFailure, NotApplicable
from ..check import check

__all__ = ["startup_prints_nothing"]


@check(
    family="definition",
    level="MUST",
    source="MCP 2025-11-25, transports: nothing to stdout that is no message",
    codes={
        "startup_output": "The server prints to standard output what is not a message.",
    },
)
def startup_prints_nothing(tool: ToolFacts) -> None:
    """A server that is started over stdio prints nothing to standard output but messages.

    A banner, a progress bar or a forgotten print is read as a message by every client: some log an error for each line,
    some end the connection.
    """
    if tool.kind != "mcp":
        raise NotApplicable("The tool is none of a server's.")
    if tool.noise:
        line = tool.noise[0] if len(tool.noise[0]) <= 80 else tool.noise[0][:80] + "…"
        raise CheckFailure(
            "startup_output",
            f"While it started, the server printed {line!r} to standard output, which is no message. "
            "Print to standard error.",
        )
