"""AsyncEgressClient: limits of a whole request, and what a cancelled one leaves open."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from forge_harness import AsyncEgressClient, EgressPolicy, EgressRefusedError, ToolError, get_event_bus

HEAD = b"HTTP/1.1 200 OK\r\n"
Work = Callable[[AsyncEgressClient, str], Awaitable[None]]


def served(drip: bytes | None, work: Work) -> bool:
    """Run *work* against a server that drips after *drip*; return whether its connection was closed meanwhile."""

    async def run() -> bool:
        closed = asyncio.Event()

        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            dripping = asyncio.create_task(dripped(writer))
            while await reader.read(1000):
                pass
            closed.set()
            dripping.cancel()
            writer.close()

        async def dripped(writer: asyncio.StreamWriter) -> None:
            if drip is not None:
                writer.write(drip)
                while True:
                    writer.write(b"x")
                    await asyncio.sleep(0.02)

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        place = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
        client = AsyncEgressClient(EgressPolicy(mode="allowlist", allow=[place]))
        await work(client, f"http://{place}/")
        await asyncio.wait_for(closed.wait(), 2)
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
            await client.request("GET", url, timeout_s=0.15)

    assert served(drip, work)


def test_a_cancelled_request_closes_its_connection() -> None:
    async def work(client: AsyncEgressClient, url: str) -> None:
        task = asyncio.create_task(client.request("GET", url))
        await asyncio.sleep(0.1)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    assert served(None, work)


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
