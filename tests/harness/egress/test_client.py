"""EgressClient: what is sent, followed, cut and refused, over connections to this machine and a scripted network."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import logging
import ssl
import threading
import time
import zlib
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpcore
import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge_harness import (
    AsyncEgressTransport,
    EgressClient,
    EgressPolicy,
    EgressRefusedError,
    EgressTransport,
    ToolError,
    get_event_bus,
)
from forge_harness.egress.backend import EgressBackend

Answer = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    """Answers as the test says, and notes what was asked."""

    protocol_version = "HTTP/1.1"
    wbufsize = 65_536  # one packet an answer
    server: Server

    def do_GET(self) -> None:
        length = int(self.headers.get("content-length", 0))
        body = self.rfile.read(length)
        self.server.asked.append((self.command, self.path, dict(self.headers), body, self.client_address[1]))
        self.server.answer(self)

    do_POST = do_PUT = do_HEAD = do_GET

    def reply(self, status: int = 200, body: bytes = b"ok", **headers: str) -> None:
        self.send_response(status)
        for name, value in {"content_length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.handle_error = lambda *_: None  # a client may leave at any time
        self.asked: list[tuple[str, str, dict[str, str], bytes, int]] = []
        self.answer: Answer = Handler.reply

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.server_address[1]}"


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        yield server
        server.shutdown()


@pytest.fixture
def client(server: Server) -> Iterator[EgressClient]:
    client = EgressClient(EgressPolicy(mode="allowlist", allow=[server.place]))
    yield client
    client.close()


def code_of(act: Callable[[], object]) -> str:
    with pytest.raises(ToolError) as refused:
        act()
    return refused.value.code


# --- over real connections ----------------------------------------------------------------------------


def test_a_request_is_sent_and_its_answer_returned(server: Server, client: EgressClient) -> None:
    answer = client.request(
        "post", f"http://{server.place}/a?b=1", headers={"X-Key": "k", "Content-Type": "text/plain"}, content=b"hello"
    )

    command, path, headers, body, _ = server.asked[0]
    assert (answer.status, answer.reason, answer.body, answer.is_truncated) == (200, "OK", b"ok", False)
    assert (command, path, body) == ("POST", "/a?b=1", b"hello")
    assert {name.lower(): value for name, value in headers.items()} == {
        "host": server.place,
        "x-key": "k",
        "content-type": "text/plain",
        "content-length": "5",
        "accept": "*/*",
        "accept-encoding": "gzip, deflate",
        "connection": "keep-alive",
        "user-agent": "forge-harness",
    }


def test_calls_to_one_host_share_a_connection_and_no_cookie(server: Server, client: EgressClient) -> None:
    server.answer = lambda handler: handler.reply(set_cookie="session=secret; Path=/")

    for _ in range(50):
        client.request("GET", f"http://{server.place}/")

    assert len({connection for *_, connection in server.asked}) == 1
    assert not any("cookie" in map(str.lower, headers) for _, _, headers, _, _ in server.asked)


def test_compressed_answers_and_redirects_leave_the_connection_to_the_next_request(
    server: Server, client: EgressClient
) -> None:
    def answer(handler: Handler) -> None:
        if handler.path == "/moved":
            handler.reply(302, b"Moved.", location="/here")
        else:
            handler.reply(body=gzip.compress(b"word " * 1000), content_encoding="gzip")

    server.answer = answer

    for path in ("/here", "/moved", "/here"):
        assert client.request("GET", f"http://{server.place}{path}").body == b"word " * 1000

    assert [asked[1] for asked in server.asked] == ["/here", "/moved", "/here", "/here"]
    assert len({asked[4] for asked in server.asked}) == 1


def test_nothing_is_sent_without_a_policy(server: Server) -> None:
    client = EgressClient(None)

    assert code_of(lambda: client.request("GET", f"http://{server.place}/")) == "egress_refused"
    assert server.asked == []


@pytest.mark.parametrize("name", ["HTTP_PROXY", "http_proxy", "ALL_PROXY"])
def test_proxies_of_the_environment_are_not_used(
    server: Server, client: EgressClient, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "http://127.0.0.1:9")

    assert client.request("GET", f"http://{server.place}/").status == 200


@pytest.mark.parametrize(
    ("encoding", "pack"),
    [
        ("gzip", gzip.compress),
        ("deflate", zlib.compress),
        ("deflate", lambda data: zlib.compress(data)[2:-4]),
        ("gzip, gzip", lambda data: gzip.compress(gzip.compress(data))),
        ("identity", bytes),
    ],
)
def test_a_body_is_decoded_and_cut(
    server: Server, client: EgressClient, encoding: str, pack: Callable[[bytes], bytes]
) -> None:
    body = pack(b"x" * 5_000_000)
    server.answer = lambda handler: handler.reply(body=body, content_encoding=encoding)

    whole = client.request("GET", f"http://{server.place}/", max_bytes=5_000_000)
    part = client.request("GET", f"http://{server.place}/", max_bytes=1000)

    assert (whole.body, whole.is_truncated) == (b"x" * 5_000_000, False)
    assert (part.body, part.is_truncated) == (b"x" * 1000, True)


@pytest.mark.parametrize(("encoding", "body"), [("br", b"abc"), ("gzip", b"not gzip"), ("deflate", b"\x07\x01\x02")])
def test_a_body_that_cannot_be_decoded_is_refused(
    server: Server, client: EgressClient, encoding: str, body: bytes
) -> None:
    server.answer = lambda handler: handler.reply(body=body, content_encoding=encoding)

    assert code_of(lambda: client.request("GET", f"http://{server.place}/")) == "unreadable_body"


@pytest.mark.parametrize("part", ["headers", "body"])
def test_a_server_that_sends_a_byte_now_and_then_is_left_in_time(
    server: Server, client: EgressClient, part: str
) -> None:
    def drip(handler: Handler) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n" + (b"content-length: 100\r\n\r\n" if part == "body" else b"x: "))
        for _ in range(40):
            handler.wfile.write(b"x")
            handler.wfile.flush()
            time.sleep(0.05)

    server.answer = drip
    started = time.monotonic()

    assert code_of(lambda: client.request("GET", f"http://{server.place}/", timeout_s=0.3)) == "unreachable"
    assert time.monotonic() - started < 1.5


CHUNKED = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n"
MEMBERS = gzip.compress(b"") * 500


@pytest.mark.parametrize(
    ("first", "again", "outcome"),
    [
        (b"", b"HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n" * 1000, "unreachable"),
        (b"HTTP/1.1 200 OK\r\nx: ", b"x" * 60_000, "unreachable"),
        (CHUNKED + b"\r\n", b"1;" + b"x" * 30_000 + b"\r\nx\r\n", "unreachable"),
        (CHUNKED + b"\r\n1\r\nx\r\n0\r\n", b"x: y\r\n" * 1000, "unreachable"),
        (CHUNKED + b"\r\n", b"1\r\nx\r\n" * 1000, 20_000),
        (
            CHUNKED + b"content-encoding: gzip\r\n\r\n",
            b"%x\r\n%s\r\n" % (len(MEMBERS), MEMBERS),
            0,
        ),
    ],
    ids=["interim answers", "header", "extensions", "trailers", "chunks", "members"],
)
def test_an_answer_without_an_end_is_left_before_its_time(
    server: Server, client: EgressClient, first: bytes, again: bytes, outcome: str | int
) -> None:
    def flood(handler: Handler) -> None:
        with contextlib.suppress(ConnectionError):
            handler.wfile.write(first)
            for _ in range(100_000):
                handler.wfile.write(again)
            sent_all.append(True)
        handler.close_connection = True

    sent_all: list[bool] = []
    server.answer = flood

    if isinstance(outcome, str):
        assert code_of(lambda: client.request("GET", f"http://{server.place}/")) == outcome
    else:
        answer = client.request("GET", f"http://{server.place}/")
        assert (len(answer.body), answer.is_truncated) == (outcome, True)
    assert sent_all == []


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("ftp://x", "unsupported_scheme"),
        ("file:///etc/passwd", "unsupported_scheme"),
        ("", "unsupported_scheme"),
        ("//x", "unsupported_scheme"),
        ("http://", "bad_request"),
        ("http://x:99999/", "egress_refused"),
        ("http://[::1", "bad_request"),
        ("http://\uff11\uff12\uff17.0.0.1/", "bad_request"),
        ("http://127\u30020\u30020\u30021/", "egress_refused"),
        ("http://api.example.com@127.0.0.1/", "egress_refused"),
        ("http://127.0.0.1:1\\@api.example.com/", "egress_refused"),
    ],
)
def test_an_address_that_cannot_be_sent_to_is_refused(client: EgressClient, url: str, code: str) -> None:
    assert code_of(lambda: client.request("GET", url)) == code


@pytest.mark.parametrize(
    "headers",
    [
        *(
            {"Host": "intranet"},
            {"Content-Length": "5"},
            {"Transfer-Encoding": "chunked"},
            {"Proxy-Authorization": "x"},
        ),
        *({"X-A": "b\r\nX-C: d"}, {"X A": "b"}, {"X-A": "\u0100"}),
    ],
)
def test_headers_that_are_not_the_callers_are_refused(
    server: Server, client: EgressClient, headers: dict[str, str]
) -> None:
    assert code_of(lambda: client.request("GET", f"http://{server.place}/", headers=headers)) == "bad_request"
    assert server.asked == []


def test_a_place_without_a_server_is_unreachable() -> None:
    with Server() as closed:
        place = closed.place
    client = EgressClient(EgressPolicy(mode="allowlist", allow=[place]))

    assert code_of(lambda: client.request("GET", f"http://{place}/")) == "unreachable"


def test_every_attempt_is_told(server: Server, client: EgressClient) -> None:
    told: list[tuple[str, bool]] = []
    unsubscribe = get_event_bus().subscribe(
        lambda event: (
            told.append((event.payload["host"], event.payload["allowed"]))
            if event.event_type == "egress.attempt"
            else None
        )
    )
    try:
        client.request("GET", f"http://{server.place}/?key=secret")
        code_of(lambda: client.request("GET", "https://evil.com/"))
    finally:
        unsubscribe()

    assert told == [("127.0.0.1", True), ("evil.com", False)]


def test_no_log_holds_what_was_sent_or_answered(
    server: Server, client: EgressClient, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server.answer = lambda handler: handler.reply(set_cookie="session=s3cret-1")

    client.request("GET", f"http://user:s3cret-2@{server.place}/?k=s3cret-3", headers={"X-Key": "s3cret-4"})
    code_of(lambda: client.request("GET", f"http://{server.place}/", headers={"X-Key": "s3cret-5\n"}))

    assert "receive_response_headers.complete" in caplog.messages
    assert "s3cret" not in caplog.text


def test_an_asynchronous_client_follows_the_policy(server: Server) -> None:
    async def statuses() -> list[int | str]:
        policy = EgressPolicy(mode="allowlist", allow=[server.place])
        async with httpx.AsyncClient(transport=AsyncEgressTransport(policy)) as client:
            found: list[int | str] = [(await client.get(f"http://{server.place}/")).status_code]
            for url in ("http://127.0.0.1:1/", "http://2130706433/"):
                try:
                    await client.get(url)
                except EgressRefusedError as error:
                    found.append(error.code)
            return found

    assert asyncio.run(statuses()) == [200, "egress_refused", "egress_refused"]


# --- redirects, without a network ---------------------------------------------------------------------

SECRETS = {"Authorization": "Bearer k", "Cookie": "a=b", "Cookie2": "c", "X-Api-Key": "k", "Accept": "text/html"}


def followed(first: str, *targets: str, method: str = "GET", status: int = 302) -> list[httpx.Request]:
    """Return the requests that are sent if each answer redirects to the next target."""
    asked: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        if len(asked) > len(targets):
            return httpx.Response(200)
        return httpx.Response(status, headers={"location": targets[len(asked) - 1]})

    client = EgressClient(None, transport=httpx.MockTransport(answer))
    client.request(method, first, headers=SECRETS, content=b"body" if method != "GET" else None)
    return asked


REDIRECT_HEADERS = [
    ("https://api.example.com/v1/data", "https://api.example.com/v1/data2", False),
    ("https://api.example.com/v1/data", "/v1/data2", False),
    ("https://api.example.com/v1/data", "https://evil.com/capture", True),
    ("https://api.example.com/v1/data", "http://api.example.com/v1/data", True),
    ("https://api.example.com/v1/data", "https://api.example.com:8443/v1/data", True),
    ("https://api.example.com/v1/data", "https://api.example.com:443/v1/data", False),
    ("http://api.example.com/v1/data", "http://api.example.com:80/v1/data", False),
    ("https://API.Example.COM/v1/data", "https://api.example.com/v1/data", False),
]


@pytest.mark.parametrize(("first", "second", "are_stripped"), REDIRECT_HEADERS)
def test_headers_stay_with_their_origin(first: str, second: str, are_stripped: bool) -> None:
    asked = followed(first, second)

    sent = {name for name in ("authorization", "cookie", "cookie2", "x-api-key") if name in asked[1].headers}
    assert sent == (set() if are_stripped else {"authorization", "cookie", "cookie2", "x-api-key"})
    assert asked[1].headers["accept"] == "text/html"


def test_headers_do_not_come_back_with_the_origin() -> None:
    asked = followed("https://a.example.com/", "https://b.example.com/", "https://a.example.com/", "/again")

    assert ["authorization" in request.headers for request in asked] == [True, False, False, False]


def test_a_user_in_a_redirect_is_not_sent() -> None:
    asked = followed("https://a.example.com/", "https://user:password@a.example.com/x")

    assert (str(asked[1].url), asked[1].headers["authorization"]) == ("https://a.example.com/x", "Bearer k")


@pytest.mark.parametrize(
    ("location", "code"),
    [
        *[(location, "unreachable") for location in ("http://[::1", "http://x:port/", "http://x:1:2/")],
        *[(location, "unreachable") for location in ("\x00", "http://x/\x7f", f"/{'x' * 70_000}")],
        *[(location, "unsupported_scheme") for location in ("file:///etc/passwd", "ftp://x/", "javascript:alert(1)")],
        ("gopher://127.0.0.1:70/", "unsupported_scheme"),
    ],
)
def test_a_redirect_that_cannot_be_followed_is_told(location: str, code: str) -> None:
    assert code_of(lambda: followed("https://a.example.com/", location)) == code


def test_a_user_in_an_address_is_sent_as_a_header_and_not_told(server: Server, client: EgressClient) -> None:
    answer = client.request("GET", f"http://us%40er:pass@{server.place}/")

    _, _, headers, _, _ = server.asked[0]
    assert headers["authorization"] == "Basic dXNAZXI6cGFzcw=="
    assert answer.url == f"http://{server.place}/"


@pytest.mark.parametrize(
    ("status", "method", "next_method"),
    [(301, "POST", "GET"), (302, "POST", "GET"), (303, "PUT", "GET"), (302, "PUT", "PUT"), (307, "POST", "POST")],
)
def test_a_redirect_keeps_the_method_as_its_status_says(status: int, method: str, next_method: str) -> None:
    second = followed("https://a.example.com/", "/b", method=method, status=status)[1]

    assert (second.method, second.content) == (next_method, b"" if next_method == "GET" else b"body")
    assert ("content-length" in second.headers) is (next_method != "GET")


def test_ten_redirects_are_followed() -> None:
    assert len(followed("https://a.example.com/", *map(str, range(10)))) == 11
    assert code_of(lambda: followed("https://a.example.com/", *map(str, range(11)))) == "too_many_redirects"


# --- the network below, scripted ----------------------------------------------------------------------


class Dialler(httpcore.NetworkBackend):
    """Notes the addresses that are dialled; each answers as scripted."""

    def __init__(self, answers: dict[str, bytes] | None = None) -> None:
        self.dialled: list[str] = []
        self._answers = answers or {}

    def connect_tcp(self, host: str, port: int, *_: Any, **__: Any) -> httpcore.NetworkStream:
        self.dialled.append(host)
        if host not in self._answers:
            raise httpcore.ConnectError
        return httpcore.MockStream([self._answers[host]])


PUBLIC, INSIDE = ["8.8.8.8", "1.1.1.1", "2607:f8b0::1"], ["10.0.0.1", "127.0.0.1", "169.254.169.254", "::1", "fd00::1"]
TRUST = ssl.create_default_context()
OK = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok"


def scripted(dialler: Dialler, names: Callable[[str], list[str]]) -> EgressClient:
    policy = EgressPolicy(mode="dev-open")
    backend = EgressBackend(policy, resolve=lambda host, port, timeout_s: names(host), dialler=dialler)
    return EgressClient(policy, transport=EgressTransport(policy, verify=TRUST, backend=backend))


def test_the_address_that_was_checked_is_dialled() -> None:
    answers = iter([["8.8.8.8"], ["127.0.0.1"]])
    dialler = Dialler({"8.8.8.8": OK, "127.0.0.1": OK})
    client = scripted(dialler, lambda _: next(answers))

    assert client.request("GET", "http://rebinding.example.com/").body == b"ok"
    assert code_of(lambda: client.request("GET", "http://rebinding.example.com/")) == "egress_refused"
    assert dialler.dialled == ["8.8.8.8"]


def test_the_next_address_is_tried() -> None:
    dialler = Dialler({"1.1.1.1": OK})

    assert scripted(dialler, lambda _: ["8.8.8.8", "1.1.1.1"]).request("GET", "http://x.example.com/").status == 200
    assert dialler.dialled == ["8.8.8.8", "1.1.1.1"]


def test_a_name_that_does_not_resolve_is_unreachable() -> None:
    def unknown(_: str) -> list[str]:
        raise OSError("Name or service not known")

    assert code_of(lambda: scripted(Dialler(), unknown).request("GET", "http://x.example.com/")) == "unreachable"


@given(hops=st.lists(st.lists(st.sampled_from([*PUBLIC, *INSIDE]), min_size=1, max_size=3), min_size=1, max_size=6))
def test_no_redirect_and_no_second_answer_leads_inside(hops: list[list[str]]) -> None:
    """Each hop is a name of its own with one to three addresses; the last one answers."""
    redirects = [
        b"HTTP/1.1 302 Found\r\nconnection: close\r\ncontent-length: 0\r\nlocation: http://hop%d.example.com/\r\n\r\n"
    ]
    redirects = [redirects[0] % step for step in range(1, len(hops))]
    step = -1

    def names(_: str) -> list[str]:
        nonlocal step
        step += 1
        dialler._answers = dict.fromkeys([*PUBLIC, *INSIDE], [*redirects, OK][step])
        return hops[step]

    dialler = Dialler()
    client = scripted(dialler, names)
    leads_inside = next((index for index, hop in enumerate(hops) if set(hop) & set(INSIDE)), None)

    if leads_inside is None:
        assert client.request("GET", "http://hop0.example.com/").body == b"ok"
    else:
        assert code_of(lambda: client.request("GET", "http://hop0.example.com/")) == "egress_refused"
    assert not set(dialler.dialled) & set(INSIDE)
