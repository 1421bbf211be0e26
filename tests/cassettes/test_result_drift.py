"""A test that replays says which tool returns something else today, or goes on and collects it; nothing else passes."""

from __future__ import annotations

import copy
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from forge_harness import FnToolExecutor, get_provider, run_agent_loop
from pytest_forge import CassetteDriftError, CassetteMissError, use_cassette
from pytest_forge.cassettes.exchange import Exchange, RecordedRequest, RecordedResponse
from pytest_forge.cassettes.matching.match_options import MatchOptions
from pytest_forge.cassettes.sessions.drift_index import DriftIndex
from pytest_forge.cassettes.tape.tape_file import write_tape

URL = "http://provider.test/v1/chat/completions"
WAS, IS = {"weather": "warm", "wind": 3}, {"weather": "cold", "wind": 3}


def text(value) -> str:
    return json.dumps(value)


def chat(result, *, call_id="call_1", city="Rome", name="weather"):
    call = {"id": call_id, "type": "function", "function": {"name": name, "arguments": text({"city": city})}}
    return {
        "model": "m",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "How is it?"},
            {"role": "assistant", "content": None, "tool_calls": [call]},
            {"role": "tool", "tool_call_id": call_id, "content": result},
        ],
    }


#: How each form sends a result, with what the call was where the form says it.
FORMS = {
    "openai": lambda result: chat(text(result)),
    "openai_parts": lambda result: chat([{"type": "text", "text": text(result)}]),
    "responses": lambda result: {
        "input": [
            {"type": "function_call", "call_id": "c1", "name": "weather", "arguments": '{"city": "Rome"}'},
            {"type": "function_call_output", "call_id": "c1", "output": text(result)},
        ]
    },
    "anthropic": lambda result: {
        "system": "Be brief.",
        "messages": [
            {
                "role": "assistant",
                "content": [{"type": "tool_use", "id": "c1", "name": "weather", "input": {"city": "Rome"}}],
            },
            {
                "role": "user",
                "content": [
                    {"type": "tool_result", "tool_use_id": "c1", "content": text(result)},
                    {"type": "text", "text": "And?"},
                ],
            },
        ],
    },
    "bedrock": lambda result: {
        "messages": [
            {
                "role": "assistant",
                "content": [{"toolUse": {"toolUseId": "c1", "name": "weather", "input": {"city": "Rome"}}}],
            },
            {"role": "user", "content": [{"toolResult": {"toolUseId": "c1", "content": [{"json": result}]}}]},
        ]
    },
    "gemini": lambda result: {
        "contents": [
            {"role": "model", "parts": [{"functionCall": {"name": "weather", "args": {"city": "Rome"}}}]},
            {"role": "user", "parts": [{"functionResponse": {"name": "weather", "response": result}}]},
        ]
    },
    "gemini_python": lambda result: {
        "contents": [
            {"role": "model", "parts": [{"function_call": {"name": "weather", "args": {"city": "Rome"}}}]},
            {"role": "user", "parts": [{"function_response": {"name": "weather", "response": result}}]},
        ]
    },
    "ollama": lambda result: {
        "messages": [
            {"role": "assistant", "tool_calls": [{"function": {"name": "weather", "arguments": {"city": "Rome"}}}]},
            {"role": "tool", "tool_name": "weather", "content": text(result)},
        ]
    },
    "cohere": lambda result: {
        "tool_results": [{"call": {"name": "weather", "parameters": {"city": "Rome"}}, "outputs": [result]}]
    },
    "legacy": lambda result: {
        "messages": [
            {"role": "assistant", "function_call": {"name": "weather", "arguments": '{"city": "Rome"}'}},
            {"role": "function", "name": "weather", "content": text(result)},
        ]
    },
}

each_form = pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)


def exchange(body, answer="recorded", *, url=URL):
    reply = answer if isinstance(answer, dict) else {"answer": answer}
    return Exchange(
        RecordedRequest("POST", url, (("content-type", "application/json"),), text(body).encode()),
        RecordedResponse(200, "OK", (("content-type", "application/json"),), (text(reply).encode(),)),
    )


@pytest.fixture
def tape(tmp_path):
    """Writes a cassette of the given bodies, or exchanges, and returns its path."""

    def write(*bodies) -> Path:
        path = tmp_path / "session.yaml"
        write_tape(path, [each if isinstance(each, Exchange) else exchange(each) for each in bodies], metadata={})
        return path

    return write


def ask(body, url=URL):
    return httpx.post(url, json=body, verify=False).json()


@each_form
def test_another_result_fails_with_the_tool_its_arguments_and_what_differs(tape, form):
    with use_cassette(tape(form(WAS))), pytest.raises(CassetteDriftError) as caught:
        ask(form(IS))

    told = str(caught.value)
    assert "A tool result has drifted from" in told
    assert 'weather({"city": "Rome"}) returns another result now' in told
    assert "weather: recorded 'warm', sent 'cold'" in told
    assert "wind" not in told.partition("\n")[2].replace("weather", "")


@each_form
def test_reported_drift_is_answered_from_the_recording_and_noted(tape, form):
    with use_cassette(tape(form(WAS)), drift="report") as cassette:
        answer = ask(form(IS))

    assert answer == {"answer": "recorded"}
    (drift,) = cassette.drift
    assert (drift.name, drift.arguments, drift.kind, drift.request) == ("weather", {"city": "Rome"}, "result", 1)
    assert [(each.recorded, each.now) for each in drift.differences] == [("warm", "cold")]
    assert (cassette.played, cassette.misses, list(cassette.unplayed())) == (1, [], [])


@each_form
def test_the_recorded_result_is_no_drift(tape, form):
    with use_cassette(tape(form(WAS)), drift="report") as cassette:
        ask(form(WAS))

    assert cassette.drift == []


def changed(value, path=()):
    """Yield the value with each of its texts and numbers changed but ids and what tools returned."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in members:
        if key in ("id", "call_id", "tool_call_id", "tool_use_id", "toolUseId", "output", "outputs", "response"):
            continue
        is_result = isinstance(value, dict) and (value.get("role") in ("tool", "function") or "tool_use_id" in value)
        if (is_result and key == "content") or "toolResult" in path:
            continue
        if isinstance(inner, dict | list):
            yield from changed(inner, (*path, key))
        else:
            yield (*path, key)


@each_form
def test_nothing_but_a_result_may_differ(tape, form):
    path = tape(form(WAS))
    places = list(changed(form(IS)))

    for place in places:
        body = form(IS)
        inner = body
        for step in place[:-1]:
            inner = inner[step]
        inner[place[-1]] = f"{inner[place[-1]]}x"
        with use_cassette(path, drift="report") as cassette:
            with pytest.raises(CassetteMissError) as caught:
                ask(body)
            assert not isinstance(caught.value, CassetteDriftError), place
            assert cassette.drift == []
    assert len(places) >= 2


@pytest.mark.parametrize(
    "change",
    [
        lambda body: body["messages"].append({"role": "user", "content": "More."}),
        lambda body: body["messages"].append({"role": "tool", "tool_call_id": "call_1", "content": "more"}),
        lambda body: body["messages"].pop(),
        lambda body: body["messages"].pop(0),
        lambda body: body["messages"][3].update(role="user"),
        lambda body: body["messages"][3].update(tool_call_id="call_2"),
        lambda body: body["messages"][3].update(name="weather"),
        lambda body: body.update(tools=[]),
    ],
)
def test_another_number_place_or_kind_of_message_is_a_miss(tape, change):
    body = chat(text(IS))
    change(body)

    with use_cassette(tape(chat(text(WAS))), drift="report") as cassette, pytest.raises(CassetteMissError):
        ask(body)

    assert cassette.drift == []


def test_another_address_is_a_miss(tape):
    with use_cassette(tape(chat("warm")), drift="report") as cassette, pytest.raises(CassetteMissError):
        ask(chat("cold"), URL.replace("provider", "other"))

    assert cassette.drift == []


def test_a_result_that_fails_now_is_told_so(tape):
    form = FORMS["anthropic"]
    body = form(WAS)
    body["messages"][1]["content"][0] |= {"content": "No such city.", "is_error": True}

    with use_cassette(tape(form(WAS)), drift="report") as cassette:
        ask(body)

    assert cassette.drift[0].kind == "failed"
    assert "fails now" in str(cassette.drift[0])


def test_a_flag_alone_is_drift(tape):
    form = FORMS["anthropic"]
    body = form(WAS)
    body["messages"][1]["content"][0]["is_error"] = True

    with use_cassette(tape(form(WAS)), drift="report") as cassette:
        ask(body)

    assert [(each.path, each.recorded, each.now) for each in cassette.drift[0].differences] == [
        ("$.is_error", False, True)
    ]


def test_lines_of_a_text_are_shown_as_a_diff(tape):
    was = "one\ntwo\nthree\nfour"

    with use_cassette(tape(chat(was))), pytest.raises(CassetteDriftError) as caught:
        ask(chat(was.replace("three", "3\x1b[31m")))

    assert "  -three\n  +3\\x1b[31m" in str(caught.value)
    assert "one" not in str(caught.value)


def test_a_moment_that_passed_is_not_listed_beside_what_changed(tape):
    was = {"at": "2026-01-01T00:00:00Z", "state": "paid"}

    with use_cassette(tape(chat(text(was))), drift="report") as cassette:
        ask(chat(text({"at": "2026-02-02T00:00:00Z", "state": "open"})))

    assert [each.path for each in cassette.drift[0].differences] == ["$.state"]


def test_a_drift_that_later_requests_repeat_is_noted_once(tape):
    def later(result):
        body = chat(result)
        body["messages"] += [{"role": "assistant", "content": "Hm."}, {"role": "user", "content": "And now?"}]
        return body

    with use_cassette(tape(chat("warm"), later("warm")), drift="report") as cassette:
        ask(chat("cold"))
        ask(later("cold"))

    assert [(each.recorded, each.now) for each in cassette.drift] == [("warm", "cold")]
    assert cassette.played == 2


def test_each_recording_answers_once(tape):
    with use_cassette(tape(chat("warm")), drift="report") as cassette:
        ask(chat("cold"))
        with pytest.raises(CassetteMissError):
            ask(chat("cool"))

    assert len(cassette.drift) == 1


def test_of_several_the_one_with_the_same_ids_answers(tape):
    bodies = [chat("warm", call_id="call_a"), chat("mild", call_id="call_b")]
    path = tape(*(exchange(body, answer) for body, answer in zip(bodies, "ab", strict=True)))

    with use_cassette(path, drift="report"):
        answers = [ask(chat("cold", call_id=each)) for each in ("call_b", "call_a")]

    assert answers == [{"answer": "b"}, {"answer": "a"}]


def test_of_several_without_ids_the_one_that_differs_least_answers(tape):
    def two(first, second):
        body = FORMS["gemini"](first)
        return {"contents": body["contents"] + FORMS["gemini"](second)["contents"]}

    path = tape(exchange(two({"n": 1}, {"n": 1}), "a"), exchange(two({"n": 2}, {"n": 2}), "b"))

    with use_cassette(path, drift="report") as cassette:
        answer = ask(two({"n": 2}, {"n": 3}))

    assert answer == {"answer": "b"}
    assert len(cassette.drift) == 1


def test_concurrent_drift_takes_each_recording_once(tape):
    path = tape(*(exchange(chat(f"warm {n}"), str(n)) for n in range(8)))

    with use_cassette(path, drift="report") as cassette, ThreadPoolExecutor(8) as pool:
        answers = [answer["answer"] for answer in pool.map(ask, [chat("cold")] * 8)]

    assert sorted(answers) == [str(n) for n in range(8)]
    assert cassette.misses == []


def test_a_name_that_the_request_does_not_say_is_found_in_the_recorded_call(tape):
    call = {"type": "function_call", "id": "fc_1", "call_id": "c9", "name": "find", "arguments": '{"order": "A-7"}'}
    reply = {"id": "resp_1", "object": "response", "status": "completed", "model": "m", "output": [call]}
    url = "https://api.openai.com/v1/responses"

    def told(result):
        output = {"type": "function_call_output", "call_id": "c9", "output": result}
        return {"model": "m", "previous_response_id": "resp_1", "input": [output]}

    first = {"model": "m", "input": "Find it."}
    path = tape(exchange(first, reply, url=url), exchange(told("paid"), url=url))

    with use_cassette(path, drift="report") as cassette:
        ask(first, url)
        ask(told("open"), url)

    assert (cassette.drift[0].name, cassette.drift[0].arguments) == ("find", {"order": "A-7"})


def test_a_secret_of_a_strangers_recording_is_not_shown(tmp_path):
    key = "sk-proj-" + "Ab3dEf6hIj9lMn2pQr5tUv8x" * 2
    entry = {
        "request": {"method": "POST", "uri": URL, "body": text(chat(f"key {key} warm"))},
        "response": {"status": {"code": 200}, "headers": {}, "body": {"string": "{}"}},
    }
    path = tmp_path / "theirs.json"
    path.write_text(json.dumps({"version": 1, "interactions": [entry]}))

    with use_cassette(path), pytest.raises(CassetteDriftError) as caught:
        ask(chat(f"key {key} cold"))

    assert key[8:] not in str(caught.value)


def test_an_unknown_word_for_drift_is_refused(tape):
    with (
        pytest.raises(ValueError, match="Use one of fail, report"),
        use_cassette(tape(), drift="ignore"),
    ):
        pass


def test_a_request_without_results_is_none_of_its_business():
    index = DriftIndex(lambda _: pytest.fail("nothing is read"), lambda: [0], options=MatchOptions())

    assert index.find(RecordedRequest("POST", URL, (), b'{"messages": []}')) is None


def reply(*calls, said=None):
    message = {"role": "assistant", "content": said}
    if calls:
        message["tool_calls"] = [
            {"id": f"call_{n}", "type": "function", "function": {"name": name, "arguments": text(arguments)}}
            for n, (name, arguments) in enumerate(calls)
        ]
    return {"model": "m", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}


def find_order(state):
    return FnToolExecutor(
        "find_order",
        lambda arguments: {"order": arguments["order"], "state": state},
        description="Find an order.",
        input_schema={"type": "object", "properties": {"order": {"type": "string"}}, "required": ["order"]},
        tier="read",
    )


def held(path, state, **options):
    with (
        use_cassette(path, **options) as cassette,
        get_provider("openai", model="m", base_url="http://provider.test/v1", api_key="k") as provider,
    ):
        return cassette, run_agent_loop("Where is A-7?", provider=provider, tools=[find_order(state)])


@pytest.fixture
def recorded_run(tmp_path):
    """A session of the agent loop, recorded from a model that answers in memory."""
    replies = iter([reply(("find_order", {"order": "A-7"})), reply(said="It is paid.")])
    path = tmp_path / "run.yaml"
    tapes: list[Exchange] = []
    with pytest.MonkeyPatch.context() as patch:

        def handle(transport, request):
            body = copy.deepcopy(next(replies))
            tapes.append(
                Exchange(
                    RecordedRequest("POST", str(request.url), (), request.read()),
                    RecordedResponse(200, "OK", (("content-type", "application/json"),), (text(body).encode(),)),
                )
            )
            return httpx.Response(200, json=body, request=request)

        patch.setattr(httpx.HTTPTransport, "handle_request", handle)
        with get_provider("openai", model="m", base_url="http://provider.test/v1", api_key="k") as provider:
            run_agent_loop("Where is A-7?", provider=provider, tools=[find_order("paid")])
    write_tape(path, tapes, metadata={})
    return path


def test_an_agent_loop_with_todays_tools_is_told_what_drifted(recorded_run):
    assert held(recorded_run, "paid")[1].text == "It is paid."

    with pytest.raises(Exception, match="drifted") as caught:
        held(recorded_run, "open")

    told = str(caught.value)
    assert 'find_order({"order": "A-7"}) returns another result now' in told
    assert "$.state: recorded 'paid', sent 'open'" in told


def test_an_agent_loop_goes_on_where_drift_is_reported(recorded_run):
    cassette, run = held(recorded_run, "open", drift="report")

    assert run.text == "It is paid."
    assert [(each.name, each.differences[0].now) for each in cassette.drift] == [("find_order", "open")]
