"""`connect_mcp`: a connection to an MCP server, by its command or its URL."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from ...egress.client import EgressClient
from ...egress.policy import EgressPolicy
from ...errors import RegistrationError
from ...mcp.connection import McpConnection
from ...mcp.http_transport import McpHttpTransport
from ...mcp.pipe import McpPipe
from ...mcp.server_url import is_server_url
from ...programs.environment import program_environment

__all__ = ["connect_mcp"]

_URLS = ("http://", "https://")
#: Ways to say that an address is one of an MCP server, besides the address itself.
_PREFIXES = ("stdio:", "mcp:", "mcp+")
#: What programs of the user need to find their own files, and what they show.
_OWN_VARIABLES = ("LOGNAME", "SHELL", "TERM", "USER", "TMPDIR")
_PORTS = {"http": 80, "https": 443}
#: A server over HTTP cannot tell of a changed list between calls.
_FRESH_S = 300.0
_MAX_LABEL = 80


def connect_mcp(
    address: str | Sequence[str],
    *,
    label: str = "",
    folder: str | Path | None = None,
    environment: Mapping[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
    egress: EgressPolicy | EgressClient | None = None,
    roots: Sequence[str | Path] = (),
    start_s: float = 30.0,
) -> McpConnection:
    """Return a connection to an MCP server, which is started when it is first needed.

    Args:
        address: A command, as text or in words, that starts a server which speaks over its standard streams:
            ``"python server.py"``, ``"stdio:./server"``; or the URL of one that speaks streamable HTTP. No shell is
            used. ``python`` is the current interpreter.
        label: What messages call the server; by default its address.
        folder: The working folder of a command; by default the current one.
        environment: Variables of a command besides PATH, HOME, LANG and the like; it gets nothing else.
        headers: Headers of each request to a URL, such as Authorization.
        egress: Where requests to a URL may go; None for its own host and port alone.
        roots: Folders that a command is told it may use; the server of a URL has no business with them.
        start_s: Seconds that it gets to start, and again to list its tools.

    Raises:
        RegistrationError: If the address is not valid.

    Source: seed 004, "MCPClient::connect("stdio:./my-mcp-server")".
    """
    words, url = _read(address)
    if url:
        # A query may hold a token.
        shown = url.partition("?")[0].rpartition("@")[2]
        reach = partial(_open_url, url, dict(headers or {}), egress or _policy_of(url))
        return McpConnection(label or shown, reach, address=shown, start_s=start_s, fresh_s=_FRESH_S)
    place = Path.cwd() if folder is None else Path(folder).resolve()
    start = partial(_start, words, place, dict(environment or {}))
    command = shlex.join(words)
    told = [Path(root).resolve().as_uri() for root in roots]
    return McpConnection(label or command[:_MAX_LABEL], start, address=command, roots=told, start_s=start_s)


def _read(address: str | Sequence[str]) -> tuple[list[str], str]:
    """Return the words of a command, or a URL."""
    if not isinstance(address, str):
        words = list(address)
    else:
        text = address.strip()
        for prefix in _PREFIXES:
            text = text.removeprefix(prefix)
        if text[:8].lower().startswith(_URLS):
            if not is_server_url(text):
                raise RegistrationError(
                    f"{text!r} is not the URL of an MCP server. Write it as 'https://HOST:PORT/PATH'."
                )
            return [], text
        try:
            words = shlex.split(text)
        except ValueError as error:
            raise RegistrationError(
                f"The command {text!r} cannot be parsed ({error}). Quote it as in a shell."
            ) from None
    if not words or not words[0]:
        raise RegistrationError("The command of an MCP server is empty. Write a command, or the URL of the server.")
    return words, ""


def _policy_of(url: str) -> EgressPolicy:
    """Return the policy of an operator who has written the URL, and nothing else."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    shown = f"[{host}]" if ":" in host else host
    return EgressPolicy(mode="allowlist", allow=[f"{shown}:{parts.port or _PORTS[parts.scheme]}"])


def _open_url(url: str, headers: Mapping[str, str], egress: EgressPolicy | EgressClient) -> McpHttpTransport:
    from ...egress.transport import EgressTransport  # here: it loads an HTTP client

    transport = egress.transport() if isinstance(egress, EgressClient) else EgressTransport(egress)
    return McpHttpTransport(url, headers=headers, transport=transport)


def _start(words: Sequence[str], folder: Path, given: Mapping[str, str]) -> McpPipe:
    environment = {**program_environment(folder, passthrough=_OWN_VARIABLES), "HOME": str(Path.home()), **given}
    program = _program(words[0], folder, environment)
    return McpPipe([program, *words[1:]], environment=environment, folder=folder)


def _program(word: str, folder: Path, environment: Mapping[str, str]) -> str:
    """Return the path of a program.

    Raises:
        FileNotFoundError: If there is none.
    """
    if word in ("python", "python3"):
        return sys.executable
    if "/" in word:
        return str(folder / Path(word).expanduser())
    # Scripts of the current environment, activated or not, come first.
    beside_us = Path(sys.executable).with_name(word)
    found = str(beside_us) if os.access(beside_us, os.X_OK) else shutil.which(word, path=environment["PATH"])
    if found is None:
        raise FileNotFoundError(2, "the program was not found")
    return found
