from __future__ import annotations

import json

import pytest

from pytest_forge.cassettes.foreign.interaction import Interaction
from pytest_forge.cassettes.recognise import recognise
from pytest_forge.cassettes.sessions.turn import read_turn

VERTEX = "https://us-central1-aiplatform.googleapis.com/v1/projects/p/locations/l/publishers"
BEDROCK = "https://bedrock-runtime.us-east-1.amazonaws.com/model"
URLS = {
    "https://api.openai.com/v1/chat/completions": ("openai", "chat", "openai", ""),
    "https://api.openai.com/v1/responses": ("openai", "responses", "openai_responses", ""),
    "https://api.openai.com/v1/completions": ("openai", "completions", "openai", ""),
    "https://api.openai.com/v1/embeddings": ("openai", "embeddings", None, ""),
    "https://api.openai.com/v1/threads/thread_7/messages": ("openai", "messages", None, ""),
    "https://x.openai.azure.com//openai/deployments/d/chat/completions?api-version=1": (
        "azure_openai",
        "chat",
        "openai",
        "",
    ),
    "https://x.services.ai.azure.com/models/chat/completions": ("azure_openai", "chat", "openai", ""),
    "https://api.anthropic.com/v1/messages?beta=true": ("anthropic", "messages", "anthropic", ""),
    "https://api.anthropic.com/v1/messages/count_tokens": ("anthropic", "count_tokens", None, ""),
    "https://api.anthropic.com/v1/messages/batches": ("anthropic", "batches", None, ""),
    "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse": (
        "gemini",
        "generate",
        "gemini",
        "gemini-2.5-flash",
    ),
    "https://generativelanguage.googleapis.com/v1beta/models/g:countTokens": ("gemini", "countTokens", None, ""),
    "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions": ("gemini", "chat", "openai", ""),
    f"{VERTEX}/google/models/gemini-2.5-pro:generateContent": ("vertex", "generate", "gemini", "gemini-2.5-pro"),
    f"{VERTEX}/anthropic/models/claude@1:streamRawPredict": ("vertex", "messages", "anthropic", "claude@1"),
    f"{BEDROCK}/anthropic.claude-v1%3A0/converse-stream": ("bedrock", "converse", "bedrock", "anthropic.claude-v1:0"),
    f"{BEDROCK}/m/invoke-with-response-stream": ("bedrock", "invoke", "bedrock", "m"),
    "http://localhost:11434/api/chat": ("ollama", "chat", "ollama", ""),
    "http://127.0.0.1:11434/api/generate": ("ollama", "generate", "ollama", ""),
    "http://localhost:11434/v1/chat/completions": ("ollama", "chat", "openai", ""),
    "http://192.168.0.7:8000/api/chat": ("ollama", "chat", "ollama", ""),
    "http://localhost:8000/v1/chat/completions": ("openai", "chat", "openai", ""),
    "http://localhost:3000/router/v2/anthropic/v1/messages": ("anthropic", "messages", "anthropic", ""),
    "https://models.inference.ai.azure.com/chat/completions": ("github", "chat", "openai", ""),
    "https://openrouter.ai/api/v1/chat/completions": ("openrouter", "chat", "openai", ""),
    "https://api.groq.com/openai/v1/chat/completions": ("groq", "chat", "openai", ""),
    "https://api.mistral.ai/v1/chat/completions#stream": ("mistral", "chat", "openai", ""),
    "https://api.together.xyz/v1/chat/completions": ("together", "chat", "openai", ""),
    "https://api.deepseek.com/chat/completions": ("deepseek", "chat", "openai", ""),
    "https://api.cohere.com/v2/chat": ("cohere", "chat", "cohere", ""),
    "https://openai.com.evil.example/v1/chat/completions": ("openai", "chat", "openai", ""),
    "not a url": ("unknown", "", None, ""),
    "https://[broken": ("unknown", "", None, ""),
    "": ("unknown", "", None, ""),
}


@pytest.mark.parametrize("url", URLS)
def test_a_request_is_recognised_by_its_address(url):
    endpoint = recognise("POST", url, None)

    assert (endpoint.provider, endpoint.name, endpoint.wire_format, endpoint.model) == URLS[url]


def test_an_unknown_path_is_recognised_by_the_answer():
    endpoint = recognise("POST", "https://gateway.example/llm", {"candidates": []})

    assert (endpoint.provider, endpoint.name, endpoint.wire_format) == ("gemini", "generate", "gemini")


def test_a_response_fetched_when_it_is_done_is_a_turn():
    url = "https://api.openai.com/v1/responses/resp_1"

    assert recognise("GET", url, {"object": "response"}).wire_format == "openai_responses"
    assert recognise("GET", url, {"object": "list"}).wire_format is None
    assert recognise("GET", "https://api.openai.com/v1/files/f", {"object": "response"}).wire_format is None


def test_looking_a_model_up_is_no_turn():
    assert recognise("GET", "https://api.openai.com/v1/chat/completions", None).wire_format is None


def turn_of(body, *, url="https://api.openai.com/v1/chat/completions", status=200, kind="application/json", sent=b"{}"):
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return read_turn(Interaction("POST", url, sent, status, {"content-type": kind}, data))


def test_a_refused_request_tells_what_the_provider_said():
    turn = turn_of({"error": {"message": "no such model"}}, status=404, sent=b'{"model": "m"}')

    assert (turn.error, turn.status, turn.model, turn.stream) == ("no such model", 404, "m", False)


@pytest.mark.parametrize(("body", "said"), [(b"", "HTTP 503"), (b"<p>down</p>", "<p>down</p>"), (b"{}", "HTTP 503")])
def test_a_refusal_without_json_is_told(body, said):
    assert turn_of(body, status=503).error == said


def test_an_error_inside_a_200_is_an_error():
    assert turn_of({"error": {"message": "busy"}}).error == "busy"


def test_a_stream_under_the_wrong_content_type_is_a_stream():
    body = b'data: {"choices": [{"delta": {"content": "Hi"}, "finish_reason": "stop"}]}\n\ndata: [DONE]\n\n'

    turn = turn_of(body, kind="text/plain")

    assert (turn.reply.message.text, turn.stream, turn.error) == ("Hi", True, None)


def test_a_json_error_under_the_content_type_of_a_stream_is_no_stream():
    turn = turn_of({"error": {"message": "no"}}, status=400, kind="text/event-stream")

    assert (turn.error, turn.stream) == ("no", False)


def test_a_stream_that_was_cut_off_keeps_what_arrived():
    turn = turn_of(b'data: {"choices": [{"delta": {"content": "Hel"}}]}\n\ndata: {"choi', kind="text/event-stream")

    assert turn.reply.message.text == "Hel"
    assert "ended in the middle" in turn.error


def test_arguments_that_are_no_json_are_shown_as_they_were_sent():
    sent = ['{"a": ', "[1]", "", '{"a": 1}']
    calls = [{"id": "c", "function": {"name": "f", "arguments": arguments}} for arguments in sent]

    shown = turn_of({"choices": [{"message": {"tool_calls": calls}}]}).as_json()

    assert [call["arguments"] for call in shown["tool_calls"]] == ['{"a": ', [1], {}, {"a": 1}]


def test_what_is_no_conversation_is_listed_with_a_reason_and_without_its_query():
    turn = turn_of({"data": []}, url="https://api.openai.com/v1/embeddings?key=sk-1")

    assert "embeddings' is not a conversation" in turn.error
    assert "sk-1" not in turn.error


def test_an_array_of_gemini_is_a_stream():
    url = "https://generativelanguage.googleapis.com/v1beta/models/g:streamGenerateContent"
    body = [{"candidates": [{"content": {"parts": [{"text": text}]}, "finishReason": "STOP"}]} for text in "Hi"]

    turn = turn_of(body, url=url)

    assert (turn.reply.message.text, turn.stream, turn.model, turn.error) == ("Hi", True, "g", None)
