"""What goes over the wire to each provider, and what becomes of what comes back."""

from __future__ import annotations

import json
import pickle

import httpx
import pytest
from pydantic import BaseModel

from forge_harness import (
    ContextOverflowError,
    Message,
    ProviderAuthError,
    ProviderError,
    ProviderServerError,
    ProviderTimeoutError,
    RateLimitError,
    ToolCall,
    forge_tool,
    get_provider,
    run_agent_loop,
)

KEY = "sk-test-0123456789abcdefCANARY"
ASKED = [Message("user", "Go.")]


class Args(BaseModel):
    city: str


@forge_tool(name="weather", args_schema=Args, tier="read", register=False)
def weather(args):
    """Tell the weather."""
    return {"city": args.city, "sky": "clear"}


def sse(*events, named=False):
    lines = []
    for event in events:
        text = event if isinstance(event, str) else json.dumps(event)
        lines.append((f"event: {event['type']}\n" if named else "") + f"data: {text}\n\n")
    return "".join(lines)


def openai_call(**delta):
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]}


#: What each provider answers, first with two calls and then with a text, at once and in a stream.
ARGUMENTS = [json.dumps({"city": city}) for city in ("Oslo", "Bern")]
TURNS = {
    "openai": (
        [
            {
                "choices": [
                    {
                        "finish_reason": "tool_calls",
                        "message": {
                            "content": None,
                            "tool_calls": [
                                {"id": f"c{n}", "type": "function", "function": {"name": "weather", "arguments": text}}
                                for n, text in enumerate(ARGUMENTS)
                            ],
                        },
                    }
                ],
                "usage": {"prompt_tokens": 5, "completion_tokens": 7},
            },
            {"choices": [{"finish_reason": "stop", "message": {"content": "Clear."}}], "usage": {"prompt_tokens": 9}},
        ],
        [
            sse(
                *(
                    openai_call(tool_calls=[{"index": n, "id": f"c{n}", "function": {"name": "weather"}}])
                    for n in (0, 1)
                ),
                *(
                    openai_call(tool_calls=[{"index": n, "function": {"arguments": part}}])
                    for n, text in enumerate(ARGUMENTS)
                    for part in (text[:5], text[5:])
                ),
                {"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]},
                {"choices": [], "usage": {"prompt_tokens": 5, "completion_tokens": 7}},
                "[DONE]",
            ),
            sse(
                openai_call(content="Cl"),
                openai_call(content="ear."),
                {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 9}},
                "[DONE]",
            ),
        ],
    ),
    "openai_responses": (
        [
            {
                "status": "completed",
                "output": [
                    {"type": "function_call", "call_id": f"c{n}", "name": "weather", "arguments": text}
                    for n, text in enumerate(ARGUMENTS)
                ],
                "usage": {"input_tokens": 5, "output_tokens": 7},
            },
            {
                "status": "completed",
                "output": [{"type": "message", "content": [{"type": "output_text", "text": "Clear."}]}],
                "usage": {"input_tokens": 9},
            },
        ],
        None,
    ),
    "anthropic": (
        [
            {
                "type": "message",
                "stop_reason": "tool_use",
                "content": [
                    {"type": "thinking", "thinking": "Two cities.", "signature": "c2ln"},
                    *(
                        {"type": "tool_use", "id": f"c{n}", "name": "weather", "input": json.loads(text)}
                        for n, text in enumerate(ARGUMENTS)
                    ),
                ],
                "usage": {"input_tokens": 5, "output_tokens": 7},
            },
            {
                "type": "message",
                "stop_reason": "end_turn",
                "content": [{"type": "text", "text": "Clear."}],
                "usage": {"input_tokens": 9},
            },
        ],
        [
            sse(
                {"type": "message_start", "message": {"usage": {"input_tokens": 5, "output_tokens": 1}, "content": []}},
                *(
                    event
                    for n, text in enumerate(ARGUMENTS)
                    for event in (
                        {
                            "type": "content_block_start",
                            "index": n,
                            "content_block": {"type": "tool_use", "id": f"c{n}", "name": "weather", "input": {}},
                        },
                        {
                            "type": "content_block_delta",
                            "index": n,
                            "delta": {"type": "input_json_delta", "partial_json": text},
                        },
                        {"type": "content_block_stop", "index": n},
                    )
                ),
                {"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 7}},
                {"type": "message_stop"},
                named=True,
            ),
            sse(
                {"type": "message_start", "message": {"usage": {"input_tokens": 9}, "content": []}},
                {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
                *(
                    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": part}}
                    for part in ("Cl", "ear.")
                ),
                {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {}},
                {"type": "message_stop"},
                named=True,
            ),
        ],
    ),
    "gemini": (
        [
            {
                "candidates": [
                    {
                        "finishReason": "STOP",
                        "content": {
                            "parts": [
                                {"functionCall": {"name": "weather", "args": json.loads(text)}} for text in ARGUMENTS
                            ]
                        },
                    }
                ],
                "usageMetadata": {"promptTokenCount": 5, "candidatesTokenCount": 7},
            },
            {
                "candidates": [{"finishReason": "STOP", "content": {"parts": [{"text": "Clear."}]}}],
                "usageMetadata": {"promptTokenCount": 9},
            },
        ],
        None,
    ),
    "ollama": (
        [
            {
                "message": {
                    "content": "",
                    "tool_calls": [
                        {"function": {"name": "weather", "arguments": json.loads(text)}} for text in ARGUMENTS
                    ],
                },
                "done": True,
                "done_reason": "stop",
                "prompt_eval_count": 5,
                "eval_count": 7,
            },
            {"message": {"content": "Clear."}, "done": True, "done_reason": "stop", "prompt_eval_count": 9},
        ],
        None,
    ),
}
CASES = [(name, False) for name in TURNS] + [(name, True) for name in TURNS]


class Server:
    """Answers requests in turn, and keeps them."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.requests = []
        self.bodies = []
        self.client = httpx.Client(transport=httpx.MockTransport(self._answer))

    def _answer(self, request):
        self.requests.append(request)
        self.bodies.append(json.loads(request.content))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def answers(name, streamed):
    whole, streams = TURNS[name]
    if not streamed:
        return [httpx.Response(200, json=body) for body in whole]
    if streams is None and name == "openai_responses":
        streams = [sse({"type": "response.completed", "response": body}) for body in whole]
    if streams is None and name == "gemini":
        streams = [sse(body) for body in whole]
    if streams is None:
        return [
            httpx.Response(200, text=json.dumps(body) + "\n", headers={"content-type": "application/x-ndjson"})
            for body in whole
        ]
    return [httpx.Response(200, text=text, headers={"content-type": "text/event-stream"}) for text in streams]


def provider(server, name="openai", **options):
    options = {"model": "m-1", "api_key": KEY, "client": server.client} | options
    return get_provider(name, **options)


@pytest.mark.requirement("provider:tool-loop-on-the-wire")
@pytest.mark.parametrize(("name", "streamed"), CASES)
def test_two_turns_with_two_calls_of_one_tool(name, streamed):
    server = Server(*answers(name, streamed))
    pieces = []

    run = run_agent_loop(
        "What is the weather in Oslo and Bern?",
        provider=provider(server, name),
        tools=[weather],
        system="Be brief.",
        stream_to=pieces.append if streamed else None,
        cost=None,
    )

    assert run.text == "Clear."
    assert "".join(pieces) == ("Clear." if streamed else "")
    assert [call.arguments for call in run.tool_calls] == [{"city": "Oslo"}, {"city": "Bern"}]
    assert (run.usage.input_tokens, run.usage.output_tokens) == (14, 7)
    assert len(server.requests) == 2
    sent = json.dumps(server.bodies[1])
    assert all(city in sent for city in ("Oslo", "Bern", "Be brief."))
    SECOND[name](server.bodies[1])


def check_openai(body):
    assert [message["role"] for message in body["messages"]] == ["system", "user", "assistant", "tool", "tool"]
    assert [message["tool_call_id"] for message in body["messages"][3:]] == ["c0", "c1"]
    assert json.loads(body["messages"][3]["content"]) == {"city": "Oslo", "sky": "clear"}
    assert body["tools"][0]["function"]["name"] == "weather"


def check_responses(body):
    outputs = [item for item in body["input"] if item.get("type") == "function_call_output"]
    assert [item["call_id"] for item in outputs] == ["c0", "c1"]


def check_anthropic(body):
    assert [message["role"] for message in body["messages"]] == ["user", "assistant", "user"]
    assert [block["tool_use_id"] for block in body["messages"][2]["content"]] == ["c0", "c1"]
    assert body["max_tokens"] > 0
    if not body.get("stream"):
        assert body["messages"][1]["content"][0]["signature"] == "c2ln"


def check_gemini(body):
    assert [content["role"] for content in body["contents"]] == ["user", "model", "user"]
    responses = [part["functionResponse"] for part in body["contents"][2]["parts"]]
    assert [response["response"]["result"]["city"] for response in responses] == ["Oslo", "Bern"]
    assert {response["name"] for response in responses} == {"weather"}


def check_ollama(body):
    results = [message for message in body["messages"] if message["role"] == "tool"]
    assert [json.loads(message["content"])["city"] for message in results] == ["Oslo", "Bern"]


SECOND = {
    "openai": check_openai,
    "openai_responses": check_responses,
    "anthropic": check_anthropic,
    "gemini": check_gemini,
    "ollama": check_ollama,
}


@pytest.mark.parametrize(
    ("name", "base_url", "streamed", "url", "header"),
    [
        ("openai", None, False, "https://api.openai.com/v1/chat/completions", "authorization"),
        ("openai_responses", None, False, "https://api.openai.com/v1/responses", "authorization"),
        ("openai", "https://h.example/v1/", False, "https://h.example/v1/chat/completions", "authorization"),
        (
            "openai",
            "https://x.openai.azure.com/openai/deployments/d?api-version=1",
            False,
            "https://x.openai.azure.com/openai/deployments/d/chat/completions?api-version=1",
            "api-key",
        ),
        ("anthropic", None, False, "https://api.anthropic.com/v1/messages", "x-api-key"),
        ("anthropic", "https://h.example/v1", False, "https://h.example/v1/messages", "x-api-key"),
        (
            "gemini",
            None,
            False,
            "https://generativelanguage.googleapis.com/v1beta/models/m-1:generateContent",
            "x-goog-api-key",
        ),
        (
            "gemini",
            "https://h.example",
            True,
            "https://h.example/v1beta/models/m-1:streamGenerateContent?alt=sse",
            "x-goog-api-key",
        ),
        ("ollama", None, False, "http://localhost:11434/api/chat", "authorization"),
        ("ollama", "http://h.example:1/api", False, "http://h.example:1/api/chat", "authorization"),
    ],
)
def test_each_provider_is_asked_at_its_address_and_with_its_header(name, base_url, streamed, url, header, monkeypatch):
    for variable in ("OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "OLLAMA_HOST"):
        monkeypatch.delenv(variable, raising=False)
    server = Server(answers(name, streamed)[1])

    provider(server, name, base_url=base_url).complete(ASKED, stream_to=(lambda piece: None) if streamed else None)

    assert str(server.requests[0].url) == url
    assert KEY in server.requests[0].headers[header]
    assert KEY not in str(server.requests[0].url)


def test_a_key_of_the_environment_goes_to_no_other_address(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    server = Server(*answers("openai", False))

    get_provider("openai", model="m", client=server.client).complete(ASKED)
    get_provider("openai", model="m", client=server.client, base_url="https://h.example/v1").complete(ASKED)

    assert [KEY in str(request.headers.raw) for request in server.requests] == [True, False]


@pytest.mark.parametrize(
    ("name", "variable"),
    [("openai", "OPENAI_API_KEY"), ("anthropic", "ANTHROPIC_API_KEY"), ("gemini", "GEMINI_API_KEY")],
)
def test_a_missing_key_is_told_before_anything_is_sent(name, variable, monkeypatch):
    monkeypatch.delenv(variable, raising=False)

    said = rf"API key for '{name}' is missing\. Set {variable}, or pass api_key=\."
    with pytest.raises(ProviderAuthError, match=said):
        get_provider(name, model="m")


def test_a_key_that_no_header_can_hold_is_refused_without_showing_it():
    with pytest.raises(ProviderAuthError) as caught:
        get_provider("openai", model="m", api_key="sk-ключ\n x")

    assert "ключ" not in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"name": "nobody", "model": "m"}, "The provider 'nobody' is unknown"),
        ({"name": "ollama", "model": ""}, "is not a model"),
        ({"name": "openai", "model": "m", "base_url": "h.example/v1?key=CANARY"}, "'h.example/v1' is not a URL"),
    ],
)
def test_what_cannot_be_asked_is_refused(arguments, said):
    with pytest.raises(ValueError, match=said) as caught:
        get_provider(**arguments)

    assert "CANARY" not in str(caught.value)


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (401, {"error": {"message": f"Incorrect API key: {KEY}"}}, ProviderAuthError),
        (429, {"error": {"message": "Slow."}}, RateLimitError),
        (500, "<html>", ProviderServerError),
        (529, {"type": "error", "error": {"type": "overloaded_error", "message": "x"}}, ProviderServerError),
        (413, "", ContextOverflowError),
        (400, {"error": {"message": f"bad {KEY}"}}, ProviderError),
        (302, "", ProviderError),
        (200, "<html>", ProviderServerError),
        (200, {"error": {"message": "x", "type": "rate_limit_error"}}, RateLimitError),
        (200, {"error": {"message": "x", "code": 503}}, ProviderServerError),
        (200, {"hello": 1}, ProviderError),
        (200, [1, 2], ProviderError),
    ],
)
@pytest.mark.parametrize("name", list(TURNS))
def test_every_refusal_is_a_typed_error_that_shows_no_key(name, status, body, expected):
    content = {"text": body} if isinstance(body, str) else {"json": body}
    server = Server(httpx.Response(status, headers={"location": "https://other.example/"}, **content))

    with pytest.raises(ProviderError) as caught:
        provider(server, name).complete(ASKED)

    assert type(caught.value) is expected
    assert caught.value.provider
    assert "CANARY" not in str(caught.value) + repr(caught.value) + repr(vars(caught.value))
    assert b"CANARY" not in pickle.dumps(caught.value)
    # The transport's own error holds the request, and in it the key.
    assert caught.value.original_error is None
    assert caught.value.__context__ is None
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("base_url", "said"),
    [
        (f"http://user:{KEY}@localhost:11434", "No server answers at localhost:11434. Start the server,"),
        ("http://127.0.0.1/v1", "No server answers at 127.0.0.1:http. Start the server,"),
        ("https://h.example/v1", "could not be reached (ConnectError)"),
    ],
)
def test_a_server_of_this_machine_that_is_not_running_is_told_as_such(base_url, said):
    def refuse(request):
        raise httpx.ConnectError(f"refused {KEY}", request=request)

    client = httpx.Client(transport=httpx.MockTransport(refuse))
    local = get_provider("openai", model="m", base_url=base_url, client=client)

    with pytest.raises(ProviderServerError) as caught:
        local.complete([Message("user", "Go.")])

    assert said in str(caught.value)
    assert caught.value.retryable
    assert KEY not in repr(caught.value.__dict__)


@pytest.mark.parametrize(
    ("failure", "expected"),
    [
        (httpx.ReadTimeout("x"), ProviderTimeoutError),
        (httpx.ConnectTimeout("x"), ProviderTimeoutError),
        (httpx.ConnectError(f"x {KEY}"), ProviderServerError),
        (httpx.RemoteProtocolError("x"), ProviderServerError),
        (ConnectionResetError("x"), ProviderServerError),
    ],
)
def test_a_lost_connection_is_a_typed_error_and_passes(failure, expected):
    server = Server(failure, failure, answers("openai", False)[1])
    waits = []

    run = run_agent_loop("Go.", provider=provider(server), tools=[], sleep=waits.append)

    assert (run.text, len(waits)) == ("Clear.", 2)
    with pytest.raises(expected) as caught:
        provider(Server(failure)).complete(ASKED)
    assert "CANARY" not in str(caught.value)


@pytest.mark.requirement("loop:every-request-is-retried")
def test_retry_after_is_kept_exactly_and_three_requests_are_made():
    limited = httpx.Response(429, headers={"retry-after": "7"}, json={"error": {"message": "x"}})
    server = Server(limited, limited, limited, limited)
    waits = []

    with pytest.raises(RateLimitError):
        run_agent_loop("Go.", provider=provider(server), tools=[], sleep=waits.append)

    assert (waits, len(server.requests)) == ([7.0, 7.0], 3)


def test_a_refused_key_is_one_request():
    server = Server(httpx.Response(401, json={}))

    with pytest.raises(ProviderAuthError):
        run_agent_loop("Go.", provider=provider(server), tools=[], sleep=pytest.fail)

    assert len(server.requests) == 1


def broken(*pieces):
    def stream():
        yield from pieces
        raise httpx.ReadError("x")

    return httpx.Response(200, headers={"content-type": "text/event-stream"}, content=stream())


def event_stream(text):
    return httpx.Response(200, headers={"content-type": "text/event-stream"}, text=text)


LIMITED = {"error": {"message": "x", "code": 429}}
TURN = ({"type": "message_start", "message": {"role": "assistant", "content": []}}, {"type": "ping"})
CALL = {"type": "content_block_start", "index": 0, "content_block": {"type": "tool_use", "id": "c0", "name": "weather"}}
OVERLOADED = sse({"type": "error", "error": {"type": "overloaded_error", "message": "x"}}, named=True)


@pytest.mark.requirement("loop:never-again-after-the-first-piece")
@pytest.mark.parametrize(
    ("name", "answer", "expected"),
    [
        ("openai", broken(sse(openai_call(content="Cl")).encode()), ProviderServerError),
        ("openai", event_stream(sse(openai_call(content="Cl"))), ProviderServerError),
        ("openai", event_stream(sse(openai_call(content="Cl"), '{"choices": [{CANARY')), ProviderError),
        ("openai", event_stream(sse(openai_call(content="Cl"), LIMITED)), RateLimitError),
        ("anthropic", event_stream(sse(*TURN, CALL, named=True) + OVERLOADED), ProviderServerError),
    ],
)
def test_a_stream_that_breaks_is_a_typed_error_and_not_asked_for_again(name, answer, expected):
    server = Server(answer, *answers(name, True))

    with pytest.raises(ProviderError) as caught:
        run_agent_loop(
            "Go.", provider=provider(server, name), tools=[], stream_to=lambda piece: None, sleep=pytest.fail
        )

    assert type(caught.value) is expected
    assert "CANARY" not in str(caught.value)
    assert len(server.requests) == 1


@pytest.mark.requirement("loop:every-request-is-retried")
@pytest.mark.parametrize(
    ("name", "failure"),
    [
        ("openai", broken()),
        ("openai", event_stream(sse(LIMITED))),
        ("openai", broken(b": keep-alive\n\n")),
        ("anthropic", event_stream(OVERLOADED)),
        ("anthropic", event_stream(sse(*TURN, named=True) + OVERLOADED)),
    ],
)
def test_a_stream_that_failed_before_the_answer_began_is_asked_for_again(name, failure):
    server = Server(failure, answers(name, True)[1])
    pieces = []

    run = run_agent_loop(
        "Go.", provider=provider(server, name), tools=[], stream_to=pieces.append, sleep=lambda delay: None
    )

    assert (run.text, "".join(pieces), len(server.requests)) == ("Clear.", "Clear.", 2)


def test_a_listener_that_fails_is_not_the_providers_fault():
    def listen(piece):
        raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        run_agent_loop(
            "Go.", provider=provider(Server(answers("openai", True)[1])), tools=[], stream_to=listen, sleep=pytest.fail
        )


def test_a_host_that_does_not_stream_is_read_all_the_same():
    pieces = []

    reply = provider(Server(answers("openai", False)[1])).complete(ASKED, stream_to=pieces.append)

    assert (reply.message.text, pieces) == ("Clear.", ["Clear."])


def test_a_name_that_a_model_made_up_goes_back_in_a_form_that_is_taken():
    server = Server(answers("openai", False)[1])
    calls = tuple(ToolCall(f"c{n}", name, {}) for n, name in enumerate(["a.b c", "", "x" * 99, "weather"]))
    results = [Message("tool", "1", tool_call_id=call.id) for call in calls]

    provider(server).complete([*ASKED, Message("assistant", "", calls), *results])

    sent = [call["function"]["name"] for call in server.bodies[0]["messages"][1]["tool_calls"]]
    assert sent == ["a_b_c", "unknown_tool", "x" * 64, "weather"]


def test_half_a_surrogate_pair_can_be_sent():
    server = Server(answers("openai", False)[1])

    provider(server).complete([Message("user", "a\ud800b")])

    assert server.bodies[0]["messages"][0]["content"] == "a?b"


def test_fields_can_be_added_renamed_and_taken_out():
    server = Server(answers("openai", False)[1], answers("openai", False)[1])
    own = provider(server, max_tokens=9, extra_body={"seed": 1, "messages": None})
    other = provider(server, max_tokens=9, base_url="https://api.mistral.ai/v1", temperature=0.5)

    own.complete(ASKED)
    other.complete(ASKED)

    assert server.bodies[0] == {"model": "m-1", "max_completion_tokens": 9, "seed": 1}
    assert server.bodies[1]["max_tokens"] == 9
    assert server.bodies[1]["temperature"] == 0.5
    assert "stream_options" not in server.bodies[1]


@pytest.mark.requirement("provider:timeout-variable")
@pytest.mark.parametrize("text", ["two minutes", "-1", "86400", "1e9", "inf"])
def test_a_timeout_that_cannot_be_used_is_told_once(text, monkeypatch, caplog):
    server = Server(*(answers("openai", False)[1] for _ in range(2)))
    asked = provider(server)
    monkeypatch.setenv("FLUID_LLM_TIMEOUT_SECONDS", text)

    asked.complete(ASKED)
    asked.complete(ASKED)

    assert server.requests[0].extensions["timeout"]["read"] == 120.0
    (told,) = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert told.startswith(f"FLUID_LLM_TIMEOUT_SECONDS={text!r} is not a number of seconds above 0 and below 86400. ")


@pytest.mark.requirement("provider:timeout-variable")
@pytest.mark.parametrize(("text", "seconds"), [("5", 5.0), ("", 120.0), ("x", 120.0), ("0", 120.0), ("nan", 120.0)])
def test_the_timeout_is_that_of_the_environment_at_the_time(text, seconds, monkeypatch):
    server = Server(answers("openai", False)[1])
    asked = provider(server)
    monkeypatch.setenv("FLUID_LLM_TIMEOUT_SECONDS", text)

    asked.complete(ASKED)

    assert server.requests[0].extensions["timeout"]["read"] == seconds


def test_nothing_that_is_printed_shows_the_key():
    asked = provider(Server(), extra_headers={"x-own": KEY})

    assert "CANARY" not in repr(asked) + repr(asked._endpoint)


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1:9", "http://127.0.0.1:9/api/chat"),
        ("0.0.0.0", "http://127.0.0.1:11434/api/chat"),
        ("https://o.example", "https://o.example/api/chat"),
    ],
)
def test_the_host_of_ollama_may_be_written_as_its_server_takes_it(host, url, monkeypatch):
    monkeypatch.setenv("OLLAMA_HOST", host)
    server = Server(answers("ollama", False)[1])

    get_provider("ollama", model="m", client=server.client).complete(ASKED)

    assert str(server.requests[0].url) == url


@pytest.mark.parametrize("name", TURNS)
def test_each_request_has_the_headers_and_limits_of_the_first(name):
    server = Server(*(answers(name, False)[1] for _ in range(3)))
    asked = provider(server, name, timeout_s=7.0)

    for text in ("Go.", "Go, and say more.", "ö"):
        asked.complete([Message("user", text)])

    first, *others = server.requests
    lengths = [str(len(request.content)) for request in server.requests]
    assert len(set(lengths)) == 3
    for request, length in zip(others, lengths[1:], strict=True):
        expected = [(key, length.encode() if key == b"Content-Length" else value) for key, value in first.headers.raw]
        assert request.headers.raw == expected
        assert (request.method, request.url, request.extensions) == (first.method, first.url, first.extensions)
    assert server.requests[2].extensions["timeout"]["read"] == 7.0


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda client: client.headers.update({"x-team": "blue"}), ("blue", None, b"")),
        (lambda client: client.cookies.set("session", "s1"), (None, "session=s1", b"")),
        (lambda client: setattr(client, "params", {"trace": "1"}), (None, None, b"trace=1")),
    ],
    ids=["header", "cookie", "parameter"],
)
def test_what_is_changed_at_the_client_holds_from_the_next_request_on(change, told):
    server = Server(*(answers("openai", False)[1] for _ in range(2)))
    asked = provider(server)
    asked.complete(ASKED)

    change(server.client)
    asked.complete(ASKED)

    before, after = [(r.headers.get("x-team"), r.headers.get("cookie"), r.url.query) for r in server.requests]
    assert before == (None, None, b"")
    assert after == told


def test_the_time_limit_of_the_environment_is_read_for_each_request(monkeypatch):
    server = Server(*(answers("openai", False)[1] for _ in range(2)))
    asked = provider(server)
    monkeypatch.setenv("FLUID_LLM_TIMEOUT_SECONDS", "5")
    asked.complete(ASKED)
    monkeypatch.setenv("FLUID_LLM_TIMEOUT_SECONDS", "6")

    asked.complete(ASKED)

    assert [request.extensions["timeout"]["read"] for request in server.requests] == [5.0, 6.0]


def test_a_cookie_that_a_host_sets_goes_back_to_it():
    first = httpx.Response(200, json=TURNS["openai"][0][1], headers={"set-cookie": "session=s1"})
    server = Server(first, answers("openai", False)[1])
    asked = provider(server)

    asked.complete(ASKED)
    asked.complete(ASKED)

    assert server.requests[1].headers.get("cookie") == "session=s1"
