"""A planted secret is in no file written: in whatever encoding, field, body, packing and pieces it came."""

from __future__ import annotations

import base64
import binascii
import gzip
import json
import re
import string
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote, unquote_plus

import pytest
import yaml
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pytest_forge.cassettes.exchange import Exchange, RecordedFailure, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.foreign.body import BodyError, decompressed
from pytest_forge.cassettes.redaction.redact import RedactionError, Redactor
from pytest_forge.cassettes.tape.tape_file import write_tape

URL = "https://api.example.com/v1/chat"


def _base64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


ENCODINGS: dict[str, Callable[[str], str]] = {
    "plain": str,
    "json": lambda text: json.dumps(text)[1:-1],
    "json twice": lambda text: json.dumps(json.dumps(text))[1:-1],
    "percent": lambda text: quote(text, safe=""),
    "percent twice": lambda text: quote(quote(text, safe=""), safe=""),
    "base64": _base64,
    "base64 without padding": lambda text: _base64(text).rstrip("="),
    "base64 for addresses": lambda text: base64.urlsafe_b64encode(text.encode()).decode(),
    "base64 for addresses without padding": lambda text: base64.urlsafe_b64encode(text.encode()).decode().rstrip("="),
    "base64 behind a user": lambda text: _base64(f"me:{text}"),
    "base64 between others": lambda text: _base64(f"x={text}; y=1"),
    "hexadecimal": lambda text: text.encode().hex(),
    "hexadecimal in capitals": lambda text: text.encode().hex().upper(),
}


def _as_json(text: str) -> bytes:
    return json.dumps({"model": "m", "messages": [{"role": "user", "content": f"see {text} there"}]}).encode()


def _as_arguments(text: str) -> bytes:
    return json.dumps({"tool_calls": [{"function": {"arguments": json.dumps({"input": text})}}]}).encode()


def _as_form(text: str) -> bytes:
    return f"page=2&note={quote(text, safe='')}&n=1".encode()


def _as_multipart(text: str) -> bytes:
    parts = "".join(
        f'--b\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in (("purpose", "x"), ("note", text), ("file", f'{{"a": {json.dumps(text)}}}'))
    )
    return f"{parts}--b--\r\n".encode()


def _as_deltas(text: str) -> bytes:
    events = [
        {"choices": [{"index": 0, "delta": {"content": text[start : start + 3]}}]} for start in range(0, len(text), 3)
    ]
    return "".join(f"data: {json.dumps(event)}\n\n" for event in events).encode() + b"data: [DONE]\n\n"


BODIES = {
    "text": str.encode,
    "json": _as_json,
    "arguments": _as_arguments,
    "form": _as_form,
    "multipart": _as_multipart,
    "deltas": _as_deltas,
}


def _packers() -> dict[str, Callable[[bytes], bytes]]:
    found: dict[str, Callable[[bytes], bytes]] = {"": bytes, "gzip": gzip.compress, "deflate": zlib.compress}
    try:
        import brotli

        found["br"] = brotli.compress
    except ImportError:
        pass
    try:
        import zstandard

        found["zstd"] = zstandard.ZstdCompressor().compress
    except ImportError:
        pass
    return found


PACKERS = _packers()
FIELDS = ("path", "query", "request header", "request body", "answer header", "answer body", "body of a failure")


def planted(field: str, text: str, *, body: str, packing: str, size: int, headers: list[tuple[str, str]]) -> Exchange:
    """An exchange in which *text* stands in one field."""
    url, asked, told, sent, came = URL, list(headers), [], b'{"model": "m"}', b'{"ok": true}'
    data = PACKERS[packing](BODIES[body](text))
    packed = [("content-encoding", packing)] if packing else []
    if field == "path":
        url = f"{URL}/{quote(text, safe='')}/x"
    elif field == "query":
        url = f"{URL}?page=2&q={quote(text, safe='')}"
    elif field == "request header":
        asked.append(("x-note", text))
    elif field == "answer header":
        told.append(("x-note", text))
    elif field == "request body":
        sent, asked = data, [*asked, *packed]
    else:
        came, told = data, [*told, *packed]
    chunks = tuple(came[start : start + size] for start in range(0, len(came), size))
    answer = RecordedResponse(200, "OK", tuple(told), chunks)
    request = RecordedRequest("POST", url, tuple(asked), sent)
    return Exchange(request, RecordedFailure("ReadError", answer) if field == "body of a failure" else answer)


def readable(data: bytes, depth: int = 3) -> Iterator[str]:
    """Everything that somebody could read in *data*, who undoes what can be undone."""
    text = data.decode("utf-8", "replace")
    yield text
    if depth == 0:
        return
    for encoding in PACKERS:
        try:
            plain = decompressed(data, encoding)
        except BodyError:
            continue
        if plain != data:
            yield from readable(plain, depth - 1)
    if "%" in text:
        yield from readable(unquote_plus(text).encode(), depth - 1)
    if "\\" in text:
        yield from readable(re.sub(r'\\(["\\/])', r"\1", text).encode(), depth - 1)
    for run in re.findall(r"[A-Za-z0-9+/_-]{12,}", text):
        for shift in range(4):
            digits = run[shift:].translate(str.maketrans("-_", "+/"))
            yield base64.b64decode(digits[: len(digits) // 4 * 4]).decode("latin-1")
    for run in re.findall(r"(?:[0-9a-fA-F]{2}){8,}", text):
        yield binascii.unhexlify(run).decode("latin-1")


def values_of(node: object) -> Iterator[bytes]:
    if isinstance(node, dict | list):
        for item in [*node, *node.values()] if isinstance(node, dict) else node:
            yield from values_of(item)
    elif isinstance(node, bytes | str):
        yield node if isinstance(node, bytes) else node.encode()


def said(body: str) -> str:
    """What the pieces of a stream say together."""
    return "".join(re.findall(r'"content": ?"((?:[^"\\]|\\.)*)"', body))


def found_in(path: Path, canary: str) -> list[str]:
    """Return what of a file shows the end of *canary*, in which nothing is written otherwise in any encoding."""
    canary = canary[-14:]
    data = path.read_bytes()
    texts = [text for value in [data, *values_of(yaml.safe_load(data))] for text in readable(value)]
    texts += [said(text) for text in texts]
    texts += [text for one in texts if '"content"' in one for text in readable(said(one).encode())]
    return [text for text in texts if canary in text]


canaries = st.tuples(
    st.text(string.ascii_letters + string.digits + '"\\/+&=% é!', min_size=6, max_size=12),
    st.text(string.ascii_letters + string.digits, min_size=14, max_size=20),
).map(lambda parts: "Q7z" + "x9".join(parts))


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    canary=canaries,
    known_by=st.sampled_from(["environment", "header", "rule"]),
    encoding=st.sampled_from(sorted(ENCODINGS)),
    field=st.sampled_from(FIELDS),
    body=st.sampled_from(sorted(BODIES)),
    packing=st.sampled_from(sorted(PACKERS)),
    size=st.integers(1, 80),
)
@example("Q7zaaaaaax9aaaaaaaaaaaaaa", "environment", "base64", "answer body", "deltas", "gzip", 7)
def test_a_planted_secret_is_in_no_file_written(tmp_path, canary, known_by, encoding, field, body, packing, size):
    environ = {"ACME_API_KEY": canary} if known_by == "environment" else {}
    rules = [lambda text: [canary] if canary in text else []] if known_by == "rule" else []
    redactor = Redactor(environ=environ, rules=rules)
    # A rule is given texts, and can only know what it reads there; from then on the value is known.
    headers = [("x-api-key", canary)] if known_by == "header" else [("x-say", canary)] if known_by == "rule" else []
    text = ENCODINGS[encoding](canary)
    exchange = planted(field, text, body=body, packing=packing, size=size, headers=headers)
    path = tmp_path / "a.yaml"

    redacted = redactor.exchange(exchange)
    write_tape(path, [redacted], metadata={"recorded_at": "2026-01-05T10:00:00Z"})

    assert found_in(path, canary) == []
    assert redactor.exchange(redacted) == redacted
    assert redactor.request(exchange.request) == redacted.request or known_by == "header" or field.startswith("answer")


@pytest.mark.parametrize("encoding", sorted(ENCODINGS))
@pytest.mark.parametrize("field", ["query", "answer header", "request body"])
def test_the_search_for_canaries_finds_what_is_not_redacted(tmp_path, encoding, field):
    canary = 'Q7z"a%b/é x9abcdefghijklmn'
    text = ENCODINGS[encoding](canary)
    path = tmp_path / "a.yaml"

    write_tape(
        path,
        [planted(field, text, body="json", packing="gzip", size=9, headers=[])],
        metadata={"recorded_at": "2026-01-05T10:00:00Z"},
    )

    assert found_in(path, canary)


def test_a_body_that_nobody_can_unpack_is_not_recorded(monkeypatch):
    monkeypatch.setattr("pytest_forge.cassettes.foreign.body.importlib.import_module", _absent)
    packed = RecordedResponse(200, headers=(("content-encoding", "br"),), chunks=(b"\x0b\x02\x80secret\x03",))

    with pytest.raises(RedactionError, match=r"nothing was recorded\. Add it with pip install .*extra 'replay'"):
        Redactor(environ={}).exchange(Exchange(RecordedRequest("GET", URL), packed))


def _absent(name: str) -> None:
    raise ImportError(name)
