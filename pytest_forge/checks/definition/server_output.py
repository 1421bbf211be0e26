"""Server output: an MCP server writes only protocol messages to standard output while it starts."""

from __future__ import annotations

from ...targets.facts import ToolFacts
from ...verdict import CheckFailure, CouldNotRun, NotApplicable
from ..check import check

__all__ = ["startup_prints_nothing"]


@check(
    family="definition",
    level="MUST",
    source="MCP 2025-11-25, transports: only messages on stdout",
    codes={
        "startup_output": "The server prints something other than messages to standard output.",
    },
)
def startup_prints_nothing(tool: ToolFacts) -> None:
    """A server started over stdio writes only protocol messages to standard output.

    Every client reads a banner, a progress bar or a forgotten print as a message: some log an error for each line, some
    close the connection.
    """
    if tool.kind != "mcp":
        raise NotApplicable("The tool is not served by an MCP server.")
    if tool.unusable:
        # A server of a client's file that did not start; the others of the file are judged.
        raise CouldNotRun(tool.unusable)
    if tool.noise:
        line = tool.noise[0] if len(tool.noise[0]) <= 80 else tool.noise[0][:80] + "…"
        raise CheckFailure(
            "startup_output",
            f"While starting, the server printed {line!r} to standard output, which is not a protocol message. "
            "Print to standard error.",
        )
