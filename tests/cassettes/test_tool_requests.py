"""The requests of our own tools: recorded with the run, and replayed without a network."""

from __future__ import annotations

import dataclasses
import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from forge_harness.cli import main as command_line
from forge_harness.tools.builtin import web_search
from pytest_forge import use_cassette

SEARCH_KEY, MODEL_KEY, SESSION = "tvly-dev-Zk3vQ9sLr7Tn1Xy5Wb8c", "plain-key-of-a-model-77", "s3ss10n-4c1d"
CALLS = [
    (
        "http_request",
        {"method": "GET", "url": "http://{place}/orders"},
    ),
    ("web_search", {"query": "orders"}),
]


class Services(BaseHTTPRequestHandler):
    """A model that calls both tools and then answers, a page, and a search."""

    server: Any

    def do_GET(self) -> None:
        self.answer(b"two orders", "text/plain")

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if self.path == "/search":
            found = {"answer": "A", "results": [{"title": "T", "url": "https://e", "content": "c", "score": 1.0}]}
            self.answer(json.dumps(found if self.headers["authorization"] == f"Bearer {SEARCH_KEY}" else {}).encode())
            return
        place = f"127.0.0.1:{self.server.server_address[1]}"
        calls = [
            {"id": f"call_{name}", "type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}}
            for name, arguments in json.loads(json.dumps(CALLS).replace("{place}", place))
        ]
        is_over = any(message["role"] == "tool" for message in asked["messages"])
        message: dict[str, Any] = {"role": "assistant", "content": "Two orders." if is_over else None}
        if not is_over:
            message["tool_calls"] = calls
        self.answer(json.dumps({"choices": [{"message": message}]}).encode())

    def answer(self, body: bytes, kind: str = "application/json") -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.send_header("set-cookie", f"session={SESSION}")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def place() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Services) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield f"127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_a_run_with_requests_is_replayed_without_a_network(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "forge.yaml").write_text(f"egress:\n  allow: ['{place}']\n")
    tavily = dataclasses.replace(web_search._PROVIDERS["tavily"], url=f"http://{place}/search")
    monkeypatch.setitem(web_search._PROVIDERS, "tavily", tavily)
    monkeypatch.setenv("TAVILY_API_KEY", SEARCH_KEY)
    monkeypatch.setenv("MODEL_KEY", MODEL_KEY)
    monkeypatch.chdir(tmp_path)
    tools = [word for name, _ in CALLS for word in ("--tools", f"forge:builtins:{name}")]
    words = ["run", "Hi.", "--provider", "openai", "--model", "m", "--base-url", f"http://{place}", "--json", *tools]
    words += ["--key-env", "MODEL_KEY", "--approve", "all"]

    assert command_line.main([*words, "--record", "run.yaml"]) == 0
    recorded = json.loads(capsys.readouterr().out)

    def closed(*_: object, **__: object) -> None:
        raise AssertionError("The network was used.")

    monkeypatch.setattr(socket, "getaddrinfo", closed)
    monkeypatch.setattr(socket.socket, "connect", closed)
    monkeypatch.setenv("TAVILY_API_KEY", "tvly-another-key-of-a-replay")
    with use_cassette("run.yaml", mode="none") as cassette:
        assert command_line.main(words) == 0
    replayed = json.loads(capsys.readouterr().out)

    assert list(cassette.unplayed()) == []
    calls = [(record["tool_name"], record["outcome"]) for run in (recorded, replayed) for record in run["records"]]
    assert sorted(calls) == sorted((name, "success") for name, _ in 2 * CALLS)
    assert (replayed["text"], replayed["usage"]) == (recorded["text"], recorded["usage"])
    text = (tmp_path / "run.yaml").read_text()
    assert not [secret for secret in (SEARCH_KEY, MODEL_KEY, SESSION, "Bearer tvly") if secret in text]
    assert command_line.main(["cassettes", "lint", "run.yaml"]) == 0
