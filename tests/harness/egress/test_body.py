"""The body of an answer: decoded whole, bounded, and never longer in the reading than the call may take."""

from __future__ import annotations

import gzip
import ssl
import time
import zlib
from collections.abc import Iterable
from typing import Any

import httpcore
import pytest

from forge_harness import EgressBackend, EgressClient, EgressPolicy, EgressResponse, EgressTransport, ToolError

TRUST = ssl.create_default_context()


class Dialler(httpcore.NetworkBackend):
    """Answers every connection with the same bytes."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces = list(pieces)

    def connect_tcp(self, *_: Any, **__: Any) -> httpcore.NetworkStream:
        return httpcore.MockStream(list(self._pieces))


def answer(body: bytes, encoding: str, *, most: int = 10_000_000, timeout_s: float = 30.0) -> EgressResponse:
    """Return the answer of a server that sends this body, a few bytes in the first piece."""
    head = f"HTTP/1.1 200 OK\r\ncontent-encoding: {encoding}\r\ncontent-length: {len(body)}\r\n\r\n".encode()
    policy = EgressPolicy(mode="dev-open")
    backend = EgressBackend(
        policy, resolve=lambda *_: ["8.8.8.8"], dialler=Dialler([head, body[:3], *filter(None, [body[3:]])])
    )
    client = EgressClient(policy, transport=EgressTransport(policy, verify=TRUST, backend=backend))
    return client.request("GET", "http://example.com/", max_bytes=most, timeout_s=timeout_s)


def raw_deflate(data: bytes) -> bytes:
    return zlib.compress(data)[2:-4]


@pytest.mark.parametrize("size", [0, 1, 65_536, 65_537, 65_539, 131_077])
def test_no_byte_is_left_in_the_decoder(size: int) -> None:
    got = answer(raw_deflate(b"x" * size), "deflate")

    assert (len(got.body), got.is_truncated) == (size, False)


@pytest.mark.parametrize(
    ("sent", "body"),
    [
        (gzip.compress(b"one ") + gzip.compress(b"") + gzip.compress(b"two"), b"one two"),
        (gzip.compress(b"one") + b"\0" * 100, b"one"),
    ],
    ids=["members", "padding"],
)
def test_all_members_of_a_compressed_body_are_read(sent: bytes, body: bytes) -> None:
    got = answer(sent, "gzip")

    assert (got.body, got.is_truncated) == (body, False)


@pytest.mark.parametrize(("pack", "encoding"), [(gzip.compress, "gzip"), (zlib.compress, "deflate")])
def test_a_compressed_body_that_breaks_off_is_truncated(pack: Any, encoding: str) -> None:
    sent = pack(bytes(range(256)) * 100)

    got = answer(sent[: len(sent) // 2], encoding)

    assert (0 < len(got.body) < 25_600, got.is_truncated) == (True, True)


@pytest.mark.parametrize("encoding", ["gzip, gzip, gzip", ", ".join(["gzip"] * 3000), "br", "gzip, zstd"])
def test_a_body_in_many_or_unknown_encodings_is_refused(encoding: str) -> None:
    with pytest.raises(ToolError) as refused:
        answer(b"x", encoding)

    assert refused.value.code == "unreadable_body"


def test_decoding_ends_with_the_time_of_the_call() -> None:
    """The inner data are gigabytes of empty blocks, of which nothing comes out."""
    begin = gzip.compress(b"\x1f\x8b\x08\0\0\0\0\0\0\3")
    blocks = gzip.compress(b"\x00\x00\x00\xff\xff" * 1_000_000)
    started = time.monotonic()

    with pytest.raises(ToolError, match="did not answer in time"):
        answer(begin + blocks * 200, "gzip, gzip", timeout_s=0.1)

    assert time.monotonic() - started < 5
