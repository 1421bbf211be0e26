"""A provider on this machine: keeps what it is sent and answers what it was given; and the conversation to be had."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Literal
from urllib.parse import parse_qsl, urlsplit

from pydantic import BaseModel, Field

from forge_harness import forge_tool, get_provider, run_agent_loop

SYSTEM = "Be brief, très bref."
PROMPT = 'What is the weather in "Zürich" and in Oslo? 🎉'
MODEL = "model-1"
KEY = "key-for-the-loopback"
LIMITS = {"max_tokens": 99, "temperature": 0.5}


class WeatherArgs(BaseModel):
    """Where, and in which unit."""

    city: str = Field(description="The city's name.", max_length=60)
    unit: Literal["C", "F"] = "C"
    days: list[int] = Field(default_factory=list, description="Days from today.")


@forge_tool(args_schema=WeatherArgs, tier="read", register=False)
def get_weather(args):
    """Tell the weather of a city."""
    return {"city": args.city, "sky": "clear", "degrees": 21.5}


DEFINITION = get_weather.definition()
CALLS = [("c1", {"city": "Zürich", "unit": "C"}), ("c2", {"city": "Oslo", "days": [0, 1]})]
RESULTS = [{"city": city, "sky": "clear", "degrees": 21.5} for city in ("Zürich", "Oslo")]
ANSWER = "It is clear: 21.5 °C."


@dataclass(frozen=True)
class Sent:
    """One request."""

    path: str
    query: dict
    headers: dict
    body: dict


class Loopback(ThreadingHTTPServer):
    """Answers requests in turn with (content type, chunks)."""

    daemon_threads = True

    def __init__(self, *answers):
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers = list(answers)
        self.sent = []
        self.url = f"http://127.0.0.1:{self.server_port}"

    def __enter__(self):
        threading.Thread(target=self.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        parts = urlsplit(self.path)
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.sent.append(Sent(parts.path, dict(parse_qsl(parts.query)), headers, body))
        kind, chunks = self.server.answers.pop(0)
        self.send_response_only(200)
        self.send_header("content-type", kind)
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        for chunk in chunks:
            self.wfile.write(b"%x\r\n%b\r\n" % (len(chunk), chunk))
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, *_):
        pass


def whole(body):
    return "application/json", [json.dumps(body).encode()]


def event_stream(*payloads, named=False, done=False):
    lines = [
        (f"event: {payload['type']}\n" if named else "") + f"data: {json.dumps(payload)}\n\n" for payload in payloads
    ]
    return "text/event-stream", [line.encode() for line in [*lines, *(["data: [DONE]\n\n"] if done else [])]]


def lines(*payloads):
    return "application/x-ndjson", [json.dumps(payload).encode() + b"\n" for payload in payloads]


def ours(name, answers, *, path="", streamed=False):
    """Have our loop hold the conversation; return what was sent and the run."""
    with (
        Loopback(*answers) as server,
        get_provider(name, model=MODEL, base_url=server.url + path, api_key=KEY, **LIMITS) as provider,
    ):
        run = run_agent_loop(
            PROMPT,
            provider=provider,
            tools=[get_weather],
            system=SYSTEM,
            stream_to=(lambda piece: None) if streamed else None,
        )
    return server.sent, run


def without_none(value):
    """Return *value* without what is null, which every provider takes for left out."""
    if isinstance(value, dict):
        return {key: without_none(item) for key, item in value.items() if item is not None}
    return [without_none(item) for item in value] if isinstance(value, list) else value
