"""`forge serve`: your tools as an MCP server, over the standard streams or HTTP."""

from __future__ import annotations

import argparse
import math
import sys
from contextlib import ExitStack
from pathlib import Path

from ..errors import CommandError
from ..events import EventBus
from .terminal import RunTerminal
from .tool_targets import TARGET_HELP, load_tools

__all__ = ["HELP", "configure", "run"]

HELP = "Offer your tools to MCP clients, over standard input and output or HTTP."

#: The same as `served_tools.DEFAULT_CALL_S`, which is imported with the SDK.
_CALL_S = 120.0

#: Seconds to wait for calls that were given up.
_LAST_CALLS_S = 1.0


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--tools", metavar="TARGET", action="append", required=True, help=TARGET_HELP)
    parser.add_argument("--workspace", type=Path, help="folder in which the tools may work")
    parser.add_argument(
        "--approve",
        choices=["read", "all"],
        default="read",
        help="calls that may run: those of tools that read (the default), or all",
    )
    parser.add_argument("--scope", action="append", default=[], metavar="SCOPE", help="a scope the clients hold")
    parser.add_argument(
        "--timeout", type=float, default=_CALL_S, metavar="SECONDS", help="limit of one call; default: 120"
    )
    parser.add_argument("--verbose", action="store_true", help="show each call, and why calls failed, from the log")


def run(arguments: argparse.Namespace) -> int:
    """Serve until the client or a signal ends it."""
    if not (math.isfinite(arguments.timeout) and arguments.timeout > 0):
        raise CommandError(f"--timeout {arguments.timeout} is not a time limit. Give seconds above 0.")
    if arguments.workspace is not None and not arguments.workspace.is_dir():
        raise CommandError(f"The workspace {str(arguments.workspace)!r} is not a folder. Choose an existing folder.")
    _require_sdk()
    from ..serve.protocol import mcp_server  # the SDK takes a second to import, and is optional
    from ..serve.served_tools import ServedTools
    from ..serve.standard_streams import claimed_streams
    from ..serve.stdio import serve_stdio
    from ..serve.until_told import run_until_told

    terminal = RunTerminal(is_verbose=arguments.verbose)
    is_typed_to = sys.stdin is not None and sys.stdin.isatty()
    bus = EventBus()
    if arguments.verbose:
        bus.subscribe(terminal.show)
    with ExitStack() as stack:
        # Before the tools are imported, which may print.
        streams = stack.enter_context(claimed_streams())
        stack.enter_context(terminal.logs())
        tools = load_tools(arguments.tools, note=terminal.note)
        served = ServedTools(
            tools,
            approves_all=arguments.approve == "all",
            scopes=arguments.scope,
            workspace_root=arguments.workspace,
            call_s=arguments.timeout,
            bus=bus,
        )
        if is_typed_to:
            terminal.note(
                f"{len(served.entries)} tools are served on standard input and output, to a client that starts this "
                "command. Press Ctrl-C to end."
            )
        run_until_told(lambda: serve_stdio(mcp_server(served), streams))
        # Calls that were given up end at once, unless they hold the interpreter.
        served.wait_until_idle(_LAST_CALLS_S)
    return 0


def _require_sdk() -> None:
    try:
        import mcp.server.lowlevel  # noqa: F401
        import mcp_types  # noqa: F401  # version 1 of the SDK does not have it
    except ImportError:
        raise CommandError(
            "The MCP SDK, version 2.3 or later, is not installed. Run: pip install 'forge-harness[mcp]'."
        ) from None
