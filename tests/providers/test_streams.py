from __future__ import annotations

import json
import random

import pytest
from streams import BEDROCK, DECODERS, STREAMS, TEXT, chunk, frame, mutations, read, sse

from forge_harness.errors import ProviderError, ProviderServerError
from forge_harness.messages import Usage
from forge_harness.providers.aws_frames import AwsDecoder
from forge_harness.providers.stream import JsonDecoder, SseDecoder, StreamEvent
from forge_harness.providers.wire import WIRE_FORMATS


@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_gives_the_whole_reply(name):
    wire, decoder, data = STREAMS[name]

    reply = read(wire, decoder, [data])

    assert reply.message.text == TEXT
    assert reply.reasoning == "hm " + TEXT
    assert [(call.id, call.name, call.arguments) for call in reply.message.tool_calls] == [
        ("c1", "add", {"a": 1, "b": 2}),
        ("c2", "say", {"text": "ö"}),
    ]
    assert all(call.malformed_arguments is None for call in reply.message.tool_calls)
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (7, 5)
    assert reply.usage.cached_tokens == (0 if wire in ("ollama", "cohere") else 3)
    assert reply.stop_reason in ("tool_calls", "tool_use", "completed", "STOP", "stop", "TOOL_CALL")
    assert reply.model == ("" if wire in ("bedrock", "cohere") else "m")


@pytest.mark.in_turns
@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_reads_the_same_however_it_is_cut(name):
    wire, decoder, data = STREAMS[name]
    whole = read(wire, decoder, [data])
    dice = random.Random(name)

    for position in range(len(data) + 1):
        assert read(wire, decoder, [data[:position], data[position:]]) == whole
    assert read(wire, decoder, [bytes([byte]) for byte in data]) == whole
    for _ in range(200):
        cuts = sorted(dice.sample(range(len(data)), dice.randint(1, 40)))
        pieces = [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)], strict=True)]
        assert read(wire, decoder, pieces) == whole


@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_that_is_cut_off_is_an_error_that_may_be_retried(name):
    wire, decoder, data = STREAMS[name]

    # What follows the provider's own end of the reply may be lost: usage, an empty line, a closing bracket.
    for position in range(0, len(data) // 2, 7):
        with pytest.raises(ProviderServerError):
            read(wire, decoder, [data[:position]])


def test_what_arrived_before_a_cut_is_kept():
    stream = WIRE_FORMATS["openai"].new_stream()
    stream.feed(StreamEvent(json.dumps(chunk({"content": "Hel"}))))

    assert stream.partial().message.text == "Hel"
    assert not stream.is_complete


@pytest.mark.parametrize(
    ("wire", "payload", "said"),
    [
        ("openai", {"error": {"message": "overloaded", "code": 502}}, "overloaded"),
        ("anthropic", {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}, "Overloaded"),
        ("openai_responses", {"type": "error", "code": "server_error", "message": "broken"}, "broken"),
        (
            "openai_responses",
            {"type": "response.failed", "response": {"status": "failed", "error": {"code": "x", "message": "no"}}},
            "no",
        ),
        ("gemini", {"error": {"code": 503, "message": "busy", "status": "UNAVAILABLE"}}, "busy"),
        ("ollama", {"error": "model not found"}, "model not found"),
    ],
)
def test_an_error_inside_a_stream_is_an_error(wire, payload, said):
    stream = WIRE_FORMATS[wire].new_stream()
    stream.feed(StreamEvent(json.dumps(payload)))

    with pytest.raises(ProviderError, match=said):
        stream.reply()


@pytest.mark.parametrize("wire", ["openai", "openai_responses", "anthropic", "gemini", "ollama", "cohere"])
def test_an_event_that_is_named_an_error_is_one_whatever_its_data_looks_like(wire):
    stream = WIRE_FORMATS[wire].new_stream()
    # llama.cpp's server sends the fault bare, where others put it under a key.
    stream.feed(StreamEvent('{"code": 500, "message": "It broke.", "type": "server_error"}', "error"))

    with pytest.raises(ProviderError, match="It broke"):
        stream.reply()


def test_an_exception_frame_is_an_error():
    data = b"".join(frame(*event) for event in BEDROCK[:4])
    data += frame("throttlingException", {"message": "slow down"}, kind=":exception-type")

    with pytest.raises(ProviderError, match="slow down"):
        read("bedrock", "aws", [data])


def test_a_damaged_frame_is_an_error():
    data = bytearray(frame(*BEDROCK[3]))
    data[-6] ^= 1

    with pytest.raises(ProviderError, match="damaged"):
        AwsDecoder().feed(bytes(data))


def test_an_event_that_is_no_json_is_an_error():
    with pytest.raises(ProviderError, match="is not JSON"):
        read("openai", "sse", [b"data: <html>\n\n"])
    with pytest.raises(ProviderError, match="should begin"):
        JsonDecoder().feed(b"<html>")


def test_several_data_lines_are_one_event_and_a_missing_space_is_no_matter():
    assert SseDecoder().feed(b'event:x\ndata:{"a":\ndata: 1}\n\n') == [StreamEvent('{"a":\n1}', "x")]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_names_and_several_lines_survive_a_cut_between_the_bytes_of_a_line_end(end):
    data = end.join(["event: x", "data: 1", ": keep-alive", "data: 2", "", "event: y", "data: 3", "", ""]).encode()

    for position in range(len(data)):
        decoder = SseDecoder()
        events = decoder.feed(data[:position]) + decoder.feed(b"") + decoder.feed(data[position:])
        assert events == [StreamEvent("1\n2", "x"), StreamEvent("3", "y")]


def test_the_last_event_needs_no_empty_line():
    decoder = SseDecoder()

    assert decoder.feed(b'data: {"a": 1}') == []
    assert decoder.end() == [StreamEvent('{"a": 1}')]


@pytest.mark.in_turns
@pytest.mark.parametrize("name", STREAMS)
def test_no_shape_of_an_event_raises_anything_but_a_provider_error(name):
    wire, decoder, data = STREAMS[name]
    events = DECODERS[decoder]().feed(data)
    tried = 0

    for index, event in enumerate(events):
        for payload in () if event.data == "[DONE]" else mutations(json.loads(event.data)):
            stream = WIRE_FORMATS[wire].new_stream()
            tried += 1
            try:
                for other in [*events[:index], StreamEvent(json.dumps(payload), event.name), *events[index + 1 :]]:
                    stream.feed(other)
                reply = stream.partial()
            except ProviderError:
                continue
            assert isinstance(reply.message.text, str)
            assert isinstance(stream.new_text(), str)
            assert all(isinstance(call.arguments, dict) for call in reply.message.tool_calls)
    assert tried > 100


def _choice(number, delta, finish=None):
    return {"choices": [{"index": number, "delta": delta, "finish_reason": finish}]}


def test_of_several_streamed_choices_the_first_by_number_is_told_and_returned():
    call = {"index": 0, "id": "c2", "function": {"name": "add", "arguments": "{}"}}
    second = [_choice(1, {"content": "No."}), _choice(1, {"tool_calls": [call]}), _choice(1, {}, "tool_calls")]
    both = {"choices": [{"index": 1, "delta": {"content": "!"}}, {"index": 0, "delta": {"content": "s."}}]}
    stream = WIRE_FORMATS["openai"].new_stream()
    for payload in (*second, _choice(0, {"content": "Ye"}), both, _choice(0, {}, "stop")):
        stream.feed(StreamEvent(json.dumps(payload)))

    reply = stream.reply()

    assert (reply.message.text, reply.message.tool_calls, reply.stop_reason) == ("Yes.", (), "stop")
    assert stream.new_text() == "Yes."


def test_a_stream_that_is_cut_off_after_another_choice_has_ended_is_not_complete():
    data = sse(_choice(0, {"content": "Ye"}), _choice(1, {"content": "No."}), _choice(1, {}, "stop"))

    with pytest.raises(ProviderServerError):
        read("openai", "sse", [data])


def test_parallel_calls_that_share_an_index_are_told_apart_by_their_ids():
    calls = [
        {"index": 0, "id": "c1", "function": {"name": "add", "arguments": '{"a": 1}'}},
        {"index": 0, "id": "c2", "function": {"name": "add", "arguments": '{"a": 2}'}},
    ]
    data = sse(*(chunk({"tool_calls": [call]}) for call in calls), chunk({}, "stop"))

    reply = read("openai", "sse", [data])

    assert [call.arguments for call in reply.message.tool_calls] == [{"a": 1}, {"a": 2}]


def test_a_host_that_invents_an_id_for_every_piece_makes_one_call():
    pieces = [
        {"index": 0, "id": "x1", "function": {"name": "add", "arguments": ""}},
        {"index": 0, "id": "x2", "function": {"arguments": '{"a"'}},
        {"index": 0, "id": "x3", "function": {"arguments": ": 1}"}},
    ]
    data = sse(*(chunk({"tool_calls": [piece]}) for piece in pieces), chunk({}, "tool_calls"))

    (call,) = read("openai", "sse", [data]).message.tool_calls

    assert (call.id, call.name, call.arguments) == ("x1", "add", {"a": 1})


def test_a_legacy_function_call_is_a_call():
    pieces = [{"name": "add", "arguments": ""}, {"arguments": '{"a"'}, {"arguments": ": 1}"}]
    data = sse(*(chunk({"function_call": piece}) for piece in pieces), chunk({}, "function_call"))

    (call,) = read("openai", "sse", [data]).message.tool_calls

    assert (call.id, call.name, call.arguments) == ("", "add", {"a": 1})


def test_content_in_parts_is_text_and_reasoning():
    thought = {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}
    data = sse(chunk({"content": ""}), chunk({"content": [thought]}), chunk({"content": "Hi"}), chunk({}, "stop"))

    reply = read("openai", "sse", [data])

    assert (reply.message.text, reply.reasoning) == ("Hi", "hm")


def test_a_chat_of_the_first_version_of_cohere_is_read():
    answer = {
        "text": "Hi",
        "finish_reason": "COMPLETE",
        "tool_calls": [{"name": "add", "parameters": {"a": 1}}],
        "meta": {"tokens": {"input_tokens": 7, "output_tokens": 5}},
    }
    lines = [
        {"event_type": "stream-start"},
        {"event_type": "text-generation", "text": "H"},
        {"event_type": "text-generation", "text": "i"},
        {"event_type": "stream-end", "finish_reason": "COMPLETE", "response": answer},
    ]

    streamed = read("cohere", "json", ["\n".join(map(json.dumps, lines)).encode()])

    assert streamed == WIRE_FORMATS["cohere"].parse_reply(answer)
    assert (streamed.message.text, streamed.usage) == ("Hi", Usage(7, 5))
    assert [(call.name, call.arguments) for call in streamed.message.tool_calls] == [("add", {"a": 1})]


def test_an_anthropic_event_of_a_later_version_is_passed_over():
    stream = WIRE_FORMATS["anthropic"].new_stream()
    for payload in (
        {"type": "message_start", "message": {"model": "m", "content": []}},
        {"type": "something_new", "index": 0},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "new_block", "payload": 1}},
        {"type": "content_block_delta", "index": 0, "delta": {"type": "new_delta", "more": 2}},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": None},
        {"type": "message_stop"},
    ):
        stream.feed(StreamEvent(json.dumps(payload)))

    reply = stream.reply()

    assert reply.message.opaque == ({"format": "anthropic", "block": {"type": "new_block", "payload": 1, "more": 2}},)
    assert reply.usage == Usage()
