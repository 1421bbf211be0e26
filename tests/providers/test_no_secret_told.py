"""Nothing secret of a request, and nothing of an answer but its sentence, is in an error, its pickle or a log."""

from __future__ import annotations

import json
import logging
import pickle
import traceback

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from forge_harness import FluidError, get_provider, run_agent_loop

PROVIDERS = ["openai", "openai_responses", "anthropic", "gemini", "ollama"]
KEY = "CANARY1-of-no-known-shape"
HEADER = "CANARY2-x-0123456789"
QUERY = "CANARY3-q-0123456789"
PASSWORD = "CANARY4-p-0123456789"
ANSWER = "CANARY5-of-the-answer"
#: What the request was signed with, in the ways a provider may repeat it.
ECHOES = [
    KEY,
    f"Bearer {KEY}",
    json.dumps({"key": KEY}),
    f"{KEY}\n{HEADER}",
    f"?sig={QUERY}",
    f"u:{PASSWORD}@h",
    HEADER,
]

sentences = st.builds("Refused{}: {}.".format, st.sampled_from(["", " by the gateway"]), st.sampled_from(ECHOES))
#: What stands beside a provider's sentence, and is never quoted.
beside = st.fixed_dictionaries(
    {},
    optional={
        "param": st.just(ANSWER),
        "type": st.sampled_from([ANSWER, KEY, "rate_limit_error", "api_error"]),
        "code": st.sampled_from([ANSWER, KEY, "context_length_exceeded", 503]),
        "status": st.sampled_from([ANSWER, "UNAVAILABLE"]),
        "details": st.just([{"reason": ANSWER, "retryDelay": ANSWER, "metadata": {"key": ANSWER}}]),
        "metadata": st.just({"headers": {"authorization": ANSWER}}),
        "failed_generation": st.just(ANSWER),
    },
)
faults = st.builds(lambda sentence, more: {"message": sentence, **more}, sentences, beside)
bodies = st.one_of(
    st.builds(lambda fault, request: {"error": fault, "request": request}, faults, st.just(ANSWER)),
    st.builds(lambda fault: {"type": "error", "error": fault}, faults),
    st.builds(lambda fault: [{"error": fault}], faults),
    st.builds(lambda sentence: {"error": sentence, "trace": ANSWER}, sentences),
    faults,
).map(json.dumps) | st.sampled_from(
    ["", f"<html>{ANSWER} {KEY}</html>", f'{{"error": {{"message": "{ANSWER}', f'"{ANSWER}"']
)
#: Streams that end badly: an error event, one that is no JSON, or nothing at all.
streams = st.one_of(
    bodies.map(lambda body: f"data: {body}\n\n"),
    bodies.map(lambda body: f"event: error\ndata: {body}\n\n"),
    faults.map(lambda fault: f"data: {json.dumps({'type': 'response.failed', 'response': {'error': fault}})}\n\n"),
    st.sampled_from([f"data: {{{ANSWER}\n\n", f": {ANSWER}\n\n", f"data: {ANSWER} {KEY}"]),
)
HEADERS = {
    "set-cookie": ANSWER,
    "x-request-id": ANSWER,
    "www-authenticate": f'Bearer realm="{ANSWER}"',
    "location": f"https://elsewhere.example/?{ANSWER}",
}


def answered(status, body, *, streamed):
    kind = "text/event-stream" if streamed else "application/json"
    return lambda request: httpx.Response(status, headers={**HEADERS, "content-type": kind}, text=body)


def unanswered(error):
    def answer(request):
        raise error

    return answer


def told(name, streamed, answer, caplog):
    """Run a prompt that fails; return everything that a user, a log or a pickle then holds."""
    caplog.clear()
    with httpx.Client(transport=httpx.MockTransport(answer)) as client:
        provider = get_provider(
            name,
            model="m",
            base_url=f"https://u:{PASSWORD}@h.example/v1?sig={QUERY}",
            api_key=KEY,
            extra_headers={"x-own": HEADER},
            client=client,
        )
        with caplog.at_level(logging.INFO), pytest.raises(FluidError) as caught:
            run_agent_loop(
                "Go.",
                provider=provider,
                tools=[],
                stream_to=(lambda piece: None) if streamed else None,
                sleep=lambda seconds: None,
            )
    error = caught.value
    logs = [record.getMessage() + repr(record.args) + repr(record.exc_info) for record in caplog.records]
    return "\n".join(
        [
            str(error),
            repr(error),
            repr(error.args),
            repr(vars(error)),
            repr(provider),
            repr(pickle.dumps(error)),
            *traceback.format_exception(error),
            *logs,
        ]
    )


def leaked(text):
    return [canary for canary in (KEY, HEADER, QUERY, PASSWORD, ANSWER) if canary in text]


@pytest.mark.in_turns("forge_harness/providers")
@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("name", PROVIDERS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(status=st.sampled_from([200, 302, 400, 401, 403, 404, 408, 413, 422, 429, 500, 503, 529]), body=bodies)
def test_a_refusal_tells_no_secret(name, streamed, status, body, caplog):
    text = told(name, streamed, answered(status, body, streamed=False), caplog)

    assert leaked(text) == []


@pytest.mark.in_turns("forge_harness/providers")
@pytest.mark.parametrize("name", PROVIDERS)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=streams)
def test_a_stream_that_fails_tells_no_secret(name, body, caplog):
    text = told(name, True, answered(200, body, streamed=True), caplog)

    assert leaked(text) == []


@pytest.mark.in_turns("forge_harness/providers")
@pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])
@pytest.mark.parametrize("name", PROVIDERS)
@pytest.mark.parametrize("failure", [httpx.ConnectError, httpx.ReadTimeout, httpx.RemoteProtocolError, OSError])
def test_a_lost_connection_tells_no_secret(name, streamed, failure, caplog):
    text = told(name, streamed, unanswered(failure(f"{KEY} {QUERY} {PASSWORD}")), caplog)

    assert leaked(text) == []


def test_requests_of_others_are_logged_as_ever(caplog):
    told("openai", False, answered(400, "", streamed=False), caplog)

    with (
        caplog.at_level(logging.INFO),
        httpx.Client(transport=httpx.MockTransport(lambda _: httpx.Response(200))) as own,
    ):
        own.get(f"https://h.example/?sig={QUERY}")

    assert leaked(caplog.text) == [QUERY]


def test_the_search_finds_what_is_told(caplog):
    with caplog.at_level(logging.INFO):
        logging.getLogger("anybody").info("sent to %s", f"https://h.example/?sig={QUERY}")

    assert leaked(caplog.text) == [QUERY]
