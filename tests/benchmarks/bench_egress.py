"""Requests under an egress policy against plain httpx; run by hand: `python tests/benchmarks/bench_egress.py`.

The floor is the same request by a client of httpx, over the same connection: one in memory, whose server costs
nothing. What a request costs above it must stay below 30 us. Fifty calls to one host must use one connection.
"""

from __future__ import annotations

import asyncio
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpcore
import httpx

from forge_harness import AsyncEgressClient, AsyncEgressTransport, EgressBackend, EgressClient, EgressPolicy
from forge_harness.egress.backend import AsyncEgressBackend
from forge_harness.egress.transport import EgressTransport

ROUNDS, REPEATS, MOST_US = 200, 40, 30.0
URL = "http://api.example.com/orders?limit=5"
HEADERS = {"Authorization": "Bearer key", "Accept": "application/json"}
ANSWER = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}"
POLICY = EgressPolicy(mode="allowlist", allow=[f"host{number}.example.com" for number in range(20)] + ["*.example.com"])


class Stream(httpcore.NetworkStream):
    """A connection that answers at once, again and again."""

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        del max_bytes, timeout
        return ANSWER

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        pass

    def close(self) -> None:
        pass

    def get_extra_info(self, info: str) -> Any:
        del info


class AsyncStream(httpcore.AsyncNetworkStream):
    """The same for asynchronous clients."""

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        del max_bytes, timeout
        return ANSWER

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        pass

    async def aclose(self) -> None:
        pass

    def get_extra_info(self, info: str) -> Any:
        del info


class Dialler(httpcore.NetworkBackend):
    """Connects to `Stream`."""

    def connect_tcp(self, *_: Any, **__: Any) -> httpcore.NetworkStream:
        return Stream()


class AsyncDialler(httpcore.AsyncNetworkBackend):
    """Connects to `AsyncStream`."""

    async def connect_tcp(self, *_: Any, **__: Any) -> httpcore.AsyncNetworkStream:
        return AsyncStream()


def resolve(*_: Any) -> list[str]:
    """Return a public address."""
    return ["93.184.215.14"]


async def resolve_async(*_: Any) -> list[str]:
    """Return a public address."""
    return resolve()


def us(started: float) -> float:
    """Return the time of a request since *started*, in microseconds."""
    return (time.perf_counter() - started) / ROUNDS * 1e6


def sync_times() -> tuple[float, float]:
    """Return the floor and our time, in microseconds a request."""
    plain = httpx.HTTPTransport()
    plain._pool = httpcore.ConnectionPool(network_backend=Dialler())
    ours = EgressClient(
        POLICY,
        transport=EgressTransport(POLICY, backend=EgressBackend(POLICY, resolve=resolve, dialler=Dialler())),
    )
    floor, above = [], []
    with httpx.Client(transport=plain) as client:
        for _ in range(REPEATS):  # in turns, so that both have the same machine
            started = time.perf_counter()
            for _ in range(ROUNDS):
                client.request("GET", URL, headers=HEADERS)
            floor.append(us(started))
            started = time.perf_counter()
            for _ in range(ROUNDS):
                ours.request("GET", URL, headers=HEADERS)
            above.append(us(started))
    return min(floor), min(above)


async def async_times() -> tuple[float, float]:
    """Return the same for asynchronous clients."""
    plain = httpx.AsyncHTTPTransport()
    plain._pool = httpcore.AsyncConnectionPool(network_backend=AsyncDialler())
    backend = AsyncEgressBackend(POLICY, resolve=resolve_async, dialler=AsyncDialler())
    ours = AsyncEgressClient(POLICY, transport=AsyncEgressTransport(POLICY, backend=backend))
    floor, above = [], []
    async with httpx.AsyncClient(transport=plain) as client:
        for _ in range(REPEATS):
            started = time.perf_counter()
            for _ in range(ROUNDS):
                await client.request("GET", URL, headers=HEADERS)
            floor.append(us(started))
            started = time.perf_counter()
            for _ in range(ROUNDS):
                await ours.request("GET", URL, headers=HEADERS)
            above.append(us(started))
    return min(floor), min(above)


def connections() -> int:
    """Return how many connections fifty calls use."""
    seen = set[int]()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            seen.add(self.client_address[1])
            self.wfile.write(ANSWER)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        place = f"127.0.0.1:{server.server_address[1]}"
        client = EgressClient(EgressPolicy(mode="allowlist", allow=[place]))
        for _ in range(50):
            client.request("GET", f"http://{place}/")
        client.close()
        server.shutdown()
    return len(seen)


def main() -> None:
    """Print the times."""
    for name, (floor, ours) in (("sync", sync_times()), ("async", asyncio.run(async_times()))):
        above = ours - floor
        print(f"{name:<6} httpx {floor:7.1f} us   ours {ours:7.1f} us   above {above:6.1f} us (most {MOST_US:.0f})")
    print(f"connections of 50 calls to one host: {connections()} (most 1)")


if __name__ == "__main__":
    main()
