"""OpenAI's strict mode on the wire, in both forms, at once and streamed."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from pydantic import BaseModel, Field

from forge_harness import Message, forge_tool, get_provider, run_agent_loop

VARIABLE = "FLUID_OPENAI_STRICT_SCHEMA"


class Args(BaseModel):
    where: dict[str, Any]
    note: str = "none"
    limit: int | None = Field(default=None, description="At most.")


class Server:
    """Has the model call the tool with what it was given, and then answer."""

    def __init__(self, form, arguments, *, streamed):
        self.form, self.arguments, self.streamed = form, json.dumps(arguments), streamed
        self.bodies = []
        self.provider = get_provider(
            form, model="gpt-4.1", api_key="k", client=httpx.Client(transport=httpx.MockTransport(self._answer))
        )

    def tools(self):
        return [tool.get("function", tool) for tool in self.bodies[-1]["tools"]]

    def _answer(self, request):
        self.bodies.append(json.loads(request.content))
        is_first = len(self.bodies) % 2 == 1
        if self.form == "openai":
            call = {"index": 0, "id": "c1", "function": {"name": "find", "arguments": self.arguments}}
            said = {"content": None, "tool_calls": [call]} if is_first else {"content": "Done."}
            key = "delta" if self.streamed else "message"
            events = [{"choices": [{"index": 0, key: said, "finish_reason": "stop"}]}]
        else:
            call = {"type": "function_call", "call_id": "c1", "name": "find", "arguments": self.arguments}
            told = {"type": "message", "content": [{"type": "output_text", "text": "Done."}]}
            body = {"status": "completed", "output": [call if is_first else told]}
            events = [{"type": "response.completed", "response": body} if self.streamed else body]
        if not self.streamed:
            return httpx.Response(200, json=events[0])
        text = "".join(f"data: {json.dumps(event)}\n\n" for event in events)
        return httpx.Response(200, text=text, headers={"content-type": "text/event-stream"})


FORMS = [(form, streamed) for form in ("openai", "openai_responses") for streamed in (False, True)]


def run(server):
    seen = []

    @forge_tool(name="find", args_schema=Args, tier="read", register=False)
    def find(args):
        """Find."""
        seen.append(args)
        return "found"

    done = run_agent_loop(
        "Go.", provider=server.provider, tools=[find], stream_to=(lambda piece: None) if server.streamed else None
    )
    return done, seen


@pytest.mark.requirement("strict:in-the-loop")
@pytest.mark.parametrize(("form", "streamed"), FORMS)
def test_a_tool_gets_what_the_model_meant(form, streamed, monkeypatch):
    monkeypatch.setenv(VARIABLE, "1")
    server = Server(form, {"where": '{"a": [null, 1]}', "note": None, "limit": None}, streamed=streamed)

    done, seen = run(server)

    assert seen == [Args(where={"a": [None, 1]})]
    assert done.text == "Done."
    assert done.tool_calls[0].arguments == {"where": {"a": [None, 1]}}
    (tool,) = server.tools()
    assert tool["strict"] is True
    assert tool["parameters"]["required"] == ["where", "note", "limit"]
    assert tool["parameters"]["properties"]["where"]["type"] == "string"


@pytest.mark.requirement("strict:off-by-default")
@pytest.mark.parametrize("value", [None, "", "0", "off", "no"])
@pytest.mark.parametrize(("form", "streamed"), FORMS)
def test_without_strict_mode_nothing_is_rewritten(form, streamed, value, monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    if value is not None:
        monkeypatch.setenv(VARIABLE, value)
    server = Server(form, {"where": {"a": "{}"}}, streamed=streamed)

    _, seen = run(server)

    assert seen == [Args(where={"a": "{}"})]
    assert not server.tools()[0].get("strict")
    assert server.tools()[0]["parameters"]["properties"]["where"]["type"] == "object"


@pytest.mark.requirement("strict:off-by-default")
@pytest.mark.parametrize("value", ["1", "true", "YES", " on "])
def test_the_variable_is_read_at_each_request(value, monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    server = Server("openai", {"where": "{}"}, streamed=False)
    definitions = (
        forge_tool(name="find", description="Find.", args_schema=Args, register=False)(lambda args: 1).definition(),
    )
    told = []
    for text in ("0", value, "0"):
        monkeypatch.setenv(VARIABLE, text)
        server.provider.complete([Message("user", "Go.")], definitions)
        told.append(bool(server.tools()[0].get("strict")))

    assert told == [False, True, False]


def test_a_call_of_an_unknown_tool_and_broken_arguments_stay_as_they_came(monkeypatch):
    monkeypatch.setenv(VARIABLE, "1")
    server = Server("openai", None, streamed=False)
    server.arguments = '{"where": '
    tool = forge_tool(name="find", description="Find.", args_schema=Args, register=False)(lambda args: 1)

    reply = server.provider.complete([Message("user", "Go.")], [tool.definition()])

    assert reply.message.tool_calls[0].malformed_arguments == '{"where": '


def test_without_tools_there_is_nothing_to_be_strict_about(monkeypatch):
    monkeypatch.setenv(VARIABLE, "1")
    server = Server("openai", {}, streamed=False)

    server.provider.complete([Message("user", "Go.")])

    assert "tools" not in server.bodies[0]


def test_other_tools_are_hardened_anew(monkeypatch):
    monkeypatch.setenv(VARIABLE, "1")
    server = Server("openai", {"where": "{}"}, streamed=False)
    told = []
    for description in ("First.", "Second."):
        tool = forge_tool(name="find", description=description, args_schema=Args, register=False)(lambda args: 1)
        server.provider.complete([Message("user", "Go.")], (tool.definition(),))
        told.append(server.tools()[0]["description"])

    assert told == ["First.", "Second."]
