"""Servers that are reached by a URL: listed and called over streamable HTTP; what becomes of files is not seen."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from forge_harness.mcp import http_transport
from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session
from pytest_forge.targets.target_error import TargetError

from .conftest import BUDGET
from .servers import raw

WORD = {"type": "string", "description": "A word."}


def define(word: str) -> Any:
    if word.startswith("no-such"):
        return raw.text("Error: there is no such word")
    return raw.text(f"{word} is known.")


TOOLS = [raw.tool("define", define, arguments={"word": WORD})]

#: Streams that the standard allows, https://html.spec.whatwg.org/#sse, with a message in each.
FRAMES = {
    "a byte order mark": lambda reply: f"\ufeffdata: {reply}\n\n",
    "carriage returns": lambda reply: f"event: message\rdata: {reply}\r\r",
    "both line ends": lambda reply: f"event: message\r\ndata: {reply}\r\n\r\n",
    "comments": lambda reply: f": \u00e9\n\n:\ndata: {reply}\nid: 1\nretry: 10\n\n",
    "two lines of data": lambda reply: f"data: {reply[:1]}\ndata: {reply[1:]}\n\n",
    "characters that end lines elsewhere": lambda reply: f"data: {reply}\n\n".replace("tree", "tr\u00e9\u2028\u0085e"),
    "no empty line at the end": lambda reply: f"data: {reply}\n",
}


@contextmanager
def listening(*, kind: str = "json", status: int = 200, key: str = "") -> Iterator[str]:
    """Serve the tools, and yield the target; a session is needed after the first answer has named it."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["content-length"])))
            is_first = request["method"] == "initialize"
            if self.headers.get("x-key", "") != key:
                self.send_error(401)
                return
            if status != 200 or (not is_first and self.headers.get("mcp-session-id") != "s1"):
                self.send_error(status if status != 200 else 400)
                return
            if "id" not in request:
                self._send(202, "", "")
                return
            if not is_first and self.headers.get("mcp-protocol-version") != "2025-06-18":
                self.send_error(400)
                return
            reply = json.dumps({"jsonrpc": "2.0", "id": request["id"], **raw.answer(TOOLS, request, page=5)})
            if kind == "json":
                self._send(200, "application/json", reply)
            elif kind in FRAMES:
                self._send(200, "text/event-stream", FRAMES[kind](reply))
            else:
                note = json.dumps({"jsonrpc": "2.0", "method": "notifications/message", "params": {}})
                self._send(
                    200, "text/event-stream", f"event: message\ndata: {note}\n\n: still here\n\ndata: {reply}\n\n"
                )

        def _send(self, code: int, content_type: str, body: str) -> None:
            data = body.encode()
            self.send_response(code)
            self.send_header("mcp-session-id", "s1")
            self.send_header("content-type", content_type)
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            # The first half of a character of two bytes travels alone.
            cut = data.find("\u00e9".encode()) + 1
            for piece in (data[:cut], data[cut:]):
                self.wfile.write(piece)
                self.wfile.flush()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"mcp+http://127.0.0.1:{server.server_port}/mcp"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.mark.parametrize("kind", ["json", "stream"])
def test_a_server_is_listed_and_called_over_http(reached, kind):
    with listening(kind=kind) as target, closing(reached(target)) as server:
        [listed] = server.tools()
        answers = [server.call("define", {"word": "tree"}), server.call("define", {})]

    assert listed["name"] == "define"
    assert [(answer.succeeded, answer.text) for answer in answers] == [
        (True, "tree is known."),
        (False, "'word' is a required property"),
    ]


@pytest.mark.parametrize("kind", FRAMES)
def test_a_stream_is_read_as_the_standard_says(reached, kind):
    with listening(kind=kind) as target, closing(reached(target)) as server:
        server.start()
        answer = server.call("define", {"word": "tree"})

    assert answer.succeeded
    assert answer.text.endswith("e is known.")
    assert answer.noise == ()


@pytest.mark.parametrize("kind", ["json", "stream"])
def test_a_message_that_does_not_end_is_not_kept(reached, monkeypatch, kind):
    monkeypatch.setattr(http_transport, "_MAX_MESSAGE", 2_000)
    with listening(kind=kind) as target, closing(reached(target)) as server:
        server.start()
        answer = server.call("define", {"word": "w" * 9_000})

    assert answer.kind == "lost"
    assert "MiB" in answer.how


def test_a_server_is_judged_over_http(tmp_path):
    checks = ("call_returns", "missing_arguments_are_refused", "failure_is_not_success", "text_is_not_executed")
    with (
        listening() as target,
        open_session(target, budget=BUDGET, base=tmp_path, allow_destructive=True) as session,
    ):
        found = {check: session.run(0, all_checks()[check])[0] for check in checks}

    assert [(tool.name, tool.kind) for tool in session.tools] == [("define", "mcp")]
    assert [found[check].status for check in checks] == ["passed", "passed", "failed", "not_applicable"]
    assert "runs elsewhere" in found["text_is_not_executed"].message


@pytest.mark.parametrize(
    ("status", "says"), [(401, "FORGE_MCP_AUTHORIZATION"), (404, "HTTP 404. Check the path of the URL.")]
)
def test_a_server_that_turns_us_away_is_told_in_two_sentences(reached, status, says):
    with listening(status=status) as target, closing(reached(target)) as server, pytest.raises(TargetError) as caught:
        server.start()

    assert says in str(caught.value)
