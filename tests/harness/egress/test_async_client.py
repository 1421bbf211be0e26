"""AsyncEgressClient: limits of a whole request, and what a cancelled one leaves open."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

import pytest

from forge_harness import (
    AsyncEgressClient,
    AsyncEgressTransport,
    EgressPolicy,
    EgressRefusedError,
    ToolError,
    get_event_bus,
)

HEAD = b"HTTP/1.1 200 OK\r\n"
Work = Callable[[AsyncEgressClient, str], Awaitable[None]]


def served(drip: bytes | None, work: Work) -> bool:
    """Run *work* against a server that drips after *drip*; return whether its connection was closed meanwhile."""

    async def run() -> bool:
        opened, closed = asyncio.Event(), asyncio.Event()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            opened.set()
            dripping = asyncio.create_task(dripped(writer))
            with contextlib.suppress(ConnectionError):  # what was sent and not read resets the connection
                while await reader.read(1000):
                    pass
            closed.set()
            dripping.cancel()
            writer.close()

        async def dripped(writer: asyncio.StreamWriter) -> None:
            if drip is not None:
                writer.write(drip)
                while not writer.is_closing():
                    writer.write(b"x")
                    await asyncio.sleep(0.02)

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        place = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        client = AsyncEgressClient(EgressPolicy(mode="allowlist", allow=[place]))
        while not opened.is_set():  # on a busy machine a request may end before it has connected
            await work(client, f"http://{place}/")
            await asyncio.sleep(0)
        await asyncio.wait_for(closed.wait(), 10)
        server.close()
        await client.aclose()
        return closed.is_set()

    return asyncio.run(run())


@pytest.mark.parametrize(
    "drip", [None, HEAD + b"x: ", HEAD + b"content-length: 100000\r\n\r\n"], ids=["silence", "headers", "body"]
)
def test_a_request_ends_in_time_and_closes_its_connection(drip: bytes | None) -> None:
    async def work(client: AsyncEgressClient, url: str) -> None:
        with pytest.raises(ToolError, match="did not answer in time"):
            await client.request("GET", url, timeout_s=0.2)

    assert served(drip, work)


def test_a_cancelled_request_closes_its_connection() -> None:
    async def work(client: AsyncEgressClient, url: str) -> None:
        task = asyncio.create_task(client.request("GET", url))
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    assert served(None, work)


@pytest.mark.parametrize("way", ["cancelled", "late"])
def test_no_connection_is_left_wherever_a_request_is_given_up(way: str) -> None:
    """A pool that keeps a connection for nobody has one less for the others."""

    async def left() -> tuple[int, int]:
        ended = 0

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal ended
            with contextlib.suppress(ConnectionError):
                while await reader.read(1000):
                    pass
            ended += 1
            writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        place = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        policy = EgressPolicy(mode="allowlist", allow=[place])
        transport = AsyncEgressTransport(policy)
        client = AsyncEgressClient(policy, transport=transport)
        for step in range(80):
            limit_s = 60 if way == "cancelled" else 0.0001 * step
            task = asyncio.create_task(client.request("GET", f"http://{place}/", timeout_s=limit_s))
            for _ in range(step // 2 if way == "cancelled" else 0):
                await asyncio.sleep(0)
            if way == "cancelled":
                task.cancel()
            with pytest.raises((asyncio.CancelledError, ToolError)):
                await task
        in_pool = len(transport._pool.connections)
        await client.aclose()
        server.close()
        return in_pool, ended

    in_pool, ended = asyncio.run(left())
    assert in_pool == 0
    assert ended > 0


def test_a_refused_address_is_told_once_and_as_refused() -> None:
    told: list[tuple[str, bool]] = []
    unsubscribe = get_event_bus().subscribe(
        lambda event: (
            told.append((event.payload["host"], event.payload["allowed"]))
            if event.event_type == "egress.attempt"
            else None
        )
    )
    try:
        with pytest.raises(EgressRefusedError):
            asyncio.run(AsyncEgressClient(EgressPolicy(mode="dev-open")).request("GET", "http://localhost/"))
    finally:
        unsubscribe()

    assert told == [("localhost", False)]
