"""How often each provider is asked again, and after how long, counted on the wire."""

from __future__ import annotations

import time

import httpx
import pytest

from forge_harness import (
    ProviderAuthError,
    ProviderError,
    ProviderServerError,
    RateLimitError,
    get_provider,
    run_agent_loop,
)

PROVIDERS = ["openai", "openai_responses", "anthropic", "gemini", "ollama"]
each_provider = pytest.mark.parametrize("name", PROVIDERS)
each_mode = pytest.mark.parametrize("streamed", [False, True], ids=["whole", "streamed"])


@pytest.fixture(autouse=True)
def no_real_sleep(monkeypatch):
    monkeypatch.setattr(time, "sleep", pytest.fail)


def asked(name, streamed, *answers):
    """Run a prompt against *answers*, the last of which comes again and again; return error, waits and requests."""
    waits, requests = [], []

    def answer(request):
        requests.append(request.content)
        status, headers = answers[min(len(requests), len(answers)) - 1]
        return httpx.Response(status, headers=headers, json={"error": {"message": "No."}})

    with httpx.Client(transport=httpx.MockTransport(answer)) as client, pytest.raises(ProviderError) as caught:
        run_agent_loop(
            "Go.",
            provider=get_provider(name, model="m", base_url="https://h.example", api_key="key-0123456", client=client),
            tools=[],
            stream_to=(lambda piece: None) if streamed else None,
            sleep=waits.append,
        )
    assert len(set(requests)) == 1
    return caught.value, waits, len(requests)


@each_provider
@each_mode
@pytest.mark.parametrize(("header", "seconds"), [("7", 7.0), ("0.25", 0.25), ("0", 0.0), ("9000", 300.0)])
def test_a_limit_is_waited_for_exactly_and_three_requests_are_made(name, streamed, header, seconds):
    error, waits, requests = asked(name, streamed, (429, {"retry-after": header}))

    assert type(error) is RateLimitError
    assert error.retry_after == seconds
    assert (waits, requests) == ([seconds, seconds], 3)


@each_provider
@each_mode
@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_one_request(name, streamed, status):
    error, waits, requests = asked(name, streamed, (status, {"retry-after": "7"}))

    assert type(error) is ProviderAuthError
    assert (waits, requests) == ([], 1)


@each_provider
@each_mode
def test_each_wait_is_that_of_its_own_refusal(name, streamed):
    error, waits, requests = asked(name, streamed, (503, {}), (429, {"retry-after": "5"}), (500, {}))

    assert type(error) is ProviderServerError
    assert 1.0 <= waits[0] <= 1.1
    assert (waits[1:], requests) == ([5.0], 3)


@each_provider
@each_mode
def test_what_a_wait_cannot_mend_is_asked_once(name, streamed):
    error, waits, requests = asked(name, streamed, (503, {}), (400, {}))

    assert type(error) is ProviderError
    assert (len(waits), requests) == (1, 2)
