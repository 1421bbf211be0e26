"""An HTTP API on this machine that notes what it is asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Asked:
    """One request as it arrived."""

    method: str
    target: str
    headers: dict[str, str]
    body: bytes


@dataclass
class LoopbackApi:
    """The server's address, its next answer and the requests so far."""

    url: str = ""
    status: int = 200
    content_type: str = "application/json"
    body: bytes = b"{}"
    headers: dict[str, str] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)

    def answers(self, value: Any, status: int = 200) -> None:
        """Answer the next requests with *value* as JSON."""
        self.status, self.body = status, json.dumps(value).encode()


@contextmanager
def loopback_api() -> Iterator[LoopbackApi]:
    """Serve until the context is left."""
    api = LoopbackApi()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def answer(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", "0")))
            headers = {name.lower(): value for name, value in self.headers.items()}
            api.asked.append(Asked(self.command, self.path, headers, body))
            self.send_response(api.status)
            self.send_header("content-type", api.content_type)
            for name, value in api.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(api.body)))
            self.end_headers()
            self.wfile.write(api.body)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = answer

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    api.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield api
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
