"""`forge run --openapi`: a model calls the operations of an API, and the mistakes of users."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from forge_harness import ScriptedProvider, ToolCall
from forge_harness.cli import run as command

from .conftest import Forge

DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Pets", "version": "1"},
    "servers": [{"url": "https://pets.example/v1"}],
    "paths": {
        "/pets/{petId}": {
            "get": {
                "operationId": "showPet",
                "parameters": [{"name": "petId", "in": "path", "required": True, "schema": {"type": "string"}}],
            },
            "delete": {"operationId": "removePet", "security": [{"key": []}]},
        }
    },
    "components": {"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}},
}

Run = Callable[..., tuple[ScriptedProvider, int, str]]


@pytest.fixture
def run(forge: Forge, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Run the prompt beside `pets.json`, with a model that takes the given steps."""
    monkeypatch.setenv("FLUID_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pets.json").write_text(json.dumps(DOCUMENT))
    (tmp_path / "closed.json").write_text(json.dumps({**DOCUMENT, "security": [{"key": []}]}))

    def running(*words: str, steps: Sequence[str | ToolCall] = ("Done.",)) -> tuple[ScriptedProvider, int, str]:
        model = ScriptedProvider(steps)
        monkeypatch.setattr(command, "get_provider", lambda *_, **__: model)
        code, out, err = forge("run", "Go.", "--provider", "openai", "--model", "m", "--approve", "all", *words)
        return model, code, out + err

    return running


# The command ends with its connections open, as a process does.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_model_calls_an_operation(run: Run) -> None:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.end_headers()
            self.wfile.write(json.dumps({"asked": self.path}).encode())

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.handle_request)
        thread.start()
        words = ("--openapi", "pets=pets.json", "--openapi-server", f"http://127.0.0.1:{server.server_port}/v2")
        steps = [ToolCall("1", "pets__showPet", {"petId": "7"}), "There it is."]
        model, code, printed = run(*words, steps=steps)
        thread.join(10)

    assert code == 0
    assert "[pets__showPet: success" in printed
    assert "/v2/pets/7" in str(model.calls[1].messages[-1])
    assert "'removePet' of 'pets.json' is left out: it needs the security scheme 'key'. Add --openapi-key" in printed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--openapi", "nope.json"), "The file 'nope.json' cannot be read. Pass the path of an OpenAPI document."),
        (("--openapi", "Pets=pets.json"), "The file 'Pets=pets.json' cannot be read."),
        (("--openapi", "pets.json", "--openapi-server", "pets"), "'pets' is not a server."),
        (("--openapi", "pets.json", "--openapi-key", "key"), "Write --openapi-key SCHEME=VARIABLE."),
        (("--openapi", "pets.json", "--openapi-key", "key=NO_SUCH_KEY"), "The variable 'NO_SUCH_KEY' is not set."),
        (("--openapi", "pets.json", "--openapi-key", "kee=HOME"), "has no security scheme 'kee'. Its schemes: 'key'."),
        (("--openapi-server", "https://a.example"), "Add --openapi FILE."),
        (("--openapi", "pets.json", "--openapi", "pets.json", "--openapi-key", "key=HOME"), "Use one --openapi with"),
    ],
)
def test_what_cannot_be_used_is_told_in_one_line(run: Run, words: tuple[str, ...], said: str) -> None:
    model, code, printed = run(*words, steps=())

    assert (code, model.calls) == (2, [])
    assert said in printed
    assert printed.count("\n") == 1


def test_a_document_without_a_usable_operation_names_the_option(run: Run) -> None:
    model, code, printed = run("--openapi", "closed.json", steps=())

    assert (code, model.calls) == (2, [])
    assert "Add --openapi-key 'key=VARIABLE'." in printed
    assert "'closed.json' has no operation that can be a tool." in printed
