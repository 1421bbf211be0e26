from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from pytest_forge.cassettes.exchange import Exchange, RecordedFailure, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.hygiene.hygiene_finding import HygieneFinding, sorted_worst_first
from pytest_forge.cassettes.hygiene.recorded_secrets import secrets_of
from pytest_forge.cassettes.hygiene.retired_models import retired_model
from pytest_forge.cassettes.hygiene.rules import HygieneOptions, ReadCassette, judge, read_for_judgement
from pytest_forge.cassettes.recognise import recognise
from pytest_forge.cassettes.redaction.redact import Redactor

KEY = "sk-proj-8Fh3kQz71LmPv0RtYb92WxNc45GdEs6A"
URL = "https://api.openai.com/v1/chat/completions"
REDACTOR = Redactor(environ={})
TODAY = date(2026, 11, 22)


def exchange(
    url: str = URL, *, asked=(), body: bytes = b"{}", told=(), status: int = 200, method: str = "POST"
) -> Exchange:
    answer = RecordedResponse(status, "OK", tuple(told), (b"{}",))
    return Exchange(RecordedRequest(method, url, tuple(asked), body), answer)


def found(*exchanges: Exchange | str, **options) -> list[HygieneFinding]:
    return [*judge(ReadCassette("a.yaml", 100, exchanges), HygieneOptions(TODAY, REDACTOR, **options))]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Authorization", "Bearer <filtered>"),
        ("Authorization", "AUTHORIZATION-XXX"),
        ("Authorization", "Bearer test_aws_authorization"),
        ("x-goog-api-key", "X-GOOG-API-KEY-XXX"),
        ("x-amz-security-token", "test_aws_security_token"),
        ("Authorization", "AWS4-HMAC-SHA256 Credential=<ID>/<DATE>/aws4_request, Signature=<AWS_SIGNATURE>"),
        ("azureml-model-session", "d004-20250815200304"),
        ("Cookie", "__cf_bm=Zk3V8pX2mQ7rT1yB5nH9; _cfuvid=q8W2e5R7t1Y4u6I9"),
        ("Set-Cookie", "__cf_bm=Zk3V8pX2mQ7rT1yB5nH9; path=/; domain=.api.openai.com; Secure"),
    ],
)
def test_a_stand_in_is_no_secret(name, value):
    both = exchange(asked=[(name, value)], told=[(name, value)])

    assert secrets_of(both, REDACTOR) == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Authorization", f"Bearer {KEY}"),
        ("Authorization", "Basic bWU6aHVudGVyMjI="),
        (
            "Authorization",
            "AWS4-HMAC-SHA256 Credential=A/aws4_request, Signature=5d672d79c15b13162d9279b0855cfba6",
        ),
        ("x-api-key", KEY),
        ("Cookie", "__cf_bm=Zk3V8pX2mQ7rT1yB5nH9; sid=4f9ac27be1d0a883"),
        ("Set-Cookie", "session=4f9ac27be1d0a883; path=/; HttpOnly"),
        ("Location", f"https://api.test/?api_key={KEY}"),
        ("X-Debug", f"used {KEY}"),
    ],
)
def test_a_credential_in_a_header_is_a_secret(name, value):
    asked, told = secrets_of(exchange(asked=[(name, value)], told=[(name, value)]), REDACTOR)

    assert asked.place == f"request header {name.lower()!r}"
    assert told.place == f"response header {name.lower()!r}"


@pytest.mark.parametrize(
    ("url", "is_secret"),
    [
        (f"https://api.test/v1?key={KEY}&page=2", True),
        ("https://me:hunter22xyz@api.test/v1", True),
        ("https://api.test/v1?key=REDACTED", False),
        ("https://api.test/v1?key=test_api_key", False),
    ],
)
def test_a_secret_in_an_address_is_told_by_its_parameter(url, is_secret):
    places = [secret.place for secret in secrets_of(exchange(url), REDACTOR)]

    assert places == ["url"] * is_secret


def test_what_comes_back_of_a_credential_is_told_in_its_place():
    echoed = exchange(asked=[("x-api-key", "4f9ac27be1d0a883")], body=b'{"note": "it is 4f9ac27be1d0a883"}')

    assert [secret.place for secret in secrets_of(echoed, REDACTOR)] == ["request header 'x-api-key'", "request body"]


def test_a_part_of_a_failed_answer_is_searched_too():
    begun = RecordedResponse(200, "OK", (("set-cookie", "sid=4f9ac27be1d0a883"),), ())
    failed = Exchange(RecordedRequest("GET", URL), RecordedFailure("ReadError", begun))

    assert [secret.place for secret in secrets_of(failed, REDACTOR)] == ["response header 'set-cookie'"]


@pytest.mark.parametrize(
    ("made", "told"),
    [
        (exchange("/v1/chat"), "names no host (its address is '/v1/chat')"),
        (exchange("http://[bad"), "names no host"),
        (exchange(method=""), "has no method"),
        (exchange(body=b"", asked=[("Content-Length", "12")]), "lacks its body of 12 bytes"),
    ],
)
def test_a_request_that_no_client_sends_is_told(made, told):
    (finding,) = found(made)

    assert finding.rule == "unmatchable"
    assert told in finding.message


def test_a_request_without_a_body_is_an_ordinary_one():
    assert found(exchange(body=b"", asked=[("Content-Length", "0")], method="GET")) == []


def test_interactions_that_cannot_be_read_are_told_once_a_reason():
    findings = found("It is broken. Mend it.", exchange(), "It is broken. Mend it.", "It is odd. Mend it.")

    assert [(finding.rule, finding.interaction) for finding in findings] == [("unreadable", 1), ("unreadable", 4)]
    assert findings[0].message == "2 of 4 interactions cannot be read: It is broken. Mend it."


@pytest.mark.parametrize(
    ("provider", "model", "today", "is_retired"),
    [
        ("openai", "text-davinci-003", TODAY, True),
        ("anthropic", "claude-3-opus-20240229", date(2026, 1, 6), True),
        ("anthropic", "claude-3-opus-20240229", date(2026, 1, 5), False),
        ("bedrock", "claude-3-opus-20240229", TODAY, False),
        ("gemini", "models/gemini-2.0-flash", TODAY, True),
        ("mistral", "open-mixtral-8x7b", TODAY, True),
        ("groq", "mixtral-8x7b-32768", TODAY, True),
        ("cohere", "embed-english-v2.0", TODAY, True),
        ("xai", "grok-3", TODAY, True),
        ("deepseek", "deepseek-chat", TODAY, True),
        ("cerebras", "llama3.1-8b", TODAY, True),
        ("openrouter", "deepseek-chat", TODAY, False),
        ("openai", "a-model-of-tomorrow", TODAY, False),
    ],
)
def test_a_model_is_retired_from_the_day_after(provider, model, today, is_retired):
    assert (retired_model(provider, model, today=today) is not None) == is_retired


@pytest.mark.parametrize(
    ("url", "model"),
    [
        ("https://api.mistral.ai/v1/chat/completions", "pixtral-12b-2409"),
        ("https://api.groq.com/openai/v1/chat/completions", "mixtral-8x7b-32768"),
        ("https://api.cohere.com/v2/chat", "c4ai-aya-expanse-8b"),
        ("https://api.x.ai/v1/chat/completions", "grok-4-0709"),
        ("https://api.deepseek.com/chat/completions", "deepseek-reasoner"),
        ("https://api.cerebras.ai/v1/chat/completions", "llama3.1-8b"),
    ],
)
def test_a_retired_model_is_known_by_the_address_that_was_asked(url, model):
    provider = recognise("POST", url, None).provider

    found = retired_model(provider, model, today=TODAY)

    assert found is not None
    assert found.reference.startswith("https://")


def test_a_retired_model_is_told_once_and_not_where_it_was_refused():
    asked = exchange(body=b'{"model": "text-davinci-003"}')
    refused = exchange(body=b'{"model": "gpt-4-32k"}', status=404)

    (finding,) = found(asked, asked, refused)

    assert finding.rule == "retired_model"
    assert "'text-davinci-003' was retired on 2024-01-04 (https://developers.openai.com/" in finding.message


@pytest.mark.parametrize(
    ("recorded_at", "headers", "told"),
    [
        ("2026-11-01T10:00:00Z", [], "It was recorded on 2026-11-01, 21 days ago; the limit is 20."),
        ("", [("Date", "Sun, 01 Nov 2026 10:00:00 GMT")], "It was recorded on 2026-11-01, 21 days ago"),
        ("nonsense", [("date", "nonsense")], "The date of the recording is unknown."),
        ("2026-11-02T10:00:00Z", [], ""),
    ],
)
def test_the_age_is_told_by_the_recorder_or_by_who_answered(recorded_at, headers, told):
    answer = RecordedResponse(200, "OK", tuple(headers), (b"{}",))
    recorded = Exchange(RecordedRequest("POST", URL), answer, recorded_at)

    messages = [finding.message for finding in found(recorded, max_age_days=20)]

    assert len(messages) == bool(told)
    assert told in "".join(messages)


def test_an_id_stays_when_others_are_recorded_and_changes_with_what_it_is_about():
    one, other = exchange(asked=[("x-api-key", KEY)]), exchange(asked=[("x-api-key", KEY[::-1])])

    (alone,) = found(one)
    (behind,) = found(exchange(), one)
    (changed,) = found(other)

    assert alone.id == behind.id != changed.id


def test_a_file_with_a_secret_comes_before_one_with_many_smaller_things():
    findings = [HygieneFinding("b", "age", "x"), HygieneFinding("b", "orphan", "x"), HygieneFinding("c", "secret", "x")]

    assert [(one.file, one.rule) for one in sorted_worst_first(findings)] == [
        ("c", "secret"),
        ("b", "orphan"),
        ("b", "age"),
    ]


def test_recorded_sessions_of_others_give_hardly_a_false_alarm(corpus):
    files = sorted((corpus / "cassettes").rglob("*.yaml"))
    options = HygieneOptions(TODAY, REDACTOR)
    alarms: dict[Path, set[str]] = {}
    for file in files:
        for finding in judge(read_for_judgement(file, file.name), options):
            # Fields named "password" in a tool's arguments are what they seem, there too.
            if finding.rule != "retired_model" and "'passw'" not in finding.message:
                alarms.setdefault(file, set()).add(finding.message)

    assert len(files) > 100
    assert len(alarms) <= len(files) / 100, alarms
