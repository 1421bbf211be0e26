"""Differential: the official client of each provider, given the recorded bytes, must find what we find."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from forge_harness.messages import Message
from forge_harness.providers.wire import WIRE_FORMATS
from forge_harness.tool import ToolCall, ToolDefinition
from pytest_forge.cassettes.foreign.document import CassetteError
from pytest_forge.cassettes.foreign.interaction import Interaction
from pytest_forge.cassettes.foreign.reading import find_cassettes, read_cassette
from pytest_forge.cassettes.recognise import recognise
from pytest_forge.cassettes.sessions.turn import read_turn

pytestmark = pytest.mark.filterwarnings("ignore")

OWN = Path(__file__).parents[2] / "cassettes" / "local"
#: Hosts that their own official client serves; others differ from the form they are compatible with.
HOSTS = {
    ("openai", "chat"): ("openai", "azure_openai"),
    ("openai", "responses"): ("openai", "azure_openai", "bedrock_mantle"),
    ("anthropic", "messages"): ("anthropic",),
    ("gemini", "generate"): ("gemini", "vertex"),
}


def seen(text, calls, stop, tokens_in, tokens_out):
    return {"text": text or "", "calls": calls, "stop": stop, "in": tokens_in or 0, "out": tokens_out or 0}


def ours(turn):
    shown = turn.as_json()
    calls = [(call["id"], call["name"], call["arguments"]) for call in shown["tool_calls"]]
    usage = shown["usage"]
    return seen(shown["text"], calls, shown["stop_reason"], usage["input_tokens"], usage["output_tokens"])


def arguments(text):
    try:
        return json.loads(text) if text else {}
    except ValueError:
        return text


def transport(interaction):
    http = pytest.importorskip("httpx2")
    headers = {"content-type": interaction.headers.get("content-type", "application/json")}
    content = interaction.body
    if content.lstrip().startswith(b"["):
        # Gemini's stream without alt=sse, a form that the official client never asks for: it gets the same chunks.
        content = "".join(f"data: {json.dumps(chunk)}\n\n" for chunk in json.loads(content)).encode()
        headers = {"content-type": "text/event-stream"}

    def answer(request):
        return http.Response(interaction.status, headers=headers, content=content)

    return http.Client(transport=http.MockTransport(answer))


def by_openai_chat(interaction, stream):
    openai = pytest.importorskip("openai")
    client = openai.OpenAI(api_key="x", http_client=transport(interaction), max_retries=0)
    answer = client.chat.completions.create(model="m", messages=[], stream=stream)
    if stream:
        from openai.lib.streaming.chat._completions import ChatCompletionStreamState

        state = ChatCompletionStreamState()
        chunks = list(answer)
        for chunk in chunks:
            state.handle_chunk(chunk)
        completion = state.current_completion_snapshot
    else:
        completion = answer
    choice = completion.choices[0]
    calls = [
        (call.id, call.function.name, arguments(call.function.arguments)) for call in choice.message.tool_calls or ()
    ]
    if choice.message.function_call:
        legacy = choice.message.function_call
        calls.append((None, legacy.name, arguments(legacy.arguments)))
    usage = completion.usage
    return seen(
        choice.message.content,
        calls,
        choice.finish_reason,
        usage and usage.prompt_tokens,
        usage and usage.completion_tokens,
    )


def by_openai_responses(interaction, stream):
    openai = pytest.importorskip("openai")
    client = openai.OpenAI(api_key="x", http_client=transport(interaction), max_retries=0)
    answer = client.responses.create(model="m", input="x", stream=stream)
    if stream:
        ended = ("response.completed", "response.incomplete", "response.failed")
        answer = next(event.response for event in answer if event.type in ended)
    calls = [
        (item.call_id, item.name, arguments(item.arguments)) for item in answer.output if item.type == "function_call"
    ]
    reason = answer.incomplete_details and answer.incomplete_details.reason
    usage = answer.usage
    return seen(
        answer.output_text, calls, reason or answer.status, usage and usage.input_tokens, usage and usage.output_tokens
    )


def by_anthropic(interaction, stream):
    anthropic = pytest.importorskip("anthropic")
    client = anthropic.Anthropic(api_key="x", http_client=transport(interaction), max_retries=0)
    asked = {"model": "m", "max_tokens": 1, "messages": []}
    if stream:
        with client.beta.messages.stream(**asked) as events:
            message = events.get_final_message()
    else:
        message = client.beta.messages.create(**asked)
    text = "".join(block.text for block in message.content if block.type == "text")
    calls = [(block.id, block.name, block.input) for block in message.content if block.type == "tool_use"]
    return seen(text, calls, message.stop_reason, message.usage.input_tokens, message.usage.output_tokens)


def by_gemini(interaction, stream):
    pytest.importorskip("google.genai")
    from google import genai

    http = transport(interaction)
    options = genai.types.HttpOptions(httpx_client=http, base_url="http://localhost")
    client = genai.Client(api_key="x", http_options=options)
    if stream:
        chunks = list(client.models.generate_content_stream(model="m", contents="x"))
    else:
        chunks = [client.models.generate_content(model="m", contents="x")]
    parts = [
        part
        for chunk in chunks
        for candidate in (chunk.candidates or [])[:1]
        for part in (candidate.content and candidate.content.parts) or ()
    ]
    reasons = [
        candidate.finish_reason.value
        for chunk in chunks
        for candidate in (chunk.candidates or [])[:1]
        if candidate.finish_reason
    ]
    used = [chunk.usage_metadata for chunk in chunks if chunk.usage_metadata]
    calls = [
        (part.function_call.id, part.function_call.name, part.function_call.args or {})
        for part in parts
        if part.function_call
    ]
    return seen(
        "".join(part.text for part in parts if part.text and not part.thought),
        calls,
        reasons[-1] if reasons else None,
        next((usage.prompt_token_count for usage in reversed(used) if usage.prompt_token_count), 0),
        next((usage.candidates_token_count for usage in reversed(used) if usage.candidates_token_count), 0),
    )


def test_the_official_client_takes_what_we_ask_of_gemini():
    types = pytest.importorskip("google.genai").types
    tool = ToolDefinition("add", "Add.", {"type": "object", "properties": {"a": {"type": "integer"}}})
    conversation = [
        Message("system", "Be brief."),
        Message("user", "Add."),
        Message("assistant", "I do.", tool_calls=(ToolCall("c1", "add", {"a": 1}),)),
        Message("tool", '{"sum": 1}', tool_call_id="c1"),
    ]

    body = WIRE_FORMATS["gemini"].build_request(conversation, [tool], model="m", max_tokens=9, temperature=0)

    contents = [types.Content.model_validate(content) for content in body["contents"]]
    assert contents[1].parts[1].function_call.args == {"a": 1}
    assert contents[2].parts[0].function_response.id == "c1"
    assert types.Content.model_validate(body["systemInstruction"]).parts[0].text == "Be brief."
    assert types.Tool.model_validate(body["tools"][0]).function_declarations[0].name == "add"
    assert types.GenerationConfig.model_validate(body["generationConfig"]).max_output_tokens == 9


CLIENTS = {
    ("openai", "chat"): by_openai_chat,
    ("openai", "responses"): by_openai_responses,
    ("anthropic", "messages"): by_anthropic,
    ("gemini", "generate"): by_gemini,
}


def recorded(folders, kind):
    """Yield the name, provider and interaction of every answered turn of *kind*."""
    for file in (file for folder in folders for file in find_cassettes(folder)):
        try:
            cassette = read_cassette(file)
        except CassetteError:
            continue
        for number, interaction in enumerate(cassette.interactions, 1):
            if isinstance(interaction, Interaction) and interaction.status == 200 and interaction.url:
                endpoint = recognise(interaction.method, interaction.url, None)
                if endpoint.wire_format and endpoint.provider in HOSTS[kind] and endpoint.name == kind[1]:
                    yield f"{file.name}:{number}", endpoint.provider, interaction


#: What is not given to the official client, and why; all else must agree.
EXCEPTIONS = {
    "enums as numbers": "asked for by clients made from Google's protocol files; the official client takes names",
}


def exception_of(interaction):
    return "enums as numbers" if "enum-encoding" in interaction.url else None


def differences(kind, interactions, table):
    for name, provider, interaction in interactions:
        turn = read_turn(interaction)
        row = table[provider, kind[1], "streamed" if turn.stream else "whole"]
        row["turns"] += 1
        if reason := exception_of(interaction):
            row[reason] += 1
            continue
        try:
            theirs = CLIENTS[kind](interaction, turn.stream)
        except Exception as error:
            # What the client raises for an error event in the stream, we report as the turn's error.
            theirs = f"failed with {type(error).__name__}"
        if (turn.error is not None and isinstance(theirs, str)) or (turn.error is None and theirs == ours(turn)):
            row["agreed"] += 1
        else:
            yield f"{name}\n  theirs {theirs}\n  ours   {ours(turn)}\n  error  {turn.error}"


def print_table(table):
    print(f"\n{'provider':16} {'kind':12} {'mode':10} {'turns':>6} {'agreed':>6}  exceptions")
    for (provider, form, mode), row in sorted(table.items()):
        reasons = ", ".join(f"{row[reason]} x {reason}" for reason in EXCEPTIONS if row[reason])
        print(f"{provider:16} {form:12} {mode:10} {row['turns']:6} {row['agreed']:6}  {reasons}")


@pytest.mark.parametrize("kind", CLIENTS, ids="-".join)
def test_the_official_client_finds_what_we_find(kind, corpus):
    table = defaultdict(Counter)

    found = list(differences(kind, recorded([corpus / "cassettes", corpus / "cassettes_nonstock"], kind), table))

    print_table(table)
    assert found == [], "\n".join(found)
    counted = Counter()
    for (_, _, mode), row in table.items():
        counted[mode] += row["agreed"]
    assert counted["streamed"] >= 5
    assert counted["whole"] >= 20


@pytest.mark.parametrize("kind", [("openai", "chat"), ("openai", "responses"), ("anthropic", "messages")], ids="-".join)
def test_the_official_client_finds_what_we_find_in_our_own_sessions(kind):
    table = defaultdict(Counter)

    found = list(differences(kind, recorded([OWN], kind), table))

    print_table(table)
    assert found == [], "\n".join(found)
    assert {mode for _, _, mode in table} == {"streamed", "whole"}
    assert sum(row["agreed"] for row in table.values()) >= 8
