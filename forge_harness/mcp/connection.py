"""McpConnection: an MCP server that is started when it is needed, and whatever calls its tools.

open > list > call      one after another, also from several threads
ended                   started again by the next call; a message that it cannot have read is sent once more
list changed            compared with the pins before the next call
"""

from __future__ import annotations

import math
import os
import threading
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from ..deadline.thread_pool import CallCancelledError, DeadlineError
from ..deadline.time_left import is_cancelled, limited, seconds_left
from ..errors import ToolError
from .answer import McpAnswer
from .client import McpClient, McpRefusalError
from .definition_pin import definition_pin
from .server_failure import ServerUnusableError, told_to_model, unusable
from .transport import McpTransport, ServerLostError

__all__ = ["McpConnection"]

#: Seconds that a server gets to start, to answer a call, and to end.
_START_S, _CALL_S, _GRACE_S = 30.0, 60.0, 2.0
#: Seconds of a call's time for what follows the server's answer.
_RETURN_S = 0.25
_LOOK_S = 0.05
_MAX_TOOLS = 2_000
_SERVER_INFO = "io.modelcontextprotocol/serverInfo"


class McpConnection:
    """An MCP server that is started when it is first needed; threads may share it, and their calls take turns.

    A server that has ended is started again by the next call. Nothing is sent twice that the server may have read. Used
    as a context manager, it ends the server; so does the end of the process.

    Args:
        label: What messages call the server.
        open_transport: Starts the server or connects to it; it raises OSError if that fails.
        address: Its command or URL, which tells it from others of the same label; by default the label.
        roots: URIs of the folders that the server may use.
        start_s: Seconds that it gets to start, and again to list its tools.
        fresh_s: Seconds after which its list is read again before a call, for servers that cannot tell of changes;
            None for never.
        grace_s: Seconds that it gets to end by itself, when its input is closed and again when it is asked to.
    """

    def __init__(
        self,
        label: str,
        open_transport: Callable[[], McpTransport],
        *,
        address: str = "",
        roots: Sequence[str] = (),
        start_s: float = _START_S,
        fresh_s: float | None = None,
        grace_s: float = _GRACE_S,
    ) -> None:
        self.label = label
        self.address = address or label
        self._open_transport = open_transport
        self._roots = roots
        self._start_s = start_s
        self._fresh_s = fresh_s
        self._grace_s = grace_s
        self._locks: dict[int, threading.Lock] = {}
        self._opened = _Opened()
        weakref.finalize(self, self._opened.close, grace_s)

    def __repr__(self) -> str:
        return f"<McpConnection {self.label!r}>"

    def __enter__(self) -> McpConnection:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def name(self) -> str:
        """The server's own name; empty before it has started, or if it has none."""
        introduction = self._opened.client.introduction if self._opened.client else {}
        # Without a handshake, it stands beside the result.
        beside = introduction.get("_meta")
        told = introduction.get("serverInfo") or (beside.get(_SERVER_INFO) if isinstance(beside, dict) else None)
        name = told.get("name") if isinstance(told, dict) else None
        return name if isinstance(name, str) else ""

    def tools(self) -> list[dict[str, Any]]:
        """Return the definitions of its tools, as it lists them now; the first one of each name.

        Raises:
            ServerUnusableError: If it cannot be used.
            CallCancelledError: If nobody waits for the call any more.
            EgressRefusedError: If the policy does not allow its address.
        """
        # Once to start, and once to list.
        until = _until(2 * self._start_s)
        with limited(2 * self._start_s), self._turn(until):
            try:
                self._ready(until)
                return list(self._list(until).values())
            except (McpRefusalError, ServerLostError, TimeoutError) as error:
                raise self._given_up(error) from error

    def call(self, name: str, arguments: Mapping[str, Any], *, pin: str = "", timeout_s: float = _CALL_S) -> McpAnswer:
        """Call a tool.

        Args:
            name: The tool's name on the server.
            arguments: The arguments, in JSON types.
            pin: The tool's pin; a tool that is declared in another way by now is not called. Empty for any.
            timeout_s: Seconds for the call, the wait for its turn and a start of the server; less if the call that this
                runs in ends sooner. A server whose time is over is told, and keeps running.

        Raises:
            ToolError: ``unavailable``, ``revoked``, ``protocol`` or ``tool_changed``.
            CallCancelledError: If nobody waits for the call any more; the server is told.
            DeadlineError: If its time is over; the server is told.
        """
        left = seconds_left()
        given_s = timeout_s if left is None else min(timeout_s, left - min(_RETURN_S, left / 4))
        until = _until(given_s)
        try:
            with limited(given_s), self._turn(until):
                return self._answer(name, arguments, pin, until)
        except TimeoutError:
            if is_cancelled():
                raise CallCancelledError from None
            raise DeadlineError(round(given_s, 2)) from None
        except (ServerUnusableError, McpRefusalError, ServerLostError) as error:
            if is_cancelled():
                raise CallCancelledError from None
            raise told_to_model(error) from error

    async def call_async(
        self, name: str, arguments: Mapping[str, Any], *, pin: str = "", timeout_s: float = _CALL_S
    ) -> McpAnswer:
        """Call a tool from code on an event loop; a task that is cancelled gives the call up, as its time does.

        Arguments and errors are those of `call`.
        """
        import asyncio  # most calls come from the dispatcher

        with limited(math.inf) as limit:
            try:
                return await asyncio.to_thread(self.call, name, arguments, pin=pin, timeout_s=timeout_s)
            except asyncio.CancelledError:
                limit.is_given_up = True
                raise

    def close(self) -> None:
        """End the server; the next call starts it again. A call that is under way is given up after a moment."""
        lock = self._lock()
        is_ours = lock.acquire(timeout=self._grace_s)
        if not is_ours:
            # Descriptors that another thread waits for are not closed under it.
            self._opened.interrupt()
            is_ours = lock.acquire(timeout=self._grace_s)
        try:
            self._opened.close(self._grace_s)
        finally:
            if is_ours:
                lock.release()

    def _answer(self, name: str, arguments: Mapping[str, Any], pin: str, until: float) -> McpAnswer:
        """Send the call, a second time if the server cannot have read it."""
        for is_second in (False, True):
            try:
                client = self._ready(until)
                if pin:
                    self._compare(name, pin, until)
                return client.call_once(name, arguments, until=until)
            except ServerLostError as lost:
                is_refused = self._is_refused()
                self._opened.close(0.0)
                if is_refused:
                    raise ServerUnusableError(
                        f"The MCP server {self.label!r} refuses its token.", code="revoked"
                    ) from lost
                if lost.was_sent or is_second:
                    raise
        raise AssertionError("unreachable")

    def _compare(self, name: str, pin: str, until: float) -> None:
        """Refuse a tool that its server declares in another way than when it was offered."""
        opened = self._opened
        is_old = self._fresh_s is not None and time.monotonic() - opened.listed_at > self._fresh_s
        if opened.client is None or opened.client.has_told_of_changes or is_old or not opened.pins:
            self._list(until)
        if opened.pins.get(name) != pin:
            raise ToolError(
                f"The server has changed the tool {name!r} since it was offered. Use another tool.", code="tool_changed"
            )

    def _ready(self, until: float) -> McpClient:
        """Return the client of a server that runs, which may have to be started."""
        opened = self._opened
        if opened.client is not None and opened.pid == os.getpid():
            try:
                opened.client.catch_up(until=until)
            except ServerLostError:
                opened.close(0.0)
            else:
                return opened.client
        opened.close(0.0)
        ends = min(until, _until(self._start_s))
        try:
            transport = self._open_transport()
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise ServerUnusableError(
                f"The MCP server {self.label!r} cannot be started ({why}). Check its command."
            ) from error
        client = McpClient(transport, roots=self._roots, is_cancelled=is_cancelled)
        opened.keep(client)
        try:
            client.open(until=ends)
            if self._fresh_s is None:
                client.listen(until=ends)
        except (McpRefusalError, ServerLostError, TimeoutError) as error:
            if isinstance(error, TimeoutError) and ends == until:
                # The time of the call, not that of the start.
                opened.close(0.0)
                raise
            raise self._given_up(error) from error
        except BaseException:
            opened.close(0.0)
            raise
        return client

    def _list(self, until: float) -> dict[str, dict[str, Any]]:
        """Read the list, and keep its pins."""
        opened = self._opened
        if opened.client is None:
            return {}
        # What is told while the list is read may be of a change after it.
        opened.client.has_told_of_changes = False
        found: dict[str, dict[str, Any]] = {}
        for definition in opened.client.list_tools(until=until):
            name = definition.get("name") if isinstance(definition, dict) else None
            if isinstance(name, str):
                found.setdefault(name, definition)
            if len(found) > _MAX_TOOLS:
                raise McpRefusalError(f"it lists more than {_MAX_TOOLS} tools")
        try:
            opened.pins = {name: definition_pin(definition) for name, definition in found.items()}
        except RecursionError:
            raise McpRefusalError("it lists a tool whose definition is nested too deeply") from None
        opened.listed_at = time.monotonic()
        return found

    def _given_up(self, error: Exception) -> ServerUnusableError:
        """End a server that cannot be used, and return why."""
        client = self._opened.client
        why = unusable(self.label, error, None if client is None else client.transport, start_s=self._start_s)
        self._opened.close(0.0)
        return why

    def _is_refused(self) -> bool:
        client = self._opened.client
        return client is not None and bool(getattr(client.transport, "is_unauthorised", False))

    @contextmanager
    def _turn(self, until: float) -> Iterator[None]:
        """Wait until no other thread uses the server."""
        lock = self._lock()
        while not lock.acquire(timeout=_LOOK_S):
            if time.monotonic() >= until:
                raise TimeoutError
            if is_cancelled():
                raise CallCancelledError
        try:
            yield
        finally:
            lock.release()

    def _lock(self) -> threading.Lock:
        # One for each process: a fork copies a lock that another thread holds, and nobody would release it there.
        return self._locks.setdefault(os.getpid(), threading.Lock())


class _Opened:
    """The running server; apart from the connection, so that it can be ended after it."""

    def __init__(self) -> None:
        self.client: McpClient | None = None
        self.pid = 0
        self.pins: dict[str, str] = {}
        self.listed_at = 0.0

    def keep(self, client: McpClient) -> None:
        self.client, self.pid, self.pins = client, os.getpid(), {}

    def interrupt(self) -> None:
        client = self.client
        if client is not None:
            client.transport.interrupt()

    def close(self, grace_s: float) -> None:
        client, self.client, self.pins = self.client, None, {}
        if client is not None:
            # A process that was forked from ours does not end our server.
            client.transport.close(grace_s=grace_s if self.pid == os.getpid() else 0.0)


def _until(seconds: float) -> float:
    return time.monotonic() + seconds
