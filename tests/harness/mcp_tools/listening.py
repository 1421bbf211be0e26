"""An MCP server over streamable HTTP on loopback, in plain Python, whose behaviour a test may change while it runs."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

__all__ = ["HttpServer", "listening"]

SCHEMA = {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]}


class HttpServer(ThreadingHTTPServer):
    """The server; its attributes say how it answers.

    Attributes:
        is_stream: Whether answers are streams of events.
        token: The value of Authorization that it wants; empty for any.
        version: The protocol version that it speaks.
        description: What it says of its tool.
        sessions: The sessions that it knows.
        asked: The methods of what it was sent, and the method of HTTP if it is not POST.
        stopping: Set when calls of `hang` shall end.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.is_stream = False
        self.token = ""
        self.version = "2025-11-25"
        self.description = "Say a word again."
        self.sessions: set[str] = set()
        self.asked: list[str] = []
        self.stopping = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/mcp"

    def handle_error(self, *_: Any) -> None:
        """Say nothing of clients that have gone."""


class _Handler(BaseHTTPRequestHandler):
    server: HttpServer

    def do_POST(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers["content-length"])))
        method, params = message["method"], message.get("params") or {}
        self.server.asked.append(method)
        is_stateless = self.server.version == "2026-07-28"
        if self.server.token and self.headers.get("authorization") != self.server.token:
            self._send(401, "")
        elif is_stateless and self.headers.get("mcp-method") != method and method != "initialize":
            self._send(400, "")
        elif (
            not is_stateless
            and method != "initialize"
            and self.headers.get("mcp-session-id") not in self.server.sessions
        ):
            self._send(404, "")
        elif "id" not in message:
            self._send(202, "")
        else:
            answer = self._answer(method, params)
            if answer is not None:
                self._send(200, json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer}))

    def do_DELETE(self) -> None:
        self.server.asked.append("DELETE")
        self.server.sessions.discard(self.headers.get("mcp-session-id", ""))
        self._send(204, "")

    def _answer(self, method: str, params: dict[str, Any]) -> dict[str, Any] | None:
        is_stateless = self.server.version == "2026-07-28"
        if method == "initialize" and is_stateless:
            return {"error": {"code": -32022, "message": "Unsupported protocol version"}}
        told = {"serverInfo": {"name": "listening"}}
        if method == "initialize":
            return {"result": {"protocolVersion": self.server.version, **told}}
        if method == "server/discover":
            beside = {f"io.modelcontextprotocol/{key}": value for key, value in told.items()}
            return {"result": {"supportedVersions": [self.server.version], "_meta": beside}}
        if method == "tools/list":
            tool = {"description": self.server.description, "inputSchema": SCHEMA}
            return {"result": {"tools": [{"name": name, **tool} for name in ("echo", "hang", "drop")]}}
        if params["name"] == "hang":
            self.server.stopping.wait(10)
        if params["name"] == "drop":
            self.close_connection = True
            return None
        return {"result": {"content": [{"type": "text", "text": f"Echo: {params['arguments']['word']}"}]}}

    def _send(self, code: int, text: str) -> None:
        is_stream = self.server.is_stream and code == 200
        data = (f": hello\n\ndata: {text}\n\n" if is_stream else text).encode()
        self.send_response(code)
        self.send_header("content-type", "text/event-stream" if is_stream else "application/json")
        if code == 200 and self.server.version != "2026-07-28":
            session = f"s{len(self.server.asked)}"
            if "protocolVersion" in text:
                self.server.sessions.add(session)
                self.send_header("mcp-session-id", session)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def listening() -> Iterator[HttpServer]:
    """Serve until the end of the context."""
    with HttpServer() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.stopping.set()
            server.shutdown()
            thread.join()
