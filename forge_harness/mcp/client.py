"""McpClient: the part of the Model Context Protocol that lists the tools of a server and calls them.

    initialize, notifications/initialized          versions up to 2025-11-25, with a handshake
    server/discover, then the version in every     2026-07-28, for servers that refuse the handshake
    request's _meta
    tools/list, page by page; tools/call; ping

Requests of the server are answered at once: a ping, and the workspace as the only root; all others with an error.
"""

from __future__ import annotations

import contextvars
import dataclasses
import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from ..deadline.thread_pool import CallCancelledError
from ..errors import ToolError
from .answer import McpAnswer
from .reply import error_code, error_message, protocol_words
from .transport import McpTransport, ServerLostError

__all__ = ["McpClient", "McpRefusalError"]

_LEGACY, _STATELESS = "2025-11-25", "2026-07-28"
#: The codes for an unknown method (JSON-RPC) and an unsupported version (MCP).
_NO_METHOD, _NO_VERSION = -32601, -32022
_CHANGED = "notifications/tools/list_changed"
_MAX_PAGES = 200
#: Seconds for a second answer to a cancelled call.
_AFTERWARDS_S = 0.1
#: How often a wait looks whether it is still wanted, and how long a server may take to hear that it is not, in seconds.
_LOOK_S, _GIVE_UP_S = 0.05, 1.0
_KEPT, _MAX_KEPT = ("initialize", "server/discover", "tools/list"), 30
_MAX_STRAYS, _MAX_ID = 20, 60
#: The ids of our requests are: process id * _IDS + number.
_IDS = 1_000_000
_INFO = {"name": "forge", "version": "0"}


class McpRefusalError(Exception):
    """The server answered a protocol request with an error, or with an invalid answer."""


class McpClient:
    """Lists and calls the tools of one server.

    Args:
        transport: The connection to it.
        roots: URIs of the folders that the server may use.
        is_cancelled: Asked while an answer is waited for: whether nobody waits for it any more. The server is told of
            calls that are given up. None waits until the deadline, and tells nothing.

    Attributes:
        strays: Ids of answers to requests that were never made, as JSON, oldest first.
        has_told_of_changes: Whether the server has announced that its list of tools changed.
        has_pages: Whether it has listed its tools by pages.
        introduction: What the server has told of itself; empty before `open`.
        answered: The method and the answer of each request that introduced the server or listed its tools; no errors.
        vocabulary: Words of the protocol: methods and keys that we send, keys and types that come back.
    """

    def __init__(
        self,
        transport: McpTransport,
        *,
        roots: Sequence[str] = (),
        is_cancelled: Callable[[], bool] | None = None,
    ) -> None:
        self.transport = transport
        self.version = ""
        self.strays: list[str] = []
        self.has_told_of_changes = False
        self.has_pages = False
        self.answered: list[tuple[str, dict[str, Any]]] = []
        self.vocabulary: set[str] = set()
        self.introduction: dict[str, Any] = {}
        self._roots = roots
        self._is_cancelled = is_cancelled
        self._number = 0

    @property
    def is_stateless(self) -> bool:
        """Whether the version is one without a handshake, whose requests each name it."""
        return self.version == _STATELESS

    def open(self, *, until: float) -> None:
        """Negotiate the protocol version.

        Raises:
            McpRefusalError: If the server refuses every version, or its answer is invalid.
            ServerLostError: If it has ended.
            TimeoutError: If it does not answer in time.
        """
        capabilities: dict[str, Any] = {"roots": {}} if self._roots else {}
        introduction = {"protocolVersion": _LEGACY, "capabilities": capabilities, "clientInfo": _INFO}
        reply = self._request("initialize", introduction, until=until)
        code = error_code(reply)
        if code is None:
            result = reply.get("result")
            if not isinstance(result, dict) or not isinstance(result.get("protocolVersion"), str):
                raise McpRefusalError("its answer to 'initialize' lacks a protocolVersion")
            self.version = result["protocolVersion"]
            self.introduction = result
            self.transport.send({"jsonrpc": "2.0", "method": "notifications/initialized"}, until=until)
            return
        if code in (_NO_METHOD, _NO_VERSION) or _names_stateless(reply):
            self.version = _STATELESS
            reply = self._request("server/discover", {}, until=until)
            if error_code(reply) is None:
                found = reply.get("result")
                self.introduction = found if isinstance(found, dict) else {}
                return
        raise McpRefusalError(f"it refused to initialize: {error_message(reply)}")

    def list_tools(self, *, until: float) -> list[Any]:
        """Return the definitions of all tools from all pages, as listed.

        Raises:
            McpRefusalError: If the server refuses, or its answer is not a list.
            ServerLostError: If it has ended.
            TimeoutError: If it does not answer in time.
        """
        tools: list[Any] = []
        cursors: set[str] = set()
        cursor: str | None = None
        for _ in range(_MAX_PAGES):
            reply = self._request("tools/list", {} if cursor is None else {"cursor": cursor}, until=until)
            result = reply.get("result")
            if not isinstance(result, dict):
                raise McpRefusalError(f"it refused to list its tools: {error_message(reply)}")
            page = result.get("tools")
            if not isinstance(page, list):
                raise McpRefusalError("its answer to 'tools/list' lacks a list of tools")
            tools += page
            cursor = result.get("nextCursor")
            if not isinstance(cursor, str) or not cursor:
                return tools
            if cursor in cursors:
                raise McpRefusalError(f"'tools/list' gave the same cursor {cursor[:60]!r} twice")
            self.has_pages = True
            cursors.add(cursor)
        raise McpRefusalError(f"'tools/list' did not end after {_MAX_PAGES} pages")

    def call(self, name: str, arguments: Mapping[str, Any], *, until: float) -> McpAnswer:
        """Call a tool.

        Raises:
            TimeoutError: If it does not answer in time.
        """
        before = self.transport.noise.count
        try:
            answer = self.call_once(name, arguments, until=until)
        except ServerLostError as lost:
            return McpAnswer("lost", noise=self.transport.noise.since(before), how=lost.how, said=lost.said)
        return dataclasses.replace(answer, noise=self.transport.noise.since(before))

    def call_once(self, name: str, arguments: Mapping[str, Any], *, until: float) -> McpAnswer:
        """Call a tool.

        Raises:
            CallCancelledError: If nobody waits for the answer any more.
            ServerLostError: If the server has ended.
            TimeoutError: If it does not answer in time.
        """
        reply = self._request("tools/call", {"name": name, "arguments": dict(arguments)}, until=until)
        if error_code(reply) is not None:
            return McpAnswer("error", reply["error"])
        return McpAnswer("result", reply.get("result"))

    def catch_up(self, *, until: float) -> None:
        """Read what the server has sent meanwhile: requests are answered, notices are noted.

        Raises:
            ServerLostError: If it has ended.
            TimeoutError: If it does not stop sending.
        """
        while (message := self.transport.arrived()) is not None:
            if time.monotonic() > until:
                raise TimeoutError
            if "method" in message:
                self._serve(message, until=until)

    def listen(self, *, until: float) -> None:
        """Ask a server without a handshake to tell of changes of its list; others tell unasked.

        Raises:
            ServerLostError: If it has ended.
            TimeoutError: If it does not read the request in time.
        """
        if self.is_stateless:
            wanted = {"notifications": {"toolsListChanged": True}}
            self.transport.send(self._numbered("subscriptions/listen", wanted), until=until)

    def call_together(self, name: str, calls: Sequence[Mapping[str, Any]], *, until: float) -> list[list[McpAnswer]]:
        """Send calls of a tool one after another without waiting, and return the answers with each id.

        A server that follows the protocol sends one answer for each id; waiting ends with the deadline.

        Raises:
            ServerLostError: If it has ended.
        """
        numbers = []
        for arguments in calls:
            message = self._numbered("tools/call", {"name": name, "arguments": dict(arguments)})
            numbers.append(message["id"])
            self.transport.send(message, until=until)
        found: dict[int, list[McpAnswer]] = {number: [] for number in numbers}
        with suppress(TimeoutError):
            while sum(map(len, found.values())) < len(numbers):
                message = self.transport.receive(until=until)
                number = message.get("id")
                if "method" in message:
                    self._serve(message, until=until)
                elif isinstance(number, int) and number in found:
                    is_error = error_code(message) is not None
                    body = message["error"] if is_error else message.get("result")
                    found[number].append(McpAnswer("error" if is_error else "result", body))
        return [found[number] for number in numbers]

    def call_and_cancel(self, name: str, arguments: Mapping[str, Any], *, until: float, after_s: float = 0.0) -> int:
        """Call a tool, cancel the call, ping the server, and return how often the call was answered.

        Args:
            name: The tool.
            arguments: Of the call.
            until: When the server must have answered the ping, by the monotonic clock.
            after_s: Seconds between the call and its cancellation.

        Raises:
            ServerLostError: If the server has ended.
            TimeoutError: If it does not answer the ping.
        """
        called, pinged = self._next_number(), self._next_number()
        params = {"name": name, "arguments": dict(arguments)}
        cancelled = {"requestId": called, "reason": "The user has stopped it."}
        self.transport.send({"jsonrpc": "2.0", "id": called, "method": "tools/call", "params": params}, until=until)
        time.sleep(after_s)
        for message in (
            {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": cancelled},
            {"jsonrpc": "2.0", "id": pinged, "method": "ping"},
        ):
            self.transport.send(message, until=until)
        answers, is_answered = 0, False
        while not is_answered:
            message = self.transport.receive(until=until)
            if "method" in message:
                self._serve(message, until=until)
                continue
            answers += message.get("id") == called
            is_answered = message.get("id") == pinged
        with suppress(TimeoutError):
            while True:
                message = self.transport.receive(until=_deadline(_AFTERWARDS_S))
                answers += message.get("id") == called and "method" not in message
        return answers

    def ask(self, method: str, params: dict[str, Any], *, until: float) -> dict[str, Any]:
        """Send any request, and return the whole reply.

        Raises:
            ServerLostError: If the server has ended.
            TimeoutError: If it does not answer in time.
        """
        return self._request(method, params, until=until)

    def notify(self, method: str, *, until: float) -> None:
        """Send any notification."""
        self.transport.send({"jsonrpc": "2.0", "method": method, "params": self._stamped({})}, until=until)

    def answers(self, *, until: float) -> bool:
        """Tell whether the server is running and answers; older messages are dropped."""
        try:
            self._request("ping" if not self.is_stateless else "server/discover", {}, until=until)
        except (ServerLostError, TimeoutError):
            return False
        return True

    def _request(self, method: str, params: dict[str, Any], *, until: float) -> dict[str, Any]:
        request = self._numbered(method, params)
        number = request["id"]
        try:
            self.transport.send(request, until=until)
            self.vocabulary |= {"jsonrpc", "2.0", "method", method, *params}
            while True:
                message = self._received(until)
                if "method" in message:
                    self._serve(message, until=until)
                elif message.get("id") == number:
                    if method in _KEPT and len(self.answered) < _MAX_KEPT and "result" in message:
                        self.answered.append((method, message))
                    if "arguments" not in params:
                        self.vocabulary.update(protocol_words(message))
                    return message
                elif len(self.strays) < _MAX_STRAYS and not _is_late(message.get("id")):
                    self.strays.append(json.dumps(message.get("id"))[:_MAX_ID])
        except (CallCancelledError, TimeoutError):
            if self._is_cancelled is not None and method == "tools/call":
                self._give_up(number)
            raise

    def _received(self, until: float) -> dict[str, Any]:
        """Return the next message, unless the call is given up before it comes."""
        if self._is_cancelled is None:
            return self.transport.receive(until=until)
        while time.monotonic() < until:
            if self._is_cancelled():
                raise CallCancelledError
            with suppress(TimeoutError):
                return self.transport.receive(until=min(until, _deadline(_LOOK_S)))
        raise TimeoutError

    def _give_up(self, number: int) -> None:
        """Tell the server that nobody waits for an answer."""
        told = {"requestId": number, "reason": "Nobody waits for the answer."}
        message = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": self._stamped(told)}
        with suppress(ServerLostError, TimeoutError, ToolError):
            # In a context of its own: what belongs to a call that is given up sends nothing more.
            contextvars.Context().run(self.transport.send, message, until=_deadline(_GIVE_UP_S))

    def _numbered(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        return {"jsonrpc": "2.0", "id": self._next_number(), "method": method, "params": self._stamped(params)}

    def _next_number(self) -> int:
        self._number += 1
        # Forked processes share one server: ids must not collide with late answers to another process.
        return os.getpid() * _IDS + self._number

    def _stamped(self, params: dict[str, Any]) -> dict[str, Any]:
        if not self.is_stateless:
            return params
        prefix = "io.modelcontextprotocol/"
        meta = {f"{prefix}protocolVersion": _STATELESS, f"{prefix}clientInfo": _INFO, f"{prefix}clientCapabilities": {}}
        return {**params, "_meta": meta}

    def _serve(self, message: dict[str, Any], *, until: float) -> None:
        """Answer a request of the server; notifications get no answer."""
        if message.get("id") is None:
            self.has_told_of_changes = self.has_told_of_changes or message["method"] == _CHANGED
            return
        reply: dict[str, Any] = {"jsonrpc": "2.0", "id": message["id"]}
        if message["method"] == "ping":
            reply["result"] = {}
        elif message["method"] == "roots/list":
            reply["result"] = {"roots": [{"uri": root} for root in self._roots]}
        else:
            reply["error"] = {"code": _NO_METHOD, "message": "This client does not support that method."}
        self.transport.send(reply, until=until)


def _deadline(seconds: float) -> float:
    """Return the time *seconds* from now, by the monotonic clock."""
    return time.monotonic() + seconds


def _is_late(number: Any) -> bool:
    """Tell whether an id may belong to an earlier request that timed out."""
    return isinstance(number, int) and number >= _IDS


def _names_stateless(reply: Mapping[str, Any]) -> bool:
    return _STATELESS in str(reply.get("error"))
