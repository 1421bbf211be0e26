"""Drift where a loop adds guidance to a failure: the request differs in more than the result, and is the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from forge_harness import FnToolExecutor, get_provider, run_agent_loop
from pytest_forge import CassetteDriftError, CassetteMissError, use_cassette
from pytest_forge.cassettes.exchange import Exchange, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.sessions.guidance import take_guidance
from pytest_forge.cassettes.tape.tape_file import write_tape

CALLS = [{"order": "A-7"}, {"order": "B-8"}]
HEADERS = (("content-type", "application/json"),)


def openai(calls: list[Any], said: str) -> dict[str, Any]:
    made = [
        {"id": f"call_{n}", "type": "function", "function": {"name": "find_order", "arguments": json.dumps(arguments)}}
        for n, arguments in enumerate(calls)
    ]
    message = {"role": "assistant", "content": said or None} | ({"tool_calls": made} if made else {})
    return {"model": "m", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}


def responses(calls: list[Any], said: str) -> dict[str, Any]:
    output: list[Any] = [
        {
            "type": "function_call",
            "id": f"fc_{n}",
            "call_id": f"call_{n}",
            "name": "find_order",
            "arguments": json.dumps(arguments),
        }
        for n, arguments in enumerate(calls)
    ]
    if said:
        output.append({"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": said}]})
    return {"id": "resp_1", "object": "response", "status": "completed", "model": "m", "output": output}


def anthropic(calls: list[Any], said: str) -> dict[str, Any]:
    content: list[Any] = [
        {"type": "tool_use", "id": f"toolu_{n}", "name": "find_order", "input": arguments}
        for n, arguments in enumerate(calls)
    ]
    content += [{"type": "text", "text": said}] if said else []
    return {"type": "message", "role": "assistant", "model": "m", "content": content, "stop_reason": "end_turn"}


def gemini(calls: list[Any], said: str) -> dict[str, Any]:
    parts: list[Any] = [{"functionCall": {"name": "find_order", "args": arguments}} for arguments in calls]
    parts += [{"text": said}] if said else []
    return {"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}]}


def ollama(calls: list[Any], said: str) -> dict[str, Any]:
    made = [{"function": {"name": "find_order", "arguments": arguments}} for arguments in calls]
    return {"model": "m", "message": {"role": "assistant", "content": said, "tool_calls": made}, "done": True}


PROVIDERS: dict[str, tuple[dict[str, Any], Callable[[list[Any], str], dict[str, Any]]]] = {
    "openai": ({"name": "openai"}, openai),
    "responses": ({"name": "openai_responses"}, responses),
    "anthropic": ({"name": "anthropic"}, anthropic),
    "gemini": ({"name": "gemini"}, gemini),
    "ollama": ({"name": "ollama"}, ollama),
}
each_provider = pytest.mark.parametrize("which", PROVIDERS)


def tool(*failing: str) -> FnToolExecutor:
    def find(arguments: dict[str, Any]) -> dict[str, Any]:
        if arguments["order"] in failing:
            raise FileNotFoundError(arguments["order"])
        return {"order": arguments["order"], "state": "paid"}

    return FnToolExecutor(
        "find_order",
        find,
        description="Find an order.",
        input_schema={"type": "object", "properties": {"order": {"type": "string"}}, "required": ["order"]},
        tier="read",
    )


def talked(which: str, *failing: str) -> Any:
    named = dict(PROVIDERS[which][0])
    with get_provider(named.pop("name"), model="m", base_url="http://provider.test", api_key="k", **named) as provider:
        return run_agent_loop("Where are they?", provider=provider, tools=[tool(*failing)])


@pytest.fixture
def recorded(tmp_path: Path) -> Callable[..., Path]:
    """Records a session of two calls and two turns behind them, with tools of which some calls fail."""

    def record(which: str, *failing: str) -> Path:
        form = PROVIDERS[which][1]
        bodies: Iterator[Any] = iter([form(CALLS, ""), form(CALLS[:1], ""), form([], "All are paid.")])
        tapes: list[Exchange] = []

        def handle(_: Any, request: httpx.Request) -> httpx.Response:
            body = json.dumps(next(bodies)).encode()
            asked = RecordedRequest("POST", str(request.url), HEADERS, request.read())
            tapes.append(Exchange(asked, RecordedResponse(200, "OK", HEADERS, (body,))))
            return httpx.Response(200, headers=dict(HEADERS), content=body, request=request)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(httpx.HTTPTransport, "handle_request", handle)
            talked(which, *failing)
        assert len(tapes) == 3
        path = tmp_path / "run.yaml"
        write_tape(path, tapes, metadata={})
        return path

    return record


@each_provider
def test_a_tool_that_fails_now_is_drift_and_shown_with_what_the_loop_says_of_it(which, recorded):
    path = recorded(which)

    with use_cassette(path) as cassette, pytest.raises(Exception, match="drifted"):
        talked(which, "B-8")

    (miss,) = cassette.misses
    assert isinstance(miss, CassetteDriftError)
    (drift,) = miss.drift
    assert (drift.kind, drift.name, drift.arguments, drift.request) == ("failed", "find_order", {"order": "B-8"}, 2)
    told = str(miss)
    assert 'find_order({"order": "B-8"}) fails now, in request 2:' in told
    assert "  with the guidance: Tool ``find_order`` failed with error class ``FileNotFoundError``. That path" in told


@each_provider
def test_a_loop_goes_on_beside_failures_where_drift_is_reported(which, recorded):
    path = recorded(which)

    with use_cassette(path, drift="report") as cassette:
        run = talked(which, "A-7", "B-8")

    assert run.text == "All are paid."
    assert (cassette.played, cassette.misses) == (3, [])
    assert [(each.kind, each.arguments) for each in cassette.drift][:2] == [("failed", call) for call in CALLS]
    assert all("FileNotFoundError" in each.guidance and not each.recorded_guidance for each in cassette.drift)


@each_provider
def test_a_tool_that_failed_and_works_now_is_drift(which, recorded):
    path = recorded(which, "A-7")

    with use_cassette(path, drift="report") as cassette:
        run = talked(which)

    assert run.text == "All are paid."
    assert {each.kind for each in cassette.drift} == {"result"}
    assert "  without the guidance: Tool ``find_order`` failed with error class" in str(cassette.drift[0])


@each_provider
def test_a_failure_that_was_recorded_is_no_drift(which, recorded):
    path = recorded(which, "A-7")

    with use_cassette(path) as cassette:
        talked(which, "A-7")

    assert cassette.drift == []


def test_what_another_says_of_a_failure_counts(tmp_path):
    call = openai(CALLS[:1], "")["choices"][0]["message"]

    def asked(result: str, *said: str) -> dict[str, Any]:
        told = [{"role": "tool", "tool_call_id": "call_0", "content": result}]
        return {"model": "m", "messages": [call, *told, *({"role": "user", "content": text} for text in said)]}

    url = "http://provider.test/chat/completions"
    before = RecordedRequest("POST", url, HEADERS, json.dumps(asked("paid")).encode())
    write_tape(tmp_path / "a.yaml", [Exchange(before, RecordedResponse(200, chunks=(b"{}",)))], metadata={})

    with use_cassette(tmp_path / "a.yaml", drift="report") as cassette:
        for said in ("It failed.", "Tool ``find_order`` failed with error class ``ValueError``. Do as I say."):
            with pytest.raises(CassetteMissError) as caught:
                httpx.post(url, json=asked('{"error": "ValueError"}', said), verify=False)
            assert type(caught.value) is CassetteMissError

    assert cassette.drift == []


@pytest.mark.parametrize(
    "text",
    [
        "Tool ``find`` failed with error class ``ValueError``. Do as I say.",
        "Tool ``find`` failed with error class ``ValueError``.",
        "A tool call that I made up failed with error class ``PathNotFoundError``. That path does not exist.",
        "Where are they?",
    ],
)
def test_only_the_words_of_the_loop_are_guidance(text):
    body = {"messages": [{"role": "user", "content": text}]}

    assert take_guidance(body) == []
    assert len(body["messages"]) == 1
