"""What the tests of recording share: a server on this machine, and sessions with a cassette that is only in memory."""

from __future__ import annotations

import contextlib
import gzip
import http.server
import importlib
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pytest_forge.cassettes.exchange import Exchange, RecordedRequest
from pytest_forge.cassettes.playing.intercept.clients import intercepted
from pytest_forge.cassettes.playing.player import Player
from pytest_forge.cassettes.playing.reshaping import PlayerOptions

# As in the conftest above: what an inner run imports first is forgotten after it, and its classes then exist twice.
for _name in (
    "httpx",
    "httpcore",
    "httpx2",
    "httpcore2",
    "requests",
    "aiohttp",
    "anyio",
    "pytest_forge.cassettes.use.cassette",
):
    with contextlib.suppress(ImportError):
        importlib.import_module(_name)

PIECES = (b"data: one\n\n", b"data: t", "wö\n\ndata: three\n\n".encode(), b"data: [DONE]\n\n")


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        if self.headers.get("transfer-encoding") == "chunked":
            while size := int(self.rfile.readline(), 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
        self.server.seen.append((self.command, self.path, body))
        getattr(self, "at_" + self.path.split("?")[0].strip("/").replace("/", "_"))(body)

    do_POST = do_GET

    def at_echo(self, body: bytes) -> None:
        self.whole(200, body or self.path.encode())

    def at_busy(self, body: bytes) -> None:
        self.whole(429, b'{"error": "busy"}', ("retry-after", "7"))

    def at_packed(self, body: bytes) -> None:
        self.whole(200, gzip.compress(b'{"packed": true}'), ("content-encoding", "gzip"))

    def at_moved(self, body: bytes) -> None:
        self.whole(302, b"", ("location", "/echo?moved"))

    def at_stream(self, body: bytes) -> None:
        self.streamed(PIECES)

    def at_gated(self, body: bytes) -> None:
        """One piece, and the others when the test has seen it."""
        self.streamed(PIECES[:1], is_open=True)
        self.server.gate.wait(5)
        self.streamed(PIECES[1:], is_begun=True)

    def at_cut(self, body: bytes) -> None:
        self.streamed(PIECES[:2], is_open=True)
        self.close_connection = True

    def at_chat_completions(self, body: bytes) -> None:
        reply = {"role": "assistant", "content": "Hello."}
        self.whole(200, json.dumps({"choices": [{"message": reply, "finish_reason": "stop"}]}).encode())

    def at_silent(self, body: bytes) -> None:
        self.server.gate.wait(5)
        self.close_connection = True

    def whole(self, status: int, body: bytes, *headers: tuple[str, str]) -> None:
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def streamed(self, pieces: tuple[bytes, ...], *, is_open: bool = False, is_begun: bool = False) -> None:
        if not is_begun:
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.send_header("transfer-encoding", "chunked")
            self.end_headers()
        for piece in pieces:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
            self.wfile.flush()
        if not is_open:
            self.wfile.write(b"0\r\n\r\n")

    def log_message(self, *_: object) -> None:
        pass


class LoopbackServer(http.server.ThreadingHTTPServer):
    """A server on this machine: ``.url``, ``.seen``, and ``.gate``, which lets a waiting answer go on."""

    daemon_threads = True
    block_on_close = False

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.url = f"http://127.0.0.1:{self.server_port}"
        self.seen: list[tuple[str, str, bytes]] = []
        self.gate = threading.Event()

    def handle_error(self, *_: object) -> None:
        """Say nothing about clients that leave, which is what tests do."""


@pytest.fixture
def server() -> Iterator[LoopbackServer]:
    with LoopbackServer() as served:
        thread = threading.Thread(target=served.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield served
        served.gate.set()
        served.shutdown()
        thread.join()


class MemoryIndex:
    """Finds requests that are equal in all that a test varies: method, address and body."""

    def __init__(self, exchanges: list[Exchange]) -> None:
        self.exchanges = exchanges
        self._left = list(range(len(exchanges)))
        self._lock = threading.Lock()

    def take(self, request: RecordedRequest) -> int | None:
        with self._lock:
            for number in self._left:
                if _same(self.exchanges[number].request, request):
                    self._left.remove(number)
                    return number
        return None

    def widen(self) -> bool:
        return False

    def unplayed(self) -> list[int]:
        return list(self._left)

    def explain_miss(self, request: RecordedRequest, *, asked_by: object) -> str:
        return f"{len(self._left)} are left."


def _same(one: RecordedRequest, other: RecordedRequest) -> bool:
    return (one.method, one.url, one.body) == (other.method, other.url, other.body)


@contextmanager
def _recording(**options) -> Iterator[list[Exchange]]:
    player = Player(
        "memory", index=None, answer_of=lambda _: None, redacted=lambda request: request, is_recording=True,
        options=PlayerOptions(**options),
    )  # fmt: skip
    found: list[Exchange] = []
    with intercepted(player):
        yield found
    found += player.exchanges()


@contextmanager
def _replaying(exchanges: list[Exchange], **options) -> Iterator[Player]:
    index = MemoryIndex(exchanges)
    player = Player(
        "memory", index=index, answer_of=lambda number: exchanges[number].answer, redacted=lambda request: request,
        is_recording=False, options=PlayerOptions(**options),
    )  # fmt: skip
    with intercepted(player):
        yield player


@pytest.fixture
def recording():
    """Records in memory; yields a list that is filled on leaving."""
    return _recording


@pytest.fixture
def replaying():
    """Replays a list of exchanges; yields the player."""
    return _replaying


@pytest.fixture
def pieces() -> tuple[bytes, ...]:
    """What the server sends at /stream, piece by piece."""
    return PIECES


@pytest.fixture
def suite(pytester, server):
    """Writes a test file in which URL is the server's address, and runs it with the given words."""

    class Suite:
        path = pytester.path

        def write(self, source: str, name: str = "test_chat") -> None:
            # The certificates of the system take long to read, and no test needs them.
            source = re.sub(r"httpx\.(get|post)\(URL", r"httpx.\1(verify=False, url=URL", source)
            pytester.makepyfile(**{name: f"import httpx, pytest\nURL = {server.url!r}\n\n{source}"})

        def run(self, *words: str):
            return pytester.runpytest("-p", "no:randomly", *words)

        def cassette(self, *parts: str) -> Path:
            return pytester.path.joinpath("cassettes", *parts)

    return Suite()
