"""Probe: requests that no correct client sends, and the answers that the protocol demands; no tool is called.

ping                              an empty result
an unknown method, or tool        an error, or for a tool a result with isError
an unknown notification           no answer
an unknown cursor                 an error, if the server lists its tools by pages
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from forge_harness import McpClient, McpRefusalError, ServerLostError

__all__ = ["Trouble", "protocol_troubles"]

#: The code of what is wrong, and a sentence about it.
Trouble = tuple[str, str]

_EACH_S, _TIMES = 2.0, 2
_METHOD, _TOOL, _CURSOR = "forge/no_such_method", "forge_no_such_tool", "forge-no-such-cursor"
_NOTIFICATION = "notifications/forge_no_such_notification"
_MAX_SHOWN = 80


def protocol_troubles(client: McpClient, *, is_local: bool, each_s: float = _EACH_S) -> list[Trouble]:
    """Return how a server's answers break the protocol; the first that ends the server is the last.

    Args:
        client: Connected, after the tools were listed.
        is_local: Whether the server is a program that was started here; only such ones get notifications.
        each_s: Seconds to wait for an answer.
    """
    probes: list[Callable[[McpClient, float], Iterator[Trouble]]] = [_ping, _unknown_method, _unknown_tool]
    probes += [_unknown_cursor] if client.has_pages else []
    probes += [_unknown_notification] if is_local else []
    found: list[Trouble] = []
    for probe in probes:
        before = client.transport.noise.count
        try:
            found += probe(client, each_s)
        except ServerLostError as lost:
            code, what = _ENDS[probe]
            return [*found, (code, f"{what} {lost.how}.")]
        noise = client.transport.noise.since(before)
        if is_local and noise:
            line = noise[0][:_MAX_SHOWN]
            found.append(
                ("refusal_printed", f"For an unknown request, the server printed {line!r} to standard output.")
            )
    return found


def _ping(client: McpClient, each_s: float) -> Iterator[Trouble]:
    if client.is_stateless:
        return
    reply = _asked(client, "ping", {}, each_s)
    if reply is not None and "error" in reply:
        yield "ping_refused", "The server answers a ping with an error, and clients take it for broken."


def _unknown_method(client: McpClient, each_s: float) -> Iterator[Trouble]:
    reply = _asked(client, _METHOD, {}, each_s)
    if reply is None:
        yield "unknown_method_unanswered", f"The request {_METHOD!r} gets no answer, and a client waits for it forever."
    elif "error" not in reply:
        yield "unknown_method_accepted", f"The request {_METHOD!r}, which does not exist, is answered with a result."
    elif not _is_error(reply["error"]):
        yield "refusal_malformed", f"The error for an unknown method has no code or no message: {_shown(reply)}."


def _unknown_tool(client: McpClient, each_s: float) -> Iterator[Trouble]:
    reply = _asked(client, "tools/call", {"name": _TOOL, "arguments": {}}, each_s)
    if reply is None:
        yield "unknown_tool_unanswered", f"A call of the tool {_TOOL!r}, which does not exist, gets no answer."
    elif "error" in reply:
        if not _is_error(reply["error"]):
            yield "refusal_malformed", f"The error for an unknown tool has no code or no message: {_shown(reply)}."
    elif not (isinstance(reply.get("result"), dict) and reply["result"].get("isError") is True):
        yield "unknown_tool_accepted", f"A call of the tool {_TOOL!r}, which does not exist, is answered as a success."


def _unknown_cursor(client: McpClient, each_s: float) -> Iterator[Trouble]:
    reply = _asked(client, "tools/list", {"cursor": _CURSOR}, each_s)
    if reply is None:
        yield (
            "cursor_unanswered",
            f"A list of tools from the cursor {_CURSOR!r}, which was never given, gets no answer.",
        )
    elif "error" not in reply:
        yield "cursor_accepted", f"The cursor {_CURSOR!r}, which was never given, is answered with a list of tools."


def _unknown_notification(client: McpClient, each_s: float) -> Iterator[Trouble]:
    before = len(client.strays)
    client.notify(_NOTIFICATION, until=time.monotonic() + each_s)
    # What it says to the notification comes before the answer to the next request.
    with suppress(TimeoutError, McpRefusalError):
        client.ask("tools/list", {}, until=time.monotonic() + each_s)
    if len(client.strays) > before:
        yield "notification_answered", "The server answers a notification, which no client expects."


def _asked(client: McpClient, method: str, params: dict[str, Any], each_s: float) -> dict[str, Any] | None:
    """Return the reply; None if there is none twice, though requests after it are answered."""
    for _ in range(_TIMES):
        with suppress(TimeoutError):
            return client.ask(method, params, until=time.monotonic() + each_s)
        if not client.answers(until=time.monotonic() + each_s):
            # It may only be slow.
            return {"error": {"code": 0, "message": ""}}
    return None


def _is_error(value: Any) -> bool:
    return isinstance(value, dict) and type(value.get("code")) is int and isinstance(value.get("message"), str)


def _shown(reply: dict[str, Any]) -> str:
    return repr(reply["error"])[:_MAX_SHOWN]


_ENDS: dict[Callable[[McpClient, float], Iterator[Trouble]], tuple[str, str]] = {
    _ping: ("refusal_ends_server", "A ping"),
    _unknown_method: ("refusal_ends_server", "A request with an unknown method"),
    _unknown_tool: ("refusal_ends_server", "A call of an unknown tool"),
    _unknown_cursor: ("cursor_ends_server", "An unknown cursor"),
    _unknown_notification: ("notification_ends_server", "An unknown notification"),
}
