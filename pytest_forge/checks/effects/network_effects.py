"""Network effects: the requests and connections of a call that only asks."""

from __future__ import annotations

import os
import socket
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote_plus, urlsplit

from ...observe.observation import Answer, Observation
from ...oracles.audit import AuditEvent
from ...oracles.sent_requests import SentRequest
from ...profile.network import asks, reaches_out, tells_only, tells_only_by_host
from ...sandbox import Sandbox
from ...strategies.workspace_files import path_arguments
from ...targets.facts import ToolFacts
from ...targets.project_copy import module_file
from .effect import Effect

__all__ = ["connections_elsewhere", "orders"]

_ASKING = frozenset({"GET", "HEAD", "OPTIONS", "PROPFIND", "REPORT", "SEARCH", "TRACE", "CONNECT", "QUERY"})


def orders(tool: ToolFacts, sandbox: Sandbox, seen: Observation[Answer]) -> Iterator[Effect]:
    """Yield the network uses of a call that are no queries, or that it does not need."""
    outside = reaches_out(tool)
    for request in seen.requests.value:
        host = urlsplit(request.url).netloc.rpartition("@")[2]
        if request.method == "MAIL":
            yield Effect(f"connected to the mail server {host or request.url!r}")
            continue
        if request.method not in _ASKING:
            question = asks(tool, method=request.method, url=request.url, body=request.body)
            yield Effect(f"sent a {request.method} request to {host!r}", question)
        if _holds_content(sandbox.workspace, request):
            yield Effect(f"sent the content of a file to {host!r}")
        elif tells_only(request.url) and seen.answer.succeeded:
            # It returned a result although the network is closed, so it did not need the request.
            yield Effect(f"sent a request to {host!r} that it does not need for its result", outside)
    schema = tool.input_schema if isinstance(tool.input_schema, dict) else {}
    about_files = tool.workspace_root_aware or bool(path_arguments(schema))
    needed = _hosts_it_needs(seen)
    for event in connections_elsewhere(seen):
        if (about_files or _is_own(event)) and _host_of(event) not in needed:
            target = ", ".join(event.paths)[:60]
            yield Effect(f"connected to {target!r}, which neither its description nor its arguments mention", outside)
    if outside:
        yield from _unneeded_hosts(tool, schema, seen)


def connections_elsewhere(seen: Observation[Answer]) -> Iterator[AuditEvent]:
    """Yield the operations that use the network, other than those about this machine."""
    return (event for event in seen.connections if not _is_about_this_machine(event))


def _unneeded_hosts(tool: ToolFacts, schema: object, seen: Observation[Answer]) -> Iterator[Effect]:
    """Yield contacted hosts that the call does not mention or need; it succeeded although the network is closed."""
    if not seen.answer.succeeded:
        return
    spoken = f"{tool.name} {tool.description} {schema!r} {seen.answer.arguments!r}".lower()
    for event in seen.connections:
        host = _host_of(event)
        if tells_only_by_host(host) and host not in spoken:
            yield Effect(f"connected to {host!r}, which neither the call nor the description mentions or needs")


def _hosts_it_needs(seen: Observation[Answer]) -> set[str]:
    """Return the hosts that a call only asks, and without which it has no result."""
    if seen.answer.succeeded:
        return set()
    return {(urlsplit(one.url).hostname or "").lower() for one in seen.requests.value if one.method in _ASKING}


def _host_of(event: AuditEvent) -> str:
    return event.paths[0].partition(":")[0].lower() if event.paths else ""


def _holds_content(workspace: Path, request: SentRequest) -> bool:
    text = f"{unquote_plus(request.url)}\n{unquote_plus(request.body)}"
    for path in sorted(workspace.glob("*.*"))[:40]:
        try:
            lines = path.read_text("utf-8").splitlines()[:20]
        except (OSError, UnicodeDecodeError):
            continue
        if any(len(line.strip()) > 11 and line.strip() in text for line in lines):
            return True
    return False


def _is_about_this_machine(event: AuditEvent) -> bool:
    # The tool's own workers also use sockets, and resolving the machine's own name does not use the network.
    names = {socket.gethostname(), "localhost", "127.0.0.1", "::1", "0.0.0.0", ""}  # noqa: S104  # compared only
    return event.event == "socket.bind" or all(name in names for name in event.paths)


def _is_own(event: AuditEvent) -> bool:
    """Return whether the author's own code opened the connection, without a library in between."""
    callers = [name for name in event.asked_by if name.partition(".")[0] not in ("socket", "ssl", "asyncio", "_socket")]
    if callers and callers[0] == "__main__":
        # The script of a server; in this process it is never a tool.
        return True
    file = module_file(sys.modules.get(callers[0])) if callers else None
    if file is None:
        return False
    libraries = [os.path.realpath(sysconfig.get_path(name)) for name in ("stdlib", "purelib", "platlib")]
    return not os.path.realpath(file).startswith(tuple(libraries))
