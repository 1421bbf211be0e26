"""`forge serve`: your tools as an MCP server, over standard input and output or HTTP."""

from __future__ import annotations

import argparse
import logging
import math
import os
import sys
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import CommandError, RegistrationError
from ..events import EventBus
from ..extra import install_extra
from ..guardrails.guardrails import Guardrails
from .mcp_servers import configure_mcp, mcp_tools
from .openapi_documents import add_openapi_tools, configure_openapi
from .project_tools import add_project_tools
from .terminal import RunTerminal
from .tool_targets import TARGET_HELP, load_tools

if TYPE_CHECKING:
    from ..serve.http_address import HttpAddress
    from ..serve.served_tools import ServedTools

__all__ = ["HELP", "configure", "run"]

HELP = "Offer your tools to MCP clients, over standard input and output or HTTP."

#: Loggers of the libraries that serve.
_LIBRARIES = ("mcp", "uvicorn")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("--tools", metavar="TARGET", action="append", default=[], help=TARGET_HELP)
    configure_openapi(parser)
    configure_mcp(parser)
    parser.add_argument("--workspace", type=Path, help="folder in which the tools may work")
    parser.add_argument(
        "--approve",
        choices=["read", "all"],
        default="read",
        help="calls that may run: those of tools that read (the default), or all",
    )
    parser.add_argument("--scope", action="append", default=[], metavar="SCOPE", help="a scope the clients hold")
    parser.add_argument(
        "--timeout", type=float, default=120.0, metavar="SECONDS", help="limit of one call; default: 120"
    )
    parser.add_argument(
        "--http",
        metavar="[HOST:]PORT",
        help="serve over HTTP, to programs on this machine unless HOST is another address; port 0 for any free one",
    )
    parser.add_argument(
        "--key-env", metavar="VARIABLE", help="the environment variable with the key that HTTP clients must send"
    )
    parser.add_argument(
        "--allow-host",
        metavar="NAME",
        action="append",
        default=[],
        help="another name by which HTTP clients call this machine",
    )
    parser.add_argument("--verbose", action="store_true", help="show each call, and why calls failed, from the log")


def run(arguments: argparse.Namespace) -> int:
    """Serve until the client or a signal ends it."""
    if not (math.isfinite(arguments.timeout) and arguments.timeout > 0):
        raise CommandError(f"--timeout {arguments.timeout} is not a time limit. Give seconds above 0.")
    if arguments.workspace is not None and not arguments.workspace.is_dir():
        raise CommandError(f"The workspace {str(arguments.workspace)!r} is not a folder. Choose an existing folder.")
    if not (arguments.tools or arguments.openapi or arguments.mcp):
        raise CommandError("There is nothing to serve. Add --tools TARGET, --openapi FILE or --mcp COMMAND.")
    address, key = _http(arguments)
    _require_sdk()
    from ..serve.until_told import run_until_told  # as every module of serve: it needs the SDK

    terminal = RunTerminal(is_verbose=arguments.verbose)
    with ExitStack() as stack:
        stack.enter_context(terminal.logs())
        _listen_to_libraries(is_verbose=arguments.verbose)
        # The streams are taken before tools are imported, which may print.
        serve = _over_streams(stack, terminal) if address is None else _over_http(address, key, arguments, terminal)
        served = _served(arguments, stack, terminal)
        run_until_told(lambda: serve(served), served)
    return 0


def _served(arguments: argparse.Namespace, stack: ExitStack, terminal: RunTerminal) -> ServedTools:
    from ..serve.served_tools import ServedTools  # as above

    tools = load_tools(arguments.tools, note=terminal.note)
    add_openapi_tools(arguments, tools, terminal.note)
    rules = add_project_tools(tools)
    stack.enter_context(mcp_tools(arguments, tools, terminal.note))
    bus = EventBus()
    if arguments.verbose:
        bus.subscribe(terminal.show)
    try:
        served = ServedTools(
            tools,
            approves_all=arguments.approve == "all",
            scopes=arguments.scope,
            guardrails=Guardrails(rules),
            workspace_root=arguments.workspace,
            call_s=arguments.timeout,
            bus=bus,
        )
    except RegistrationError as error:
        raise CommandError(str(error)) from None
    if arguments.workspace is None and served.need_workspace:
        terminal.note(f"Without --workspace, calls of these tools fail: {', '.join(served.need_workspace)}.")
    return served


def _over_streams(stack: ExitStack, terminal: RunTerminal) -> Callable[[ServedTools], Awaitable[None]]:
    from ..serve.protocol import mcp_server  # as above
    from ..serve.standard_streams import claimed_streams
    from ..serve.stdio import serve_stdio

    is_typed_to = sys.stdin is not None and sys.stdin.isatty()
    streams = stack.enter_context(claimed_streams())

    async def serve(served: ServedTools) -> None:
        if is_typed_to:
            terminal.note(
                f"{_counted(served)} on standard input and output, for a client that starts this command. "
                "Press Ctrl-C to end, or use --http 8000 to serve over HTTP."
            )
        await serve_stdio(mcp_server(served), streams)

    return serve


def _over_http(
    address: HttpAddress, key: str | None, arguments: argparse.Namespace, terminal: RunTerminal
) -> Callable[[ServedTools], Awaitable[None]]:
    from ..serve.http import serve_http  # as above
    from ..serve.protocol import mcp_server

    listening = address.bound()

    async def serve(served: ServedTools) -> None:
        with listening:
            # A client may come as soon as it knows the address.
            listening.listen()
            terminal.note(f"{_counted(served)} at {address.url(listening.getsockname()[1])}. Press Ctrl-C to end.")
            await serve_http(mcp_server(served), listening, names=address.names(arguments.allow_host), key=key)

    return serve


def _counted(served: ServedTools) -> str:
    number = len(served.entries)
    return "1 tool is served" if number == 1 else f"{number} tools are served"


def _http(arguments: argparse.Namespace) -> tuple[HttpAddress | None, str | None]:
    """Return where to serve over HTTP, if at all, and the key of the clients, if there is one."""
    from ..serve.http_address import read_http_address  # it needs no SDK

    if arguments.http is None:
        for option, value in (("--key-env", arguments.key_env), ("--allow-host", arguments.allow_host)):
            if value:
                raise CommandError(f"{option} is for HTTP. Add --http PORT, or leave it out.")
        return None, None
    address = read_http_address(arguments.http)
    if arguments.key_env is None and not address.is_local:
        raise CommandError(
            f"At {arguments.http!r} other machines can call the tools, so clients need a key. "
            "Add --key-env VARIABLE, or leave the host out."
        )
    if address.is_wildcard and not arguments.allow_host:
        raise CommandError(
            f"{arguments.http!r} does not say by which names clients call this machine. Add --allow-host NAME."
        )
    return address, None if arguments.key_env is None else _key(arguments.key_env)


def _key(variable: str) -> str:
    key = os.environ.get(variable, "")
    if not key:
        raise CommandError(f"The variable {variable!r} is not set. Set it to the key, or name another variable.")
    if not (key.isascii() and key.isprintable()) or " " in key:
        raise CommandError(f"The key in {variable!r} cannot be sent in a header. Use letters, digits and signs.")
    return key


def _listen_to_libraries(*, is_verbose: bool) -> None:
    for name in _LIBRARIES:
        # Without a handler, Python would print their warnings.
        logging.getLogger(name).addHandler(logging.StreamHandler() if is_verbose else logging.NullHandler())


def _require_sdk() -> None:
    try:
        import mcp.server.lowlevel  # noqa: F401  # imported to see whether it can be
        import mcp_types  # noqa: F401  # version 1 of the SDK does not have it
    except ImportError:
        raise CommandError(
            f"The MCP SDK, version 2.3 or later, is not installed. Run: {install_extra('mcp')}."
        ) from None
