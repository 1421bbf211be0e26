"""--forge-live asks the provider again and tells by class what it answers in another way; nothing of it is written."""

from __future__ import annotations

import http.server
import json
import threading

import pytest

from pytest_forge.cassettes.exchange import Exchange, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.sessions.live_difference import live_differences
from pytest_forge.cassettes.tape.tape_file import write_tape

from ..workers import workers

REPLY = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "model": "m",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "Hello."}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 3, "completion_tokens": 2},
}


def stream(*events, done=True):
    lines = [f"data: {json.dumps(event)}\n\n".encode() for event in events]
    return [*lines, b"data: [DONE]\n\n"] if done else lines


def answer(value, status=200, kind="application/json"):
    pieces = tuple(value) if isinstance(value, list) else (json.dumps(value).encode(),)
    return RecordedResponse(status, "OK", (("content-type", kind),), pieces)


def changed(**changes):
    return {**REPLY, **changes}


def found(recorded, live):
    return [(each.severity, each.kind, each.path) for each in live_differences(recorded, live)]


@pytest.mark.parametrize(
    ("live", "expected"),
    [
        (REPLY, []),
        (changed(id="other", created=1), [("info", "added", "$.created")]),
        (changed(choices=[{**REPLY["choices"][0], "message": {"role": "assistant", "content": "Other words."}}]), []),
        (changed(choices=[{**REPLY["choices"][0], "message": {"role": "assistant", "content": None}}]), []),
        (changed(choices=REPLY["choices"] * 3), []),
        (changed(choices=[]), []),
        (changed(usage=None), []),
        ({key: REPLY[key] for key in REPLY if key != "usage"}, [("warning", "removed", "$.usage")]),
        (changed(usage={"prompt_tokens": 9}), [("warning", "removed", "$.usage.completion_tokens")]),
        (
            changed(usage={"prompt_tokens": "3", "completion_tokens": 2.5}),
            [("error", "type", "$.usage.prompt_tokens")],
        ),
        (changed(choices={"0": {}}), [("error", "type", "$.choices"), ("info", "added", "$.choices.0")]),
    ],
)
def test_a_live_answer_differs_by_its_form_and_not_by_what_it_says(live, expected):
    assert found(answer(REPLY), answer(live)) == expected


def test_another_status_or_form_is_an_error_and_hides_the_rest():
    assert found(answer(REPLY), answer({"error": {}}, 404)) == [("error", "status", "")]
    assert found(answer(REPLY), answer(stream(REPLY), kind="text/event-stream")) == [("error", "form", "")]
    assert found(answer(REPLY), answer([b"<html>"], kind="text/html")) == [("error", "form", "")]


def test_kinds_of_events_count_and_their_number_does_not():
    was = stream({"type": "start", "n": 1}, {"type": "delta", "text": "a"}, {"type": "ping"}, {"type": "stop"})
    now = stream({"type": "start", "n": "1"}, *[{"type": "delta", "text": "b"}] * 9, {"type": "stop"}, {"type": "new"})

    assert found(answer(was), answer(now)) == [
        ("error", "type", "event start: $.n"),
        ("warning", "removed", "event ping"),
        ("info", "added", "event new"),
    ]


def test_a_stream_without_its_end_lacks_an_event():
    event = {"object": "chat.completion.chunk"}

    assert found(answer(stream(event)), answer(stream(event, done=False))) == [("warning", "removed", "event [DONE]")]


def test_what_the_model_calls_and_with_what_is_its_own_choice():
    def blocks(*content):
        return answer({"type": "message", "content": list(content)})

    text = {"type": "text", "text": "Hm."}
    use = {"type": "tool_use", "id": "toolu_1", "name": "find", "input": {"order": 1}}

    assert found(blocks(text, use), blocks(text)) == []
    assert found(blocks(use), blocks(use | {"input": {"order": "A", "more": []}})) == []
    assert found(blocks(text), blocks(text, use)) == [("info", "added", "$.content[tool_use]")]


class _Provider(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.seen.append((self.path, self.headers.get("authorization"), body))
        status, value = (200, {"paid": True}) if "payments" in self.path else self.server.says
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


KEY = "sk-proj-" + "Ab3dEf6hIj9lMn2pQr5tUv8x" * 2


@pytest.fixture
def provider():
    """A provider on this machine that says what `says` holds."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Provider) as served:
        served.seen, served.says = [], (200, REPLY)
        thread = threading.Thread(target=served.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield served
        served.shutdown()
        thread.join()


@pytest.fixture
def suite(pytester, provider, monkeypatch):
    """A test file with a test that asks the provider, already recorded; runs pytest with the given words."""
    monkeypatch.delenv("CI", raising=False)
    pytester.makepyfile(
        test_chat=f"""
import httpx, pytest
URL = "http://127.0.0.1:{provider.server_port}/v1"
HEADERS = {{"authorization": "Bearer {KEY}"}}

def ask(text, path="/chat/completions", **more):
    body = {{"model": "m", "messages": [{{"role": "user", "content": text}}], **more}}
    return httpx.post(URL + path, json=body, headers=HEADERS, verify=False)

def test_hello(forge_cassette):
    assert ask("Hi.").json()["choices"][0]["message"]["content"] == "Hello."
"""
    )

    def run(*words):
        return pytester.runpytest("-p", "no:randomly", "-p", "no:cacheprovider", *words)

    asked = {"model": "m", "messages": [{"role": "user", "content": "Hi."}]}
    url = f"http://127.0.0.1:{provider.server_port}/v1/chat/completions"
    request = RecordedRequest("POST", url, (), json.dumps(asked).encode())
    place = pytester.path / "cassettes" / "test_chat"
    place.mkdir(parents=True)
    write_tape(place / "test_hello.yaml", [Exchange(request, answer(REPLY))], metadata={})
    return run


def test_the_provider_is_asked_again_as_the_test_asked_it(suite, provider):
    result = suite("--forge-live")

    result.assert_outcomes(passed=1)
    ((path, key, body),) = provider.seen
    assert (path, key) == ("/v1/chat/completions", f"Bearer {KEY}")
    assert json.loads(body)["messages"] == [{"role": "user", "content": "Hi."}]
    result.stdout.fnmatch_lines(["*1 live answer compared with the recorded ones.*"])


def test_without_the_option_nothing_is_sent(suite, provider):
    result = suite()

    result.assert_outcomes(passed=1)
    assert provider.seen == []
    result.stdout.no_fnmatch_line("*live answer*")


def test_the_test_sees_the_recorded_answer_and_other_words_are_no_difference(suite, provider):
    message = {"role": "assistant", "content": "Something else."}
    provider.says = (200, changed(choices=[{**REPLY["choices"][0], "message": message}]))

    result = suite("--forge-live")

    assert result.ret == 0
    result.stdout.no_fnmatch_line("*error *")


def test_what_was_removed_is_a_warning_and_what_was_added_is_told(suite, provider):
    provider.says = (200, changed(usage={"prompt_tokens": 3}, tier="fast"))

    result = suite("--forge-live")

    assert result.ret == 0
    result.stdout.fnmatch_lines(
        ["*warning  removed  $.usage.completion_tokens*", "*info     added    $.tier*"],
    )


def test_another_type_fails_the_run_by_an_error(suite, provider):
    provider.says = (200, changed(usage={"prompt_tokens": "3", "completion_tokens": 2}))

    result = suite("--forge-live")

    assert result.ret == 1
    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(["*type     $.usage.prompt_tokens: recorded number, now string*"])


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (500, "*error    status  : recorded 200, now 500*"),
        (401, "*The provider at '127.0.0.1' refused the key that the test sent (HTTP 401). Set a valid key *"),
    ],
)
def test_a_refusal_fails_the_run(suite, provider, status, told):
    provider.says = (status, {"error": {"message": f"not with {KEY}"}})

    result = suite("--forge-live")

    assert result.ret == 1
    result.stdout.fnmatch_lines([told.replace("  :", "*:")])
    assert KEY not in result.stdout.str()


def test_a_provider_that_cannot_be_reached_is_told_in_two_sentences(suite, provider):
    provider.shutdown()
    provider.server_close()

    result = suite("--forge-live")

    assert result.ret == 1
    result.stdout.fnmatch_lines(
        ["*could not be reached (ConnectError). Check the network, or run without --forge-live.*"]
    )
    provider.serve_forever = lambda **_: None


def test_nothing_of_a_live_answer_is_written(suite, provider, pytester):
    before = {path: path.read_bytes() for path in pytester.path.rglob("*.yaml")}
    provider.says = (200, changed(canary_member="canary-value", id="canary-id", usage="canary-usage"))

    result = suite("--forge-live", "--junitxml=junit.xml")

    assert result.ret == 1
    assert {path: path.read_bytes() for path in pytester.path.rglob("*.yaml")} == before
    written = [path for path in pytester.path.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    for path in written:
        data = path.read_bytes()
        assert b"canary-" not in data or path.name.startswith("test_"), path
        assert KEY.encode() not in data or path.name == "test_chat.py", path


def test_the_ini_file_may_ask_for_it_and_workers_tell_what_they_found(suite, provider, pytester):
    pytester.makeini("[pytest]\nforge_live = true\n")
    provider.says = (200, changed(tier="fast"))

    result = suite(*workers(1))

    assert result.ret == 0
    assert len(provider.seen) == 1
    result.stdout.fnmatch_lines(["*info     added    $.tier*"])


def test_a_marked_test_is_skipped_with_the_reason_unless_asked_for(suite, pytester):
    pytester.makepyfile(
        test_marked="""
import pytest

@pytest.mark.forge_live
def test_it():
    pass
"""
    )

    skipped = suite("-rs", "test_marked.py")
    made = suite("--forge-live", "test_marked.py")

    skipped.assert_outcomes(skipped=1)
    skipped.stdout.fnmatch_lines(["*which only --forge-live may ask*"])
    made.assert_outcomes(passed=1)


def test_what_asks_no_model_or_goes_on_from_a_kept_answer_is_not_sent(suite, provider, pytester):
    provider.says = (200, {"id": "resp_2", "object": "response", "status": "completed", "model": "m", "output": []})
    source = pytester.path / "test_chat.py"
    source.write_text(
        source.read_text()
        + """
def test_other(forge_cassette):
    ask("x", path="/payments")
    ask("x", path="/responses", previous_response_id="resp_1")
"""
    )
    suite("--forge-record", "new_episodes", "-k", "other").assert_outcomes(passed=1, deselected=1)
    provider.seen.clear()

    result = suite("--forge-live", "-k", "other")

    assert result.ret == 0
    assert provider.seen == []
    result.stdout.fnmatch_lines(
        ["Not sent, 1 time: a request that does not call a model.", "Not sent, 1 time: a request that continues *"]
    )


def test_a_test_that_fails_asks_nobody(suite, provider, pytester):
    source = pytester.path / "test_chat.py"
    source.write_text(source.read_text() + "\n    assert False\n")

    suite("--forge-live").assert_outcomes(failed=1)

    assert provider.seen == []


def test_the_summary_counts_what_drifted(pytester, suite):
    source = pytester.path / "test_drift.py"
    text = (pytester.path / "test_chat.py").read_text().partition("def test_hello")[0]
    source.write_text(
        text
        + """
import os
@pytest.mark.forge_cassette(drift="report")
def test_tool(forge_cassette):
    told = {"role": "tool", "tool_call_id": "c", "content": os.environ["NOW"]}
    httpx.post(URL + "/chat/completions", json={"model": "m", "messages": [told]}, verify=False)
    assert len(forge_cassette.drift) == int(os.environ["DRIFT"])
"""
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NOW", "warm")
        patch.setenv("DRIFT", "0")
        suite("--forge-record", "once", "test_drift.py").assert_outcomes(passed=1)
        patch.setenv("NOW", "cold")
        patch.setenv("DRIFT", "1")

        result = suite("test_drift.py")

    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*forge: 1 tool result drifted from its cassette, in 1 test; see cassette.drift.*"])
