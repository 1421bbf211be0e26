"""Sessions that are not HTTP are read where their form is public, and told apart from broken files elsewhere."""

from __future__ import annotations

import json

import pytest
import yaml

from pytest_forge.cassettes.foreign.document import CassetteError
from pytest_forge.cassettes.foreign.reading import find_cassettes, read_cassette
from pytest_forge.cassettes.sessions.session import read_session
from pytest_forge.cassettes.tape.tape import open_tape


def lines(*values):
    return "\n".join(json.dumps(value) for value in values)


def claude(*blocks, message_id="m1", **members):
    message = {"id": message_id, "model": "claude", "role": "assistant", "content": list(blocks), **members}
    return {"type": "assistant", "message": message}


ADD = {"type": "tool_use", "id": "c1", "name": "add", "input": {"a": 1}}
RESULT = {"type": "tool_result", "tool_use_id": "c1", "content": "2"}
USAGE = {"input_tokens": 7, "output_tokens": 5}
OF_CLAUDE = [
    {"type": "system", "subtype": "init", "session_id": "s", "model": "claude"},
    {"type": "user", "message": {"role": "user", "content": "1 + 1?"}},
    claude({"type": "thinking", "thinking": "hm"}, usage={"input_tokens": 7, "output_tokens": 1}),
    claude(ADD, usage=USAGE, stop_reason="tool_use"),
    {"type": "user", "message": {"role": "user", "content": [RESULT]}},
    claude({"type": "text", "text": "Two."}, message_id="m2"),
    {"type": "result", "subtype": "success", "is_error": False, "result": "Two."},
]
TRANSPORT = {
    "cassette_name": "t",
    "events": [
        {"op": "write", "payload": {"kind": "json", "value": OF_CLAUDE[1]}},
        *({"op": "read", "payload": message} for message in OF_CLAUDE[2:4]),
        {"op": "write", "payload": {"kind": "json", "value": OF_CLAUDE[4]}},
        *({"op": "read", "payload": message} for message in OF_CLAUDE[5:]),
    ],
}
CALL = {"type": "function_call", "call_id": "c1", "name": "add", "arguments": '{"a": 1}'}
OUTPUT = {"type": "function_call_output", "call_id": "c1", "output": "2"}
THOUGHT = {"type": "reasoning", "summary": [{"type": "summary_text", "text": "hm"}]}
SAID = {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Two."}]}
ASKED = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "1 + 1?"}]}
TOKENS = {"type": "token_count", "info": {"last_token_usage": {**USAGE, "cached_input_tokens": 1}}}
CODEX = [
    {"type": "session_meta", "payload": {"id": "s", "cwd": "."}},
    {"type": "turn_context", "payload": {"model": "gpt"}},
    *({"type": "response_item", "payload": item} for item in (ASKED, THOUGHT, CALL)),
    {"type": "event_msg", "payload": TOKENS},
    *({"type": "response_item", "payload": item} for item in (OUTPUT, SAID)),
]
CHAT = [
    {"role": "user", "content": "1 + 1?"},
    {
        "role": "assistant",
        "content": None,
        "reasoning_content": "hm",
        "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "add", "arguments": '{"a": 1}'}}],
    },
    {"role": "tool", "tool_call_id": "c1", "content": "2"},
    {"role": "assistant", "content": "Two."},
]
SESSION = {"type": "session.created", "session": {"model": "gpt"}}


def frames(*pairs, inside=dict):
    return [{"kind": "message", "direction": way, "data": inside(message)} for way, message in pairs]


REALTIME = (
    ("received", SESSION),
    ("sent", {"type": "conversation.item.create", "item": ASKED}),
    ("received", {"type": "response.created", "response": {}}),
    ("sent", {"type": "conversation.item.create", "item": OUTPUT}),
    ("received", {"type": "response.done", "response": {"output": [THOUGHT, CALL], "usage": USAGE}}),
    ("received", {"type": "response.created", "response": {}}),
    (
        "received",
        {
            "type": "response.done",
            "response": {"output": [{"type": "message", "content": [{"type": "output_audio", "transcript": "Two."}]}]},
        },
    ),
)
LIVE = (
    ("sent", {"setup": {"model": "models/gpt"}}),
    ("sent", {"clientContent": {"turns": [{"role": "user", "parts": [{"text": "1 + 1?"}]}]}}),
    ("received", {"serverContent": {"modelTurn": {"parts": [{"text": "hm", "thought": True}]}}}),
    ("received", {"toolCall": {"functionCalls": [{"id": "c1", "name": "add", "args": {"a": 1}}]}}),
    ("received", {"usageMetadata": {"promptTokenCount": 7, "responseTokenCount": 5}}),
    ("sent", {"toolResponse": {"functionResponses": [{"id": "c1", "name": "add", "response": {"result": 2}}]}}),
    ("received", {"serverContent": {"outputTranscription": {"text": "Two."}}}),
    ("received", {"serverContent": {"turnComplete": True}}),
)
GRPC = [
    {
        "request_sample": {"json": {"model": "grok", "messages": []}, "raw": "x"},
        "response_sample": {
            "json": {
                "outputs": [
                    {
                        "message": {
                            "reasoning_content": "hm",
                            "tool_calls": [
                                {
                                    "id": "c1",
                                    "type": "TOOL_CALL_TYPE_CLIENT_SIDE_TOOL",
                                    "function": {"name": "add", "arguments": '{"a": 1}'},
                                }
                            ],
                        }
                    }
                ],
                "usage": {"prompt_tokens": 7, "completion_tokens": 5},
            }
        },
    },
    {
        "request_stream": {
            "json": {"messages": [{"role": "ROLE_TOOL", "tool_call_id": "c1", "content": [{"text": "2"}]}]}
        },
        "response_stream": {
            "chunks_json": [
                {"chunk": {"outputs": [{"delta": {"content": "Tw"}}]}},
                {"chunk": {"outputs": [{"delta": {"content": "o."}}]}},
            ]
        },
    },
]
PYDANTIC_AI = [
    {"kind": "request", "instructions": "Add.", "parts": [{"part_kind": "user-prompt", "content": ["1 + 1?"]}]},
    {
        "kind": "response",
        "model_name": "gpt",
        "usage": USAGE,
        "parts": [
            {"part_kind": "thinking", "content": "hm"},
            {"part_kind": "tool-call", "tool_name": "add", "args": '{"a": 1}', "tool_call_id": "c1"},
        ],
    },
    {"kind": "request", "parts": [{"part_kind": "tool-return", "tool_call_id": "c1", "content": "2"}]},
    {"kind": "response", "usage": {}, "parts": [{"part_kind": "text", "content": "Two."}]},
]
LANGCHAIN = [
    {"type": "human", "content": "1 + 1?"},
    {
        "type": "ai",
        "content": [{"type": "thinking", "thinking": "hm"}, {"type": "tool_use", "id": "c1"}],
        "tool_calls": [{"id": "c1", "name": "add", "args": {"a": 1}}],
        "usage_metadata": USAGE,
    },
    {"type": "tool", "tool_call_id": "c1", "content": "2"},
    {"type": "ai", "content": "Two."},
]
AI_SDK = [
    {"role": "user", "content": "1 + 1?"},
    {
        "role": "assistant",
        "content": [
            {"type": "reasoning", "text": "hm"},
            {"type": "tool-call", "toolCallId": "c1", "toolName": "add", "input": {"a": 1}},
        ],
    },
    {
        "role": "tool",
        "content": [{"type": "tool-result", "toolCallId": "c1", "output": {"type": "text", "value": "2"}}],
    },
    {"role": "assistant", "content": [{"type": "text", "text": "Two."}]},
]
AI_SDK_PAGE = [
    {"role": "user", "parts": [{"type": "text", "text": "1 + 1?"}]},
    {
        "role": "assistant",
        "parts": [
            {"type": "step-start"},
            {"type": "reasoning", "text": "hm"},
            {"type": "tool-add", "toolCallId": "c1", "input": {"a": 1}, "output": "2"},
            {"type": "step-start"},
            {"type": "text", "text": "Two."},
        ],
    },
]
ADK = [
    {"author": "user", "content": {"role": "user", "parts": [{"text": "1 + 1?"}]}},
    {
        "author": "adder",
        "content": {
            "role": "model",
            "parts": [
                {"text": "hm", "thought": True},
                {"function_call": {"id": "c1", "name": "add", "args": {"a": 1}}},
            ],
        },
        "usage_metadata": {"prompt_token_count": 7, "candidates_token_count": 5},
    },
    {
        "author": "adder",
        "content": {"role": "user", "parts": [{"function_response": {"id": "c1", "response": {"result": 2}}}]},
    },
    {"author": "adder", "partial": True, "content": {"role": "model", "parts": [{"text": "Tw"}]}},
    {"author": "adder", "content": {"role": "model", "parts": [{"text": "Two."}]}},
]
READ = {
    "Claude's lines": lines(*OF_CLAUDE),
    "Claude's lines, Windows": "\ufeff" + lines(*OF_CLAUDE).replace("\n", "\r\n"),
    "Claude's lines, cut off": lines(*OF_CLAUDE) + '\n{"type": "assi',
    "a list of Claude's messages": json.dumps(OF_CLAUDE),
    "Claude's pipe": json.dumps(TRANSPORT, indent=1),
    "Codex": lines(*CODEX),
    "items": lines(ASKED, THOUGHT, {**CALL, "usage": USAGE}, OUTPUT, SAID),
    "chat": lines(*CHAT),
    "chat in one object": json.dumps({"model": "gpt", "messages": CHAT}),
    "realtime": json.dumps({"version": 1, "interactions": frames(*REALTIME)}),
    "realtime as text": json.dumps({"interactions": frames(*REALTIME, inside=json.dumps)}),
    "realtime without sides": lines(*(message for _, message in REALTIME)),
    "live": json.dumps({"interactions": frames(*LIVE)}),
    "gRPC": json.dumps({"interactions": GRPC}),
    "Pydantic AI": json.dumps(PYDANTIC_AI),
    "Pydantic AI, a message a line": lines(*PYDANTIC_AI),
    "LangChain": json.dumps({"messages": LANGCHAIN}),
    "LangChain, as dicts": json.dumps([{"type": one["type"], "data": one} for one in LANGCHAIN]),
    "LangChain, as objects": json.dumps([{"lc": 1, "type": "constructor", "kwargs": one} for one in LANGCHAIN]),
    "AI SDK chat": json.dumps(AI_SDK),
    "AI SDK chat for a page": json.dumps({"id": "x", "messages": AI_SDK_PAGE}),
    "ADK": json.dumps({"id": "s", "events": ADK}),
}


@pytest.mark.parametrize("name", READ)
def test_a_session_that_is_not_http_is_read_with_its_results(name, tmp_path):
    file = tmp_path / "session.jsonl"
    file.write_text(READ[name], newline="")

    session = read_session(file)

    first, second = session.turns
    (call,) = session.calls()
    assert first.reply.reasoning == "hm"
    assert (call.call.name, call.call.arguments) == ("add", {"a": 1})
    assert call.result is not None
    assert call.result.value in ("2", {"result": 2})
    assert (second.reply.message.text, second.reply.message.tool_calls) == ("Two.", ())
    assert [turn.error for turn in session.turns] == [None, None]
    if "items" not in name and "chat" not in name:
        assert (session.usage.input_tokens, session.usage.output_tokens) == (7, 5)
    # No test can replay what holds no requests of a client.
    with pytest.raises(CassetteError, match=r"session without its requests: 'forge replay'"):
        open_tape(file)


def test_the_end_of_a_session_that_failed_is_an_error_in_its_place(tmp_path):
    stopped = {"type": "result", "subtype": "error_max_turns", "is_error": True}
    failed = {"type": "response.done", "response": {"status": "failed", "status_details": {"error": {"message": "no"}}}}
    cut = {"type": "response.created", "response": {}}
    (tmp_path / "a.jsonl").write_text(lines(*OF_CLAUDE[:4], stopped))
    (tmp_path / "b.jsonl").write_text(lines(SESSION, {**failed, "response": {**failed["response"], "output": []}}, cut))

    agent, realtime = (read_session(file).turns for file in find_cassettes(tmp_path, sessions=True))

    assert [turn.error for turn in agent] == [None, "The agent stopped: error_max_turns"]
    assert [turn.error for turn in realtime] == [
        "no",
        "The session ended before the reply was complete. Record it again.",
    ]


def test_what_the_provider_ran_is_no_call_in_the_history_of_a_framework(tmp_path):
    used = {"part_kind": "builtin-tool-call", "tool_name": "web_search", "tool_call_id": "b", "args": {"q": "x"}}
    came = {"part_kind": "builtin-tool-return", "tool_name": "web_search", "tool_call_id": "b", "content": ["y"]}
    of_pydantic_ai = {"kind": "response", "parts": [used, came, {"part_kind": "text", "content": "Two."}]}
    called = {"type": "server_tool_call", "id": "b", "name": "web_search", "args": {"q": "x"}}
    told = {"type": "server_tool_result", "tool_call_id": "b", "output": ["y"]}
    of_langchain = {"type": "ai", "content": [called, told, {"type": "text", "text": "Two."}]}
    ran = {"type": "tool-web_search", "toolCallId": "b", "providerExecuted": True, "input": {"q": "x"}, "output": ["y"]}
    of_ai_sdk = {"role": "assistant", "parts": [ran, {"type": "text", "text": "Two."}]}
    for number, message in enumerate((of_pydantic_ai, of_langchain, of_ai_sdk)):
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps([message]))

        (turn,) = read_session(file).turns

        assert [(tool.name, tool.input, tool.result) for tool in turn.reply.server_tools] == [
            ("web_search", {"q": "x"}, ["y"])
        ]
        assert (turn.reply.message.text, turn.reply.message.tool_calls) == ("Two.", ())


def test_messages_that_pydantic_ai_and_langchain_write_are_read(tmp_path):
    messages = pytest.importorskip("pydantic_ai.messages")
    langchain, load = (pytest.importorskip(f"langchain_core.{name}") for name in ("messages", "load"))
    call = messages.ToolCallPart(tool_name="add", args={"a": 1}, tool_call_id="c1")
    result = messages.ToolReturnPart(tool_name="add", content="2", tool_call_id="c1")
    history = [
        messages.ModelResponse(parts=[call], model_name="gpt"),
        messages.ModelRequest(parts=[result]),
        messages.ModelResponse(parts=[messages.TextPart(content="Two.")]),
    ]
    said = [
        langchain.AIMessage("", tool_calls=[{"name": "add", "args": {"a": 1}, "id": "c1"}]),
        langchain.ToolMessage("2", tool_call_id="c1"),
        langchain.AIMessage("Two."),
    ]
    written = (
        messages.ModelMessagesTypeAdapter.dump_python(history, mode="json"),
        langchain.messages_to_dict(said),
        [load.dumpd(one) for one in said],
        {"messages": [one.model_dump() for one in said]},
    )
    for number, document in enumerate(written):
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps(document))

        session = read_session(file)

        assert [(call.call.name, call.result.value) for call in session.calls()] == [("add", "2")]
        assert session.turns[-1].reply.message.text == "Two."


def test_what_an_agent_ran_on_a_command_line_is_a_call_with_its_result(tmp_path):
    ran = {"id": "i1", "type": "command_execution", "command": "ls", "aggregated_output": "a", "exit_code": 0}
    said = {"id": "i2", "type": "agent_message", "text": "One file."}
    file = tmp_path / "exec.jsonl"
    completed = ({"type": "item.completed", "item": item} for item in (ran, said))
    file.write_text(lines({"type": "thread.started"}, *completed, {"type": "turn.completed", "usage": USAGE}))

    session = read_session(file)

    (call,) = session.calls()
    assert (call.call.name, call.call.arguments) == ("command_execution", {"command": "ls"})
    assert json.loads(call.result.value) == {"aggregated_output": "a", "exit_code": 0}
    assert session.turns[-1].reply.message.text == "One file."


def test_what_the_client_of_codex_ran_is_a_call_with_its_result(tmp_path):
    ran = {"type": "local_shell_call", "call_id": "c1", "action": {"type": "exec", "command": ["ls"]}}
    searched = {"type": "tool_search_call", "call_id": "c2", "execution": "client", "arguments": {"goal": "g"}}
    found = {"type": "tool_search_output", "call_id": "c2", "execution": "client", "tools": [{"name": "f"}]}
    hosted = {"type": "shell_call", "call_id": "c3", "environment": {"type": "container_reference"}}
    came = {"type": "shell_call_output", "call_id": "c3", "output": [{"stdout": "b"}]}
    items = (ASKED, ran, OUTPUT, searched, found, {**hosted, "action": {"commands": ["ls"]}}, came, SAID)
    file = tmp_path / "rollout.jsonl"
    file.write_text(lines(*({"type": "response_item", "payload": item} for item in items)))

    session = read_session(file)

    assert [(call.call.name, call.result.value) for call in session.calls()] == [
        ("local_shell", "2"),
        ("tool_search", {"name": "f"}),
    ]
    (tool,) = session.turns[-1].reply.server_tools
    assert (tool.name, tool.result) == ("shell", [{"stdout": "b"}])


HAR = {
    "log": {
        "version": "1.2",
        "entries": [
            {
                "startedDateTime": "2026-01-01T00:00:00Z",
                "request": {
                    "method": "POST",
                    "url": "https://api.openai.com/v1/chat/completions",
                    "headers": [{"name": "Content-Type", "value": "application/json"}],
                    "postData": {"mimeType": "application/json", "text": '{"model": "gpt", "messages": []}'},
                },
                "response": {
                    "status": 200,
                    "statusText": "OK",
                    "headers": [{"name": "content-type", "value": "application/json"}],
                    "content": {
                        "encoding": "base64",
                        "text": "eyJjaG9pY2VzIjogW3sibWVzc2FnZSI6IHsiY29udGVudCI6ICJUd28uIn19XX0=",
                    },
                },
            },
        ],
    }
}


def test_an_archive_of_a_browser_is_a_cassette(tmp_path):
    file = tmp_path / "session.har"
    file.write_text(json.dumps(HAR))

    (turn,) = read_session(file).turns

    assert (turn.provider, turn.model, turn.status, turn.reply.message.text) == ("openai", "gpt", 200, "Two.")
    assert open_tape(file).exchange(0).request.body == b'{"model": "gpt", "messages": []}'


def test_the_frames_in_an_archive_of_a_browser_are_read(tmp_path):
    (entry,) = HAR["log"]["entries"]
    socket = [
        {"type": "send" if way == "sent" else "receive", "opcode": 1, "data": json.dumps(message)}
        for way, message in REALTIME
    ]
    upgrade = {
        "request": {"method": "GET", "url": "wss://api.openai.com/v1/realtime?model=gpt"},
        "response": {"status": 101, "content": {}},
        "_webSocketMessages": socket,
    }
    file = tmp_path / "session.har"
    file.write_text(json.dumps({"log": {"entries": [entry, upgrade]}}))

    turns = read_session(file).turns

    assert [turn.endpoint for turn in turns] == ["chat", "realtime", "realtime"]
    assert turns[2].reply.message.text == "Two."


REFUSED = {
    "tokens": ({"interactions": {"5f": [{"text": "a", "token": 1}]}}, "a model in the same process"),
    "protobuf": ({"interactions": [{"request_sample": {"raw": "x"}}]}, "gRPC calls without their JSON form"),
    "frames": ({"interactions": [{"kind": "message", "direction": "sent", "data": {"a": 1}}]}, "unknown service"),
    "lines": ([{"a": 1}, {"b": 2}], "not the transcript of a known agent"),
    "people": ([{"role": "user", "name": "Ann"}, {"role": "admin", "name": "Bob"}], "not the transcript"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_of_another_kind_is_told_apart_in_two_sentences(name, tmp_path):
    document, reason = REFUSED[name]
    file = tmp_path / "session.json"
    file.write_text(json.dumps(document))

    with pytest.raises(CassetteError, match=reason) as caught:
        read_cassette(file)

    assert str(caught.value).replace("'session.json'", "").count(". ") == 1


BYTES = {
    "empty": (b"", "is empty; record it again"),
    "text": (b"<!doctype html><html>not found</html>", "holds text"),
    "packets": (b"\x0a\x0d\x0d\x0a\x1c\0\0\0M<+\x1a", "holds captured packets. Record an HTTP session"),
    "packed": (b"\x1f\x8b\x08\0\0\0\0\0", "holds a packed file. Unpack it first"),
    "database": (b"SQLite format 3\0\x10\0\x01\x01", "holds a database. Export its messages as JSON"),
    "flows": (b"1234:9:websocket;0:~8:response;", "holds flows of mitmproxy. Export them as HAR"),
    "cut off": (b'{"version": 1, "interactions": [{"req', "is not JSON. Record it again"),
}


@pytest.mark.parametrize("name", BYTES)
def test_a_file_that_holds_no_session_is_told_apart_from_a_broken_one(name, tmp_path):
    data, reason = BYTES[name]
    file = tmp_path / "session.json"
    file.write_bytes(data)

    with pytest.raises(CassetteError, match=reason):
        read_cassette(file)


def test_a_grpc_call_over_http_is_an_unread_reply_of_a_provider(tmp_path):
    sent = {"method": "POST", "headers": {}, "body": {"base64_string": "AAAAAAA="}}
    response = {"status": {"code": 200}, "headers": {"content-type": ["application/grpc"]}, "body": sent["body"]}
    urls = ("https://api.x.ai/xai_api.Chat/GetCompletion", "https://collector.example.com/Trace/Export")
    entries = [{"request": {**sent, "uri": url}, "response": response} for url in urls]
    file = tmp_path / "session.json"
    file.write_text(json.dumps({"version": 1, "interactions": entries}))

    chat, telemetry = read_session(file).turns

    assert "is a gRPC call, recorded as protobuf only. Record it with its JSON form" in chat.error
    assert [chat.is_conversation, telemetry.is_conversation] == [True, False]


@pytest.mark.parametrize("odd", [None, 7, "x", [None], {}, [{"type": "text"}]])
def test_no_shape_of_a_message_breaks_the_reading_of_others(odd, tmp_path):
    file = tmp_path / "session.jsonl"
    of_claude = [{"type": "user", "message": odd}, {"type": "assistant", "message": {"content": odd, "id": odd}}]
    of_codex = [{"type": "response_item", "payload": odd}, {"type": "event_msg", "payload": {"info": odd}}]
    of_openai = [{"type": "response.done", "response": odd}, {"type": "conversation.item.create", "item": odd}]
    of_gemini = [{"serverContent": odd, "toolCall": odd, "setup": odd, "toolResponse": odd}]
    of_pydantic_ai = [{"kind": odd, "parts": odd}, {"parts": [{"part_kind": odd, "content": odd}]}]
    of_langchain = [{"type": "ai", "content": odd, "tool_calls": odd, "usage_metadata": odd}]
    of_ai_sdk = [{"role": odd, "content": odd}, {"role": "assistant", "content": [{"toolCallId": odd, "type": odd}]}]
    of_adk = [{"author": odd, "content": odd}, {"author": "a", "content": {"role": odd, "parts": odd}}]
    realtime, live = ([message for _, message in pairs] for pairs in (REALTIME, LIVE))
    frameworks = ((PYDANTIC_AI, of_pydantic_ai), (LANGCHAIN, of_langchain), (AI_SDK, of_ai_sdk), (ADK, of_adk))
    sockets = ((realtime, of_openai), (live, of_gemini))
    for others, messages in ((OF_CLAUDE, of_claude), (CODEX, of_codex), *sockets, *frameworks):
        file.write_text(lines(others[0], *messages, *others[1:]))
        assert any(turn.reply.message.text == "Two." for turn in read_session(file).turns)


def test_frames_and_grpc_calls_in_yaml_are_no_tape(tmp_path):
    file = tmp_path / "session.yaml"
    for entries in (frames(*REALTIME), GRPC):
        file.write_text(yaml.safe_dump({"version": 1, "interactions": entries}))

        with pytest.raises(CassetteError, match="session without its requests"):
            open_tape(file)
