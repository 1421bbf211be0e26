"""What is recorded holds no secret, in any form, and is otherwise what it was."""

from __future__ import annotations

import base64
import json
import random
import string
import uuid
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_forge.cassettes.exchange import Exchange, RecordedFailure, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.redaction.redact import RedactionError, Redactor
from pytest_forge.cassettes.redaction.secret_value import PLACEHOLDER

KEY = "sk-proj-Zk3vQ9pLm2Xw7Ty4Rb8Nc6"
URL = "https://api.example.com/v1/chat"


def redactor(**environ: str) -> Redactor:
    return Redactor(environ=environ)


def exchange(
    body: bytes = b"", *, chunks: tuple[bytes, ...] = (), url: str = URL, headers=(), answer_headers=()
) -> Exchange:
    return Exchange(
        RecordedRequest("POST", url, tuple(headers), body),
        RecordedResponse(200, "OK", tuple(answer_headers), chunks),
    )


def everything(one: Exchange) -> str:
    answer = one.answer if isinstance(one.answer, RecordedResponse) else one.answer.begun
    parts = [one.request.url, *(value for _, value in one.request.headers)]
    parts.append(one.request.body.decode("utf-8", "replace"))
    if answer:
        parts += [value for _, value in answer.headers] + [answer.body.decode("utf-8", "replace")]
    return "\n".join(parts)


@pytest.mark.parametrize(
    "name",
    [
        *("Authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key", "API-Key", "x-goog-api-key"),
        *("x-amz-security-token", "ocp-apim-subscription-key", "X-Vault-Token", "private-token", "x-client-secret"),
        "X-Honeycomb-Team",
    ],
)
def test_a_credential_header_keeps_its_name_alone(name: str) -> None:
    redacted = redactor().request(RecordedRequest("GET", URL, ((name, "short"),)))

    assert redacted.headers == ((name, PLACEHOLDER),)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("x-request-id", "req_011CdufXo8Y2LVfY2veyuQWG"),
        ("idempotency-key", "5219ceb5-6bd9-4d38-b675-2fb7b8a887f2"),
        ("anthropic-version", "2023-06-01"),
        ("x-ratelimit-remaining-tokens", "149984"),
        ("anthropic-ratelimit-input-tokens-limit", "400000"),
        ("openai-organization", "org-abcdefgh12345678"),
        ("content-type", "application/json"),
        ("cf-ray", "8f3c1a2b4d5e6f70-FRA"),
    ],
)
def test_a_harmless_header_stays(name: str, value: str) -> None:
    redacted = redactor().request(RecordedRequest("GET", URL, ((name, value),)))

    assert redacted.headers == ((name, value),)


def test_the_scheme_of_an_authorization_stays() -> None:
    redacted = redactor().request(RecordedRequest("GET", URL, (("authorization", f"Bearer {KEY}"),)))

    assert redacted.headers == (("authorization", f"Bearer {PLACEHOLDER}"),)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("https://h/v1?key=abc&alt=sse", "https://h/v1?key=REDACTED&alt=sse"),
        ("https://h/v1?alt=sse&access_token=abcdefg#top", "https://h/v1?alt=sse&access_token=REDACTED#top"),
        ("https://h/f?X-Amz-Signature=0a1b2c&X-Amz-Date=2026", "https://h/f?X-Amz-Signature=REDACTED&X-Amz-Date=2026"),
        ("https://user:pw@h/v1", "https://REDACTED@h/v1"),
        ("https://api.h.com/v1/files/file_011CcaGqp49C", "https://api.h.com/v1/files/file_011CcaGqp49C"),
        ("https://auth.h.com/v1/runs/run_zQ4UyIUMsHtbXPa79", "https://auth.h.com/v1/runs/run_zQ4UyIUMsHtbXPa79"),
        (
            "https://h/v1?page_token=CAESBgoEEgIIAQ&max_tokens=12",
            "https://h/v1?page_token=CAESBgoEEgIIAQ&max_tokens=12",
        ),
    ],
)
def test_a_credential_in_an_address_is_taken_and_nothing_else(url: str, expected: str) -> None:
    assert redactor().request(RecordedRequest("GET", url)).url == expected


def test_two_machines_with_different_keys_record_the_same_request() -> None:
    def request(key: str) -> RecordedRequest:
        body = json.dumps({"prompt": f"use {key}"}).encode()
        return RecordedRequest("POST", f"{URL}?key={key}", (("authorization", f"Bearer {key}"),), body)

    one = redactor(OPENAI_API_KEY=KEY).request(request(KEY))
    other = redactor().request(request("my-own-proxy-password-77"))

    assert one == other


def test_a_value_from_a_header_is_taken_wherever_it_comes_back() -> None:
    value = 'pa"ss\\wörd/41+x'
    pair = base64.b64encode(f"me:{value}".encode()).decode()
    forms = [
        *(value, json.dumps(value)[1:-1], json.dumps(json.dumps(value))[1:-1], quote(value, safe="")),
        *(base64.b64encode(value.encode()).decode(), value.encode().hex(), pair),
        base64.b64encode(f"x{value}".encode()).decode(),
    ]
    body = json.dumps({"echo": forms}, ensure_ascii=False).encode()

    redacted = redactor().exchange(exchange(headers=[("authorization", f"Basic {pair}")], chunks=(body,)))

    text = everything(redacted)
    assert [form for form in forms[:-1] if form in text] == []
    assert base64.b64encode(value.encode()).decode()[4:-4] not in text
    assert json.loads(redacted.answer.body)["echo"]


def test_the_domain_of_a_cookie_does_not_take_the_host_of_the_request() -> None:
    cookie = "session=4f9ac27be1d0a883; path=/; Domain=api.openai.com; Max-Age=1209600; SameSite=Strict"
    request = RecordedRequest("POST", "https://api.openai.com/v1/responses", (("host", "api.openai.com"),))
    exchange = Exchange(
        request, RecordedResponse(200, headers=(("set-cookie", cookie),), chunks=(b"1209600 4f9ac27be1d0a883",))
    )

    redacted = Redactor(environ={}).exchange(exchange)

    assert redacted.request == request
    assert isinstance(redacted.answer, RecordedResponse)
    assert redacted.answer.body == b"1209600 REDACTED"


def test_an_environment_value_is_taken_by_its_value() -> None:
    redacted = redactor(DB_PASSWORD="correct horse", HOME="/root/some-home", APP_NAME="application").request(
        RecordedRequest("POST", URL, (), b"the correct horse in /root/some-home of the application")
    )

    assert redacted.body == b"the REDACTED in /root/some-home of the application"


def test_a_secret_across_chunk_borders_is_taken_and_the_chunks_stay_as_many() -> None:
    text = f'data: {{"text": "the key is {KEY}, thanks"}}\n\n'.encode()
    for size in (1, 2, 3, 7, 20, len(text)):
        chunks = tuple(text[start : start + size] for start in range(0, len(text), size))

        redacted = redactor().exchange(exchange(chunks=chunks))

        assert len(redacted.answer.chunks) == len(chunks)
        assert all(redacted.answer.chunks)
        assert KEY[8:] not in everything(redacted)
        assert json.loads(redacted.answer.body.removeprefix(b"data: "))
        assert redactor().exchange(redacted) == redacted


def test_chunks_without_a_secret_are_cut_where_they_were() -> None:
    chunks = (b"data: one\n\n", f"data: {KEY}\n\n".encode(), b"data: three\n\n")

    redacted = redactor().exchange(exchange(chunks=chunks))

    assert redacted.answer.chunks == (b"data: one\n\n", b"data: REDACTED\n\n", b"data: three\n\n")


@pytest.mark.parametrize(
    "event",
    [
        lambda text: {"choices": [{"index": 0, "delta": {"content": text}}]},
        lambda text: {"type": "content_block_delta", "index": 1, "delta": {"type": "text_delta", "text": text}},
        lambda text: {"type": "response.output_text.delta", "item_id": "msg_1", "delta": text},
        lambda text: {"candidates": [{"content": {"parts": [{"text": text}]}}]},
    ],
)
def test_a_key_that_a_model_says_piece_by_piece_is_taken(event) -> None:
    pieces = ["the key is ", *(KEY[start : start + 4] for start in range(0, len(KEY), 4)), " and that's all"]
    chunks = tuple(b"data: " + json.dumps(event(piece)).encode() + b"\n\n" for piece in pieces)

    redacted = redactor().exchange(exchange(chunks=chunks))

    events = [json.loads(line[6:]) for line in redacted.answer.body.splitlines() if line]
    said = "".join(
        value for one in events for value in _strings(one) if value not in ("content_block_delta", "text_delta")
    )
    assert len(events) == len(chunks)
    assert "the key is REDACTED and that's all" in said.replace("response.output_text.deltamsg_1", "")


def _strings(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _strings(item)


@pytest.mark.parametrize(
    "text",
    [
        '{"password": "hunter2!x"}',
        '{"config": "password = \\"hunter2!x\\""}',
        '{"arguments": "{\\"api_key\\": \\"hunter2!x\\"}"}',
        "user=me&password=hunter2%21x&remember=1",
        '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nhunter2!x\r\n--b--\r\n',
        "DB_PASSWORD=hunter2!x\nDEBUG=1\n",
        "postgres://app:hunter2!x@db.internal:5432/app",
        "curl -u admin:hunter2!x https://h/",
    ],
)
def test_a_weak_password_is_taken_beside_a_name_that_tells_it(text: str) -> None:
    redacted = redactor().request(RecordedRequest("POST", URL, (), text.encode()))

    assert b"hunter2" not in redacted.body
    assert PLACEHOLDER.encode() in redacted.body


@pytest.mark.parametrize(
    "text",
    [
        '{"max_tokens": 1024, "prompt_tokens": 12345678, "logprobs": [{"token": " hello", "bytes": [32]}]}',
        '{"id": "chatcmpl-CyCVyiQTh5y0ki8ssycliNNlNAS17", "system_fingerprint": "fp_0705bf87c0"}',
        '{"tool_calls": [{"id": "call_DqrwUEzS2HopF2U0SpvTRizc"}], "key": "value", "prompt_cache_key": "user-1234"}',
        '{"properties": {"password": {"type": "string"}, "api_key": {"type": "string", "description": "Your key"}}}',
        '{"names": ["secret_retrieval_tool", "description"], "token_endpoint": "https://h/token"}',
        '{"api_key": "<filtered>", "token": "test_openai_api_key", "password": "********", "secret": "REDACTED"}',
        '{"next_page_token": "CAESBgoEEgIIAQoKZm9vYmFy12345", "model_key": "claude-3-7-sonnet-20250219"}',
        "def load(keyfile: str | None = None, password: _PasswordType | None = None) -> None: ...",
        "password: str = Field(description='The password')\nself.token = token\npassword = get_password()\n",
        '{"secretName": "my-database-credentials", "password_policy": "strong", "credentials_type": "oauth2_client"}',
        'const apiKey = process.env.OPENAI_API_KEY; {"type": "apiKey", "in": "header", "name": "X-API-Key"}',
        "Reset your password. The secret of good prose is patience; keys and tokens are explained below.",
        "sha256:eaaa7b11777babe28e6133a8b19ff71cea687e0d7f05158dee95a71f76ce3d00 commit e1259b1c01587bc6b1355650bd",
        '{"thoughtSignature": "EqMBCqABARFNMg9F+fnPF2zVdBk6ZU2Rjrx3laGnpf37y3lIgJoOmtpqCU+IYLaPmNr29CMed1bzA"}',
    ],
)
def test_what_is_no_secret_stays(text: str) -> None:
    assert redactor().request(RecordedRequest("POST", URL, (), text.encode())).body == text.encode()


def test_a_number_gives_way_to_a_number() -> None:
    redacted = redactor(APP_SECRET="8675309112").exchange(
        exchange(b'{"pin": 8675309112, "text": "8675309112"}', chunks=(b"[8675309112]",))
    )

    assert json.loads(redacted.request.body) == {"pin": 0, "text": PLACEHOLDER}
    assert json.loads(redacted.answer.body) == [0]


def test_a_binary_body_keeps_its_length() -> None:
    body = b"\0\x01token: " + KEY.encode() + b"\0\xff"

    redacted = redactor().request(RecordedRequest("POST", URL, (), body))

    assert len(redacted.body) == len(body)
    assert KEY.encode() not in redacted.body


def test_a_failure_keeps_its_kind_and_what_had_begun_is_redacted() -> None:
    begun = RecordedResponse(200, "OK", (("set-cookie", "sid=abc"),), (f"key {KEY}".encode(),))
    failed = Exchange(RecordedRequest("GET", URL), RecordedFailure("ReadError", begun))

    redacted = redactor().exchange(failed).answer

    assert redacted == RecordedFailure(
        "ReadError", RecordedResponse(200, "OK", (("set-cookie", PLACEHOLDER),), (b"key REDACTED",))
    )


def test_a_rule_of_the_project_names_more_secrets() -> None:
    def customers(text: str) -> list[str]:
        return [word for word in text.replace('"', " ").split() if word.startswith("CUST")]

    redacted = Redactor(environ={}, rules=[customers]).exchange(
        exchange(b'{"q": "who is CUST1234"}', chunks=(b"CUST1234 is Jo",))
    )

    assert redacted.request.body == b'{"q": "who is REDACTED"}'
    assert redacted.answer.body == b"REDACTED is Jo"


def test_a_rule_that_raises_stops_the_recording() -> None:
    def broken(text: str) -> list[str]:
        raise KeyError(text)

    with pytest.raises(RedactionError, match=r"broken' raised KeyError\. Fix it; nothing was recorded\.") as caught:
        Redactor(environ={}, rules=[broken]).request(RecordedRequest("POST", URL, (), b"x"))

    assert caught.value.args[0].count(". ") == 1


@pytest.mark.parametrize("before", ["", "a", "ab", "user:"])
def test_a_key_inside_of_base64_is_taken_wherever_it_begins(before: str) -> None:
    encoded = base64.b64encode(f"{before}{KEY} and more".encode()).decode()
    body = json.dumps({"blob": encoded}).encode()

    redacted = redactor().request(RecordedRequest("POST", URL, (("x-api-key", KEY),), body))

    shift = len(before) + 5
    assert encoded[shift : shift + 16].encode() not in redacted.body
    assert json.loads(redacted.body)["blob"].endswith(encoded[-8:])


def test_a_key_block_without_an_end_does_not_take_the_next_field() -> None:
    block = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC"
    body = json.dumps({"a": block.replace("\n", ""), "b": "unharmed", "c": block}).encode()

    redacted = json.loads(redactor().request(RecordedRequest("POST", URL, (), body)).body)

    assert redacted == {"a": PLACEHOLDER, "b": "unharmed", "c": PLACEHOLDER}


@pytest.mark.in_turns
@pytest.mark.parametrize(
    "piece",
    [
        *(
            '\\"',
            "key: ",
            ".eyJ",
            "-----BEGIN PRIVATE KEY-----",
            "a",
            "1:",
            "://a:",
            "aA",
            "AB",
            "x_",
            "/key",
            "key: {",
        ),
        *("%41", "YWJj", "cookie: a=b", "key(", "| key ", "<key>", "?a=b", "curl -u ", 'login("a", ', '"kty', "arn:a"),
        *(
            "-p ",
            "PASSWORD '",
            "key is ",
            ":5432:",
            "token: str | ",
            "acme_",
            "stripe(",
            '"name": "key",',
            "connect(a, ",
        ),
        *(
            "key,token\n",
            "|token",
            '["key","token"],',
            "a:bbbbbb@",
            "mnemonic is abc ",
            "password to ",
            '"token":"abc ',
        ),
    ],
)
def test_text_made_to_be_slow_is_searched_in_linear_time(piece: str) -> None:
    # Anything worse than linear would take hours.
    body = (piece * 200_000)[:200_000].encode()

    assert redactor().request(RecordedRequest("POST", URL, (), body)).body == body


def test_find_tells_where_and_what_but_not_the_secret() -> None:
    text = f"first {KEY} then password = 'hunter2!x'"

    found = redactor().find(text)

    assert [text[one.start : one.end] for one in found] == [KEY, "hunter2!x"]
    assert not any(text[one.start : one.end] in repr(one) for one in found)


_LETTERS = string.ascii_letters + string.digits
_CANARIES = st.tuples(
    st.text(_LETTERS + '"\\/+&=% é', min_size=8, max_size=16), st.text(_LETTERS, min_size=14, max_size=20)
).map(lambda parts: "Q7" + "x9".join(parts))


@settings(max_examples=120, deadline=None)
@given(_CANARIES, st.integers(1, 60), st.text(max_size=20), st.booleans())
def test_no_planted_secret_is_left_in_any_form(canary: str, size: int, around: str, ascii_only: bool) -> None:
    raw = canary.encode()
    forms = [canary, quote(canary, safe=""), base64.b64encode(raw).decode(), raw.hex()]
    document = json.dumps({"a": [around + form + around for form in forms]}, ensure_ascii=ascii_only)
    nested = json.dumps({"arguments": document, "n": 1}).encode("utf-8", "surrogatepass")
    chunks = tuple(nested[start : start + size] for start in range(0, len(nested), size))
    one = exchange(
        document.encode("utf-8", "surrogatepass"),
        url=f"{URL}?q={quote(canary, safe='')}",
        headers=[("x-api-key", canary)],
        chunks=chunks,
    )

    redacted = redactor().exchange(one)

    text = everything(redacted)
    for form in (*forms, *(json.dumps(form)[1:-1] for form in forms)):
        assert form not in text
    json.loads(redacted.request.body)
    assert json.loads(json.loads(redacted.answer.body)["arguments"])
    assert len(redacted.answer.chunks) == len(chunks)
    assert all(redacted.answer.chunks)
    assert redactor().exchange(redacted) == redacted
    assert redactor().request(redacted.request) == redacted.request


@pytest.mark.parametrize(
    ("statement", "secret"),
    [
        ("INSERT INTO users (name, password) VALUES ('bob', 'hunter2x'), ('al', 'open')", "hunter2x"),
        ("insert into `users` (`id`, `api_token`, made) values (1, 'zq81kdfh22kslq', now())", "zq81kdfh22kslq"),
    ],
)
def test_the_values_of_an_insert_are_taken_by_the_names_of_their_columns(statement: str, secret: str) -> None:
    assert secret not in everything(redactor().exchange(exchange(statement.encode())))


def test_an_insert_of_placeholders_stays() -> None:
    statement = "INSERT INTO users (name, password) VALUES (?, ?), (%(name)s, %(password)s), (NULL, NULL)"

    assert statement in everything(redactor().exchange(exchange(statement.encode())))


def redacted_body(text: str) -> str:
    return redactor().request(RecordedRequest("POST", URL, (), text.encode())).body.decode()


@pytest.mark.parametrize(
    "setting", ["ai21 = {uuid}", "splunk.hec={uuid}", "agora.app_certificate={hex}", "X_HONEYCOMB_TEAM: {hex}"]
)
def test_a_setting_of_a_vendor_is_taken_by_the_vendor_s_name(setting: str) -> None:
    chance = random.Random(setting)
    text = setting.format(uuid=uuid.UUID(int=chance.getrandbits(128), version=4), hex=f"{chance.getrandbits(128):032x}")
    value = text.split()[-1].split("=")[-1]

    assert value not in redacted_body(text)


@pytest.mark.parametrize(
    "name", ["GITHUB_SHA", "X-GitHub-Delivery", "datadog.trace", "stripe.customer", "openai-project"]
)
def test_a_setting_of_a_vendor_that_identifies_something_stays(name: str) -> None:
    text = f"{name}: {random.Random(name).getrandbits(160):040x}"

    assert redacted_body(text) == text
