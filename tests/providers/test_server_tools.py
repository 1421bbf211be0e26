"""Tools that the provider ran itself are told apart from calls, with their input, result and error."""

from __future__ import annotations

import json

import pytest

from forge_harness import ServerTool, StreamEvent
from forge_harness.providers.wire import WIRE_FORMATS

PAGE = {"url": "https://e.org/a", "title": "A"}
CITED = {"type": "output_text", "text": "Hi", "annotations": [{"type": "url_citation", "start_index": 0, **PAGE}]}
ITEMS = {
    "web search": (
        [{"type": "web_search_call", "id": "w", "action": {"type": "search", "query": "q", "sources": [PAGE]}}],
        ServerTool("web_search", {"type": "search", "query": "q"}, [PAGE]),
    ),
    "web search with citations": (
        [
            {"type": "web_search_call", "id": "w", "status": "completed", "action": {"query": "q"}},
            {"type": "message", "content": [CITED]},
        ],
        ServerTool("web_search", {"query": "q"}, [PAGE]),
    ),
    "code": (
        [{"type": "code_interpreter_call", "code": "1+1", "outputs": [{"type": "logs", "logs": "2"}], "id": "c"}],
        ServerTool("code_interpreter", {"code": "1+1"}, [{"type": "logs", "logs": "2"}]),
    ),
    "file search": (
        [{"type": "file_search_call", "queries": ["q"], "results": [{"text": "t"}], "status": "completed"}],
        ServerTool("file_search", {"queries": ["q"]}, [{"text": "t"}]),
    ),
    "MCP": (
        [{"type": "mcp_call", "server_label": "dice", "name": "roll", "arguments": '{"n": 2}', "output": "7"}],
        ServerTool("roll", {"n": 2}, "7", server="dice"),
    ),
    "MCP that failed": (
        [{"type": "mcp_call", "server_label": "dice", "name": "roll", "arguments": "{}", "error": {"message": "no"}}],
        ServerTool("roll", None, None, "no", "dice"),
    ),
    "MCP's tools": (
        [{"type": "mcp_list_tools", "server_label": "dice", "tools": [{"name": "roll"}]}],
        ServerTool("mcp_list_tools", None, [{"name": "roll"}], server="dice"),
    ),
    "image": (
        [{"type": "image_generation_call", "result": "aGk=", "revised_prompt": "cat", "status": "completed"}],
        ServerTool("image_generation", {"revised_prompt": "cat"}, "aGk="),
    ),
    "hosted shell": (
        [
            {"type": "shell_call", "call_id": "s", "action": {"commands": ["ls"]}},
            {"type": "shell_call_output", "call_id": "s", "output": [{"stdout": "a"}]},
        ],
        ServerTool("shell", {"commands": ["ls"]}, [{"stdout": "a"}]),
    ),
    "tool search": (
        [
            {"type": "tool_search_call", "call_id": "t", "execution": "server", "arguments": {"paths": ["p"]}},
            {"type": "tool_search_output", "call_id": "t", "tools": [{"name": "f"}]},
        ],
        ServerTool("tool_search", {"execution": "server", "arguments": {"paths": ["p"]}}, [{"name": "f"}]),
    ),
    "tool search without ids": (
        [
            {"type": "tool_search_call", "id": "a", "call_id": None, "execution": "server", "arguments": {"paths": []}},
            {"type": "tool_search_output", "id": "b", "call_id": None, "tools": [{"name": "f"}]},
        ],
        ServerTool("tool_search", {"execution": "server", "arguments": {"paths": []}}, [{"name": "f"}]),
    ),
    "a kind of next year": (
        [{"type": "weather_call", "place": "Bonn", "output": "rain", "status": "failed"}],
        ServerTool("weather", {"place": "Bonn"}, "rain", "failed"),
    ),
}


@pytest.mark.parametrize("kind", ITEMS)
def test_an_item_of_a_response_is_a_server_tool(kind):
    items, tool = ITEMS[kind]
    call = {"type": "function_call", "call_id": "f", "name": "mine", "arguments": "{}"}

    reply = WIRE_FORMATS["openai_responses"].parse_reply({"output": [*items, call]})

    assert reply.server_tools == (tool,)
    assert [call.name for call in reply.message.tool_calls] == ["mine"]


RUN_BY_CLIENTS = [
    ({"type": "computer_call", "action": {"type": "click", "x": 1}}, "computer", {"type": "click", "x": 1}),
    ({"type": "computer_call", "actions": [{"type": "wait"}]}, "computer", {"actions": [{"type": "wait"}]}),
    ({"type": "local_shell_call", "action": {"command": ["ls"]}}, "local_shell", {"command": ["ls"]}),
    ({"type": "shell_call", "action": {"commands": ["ls"]}}, "shell", {"commands": ["ls"]}),
    ({"type": "apply_patch_call", "operation": {"path": "a"}}, "apply_patch", {"path": "a"}),
    ({"type": "tool_search_call", "execution": "client", "arguments": '{"goal": "g"}'}, "tool_search", {"goal": "g"}),
    ({"type": "local_shell_call", "action": None}, "local_shell", {}),
]


@pytest.mark.parametrize(("item", "name", "arguments"), RUN_BY_CLIENTS)
def test_a_tool_of_the_provider_that_the_client_runs_is_a_call(item, name, arguments):
    reply = WIRE_FORMATS["openai_responses"].parse_reply({"output": [{**item, "call_id": "c", "status": "completed"}]})

    assert reply.server_tools == ()
    assert [(call.id, call.name, call.arguments) for call in reply.message.tool_calls] == [("c", name, arguments)]


BLOCKS = [
    {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "q"}},
    {"type": "web_search_tool_result", "tool_use_id": "s1", "content": [{"type": "web_search_result", **PAGE}]},
    {"type": "server_tool_use", "id": "s2", "name": "bash_code_execution", "input": {"command": "ls"}},
    {
        "type": "bash_code_execution_tool_result",
        "tool_use_id": "s2",
        "content": {"type": "bash_code_execution_tool_result_error", "error_code": "unavailable"},
    },
    {"type": "mcp_tool_use", "id": "m", "name": "roll", "server_name": "dice", "input": {"n": 2}},
    {"type": "mcp_tool_result", "tool_use_id": "m", "is_error": True, "content": [{"type": "text", "text": "no"}]},
    {"type": "code_execution_tool_result", "tool_use_id": "earlier", "content": {"stdout": "4"}},
]
OF_BLOCKS = (
    ServerTool("web_search", {"query": "q"}, [{"type": "web_search_result", **PAGE}]),
    ServerTool("bash_code_execution", {"command": "ls"}, BLOCKS[3]["content"], "unavailable"),
    ServerTool("roll", {"n": 2}, [{"type": "text", "text": "no"}], "no", "dice"),
    ServerTool("code_execution", None, {"stdout": "4"}),
)


def test_blocks_of_anthropic_are_server_tools_streamed_or_not():
    wire = WIRE_FORMATS["anthropic"]
    stream = wire.new_stream()
    feed(stream, {"type": "message_start", "message": {"model": "m"}})
    for index, block in enumerate(BLOCKS):
        given = block.get("input")
        begun = block if given is None else {**block, "input": {}}
        feed(stream, {"type": "content_block_start", "index": index, "content_block": begun})
        if given is not None:
            delta = {"type": "input_json_delta", "partial_json": json.dumps(given)}
            feed(stream, {"type": "content_block_delta", "index": index, "delta": delta})
    feed(stream, {"type": "message_stop"})

    assert wire.parse_reply({"content": BLOCKS}).server_tools == OF_BLOCKS
    assert stream.reply().server_tools == OF_BLOCKS


def feed(stream, event):
    stream.feed(StreamEvent(data=json.dumps(event)))


PARTS = [
    {"executableCode": {"language": "PYTHON", "code": "1/0"}},
    {"codeExecutionResult": {"outcome": "OUTCOME_FAILED", "output": "ZeroDivisionError"}},
    {"toolCall": {"toolType": "FILE_SEARCH", "id": "a"}},
    {"toolResponse": {"toolType": "FILE_SEARCH", "id": "a"}},
    {"text": "Hi"},
]
CANDIDATE = {
    "content": {"parts": PARTS},
    "finishReason": "STOP",
    "groundingMetadata": {
        "webSearchQueries": ["q"],
        "groundingChunks": [{"web": {"uri": "https://e.org/a"}}, {"retrievedContext": {"text": "t"}}],
    },
    "urlContextMetadata": {
        "urlMetadata": [{"retrievedUrl": "https://e.org", "urlRetrievalStatus": "URL_RETRIEVAL_STATUS_ERROR"}]
    },
}
OF_CANDIDATE = (
    ServerTool("code_execution", PARTS[0]["executableCode"], "ZeroDivisionError", "OUTCOME_FAILED"),
    ServerTool("file_search", {"queries": ["q"]}, [{"text": "t"}]),
    ServerTool("google_search", {"queries": ["q"]}, [{"uri": "https://e.org/a"}]),
    ServerTool(
        "url_context",
        {"urls": ["https://e.org"]},
        CANDIDATE["urlContextMetadata"]["urlMetadata"],
        "URL_RETRIEVAL_STATUS_ERROR",
    ),
)


def test_parts_and_sources_of_gemini_are_server_tools_streamed_or_not():
    wire = WIRE_FORMATS["gemini"]
    stream = wire.new_stream()
    for part in PARTS[:-1]:
        feed(stream, {"candidates": [{"content": {"parts": [part]}}]})
    feed(stream, {"candidates": [{**CANDIDATE, "content": {"parts": PARTS[-1:]}}]})

    whole = wire.parse_reply({"candidates": [CANDIDATE]}).server_tools

    assert sorted(map(repr, whole)) == sorted(map(repr, OF_CANDIDATE))
    assert stream.reply().server_tools == whole


def test_blocks_of_converse_are_server_tools_streamed_or_not():
    use = {"toolUseId": "u", "name": "nova_code_interpreter", "type": "server_tool_use"}
    told = {"toolUseId": "u", "status": "success", "type": "nova_code_interpreter_result"}
    came = [{"json": {"stdOut": "4"}}]
    expected = (ServerTool("nova_code_interpreter", {"snippet": "2+2"}, {"stdOut": "4"}),)
    wire = WIRE_FORMATS["bedrock"]
    blocks = [{"toolUse": {**use, "input": {"snippet": "2+2"}}}, {"toolResult": {**told, "content": came}}]
    stream = wire.new_stream()
    for event in (
        {"contentBlockStart": {"contentBlockIndex": 0, "start": {"toolUse": use}}},
        {"contentBlockDelta": {"contentBlockIndex": 0, "delta": {"toolUse": {"input": '{"snippet": "2+2"}'}}}},
        {"contentBlockStart": {"contentBlockIndex": 1, "start": {"toolResult": told}}},
        {"contentBlockDelta": {"contentBlockIndex": 1, "delta": {"toolResult": came}}},
        {"messageStop": {"stopReason": "end_turn"}},
    ):
        feed(stream, event)

    assert wire.parse_reply({"output": {"message": {"content": blocks}}}).server_tools == expected
    assert stream.reply().server_tools == expected


@pytest.mark.parametrize(
    ("members", "beside", "tool"),
    [
        (
            {"executed_tools": [{"type": "search", "arguments": '{"query": "q"}', "output": "o", "index": 0}]},
            {},
            ServerTool("search", {"query": "q"}, "o"),
        ),
        (
            {"annotations": [{"type": "url_citation", "url_citation": {**PAGE, "start_index": 1}}]},
            {},
            ServerTool("web_search", None, [PAGE]),
        ),
        ({}, {"search_results": [PAGE]}, ServerTool("web_search", None, [PAGE])),
    ],
)
def test_a_chat_completion_tells_what_the_host_ran(members, beside, tool):
    wire = WIRE_FORMATS["openai"]
    stream = wire.new_stream()
    feed(stream, {"choices": [{"delta": {"content": "Hi", **members}, "finish_reason": "stop"}], **beside})
    body = {"choices": [{"message": {"content": "Hi", **members}}], **beside}

    assert wire.parse_reply(body).server_tools == (tool,)
    assert stream.reply().server_tools == (tool,)


@pytest.mark.parametrize("wire", WIRE_FORMATS)
def test_no_shape_of_a_server_tool_breaks_a_reply(wire):
    for odd in (None, 7, "x", [None, "x", {}], {"type": 3}, {"type": "server_tool_use"}):
        item = {"type": "server_tool_use", "input": odd, "content": odd, "output": odd, "action": odd, "toolUse": odd}
        message = {"content": [item, odd], "annotations": odd, "executed_tools": odd, "audio": odd, "images": odd}
        body = {"choices": [{"message": message}], "output": [item, odd], "content": [item, odd], "message": message}
        candidate = {"content": {"parts": [item, {"executableCode": odd}]}, "groundingMetadata": odd}
        body |= {"candidates": [candidate], "done": True, "citations": odd}
        assert isinstance(WIRE_FORMATS[wire].parse_reply(body).server_tools, tuple)
