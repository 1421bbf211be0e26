"""MCP servers of `forge run` and `forge serve`: their options, and the tools that are used of them."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from ..errors import CommandError, RegistrationError
from ..registry.tool_registry import ToolRegistry
from .given_name import named

__all__ = ["configure_mcp", "mcp_tools"]

#: The value of the Authorization header of a server with a URL.
_AUTHORIZATION = "FORGE_MCP_AUTHORIZATION"
#: What looks like a name, or like a variable before a command in a shell.
_ASSIGNED = re.compile(r"([^\s=/:'\"]*)=")
_NAME = re.compile(r"Pass (another|one as) name=")
_URL = re.compile(r"(mcp\+)?https?://", re.IGNORECASE)


def configure_mcp(parser: argparse.ArgumentParser) -> None:
    """Declare the options of MCP servers."""
    parser.add_argument(
        "--mcp",
        metavar="[NAME=]COMMAND",
        action="append",
        default=[],
        help="an MCP server, by its command or URL; its tools are called NAME__TOOL",
    )
    parser.add_argument(
        "--mcp-env",
        metavar="VARIABLE",
        action="append",
        default=[],
        help="a variable of the environment that the commands of --mcp get",
    )
    parser.add_argument(
        "--mcp-pins",
        metavar="FILE",
        type=Path,
        help="a file with the hashes of the servers' tools; those that have changed since are left out",
    )


@contextmanager
def mcp_tools(arguments: argparse.Namespace, tools: ToolRegistry, note: Callable[[str], object]) -> Iterator[None]:
    """Add the tools of the servers to *tools*; the servers end with the context.

    Args:
        arguments: The parsed arguments.
        tools: The other tools.
        note: Called with a line about each tool that is left out.

    Raises:
        CommandError: If a server cannot be used, or two tools have the same name.
    """
    if not arguments.mcp:
        yield
        return
    from ..tools.mcp_servers.opening import connect_mcp  # few runs use a server
    from ..tools.mcp_servers.registering import register_mcp_tools

    headers = _authorization(arguments.mcp)
    environment = {name: _variable(name) for name in arguments.mcp_env}
    roots = [] if arguments.workspace is None else [arguments.workspace]
    with ExitStack() as servers:
        for given in arguments.mcp:
            name, address = named(given)
            assigned = _ASSIGNED.match(address)
            if assigned is not None:
                raise CommandError(
                    f"{assigned[1]!r} in --mcp is not a name for a server. Begin a name with a small letter, then "
                    "write small letters, digits and '-'; pass a variable with --mcp-env."
                )
            if arguments.mcp_pins is not None and not name:
                raise CommandError(f"--mcp-pins needs a name for the server {given!r}. Write it as 'NAME={given}'.")
            try:
                connection = servers.enter_context(
                    connect_mcp(address, label=name, environment=environment, headers=headers, roots=roots)
                )
                register_mcp_tools(connection, tools, name=name, pins=arguments.mcp_pins, tell=note)
            except RegistrationError as error:
                # The message names a parameter of the function; the command has an option.
                raise CommandError(_NAME.sub("Write --mcp NAME=COMMAND", str(error))) from None
        yield


def _authorization(addresses: list[str]) -> dict[str, str]:
    value = os.environ.get(_AUTHORIZATION, "")
    urls = [given for given in addresses if _URL.match(named(given)[1])]
    if value and len(urls) > 1:
        raise CommandError(f"{_AUTHORIZATION} is set, and would be sent to {len(urls)} servers. Use one URL with it.")
    return {"authorization": value} if value else {}


def _variable(name: str) -> str:
    value = os.environ.get(name)
    if value is None:
        raise CommandError(f"The variable {name!r} of --mcp-env is not set. Set it, or leave the option out.")
    return value
