"""Recorded calls, made again of a fresh server: in order, and what becomes of those that it does not outlast."""

from __future__ import annotations

import json

import yaml

from .conftest import target


def _names(session):
    return [facts.name for facts in session.tools]


def test_calls_of_one_sequence_see_what_the_earlier_ones_left(good):
    read, write = _names(good).index("read_note"), _names(good).index("write_note")
    calls = [(write, {"path": "a.txt", "content": "hello"}), (read, {"path": "a.txt"})]

    answers = good.dispatch(calls)
    [afterwards] = good.dispatch(calls[1:])

    assert [(answer.kind, answer.payload) for answer in answers] == [
        ("returned", "Wrote 5 characters."),
        ("returned", "hello"),
    ]
    assert afterwards.kind == "failed"


def test_a_call_that_ends_the_server_is_told_and_the_others_are_made(broken):
    dies = _names(broken).index("dies")

    first, lost, last = broken.dispatch([(dies, {"count": 1}), (dies, {"count": 10}), (dies, {"count": 2})])

    assert (first.kind, last.kind) == ("returned", "returned")
    assert (lost.kind, lost.payload) == ("failed", None)
    assert lost.detail.startswith("The call ended the server with exit code 3")


def test_the_calls_of_a_recording_are_made_of_a_server(tmp_path, monkeypatch, capsys):
    from forge_harness.cli.main import main

    asked = {"model": "m", "messages": [{"role": "user", "content": "add"}]}
    call = {"id": "c1", "type": "function", "function": {"name": "add", "arguments": '{"left": 2, "right": 3}'}}
    said = {"role": "assistant", "content": None, "tool_calls": [call]}
    told = {"role": "tool", "tool_call_id": "c1", "content": '{"sum": 6}'}
    turns = [
        (asked, {"choices": [{"message": said, "finish_reason": "tool_calls"}]}),
        (
            {**asked, "messages": [*asked["messages"], said, told]},
            {"choices": [{"message": {"role": "assistant", "content": "6"}, "finish_reason": "stop"}]},
        ),
    ]
    entries = [
        {
            "request": {
                "method": "POST",
                "uri": "https://api.openai.com/v1/chat/completions",
                "headers": {},
                "body": json.dumps(request),
            },
            "response": {"status": {"code": 200}, "headers": {}, "body": {"string": json.dumps(answer)}},
        }
        for request, answer in turns
    ]
    (tmp_path / "sums.yaml").write_text(yaml.safe_dump({"version": 1, "interactions": entries}))
    monkeypatch.chdir(tmp_path)

    code = main(["replay", "sums.yaml", "--tools", target("good.py"), "--allow-destructive", "--format", "json"])

    [session] = json.loads(capsys.readouterr().out)["sessions"]
    assert code == 1
    assert [(one["name"], one["kind"]) for one in session["drift"]] == [("add", "result")]
    assert [place["path"] for place in session["drift"][0]["differences"]] == ["$.sum"]
