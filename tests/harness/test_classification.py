"""Failures of providers become the typed errors of seed 003, and what they say gives nothing away."""

from __future__ import annotations

import gzip
import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
import requests
import urllib3
import yaml
from hypothesis import given
from hypothesis import strategies as st

from forge_harness import (
    ContextOverflowError,
    ProviderAuthError,
    ProviderError,
    ProviderServerError,
    ProviderTimeoutError,
    QuotaExceededError,
    RateLimitError,
    classify_provider_error,
    classify_provider_reply,
    parse_retry_after,
)

NOW = datetime(2026, 5, 17, 12, 0, 0, tzinfo=UTC)
KEY = "gX7-quiet.marble-0042-lantern"


def status_error(
    status: int, body: Any = "", headers: dict[str, str] | None = None, url: str = "https://api.example.com/v1/chat"
) -> httpx.HTTPStatusError:
    request = httpx.Request("POST", url, headers={"authorization": f"Bearer {KEY}", "x-api-key": KEY})
    content = body if isinstance(body, str | bytes) else json.dumps(body)
    response = httpx.Response(status, headers=headers, content=content, request=request)
    return httpx.HTTPStatusError(f"{status} for url {url}", request=request, response=response)


def refusal(message: str, **fields: Any) -> dict[str, Any]:
    return {"error": {"message": message, **fields}}


@pytest.mark.requirement("provider:classification-table")
@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (400, ProviderError),
        (401, ProviderAuthError),
        (402, ProviderError),
        (403, ProviderAuthError),
        (404, ProviderError),
        (408, ProviderTimeoutError),
        (409, ProviderError),
        (413, ContextOverflowError),
        (422, ProviderError),
        (429, RateLimitError),
        (500, ProviderServerError),
        (502, ProviderServerError),
        (503, ProviderServerError),
        (529, ProviderServerError),
        (599, ProviderServerError),
    ],
)
def test_each_status_has_its_class(status: int, expected: type[ProviderError]) -> None:
    error = classify_provider_error(status_error(status), provider="openai")

    assert type(error) is expected
    assert error.status_code == status
    assert error.provider == "openai"
    assert isinstance(error.original_error, httpx.HTTPStatusError)


@pytest.mark.requirement("provider:classification-table")
@pytest.mark.parametrize(
    ("raised", "expected"),
    [
        (httpx.ReadTimeout("slow"), ProviderTimeoutError),
        (httpx.ConnectTimeout("slow"), ProviderTimeoutError),
        (httpx.WriteTimeout("slow"), ProviderTimeoutError),
        (httpx.PoolTimeout("slow"), ProviderTimeoutError),
        (TimeoutError(), ProviderTimeoutError),
        (TimeoutError("timed out"), ProviderTimeoutError),
        (httpx.ConnectError("refused"), ProviderServerError),
        (httpx.ReadError("reset"), ProviderServerError),
        (httpx.RemoteProtocolError("cut off"), ProviderServerError),
        (ConnectionResetError(), ProviderServerError),
        (ConnectionRefusedError(), ProviderServerError),
        (socket.gaierror(-2, "unknown"), ProviderServerError),
        (httpx.UnsupportedProtocol("no scheme"), ProviderError),
        (httpx.LocalProtocolError("bad header"), ProviderError),
        (httpx.TooManyRedirects("loop"), ProviderError),
        (TypeError("I have 512 tokens"), ProviderError),
        (RuntimeError("the server is overloaded"), ProviderServerError),
        (RuntimeError("This model's maximum context length is 8192 tokens."), ContextOverflowError),
    ],
)
def test_what_the_transport_raises_has_its_class(raised: Exception, expected: type[ProviderError]) -> None:
    error = classify_provider_error(raised, provider="openai")

    assert type(error) is expected
    assert error.original_error is raised
    assert error.status_code is None


@pytest.mark.requirement("provider:typed-input-unchanged")
def test_a_typed_error_is_returned_unchanged() -> None:
    error = RateLimitError("Slow down. Wait.", retry_after=2.0)

    assert classify_provider_error(error, provider="other") is error


@pytest.mark.requirement("provider:overflow-by-body")
@pytest.mark.parametrize(
    "body",
    [
        refusal("Too long.", code="context_length_exceeded"),
        refusal("This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens."),
        refusal("prompt is too long: 210000 tokens > 200000 maximum", type="invalid_request_error"),
        refusal("The input token count (2100000) exceeds the maximum number of tokens allowed (1048576).", code=400),
        refusal("Your input exceeds the context window of this model.", param="input"),
        refusal("input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000"),
        refusal("the request exceeds the available context size. try increasing it", type="exceed_context_size_error"),
        {"error": "input length exceeds the context length"},
        {"object": "error", "message": "Prompt contains 40000 tokens, too large for model with 32768 maximum context"},
        {"message": "Input is too long for requested model."},
        "context_length_exceeded",
        {"error": "Input validation error: `inputs` must have less than 1024 tokens. Given: 1500", "error_type": "v"},
    ],
)
def test_a_prompt_that_does_not_fit_is_an_overflow(body: Any) -> None:
    assert type(classify_provider_error(status_error(400, body))) is ContextOverflowError


@pytest.mark.requirement("provider:overflow-only-where-meant")
@pytest.mark.parametrize(
    "body",
    [
        refusal("max_tokens exceeds the maximum of 8192 for this model."),
        refusal("max_tokens: 100000 > 8192, which is the maximum allowed number of output tokens"),
        refusal("This model's maximum context length is 4096 tokens.", param="max_completion_tokens"),
        refusal("max_tokens is too large: 5000. This model's maximum context length is 4096 tokens."),
        {"error": "`inputs` tokens + `max_new_tokens` must be <= 1512. Given: 2 `inputs` tokens", "error_type": "v"},
        refusal("The number of tools exceeds the maximum of 128."),
        refusal("Unknown parameter: 'context_window'."),
        refusal("Tool 'resize_context_window' has no description."),
        refusal("The image exceeds the maximum size of 5 MB."),
        refusal("Invalid 'tools[0].function.name': string too long."),
    ],
)
def test_another_refusal_is_no_overflow(body: Any) -> None:
    assert type(classify_provider_error(status_error(400, body))) is ProviderError


@pytest.mark.requirement("provider:quota-is-not-retried")
@pytest.mark.parametrize(
    "body",
    [
        refusal("You exceeded your current quota.", type="insufficient_quota", code="insufficient_quota"),
        refusal("Out of credit.", type="billing_error"),
        refusal("Out.", type="requests", code="INSUFFICIENT_QUOTA"),
    ],
)
def test_an_empty_account_is_not_retried(body: Any) -> None:
    error = classify_provider_error(status_error(429, body, {"retry-after": "1"}))

    assert type(error) is QuotaExceededError
    assert isinstance(error, RateLimitError)
    assert not error.retryable


@pytest.mark.requirement("provider:classification-table")
@pytest.mark.parametrize(
    ("raised", "expected"),
    [
        (requests.exceptions.ReadTimeout("x"), ProviderTimeoutError),
        (requests.exceptions.ConnectTimeout("x"), ProviderTimeoutError),
        (requests.exceptions.ConnectionError("x"), ProviderServerError),
        (requests.exceptions.InvalidURL("x"), ProviderError),
        (urllib3.exceptions.ReadTimeoutError(None, "/", "x"), ProviderTimeoutError),  # type: ignore[arg-type]  # no pool
        (urllib3.exceptions.ProtocolError("x"), ProviderServerError),
        (urllib3.exceptions.LocationValueError("x"), ProviderError),
    ],
)
def test_the_failures_of_other_clients_are_known(raised: Exception, expected: type[ProviderError]) -> None:
    assert type(classify_provider_error(raised)) is expected


def test_geminis_wrong_key_is_an_authentication_failure() -> None:
    body = refusal("API key not valid.", code=400, status="INVALID_ARGUMENT", details=[{"reason": "API_KEY_INVALID"}])

    assert type(classify_provider_error(status_error(400, body))) is ProviderAuthError


@pytest.mark.requirement("provider:5xx-with-retry-after")
@pytest.mark.parametrize("status", [500, 503, 529])
def test_a_server_failure_with_retry_after_is_a_rate_limit(status: int) -> None:
    error = classify_provider_error(status_error(status, headers={"Retry-After": "7.5"}))

    assert type(error) is RateLimitError
    assert error.retry_after == 7.5


@pytest.mark.requirement("provider:retry-after")
@pytest.mark.parametrize(
    ("headers", "body", "seconds"),
    [
        ({"Retry-After": "11"}, "", 11.0),
        ({"retry-after": "11", "retry-after-ms": "250"}, "", 0.25),
        ({"retry-after": "900"}, "", 300.0),
        ({"retry-after": "soon"}, "", None),
        ({}, "", None),
        ({}, refusal("Quota.", status="RESOURCE_EXHAUSTED", details=[{"retryDelay": "37s"}]), 37.0),
        ({}, [refusal("Quota.", status="RESOURCE_EXHAUSTED", details=[{"retryDelay": "0.5s"}])], 0.5),
    ],
)
def test_the_delay_that_the_provider_asks_for_is_kept(headers: dict[str, str], body: Any, seconds: float) -> None:
    assert classify_provider_error(status_error(429, body, headers)).retry_after == seconds


@pytest.mark.requirement("provider:retry-after")
@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("2", 2.0),
        (" 1.5 ", 1.5),
        ("0", 0.0),
        ("300", 300.0),
        ("301", 300.0),
        ("99999999999", 300.0),
        ("Sun, 17 May 2026 12:00:30 GMT", 30.0),
        ("Sunday, 17-May-26 12:00:30 GMT", 30.0),
        ("Sun, 17 May 2026 14:00:30 +0200", 30.0),
        ("Sun, 17 May 2026 12:00:30 -0000", 30.0),
        ("Sun, 17 May 2026 11:00:00 GMT", 0.0),
        ("Mon, 18 May 2026 12:00:00 GMT", 300.0),
        ("-1", None),
        ("nan", None),
        ("inf", None),
        ("1_0", None),
        ("1e3", None),
        ("٣", None),
        ("soon", None),
        ("Sun, 99 May 2026", None),
        ("", None),
        (None, None),
    ],
)
def test_retry_after_is_read_in_seconds_and_as_a_date(value: str | None, seconds: float | None) -> None:
    assert parse_retry_after(value, now=NOW) == seconds


@given(st.text(max_size=60))
def test_any_retry_after_gives_none_or_a_sensible_delay(value: str) -> None:
    seconds = parse_retry_after(value, now=NOW)

    assert seconds is None or 0 <= seconds <= 300


@pytest.mark.requirement("provider:stream-errors")
@pytest.mark.parametrize(
    ("pair", "expected"),
    [
        (("overloaded_error", "Overloaded"), ProviderServerError),
        (("api_error", "Internal server error"), ProviderServerError),
        (("server_error", "The server had an error"), ProviderServerError),
        (("UNAVAILABLE", "The model is overloaded."), ProviderServerError),
        (("rate_limit_error", "Slow down"), RateLimitError),
        (("RESOURCE_EXHAUSTED", "Quota"), RateLimitError),
        (("authentication_error", "no"), ProviderAuthError),
        (("timeout_error", "late"), ProviderTimeoutError),
        (("context_length_exceeded", "too long"), ContextOverflowError),
        (("invalid_request_error", "prompt is too long: 9 tokens > 8 maximum"), ContextOverflowError),
        (("insufficient_quota", "no money"), ProviderError),
        (("invalid_request_error", "Unknown field"), ProviderError),
        (("502", "Provider returned error"), ProviderServerError),
        (("429", "later"), RateLimitError),
        (("", ""), ProviderError),
    ],
)
def test_an_error_inside_a_stream_has_its_class(pair: tuple[str, str], expected: type[ProviderError]) -> None:
    assert type(classify_provider_error(pair, provider="anthropic")) is expected


def test_the_message_says_what_happened_and_what_to_do() -> None:
    body = refusal("The model 'gpt-9' does not exist.", code="model_not_found")

    error = classify_provider_error(status_error(404, body), provider="openai")

    assert str(error) == (
        "The provider 'openai' answered 404 (model_not_found), saying \"The model 'gpt-9' does not exist\". "
        "Correct the request or the account; the same request would fail again."
    )


@pytest.mark.requirement("provider:messages-are-redacted")
@pytest.mark.parametrize("status", [400, 401, 403, 404, 413, 429, 500, 503])
@pytest.mark.parametrize(
    "body",
    [
        refusal(f"Incorrect API key provided: {KEY}."),
        refusal(f"Header 'Bearer {KEY}' is wrong", code=KEY, type=f"bad {KEY}"),
        refusal(f"at url https://x.example/v1?key={KEY}"),
        {"error": KEY},
        {"message": "No.", "debug": {"request": KEY}},
        KEY,
        f"<html>{KEY}</html>",
        f"{KEY}\xff".encode("latin-1"),
    ],
)
def test_no_credential_reaches_the_message(status: int, body: Any) -> None:
    url = f"https://api.example.com/v1?key={KEY}"

    error = classify_provider_error(status_error(status, body, {"x-request-id": KEY}, url), provider="openai")

    assert KEY not in str(error)
    assert KEY not in repr(error)


@pytest.mark.requirement("provider:messages-are-redacted")
@given(
    canary=st.text("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789", min_size=12, max_size=40),
    status=st.sampled_from([400, 401, 404, 408, 413, 429, 500, 529]),
    place=st.sampled_from(["text", "field", "header", "key", "nested", "list"]),
)
def test_nothing_but_the_providers_sentence_is_quoted(canary: str, status: int, place: str) -> None:
    canary = "Q9" + canary
    bodies: dict[str, Any] = {
        "text": canary,
        "field": {"error": {"message": "No.", "input": canary}},
        "key": {"error": {"message": "No.", canary: 1}},
        "nested": {"error": {"message": {"text": canary}}},
        "list": [canary, {"error": {"message": canary}}],
    }

    error = classify_provider_error(status_error(status, bodies.get(place, ""), {"x-debug": canary}))

    assert canary not in str(error)


@pytest.mark.parametrize(
    "body", ["", "null", "[]", "[1]", '"x"', '{"error": null}', '{"error": []}', "{" * 5000, '{"error": {"code": 7}}']
)
def test_any_body_is_classified(body: str) -> None:
    assert type(classify_provider_reply(400, body)) is ProviderError
    assert type(classify_provider_reply(503, body.encode())) is ProviderServerError


def test_a_stream_that_was_not_read_is_classified() -> None:
    request = httpx.Request("POST", "https://api.example.com")
    response = httpx.Response(429, stream=httpx.ByteStream(b"late"), request=request)

    error = classify_provider_error(httpx.HTTPStatusError("429", request=request, response=response))

    assert type(error) is RateLimitError


def test_a_long_sentence_is_cut_after_it_was_redacted() -> None:
    body = refusal("x" * 190 + " sk-proj-Abcdefghijklmnop1234 and more" + " y" * 500)

    message = str(classify_provider_error(status_error(400, body)))

    assert "sk-" not in message
    assert len(message) < 400


def test_an_excerpt_is_one_printable_line() -> None:
    message = str(classify_provider_error(status_error(400, refusal("No.\r\n\x1b[31mERROR forged log line"))))

    assert message.isprintable()


def test_classifying_does_not_load_httpx() -> None:
    code = (
        "import sys\nfrom forge_harness import classify_provider_error\n"
        "assert type(classify_provider_error(TimeoutError())).__name__ == 'ProviderTimeoutError'\n"
        "assert 'httpx' not in sys.modules"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr


def recorded_refusals(corpus: Path) -> Iterator[tuple[int, bytes, dict[str, str]]]:
    """Status, body and headers of each reply of 400 and above that somebody recorded."""
    for path in sorted((corpus / "cassettes").rglob("*.yaml")):
        for interaction in yaml.load(path.read_text(encoding="utf-8"), yaml.CSafeLoader)["interactions"]:
            response = interaction["response"]
            status = response["status"]["code"] if "status" in response else response["status_code"]
            body = response["body"]["string"] if "body" in response else response["content"]
            body = body.encode() if isinstance(body, str) else body or b""
            headers = {
                name: value if isinstance(value, str) else value[0] for name, value in response["headers"].items()
            }
            if status >= 400:
                yield status, gzip.decompress(body) if body.startswith(b"\x1f\x8b") else body, headers


@pytest.mark.requirement("provider:classification-table")
def test_every_recorded_refusal_has_the_class_of_its_status(corpus: Path) -> None:
    expected = {400: ProviderError, 401: ProviderAuthError, 403: ProviderAuthError, 404: ProviderError}
    expected |= {422: ProviderError, 429: RateLimitError, 503: ProviderServerError}

    refusals = list(recorded_refusals(corpus))

    assert len(refusals) >= 30
    for status, body, headers in refusals:
        error = classify_provider_reply(status, body, headers=headers, provider="recorded")
        assert type(error) is expected[status], body
        assert len(str(error)) < 450
        assert not body or body.decode("utf-8", "replace") not in str(error)
