"""What of a request counts, and what is only how it was written or when it was made."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_forge.cassettes.exchange import RecordedRequest
from pytest_forge.cassettes.matching.json_path import JsonPathError
from pytest_forge.cassettes.matching.match_options import MatchOptions, MatchOptionsError
from pytest_forge.cassettes.matching.normalise import normalise

CHAT = "https://api.openai.com/v1/chat/completions"
RESPONSES = "https://api.openai.com/v1/responses"
CLAUDE = "https://api.anthropic.com/v1/messages"
GEMINI = "https://generativelanguage.googleapis.com/v1beta/models/g:generateContent"
BEDROCK = "https://bedrock-runtime.us-east-1.amazonaws.com/model/m/converse"
OLLAMA = "http://localhost:11434/api/chat"


def request(body=None, *, url=CHAT, method="POST"):
    data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
    return RecordedRequest(method, url, (), data)


def key(body=None, *, url=CHAT, method="POST", **options):
    return normalise(request(body, url=url, method=method), options=MatchOptions(**options)).key.partition(":")[0]


def prompt(text, **more):
    return {"model": "gpt-4o", "messages": [{"role": "user", "content": text}], **more}


def chat_round(first, second, *, swapped=False):
    """Two calls and their results, in OpenAI's form."""
    results = [(first, "sun"), (second, "rain")]
    if swapped:
        results = [(second, "sun"), (first, "rain")]
    calls = [
        {"id": each, "type": "function", "function": {"name": "weather", "arguments": '{"day": 1}'}}
        for each in (first, second)
    ]
    return {
        "messages": [
            {"role": "assistant", "content": None, "tool_calls": calls},
            *({"role": "tool", "tool_call_id": each, "content": text} for each, text in results),
        ]
    }


def responses_round(first, second, *, swapped=False):
    one, other = (second, first) if swapped else (first, second)
    return {
        "input": [
            {"type": "reasoning", "id": f"rs-{first}", "summary": []},
            *({"type": "function_call", "call_id": each, "name": "w", "arguments": "{}"} for each in (first, second)),
            {"type": "function_call_output", "call_id": one, "output": "sun"},
            {"type": "function_call_output", "call_id": other, "output": "rain"},
        ]
    }


def claude_round(first, second, *, swapped=False):
    one, other = (second, first) if swapped else (first, second)
    return {
        "messages": [
            {
                "role": "assistant",
                "content": [{"type": "tool_use", "id": each, "name": "w", "input": {}} for each in (first, second)],
            },
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": one, "content": "sun"},
                    {"type": "tool_result", "tool_use_id": other, "content": "rain"},
                ],
            },
        ]
    }


def gemini_round(first, second, *, swapped=False):
    one, other = (second, first) if swapped else (first, second)
    return {
        "contents": [
            {"parts": [{"functionCall": {"id": each, "name": "w", "args": {}}} for each in (first, second)]},
            {
                "parts": [
                    {"functionResponse": {"id": one, "name": "w", "response": {"result": "sun"}}},
                    {"functionResponse": {"id": other, "name": "w", "response": {"result": "rain"}}},
                ]
            },
        ]
    }


def bedrock_round(first, second, *, swapped=False):
    one, other = (second, first) if swapped else (first, second)
    return {
        "messages": [
            {"content": [{"toolUse": {"toolUseId": each, "name": "w", "input": {}}} for each in (first, second)]},
            {
                "content": [
                    {"toolResult": {"toolUseId": one, "content": [{"text": "sun"}]}},
                    {"toolResult": {"toolUseId": other, "content": [{"json": {"w": "rain"}}]}},
                ]
            },
        ]
    }


ROUNDS = pytest.mark.parametrize(
    ("build", "url"),
    [
        pytest.param(chat_round, CHAT, id="openai"),
        pytest.param(responses_round, RESPONSES, id="openai_responses"),
        pytest.param(claude_round, CLAUDE, id="anthropic"),
        pytest.param(gemini_round, GEMINI, id="gemini"),
        pytest.param(bedrock_round, BEDROCK, id="bedrock"),
    ],
)


@ROUNDS
@pytest.mark.parametrize(
    ("first", "second"),
    [("call_H8jJ3J1KO9iBRstIu9VtSmif", "toolu_01Xfg67Bnm23QweRty45Zxcv"), ("0", "1"), ("a b", "é"), ("x9", "call_2")],
)
def test_calls_under_other_ids_are_the_same_request(build, url, first, second):
    assert key(build(first, second), url=url) == key(build("one", "two"), url=url)


@ROUNDS
def test_a_result_given_to_the_other_call_is_another_request(build, url):
    assert key(build("one", "two"), url=url) != key(build("one", "two", swapped=True), url=url)


@ROUNDS
def test_two_calls_under_one_id_are_another_request(build, url):
    assert key(build("one", "one"), url=url) != key(build("one", "two"), url=url)


def test_an_id_that_a_text_mentions_follows_its_call():
    def body(call, mentioned):
        return [chat_round(call, "z"), {"role": "user", "content": f"Why did call {mentioned} fail?"}]

    same = key(body("Caf7Pyrd8", "Caf7Pyrd8"))

    assert same == key(body("x1Y2z3W4q", "x1Y2z3W4q"))
    assert same == key(body("call_1", "call_1"))
    assert key(body("1", "1")) != key(body("2", "2"))
    assert same != key(body("x1Y2z3W4q", "Caf7Pyrd8"))


def test_what_a_model_wrote_into_arguments_is_no_id_by_its_name():
    def body(number):
        return {"messages": [{"type": "tool_use", "id": "t", "name": "phone", "input": {"call_id": number, "id": "a"}}]}

    assert key(body("A77"), url=CLAUDE) != key(body("A78"), url=CLAUDE)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("msg_01XFDUDYJgAACzvnptvVoYEL", "msg_01AbDUDYJgAACzvnptvVo123"),
        ("resp_043aff85cc8ff2850069680265e8c08194", "resp_143aff85cc8ff2850069680265e8c08199"),
        ("tooluse_Xyz-ab_12cdEFgh34ijKL", "tooluse_Xyz-ab_12cdEFgh34ijKM"),
        ("chatcmpl-tool-0123456789abcdef0123456789abcdef", "chatcmpl-tool-1123456789abcdef0123456789abcdef"),
        ("call_jkt8yf4l", "call_nljp3ikg"),
        ("2e97e0b0-bef4-4d65-9774-e61de7bc454c", "3CD5C4DF-1540-4FED-933F-707F9CA8286C"),
        ("2026-11-22T10:00:00Z", "2026-11-22T10:00:01.25+01:00"),
        ("2026-11-22 10:00", "2025-01-02 23:59:59"),
        ("20261122T100000Z", "20251122T115959Z"),
        ("Sun, 22 Nov 2026 10:00:00 GMT", "Mon, 23 Nov 2026 11:00:00 GMT"),
        ("/tmp/tmpab12cd34/plan.txt", "/tmp/tmpzz99yy88/plan.txt"),
        ("/tmp/run-7", "/tmp/run-8"),
        ("/tmp/tmpab12cd34.json", "/tmp/tmpzz99yy88.json"),
        ("/tmp/pytest-of-me/pytest-3/test_it0/a.py", "/tmp/pytest-of-you/pytest-14/popen-gw1/test_it2/a.py"),
        ("/var/folders/zz/abc123/T/tmpab12cd34/a.py", "/private/var/folders/yy/x_1/T/tmpzz/a.py"),
        ("file:///tmp/work/a.py", "file:///tmp/play/a.py"),
    ],
)
def test_what_a_run_makes_up_is_no_difference_anywhere_in_a_text(one, other):
    for text in ("{}", "See {} for more.", '{{"it": "{}"}}', "({})", "{}."):
        assert key(prompt(text.format(one))) == key(prompt(text.format(other)))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("today is 2026-11-22", "today is 2026-11-23"),
        ("at 10:00", "at 10:01"),
        ("/tmp/report.txt", "/tmp/summary.txt"),
        ("/tmp/tmpab12cd34/plan.txt", "/tmp/tmpab12cd34/plans.txt"),
        ("/tmp/a/x and /tmp/b/x", "/tmp/a/x and /tmp/a/x"),
        ("call_customer_service", "call_customer_servicf"),
        ("file-9RhPAs9YqVajpGXRfcgavJ", "file-9RhPAs9YqVajpGXRfcgavK"),
        ("one  space", "one space"),
        ("line\n", "line"),
        ("é", "e\u0301"),
        ("⟪id 1⟫", "call_H8jJ3J1KO9iBRstIu9VtSmif"),
        ("⟪⟪id 1⟫", "⟪id 1⟫"),
        ("⟪time⟫", "2026-11-22T10:00:00Z"),
        ("/home/tmp/a/b", "/home/tmp/c/b"),
        ("5d41402abc4b2a76b9719d911017c592", "5d41402abc4b2a76b9719d911017c593"),
    ],
)
def test_what_somebody_wrote_is_a_difference(one, other):
    assert key(prompt(one)) != key(prompt(other))


def test_two_uuids_that_change_places_are_a_difference():
    one, other = "2e97e0b0-bef4-4d65-9774-e61de7bc454c", "3cd5c4df-1540-4fed-933f-707f9ca8286c"

    assert key(prompt(f"copy {one} to {other}; keep {one}")) != key(prompt(f"copy {one} to {other}; keep {other}"))


def test_an_epoch_counts_unless_its_field_says_that_it_is_a_moment():
    assert key(prompt("x", created_at=1_700_000_000)) == key(prompt("x", created_at=1_800_000_000))
    assert key(prompt("x", timestampMs=1_700_000_000_000.5)) != key(prompt("x", created_at=1_700_000_000_000))
    assert key(prompt("x", updated="1700000000")) == key(prompt("x", updated="1800000000"))
    assert key(prompt("x", seed=1_700_000_000)) != key(prompt("x", seed=1_800_000_000))
    assert key(prompt("x", created_at=7)) != key(prompt("x", created_at=8))


def test_the_workspace_root_is_no_difference_where_it_is_named():
    def under(root, name="a.py", **options):
        return key(prompt(f"Read {root}/{name} in {root}."), **options)

    mine, yours = "/home/me/project", "/Users/you/work space"

    assert under(mine, roots=(mine,)) == under(yours, roots=(yours, mine))
    assert under(mine, roots=(mine,)) != under(mine, "b.py", roots=(mine,))
    assert under(mine, roots=(mine,)) != under(mine + "-old", roots=(mine,))
    assert under(mine) != under(yours)


def test_json_is_compared_by_value():
    spaced = b'{ "messages": [], "a": 1.0,\n "b": "\\u0068i" }'

    assert key(spaced) == key({"b": "hi", "a": 1, "messages": []})
    assert key({"a": 1}) != key({"a": True})
    assert key({"a": 1}) != key({"a": "1"})
    assert key({"a": 0.1}) != key({"a": 0.2})
    assert key({"a": [1, 2]}) != key({"a": [2, 1]})
    assert key({"a": None}) != key({})


def test_a_calls_arguments_are_compared_by_value_and_a_prompt_is_not():
    def body(arguments):
        call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": arguments}}
        return {"messages": [{"role": "assistant", "tool_calls": [call]}]}

    assert key(body('{"a":1,"b":2}')) == key(body('{"b": 2, "a": 1}'))
    assert key(body('{"a":1}')) != key(body('{"a":2}'))
    assert key(body(json.dumps([{"a": [1]}] * 300))) == key(body(json.dumps([{"a": [1]}] * 300, indent=1)))
    assert key(body('{"a":1')) != key(body('{"a": 1'))
    assert key(body('{"a":1}')) != key(body({"a": 1}))
    assert key(prompt('{"a":1}')) != key(prompt('{"a": 1}'))


def test_a_character_may_be_spelled_in_any_way_that_json_has():
    def body(arguments):
        return {"tool_calls": [{"id": "c", "function": {"name": "f", "arguments": arguments}}]}

    assert key(body('{"at":"2026-11-22T10\\u003a00\\u003a00Z"}')) == key(body('{"at": "2025-01-02T11:00:00Z"}'))


def test_a_default_that_is_said_is_no_difference_where_it_is_documented():
    assert key(prompt("x", stream=False, n=1, temperature=1.0, stop=None)) == key(prompt("x"))
    assert key(prompt("x", temperature=1), url="https://api.mistral.ai/v1/chat/completions") != key(
        prompt("x"), url="https://api.mistral.ai/v1/chat/completions"
    )
    assert key(prompt("x", stream=True)) != key(prompt("x"))
    assert key(prompt("x", n=True)) != key(prompt("x"))
    assert key(prompt("x", stream=True), url=OLLAMA) == key(prompt("x"), url=OLLAMA)
    assert key(prompt("x", stream=False), url=OLLAMA) != key(prompt("x"), url=OLLAMA)
    assert key(prompt("x", tool_choice="auto")) != key(prompt("x"))
    assert key(prompt("x", tool_choice="auto", tools=[{}])) == key(prompt("x", tools=[{}]))
    assert key({"generationConfig": {"candidateCount": 1}}, url=GEMINI) == key({"generationConfig": {}}, url=GEMINI)


def test_telemetry_is_no_difference_and_who_asks_is():
    assert key(prompt("x", user_agent="openai/1")) == key(prompt("x", user_agent="openai/2"))
    assert key(prompt("x", metadata={"user_id": "ann"})) != key(prompt("x", metadata={"user_id": "bob"}))


def test_headers_do_not_count():
    one = RecordedRequest("POST", CHAT, (("Content-Type", "application/json; charset=utf-8"),), b"{}")
    other = RecordedRequest("POST", CHAT, (("X-Stainless-OS", "Linux"),), b"{}")

    assert normalise(one).key == normalise(other).key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://a.test/v1?b=2&a=1", "https://A.TEST:443/v1?a=1&b=2"),
        ("https://a.test", "https://a.test/"),
        ("https://a.test/m%3A0", "https://a.test/m:0"),
        ("https://key@a.test/x#part", "https://a.test/x"),
        (
            "https://a.test/threads/thread_7W4a2FW5Rkd7NVyieFaFB5la",
            "https://a.test/threads/thread_zQ4UyIUMsHtbXPa79T2nHuLf",
        ),
        ("https://a.test/?X-Amz-Signature=aa&X-Amz-Date=b", "https://a.test/?X-Amz-Signature=cc"),
    ],
)
def test_addresses_that_mean_the_same_are_equal(one, other):
    assert key(url=one, method="GET") == key(url=other, method="get")


@pytest.mark.parametrize(
    "other",
    [
        "http://a.test/v1?a=1&a=2",
        "https://b.test/v1?a=1&a=2",
        "https://a.test:8443/v1?a=1&a=2",
        "https://a.test/v2?a=1&a=2",
        "https://a.test/v1/?a=1&a=2",
        "https://a.test/v1?a=2&a=1",
        "https://a.test/v1?a=1",
        "https://a.test/v1?a=1&a=2&b=",
        "https://a.test/v1%2F?a=1&a=2",
    ],
)
def test_addresses_that_mean_another_thing_are_not(other):
    assert key(url="https://a.test/v1?a=1&a=2") != key(url=other)


def test_an_escaped_slash_is_no_slash():
    assert key(url="https://a.test/m/a%2Fb") != key(url="https://a.test/m/a/b")
    assert key(url="https://a.test/m/a%2Fb") == key(url="https://a.test/m/a%2fb")


def multipart(boundary, text="hello", name="notes.txt"):
    lines = [
        f"--{boundary}",
        f'Content-Disposition: form-data; name="file"; filename="{name}"',
        "Content-Type: text/plain",
        "",
        text,
        f"--{boundary}--",
        "",
    ]
    return "\r\n".join(lines).encode()


def test_a_multipart_body_is_compared_by_its_parts():
    assert key(multipart("a1b2")) == key(multipart("----c3d4"))
    assert key(multipart("a1b2")) != key(multipart("a1b2", text="hello "))
    assert key(multipart("a1b2")) != key(multipart("a1b2", name="other.txt"))
    assert key(multipart("a1b2")) != key(multipart("a1b2")[:-3])


def test_a_form_is_compared_by_its_pairs():
    assert key(b"a=1&b=2") == key(b"b=2&a=1")
    assert key(b"a=1&a=2") != key(b"a=2&a=1")


def test_bodies_of_different_kinds_are_never_equal():
    bodies = [
        b"",
        b"null",
        b'""',
        b"{}",
        b"[]",
        b"a=1",
        b'{"a":["1"]}',
        b"text",
        b'"text"',
        b"\xff",
        b"\xfe",
        b"\xff\x00",
    ]

    assert len({key(body) for body in bodies}) == len(bodies)


@pytest.mark.parametrize(
    "body", [b"[" * 100_000, b'{"a":' * 300 + b"1" + b"}" * 300, b"--x\r\n", b'{"a":"\\ud800"}', b"[1e999,NaN]"]
)
def test_a_hostile_body_is_compared_like_any_other(body):
    assert key(body) == key(body)
    assert key(body) != key(body + b" x")


def test_what_is_ignored_does_not_count_there_and_counts_elsewhere():
    def body(city, name="n"):
        call = {"id": "c", "function": {"name": name, "arguments": json.dumps({"city": city, "day": 1})}}
        return {"messages": [{"tool_calls": [call]}], "tags": ["a", city]}

    ignore = ("$.messages[*].tool_calls[0].function.arguments.city", "$['tags'][1]")

    assert key(body("Rome"), ignore=ignore) == key(body("Bonn"), ignore=ignore)
    assert key(body("Rome"), ignore=ignore) != key(body("Rome", "m"), ignore=ignore)
    assert key(body("Rome"), ignore=ignore[:1]) != key(body("Bonn"), ignore=ignore[:1])
    assert key({"a": 1, "b": 2}, ignore=("$.a",)) == key({"b": 2}, ignore=("$.a",))
    assert key({"a": 1}, ignore=("$",)) == key({"b": 2}, ignore=("$",))


@pytest.mark.parametrize("path", ["", "messages", "$.", "$..a", "$.a[", "$.a[-1]", "$.a b", "$.a[1:2]", "$[?(@.a)]"])
def test_a_path_that_cannot_be_read_is_refused(path):
    with pytest.raises(JsonPathError, match="is not a supported JSON path"):
        MatchOptions(ignore=(path,))


def test_options_that_make_no_sense_are_refused():
    with pytest.raises(MatchOptionsError, match="There is no part 'headers' of a request"):
        MatchOptions(parts=("headers",))
    with pytest.raises(MatchOptionsError, match="No part of a request is compared"):
        MatchOptions(parts=())
    with pytest.raises(MatchOptionsError, match="not the absolute path"):
        MatchOptions(roots=("here",))


def test_fewer_parts_compare_less():
    assert key(prompt("x"), parts=("method", "path")) == key(prompt("y"), url=CHAT + "?a=1", parts=("path", "method"))
    assert key(prompt("x"), method="PUT", parts=("host",)) == key(prompt("x"), parts=("host",))


def test_what_was_changed_is_reported():
    found = normalise(
        request(prompt("call_H8jJ3J1KO9iBRstIu9VtSmif at 2026-11-22T10:00Z in /tmp/a/b", n=1, user_agent="x")),
        options=MatchOptions(ignore=("$.model",)),
    )

    assert set(found.changes) == {
        "1 generated id",
        "1 timestamp",
        "1 temporary path",
        "ignored $.model",
        "default parameter 'n'",
        "telemetry field 'user_agent'",
    }


def test_a_key_is_the_same_in_every_process():
    body = chat_round("call_H8jJ3J1KO9iBRstIu9VtSmif", "zz") | {"café": {"b": 1, "a": 1.5}}
    program = (
        "import sys; from pytest_forge.cassettes.exchange import RecordedRequest as R;"
        "from pytest_forge.cassettes.matching.normalise import normalise;"
        f"print(normalise(R('POST', {CHAT!r}, (), sys.stdin.buffer.read())).key)"
    )

    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            input=json.dumps(body).encode(),
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout.decode()
        for seed in ("0", "1")
    }

    assert found == {normalise(request(body)).key + "\n"}


def test_keys_kept_on_disk_depend_on_every_option(monkeypatch):
    options = [
        MatchOptions(),
        MatchOptions(ignore=("$.a",)),
        MatchOptions(parts=("path",)),
        MatchOptions(roots=("/home/me",)),
    ]
    before = {each.fingerprint for each in options}
    monkeypatch.setattr("tempfile.gettempdir", lambda: "/scratch/t")

    assert len(before | {each.fingerprint for each in options}) == 8


def test_the_machines_own_temporary_folder_is_known(monkeypatch):
    monkeypatch.setattr("tempfile.gettempdir", lambda: "/scratch/t")

    assert key(prompt("/scratch/t/tmpab12cd34/a")) == key(prompt("/scratch/t/tmpzz12cd34/a"))


def test_names_of_members_that_are_made_up_are_renamed_with_the_rest():
    def body(first, second):
        return {"approvals": {first: True, second: False}, "order": [first, second]}

    one, other = "call_H8jJ3J1KO9iBRstIu9VtSmif", "call_aKyLr4ilNKClzFsAFibuUAMj"

    assert key(body(one, other)) == key(body(other, one))
    assert key(body(one, other)) != key({"approvals": {one: True, other: False}, "order": [other, one]})


LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(2**40), 2**40)
    | st.text(max_size=8)
    | st.floats(allow_nan=False, width=32)
)
BODIES = st.dictionaries(
    st.sampled_from(["messages", "content", "role", "id", "tools", "arguments", "a", "type"]),
    st.recursive(
        LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_size=4,
)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(BODIES, BODIES)
def test_two_bodies_are_equal_only_if_their_json_is(one, other):
    url = "https://elsewhere.test/v1"

    assert (key(one, url=url) == key(other, url=url)) == (canonical(one) == canonical(other))


@given(st.text(max_size=30), st.text(max_size=30))
def test_two_prompts_are_equal_only_if_each_character_is(one, other):
    assert (key(prompt(one)) == key(prompt(other))) == (one == other)


@given(st.text(alphabet="⟪⟫id 1time", max_size=12), st.text(alphabet="⟪⟫id 1time", max_size=12))
def test_no_text_is_taken_for_a_name_given_to_something_made_up(one, other):
    made_up = "2e97e0b0-bef4-4d65-9774-e61de7bc454c"

    assert (key(prompt(f"{one} {made_up}")) == key(prompt(f"{other} {made_up}"))) == (one == other)
    assert key(prompt(one)) != key(prompt(f"{made_up}"))


def canonical(value):
    if isinstance(value, dict):
        # An id of an item is renamed, and nothing else of what is drawn here.
        item = value.get("type") in ("message", "reasoning")
        return sorted((name, "~" if item and name == "id" else canonical(member)) for name, member in value.items())
    if isinstance(value, list):
        return ["list", *map(canonical, value)]
    return (isinstance(value, bool), type(value) is str, value)
