"""An MCP server over the standard streams: one client, which started this process. A message is a line of JSON.

Reading and writing may block for as long as the client likes, so each has a thread. They are daemons: the process ends
when it is told to, whatever they wait for.
"""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, TypeGuard

import anyio
import mcp_types as types
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server.lowlevel import Server
from mcp.shared.message import SessionMessage

from .standard_streams import StandardStreams

__all__ = ["serve_stdio"]

_CHUNK = 1 << 16
#: The longest line that is read, in bytes.
_MAX_LINE = 1 << 26
#: Seconds after the end of input in which calls that run may still be answered.
_LAST_ANSWERS_S = 1.0


async def serve_stdio(server: Server[Any], streams: StandardStreams) -> None:
    """Serve the client until it closes one of its ends."""
    to_server, from_client = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    to_client, from_server = anyio.create_memory_object_stream[SessionMessage](0)
    unanswered: set[str | int] = set()
    reader = _Reader(streams.input, to_server, to_client.clone(), unanswered)
    writer = _Writer(streams.output, unanswered)
    async with anyio.create_task_group() as group:

        async def send() -> None:
            await writer.send_all(from_server)
            # Only a client that does not read any more leads here before the server has ended.
            group.cancel_scope.cancel()

        group.start_soon(send)
        reader.start()
        try:
            await server.run(from_client, to_client, server.create_initialization_options())
        finally:
            reader.close()


class _Reader:
    """Passes lines on to the server; the next one is read when the server has taken the one before."""

    def __init__(
        self,
        descriptor: int,
        to_server: MemoryObjectSendStream[SessionMessage | Exception],
        to_client: MemoryObjectSendStream[SessionMessage],
        unanswered: set[str | int],
    ) -> None:
        self._descriptor = descriptor
        self._to_server = to_server
        self._to_client = to_client
        self._unanswered = unanswered
        self._loop = asyncio.get_running_loop()

    def start(self) -> None:
        """Start the thread."""
        threading.Thread(target=self._live, name="forge-serve-reader", daemon=True).start()

    def close(self) -> None:
        """Let the streams end."""
        self._to_server.close()
        self._to_client.close()

    def _live(self) -> None:
        # The server may end first, and the loop with it.
        with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError, CancelledError, RuntimeError):
            for line in _lines(self._descriptor):
                if line is None or line.strip():
                    self._wait_for(self._pass(line))
            self._wait_for(self._end())

    def _wait_for(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            started = asyncio.run_coroutine_threadsafe(work, self._loop)
        except RuntimeError:
            # The loop has ended.
            work.close()
            raise
        started.result()

    async def _pass(self, line: bytes | None) -> None:
        if line is None:
            refusal = _error(None, types.PARSE_ERROR, "The line is too long. Send less in one message.")
            await self._to_client.send(SessionMessage(refusal))
            return
        try:
            message = types.jsonrpc_message_adapter.validate_json(line, by_name=False)
        except ValueError:
            # The SDK would drop it, and the client would wait forever.
            await self._to_client.send(SessionMessage(_refusal(line)))
            return
        if isinstance(message, types.JSONRPCRequest):
            self._unanswered.add(message.id)
        elif isinstance(message, types.JSONRPCNotification) and message.method == "notifications/cancelled":
            # A cancelled request is not answered.
            self._unanswered.discard((message.params or {}).get("requestId", ""))
        await self._to_server.send(SessionMessage(message))

    async def _end(self) -> None:
        # A client such as a shell's pipe sends its requests, and reads the answers afterwards.
        with anyio.move_on_after(_LAST_ANSWERS_S):
            while self._unanswered:
                await anyio.sleep(0.01)
        await self._to_server.aclose()


class _Writer:
    """Writes messages as lines, in order."""

    def __init__(self, descriptor: int, unanswered: set[str | int]) -> None:
        self._descriptor = descriptor
        self._unanswered = unanswered
        self._loop = asyncio.get_running_loop()
        self._lines: SimpleQueue[tuple[bytes, asyncio.Future[bool]]] = SimpleQueue()
        threading.Thread(target=self._live, name="forge-serve-writer", daemon=True).start()

    async def send_all(self, messages: MemoryObjectReceiveStream[SessionMessage]) -> None:
        """Write *messages* until there are no more, or the client has closed its end."""
        async with messages:
            async for sent in messages:
                is_written: asyncio.Future[bool] = self._loop.create_future()
                self._lines.put((_line(sent.message), is_written))
                if not await is_written:
                    return
                if isinstance(sent.message, types.JSONRPCResponse | types.JSONRPCError) and sent.message.id is not None:
                    self._unanswered.discard(sent.message.id)

    def _live(self) -> None:
        with suppress(RuntimeError):  # the loop has ended
            while True:
                line, is_written = self._lines.get()
                self._loop.call_soon_threadsafe(_settle, is_written, _write(self._descriptor, line))


def _settle(future: asyncio.Future[bool], value: bool) -> None:  # called by the loop
    if not future.done():
        future.set_result(value)


def _line(message: types.JSONRPCMessage) -> bytes:
    try:
        return message.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"
    except ValueError:
        # One answer must not end the session.
        request_id = message.id if isinstance(message, types.JSONRPCResponse | types.JSONRPCError) else None
        refusal = _error(request_id, types.INTERNAL_ERROR, "The answer cannot be written as JSON. Call another tool.")
        return refusal.model_dump_json(by_alias=True, exclude_unset=True).encode() + b"\n"


def _write(descriptor: int, line: bytes) -> bool:
    rest = memoryview(line)
    try:
        while rest:
            rest = rest[os.write(descriptor, rest) :]
    except OSError:
        return False
    return True


def _lines(descriptor: int) -> Iterator[bytes | None]:
    """Yield the lines until the end of file, without their ends; None for one that is too long."""
    parts: list[bytes] = []
    length = 0
    while True:
        try:
            read = os.read(descriptor, _CHUNK)
        except OSError:
            read = b""
        *ends, rest = read.split(b"\n")
        for end in ends:
            yield b"".join([*parts, end]) if length + len(end) <= _MAX_LINE else None
            parts, length = [], 0
        if not read:
            break
        length += len(rest)
        if length <= _MAX_LINE:
            parts.append(rest)
    if parts:
        yield b"".join(parts) if length <= _MAX_LINE else None


def _refusal(line: bytes) -> types.JSONRPCError:
    """Return the answer to a line that is not a message, with its id if that can be read."""
    try:
        read = json.loads(line)
    except (ValueError, RecursionError):
        return _error(None, types.PARSE_ERROR, "The line cannot be read as JSON. Send one message a line.")
    found = read.get("id") if isinstance(read, dict) else None
    request_id = found if _is_id(found) else None
    return _error(request_id, types.INVALID_REQUEST, "The line is not a JSON-RPC message. Send one message a line.")


def _is_id(value: Any) -> TypeGuard[str | int]:
    # The escapes of JSON can name half of a character, which cannot be sent back.
    return (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, str) and value.isprintable())


def _error(request_id: str | int | None, code: int, message: str) -> types.JSONRPCError:
    return types.JSONRPCError(jsonrpc="2.0", id=request_id, error=types.ErrorData(code=code, message=message))
