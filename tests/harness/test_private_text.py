"""The scan of deliberate messages: what it finds, what it lets pass, and what is put in the place of either."""

from __future__ import annotations

import pytest

from forge_harness.private_text import holds_private_text, redact


@pytest.mark.requirement("s013:scan-of-deliberate-messages")
@pytest.mark.parametrize(
    "text",
    [
        "cannot read /home/alice/.aws/credentials",
        "cannot open:/home/alice/notes.txt",
        "path='/var/lib/app/db.sqlite'",
        "[/srv/data/x.csv]",
        "/etc is closed",
        "~/secrets/key.pem",
        "~alice/notes",
        r"C:\Users\alice\key.txt",
        "C:/Users/alice/key.txt",
        r"\\server\share\x",
        "file:///home/alice",
        "postgres://alice:hunter2@db/prod",
        "key sk-live-abcdefgh12345678",
        "key sk_test_51Habcdefghijklmnop",
        "sk-proj-Abcdefghijklmnop1234",
        "AKIAIOSFODNN7EXAMPLE",
        "ghp_" + "a1" * 18,
        "xoxb-1234567890-abcdef",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.x",
        "-----BEGIN RSA PRIVATE KEY-----",
        "password=hunter2hunter2",
        "password: hunter2hunter2",
        "api_key='abcdef123456'",
        "Login failed with DB_PASSWORD=hunter2hunter2",
        "PGPASSWORD=hunter2hunter2 psql",
        "export OPENAI_API_KEY=abcdefgh-12345678",
        "AWS_SECRET_ACCESS_KEY = wJalrXUtnFEMI",
        "SECRET_KEY='django-insecure-x1'",
        "client_secret: hunter2hunter2",
        '"accessToken": "abc123def456"',
        '"token": "abc123def456"',
        "Authorization: Bearer abcdefABCDEF123456",
        "Traceback (most recent call last):",
        'File "x.py", line 3',
        "value of FORGE_PROBE is Zq8-canary-Wm31.",
    ],
)
def test_what_no_model_may_read_is_found(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORGE_PROBE", "Zq8-canary-Wm31")

    assert holds_private_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "Path is outside the workspace root.",
        "Use data/orders.csv or data/2024/orders.csv.",
        "See https://example.com/docs/errors for help.",
        "Read/write access and/or I/O is off; speed 5 km/h on 01/02/2024.",
        "Unexpected token: identifier at line 3.",
        "The token: expected a string.",
        "The secret: required but missing.",
        "Constraint pk_customer_orders_primary is violated.",
        "The index pk-customer-orders-by-date does not exist.",
        "Use sk-learn-style-classification here.",
        "Basic internationalization is missing.",
        "The bearer authentication-scheme is not supported.",
        "The ratio is 3:4 at 10:30.",
        "No city named 'Zürich'. Ask for another.",
        "use --limit=1000 --since=2024-01-01",
        "Password must be at least 8 characters.",
        "Field `api_key` is required.",
        "Set DB_PASSWORD and OPENAI_API_KEY first.",
        "max_tokens=100000000 is too much.",
        "The client_secret: required but missing.",
        "The regex ^[a-z]+$ did not match.",
        "Unknown unit: kelvin. Use celsius or fahrenheit.",
        "rate limit: 100 requests/minute",
        "",
    ],
)
def test_an_ordinary_sentence_passes(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORGE_PROBE", "Zq8-canary-Wm31")

    assert not holds_private_text(text)


@pytest.mark.in_turns
@pytest.mark.parametrize("part", ["a.", "-eyJa", "sk-", 'File "', "token ", "bearer a", "~a", "a:", "/ ", "xy://"])
def test_a_megabyte_made_to_be_slow_to_search_is_searched(part: str) -> None:
    assert not holds_private_text(part * (1_000_000 // len(part)))


def test_short_and_numeric_values_of_the_environment_are_no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORGE_PROBE", "on")
    monkeypatch.setenv("FORGE_COUNT", "123456789")

    assert not holds_private_text("It is on for 123456789 rows.")


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("Incorrect API key provided: sk-proj-Abcdefghijklmnop1234.", "Incorrect API key provided: [redacted]"),
        ("open /home/alice/notes.txt failed", "open [redacted] failed"),
        ("file:///home/alice and ~/x/y", "[redacted] and [redacted]"),
        ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl!", "[redacted]"),
        ("-----BEGIN PRIVATE KEY-----\nMIIEvQIBADAN\n-----END PRIVATE KEY-----", "[redacted]-----END PRIVATE KEY-----"),
        ("value Zq8-canary-Wm31 of two", "value [redacted] of two"),
        ("The model 'gpt-9' does not exist.", "The model 'gpt-9' does not exist."),
    ],
)
def test_what_no_model_may_read_is_cut_out_of_its_sentence(
    text: str, redacted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORGE_PROBE", "Zq8-canary-Wm31")

    assert redact(text) == redacted


@pytest.mark.in_turns
@pytest.mark.parametrize("part", ["a.", "-eyJa", "sk-", "token ", "bearer a", "~a", "a:", "/ ", "xy://"])
def test_a_megabyte_made_to_be_slow_is_redacted(part: str) -> None:
    text = part * (1_000_000 // len(part))

    assert 0 < len(redact(text)) <= len(text)
