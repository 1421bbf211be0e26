from __future__ import annotations

import json

import pytest
import yaml

URL = "https://api.anthropic.com/v1/messages"
ANSWER = {
    "type": "message",
    "model": "claude",
    "stop_reason": "tool_use",
    "content": [
        {"type": "thinking", "thinking": "hm", "signature": "c2ln"},
        {"type": "text", "text": "I look.\x1b[31m"},
        {"type": "tool_use", "id": "c1", "name": "look", "input": {"at": "ö"}},
    ],
    "usage": {"input_tokens": 7, "output_tokens": 5},
}


@pytest.fixture
def cassette(folder):
    """A cassette of two turns, one of which failed."""
    entries = [
        {
            "request": {"method": "POST", "uri": URL, "body": '{"model": "claude"}', "headers": {}},
            "response": {
                "status": {"code": status},
                "headers": {"content-type": ["application/json"]},
                "body": {"string": json.dumps(answer)},
            },
        }
        for status, answer in ((200, ANSWER), (529, {"type": "error", "error": {"message": "Overloaded"}}))
    ]
    file = folder / "session.yaml"
    file.write_text(yaml.safe_dump({"version": 1, "interactions": entries}))
    return file


def test_the_json_is_what_the_design_pins(forge, cassette):
    code, out, err = forge("replay", "session.yaml", "--format", "json")

    assert (code, err) == (0, "")
    assert json.loads(out) == {
        "version": 1,
        "sessions": [
            {
                "cassette": "session.yaml",
                "turns": [
                    {
                        "provider": "anthropic",
                        "endpoint": "messages",
                        "model": "claude",
                        "status": 200,
                        "stream": False,
                        "text": "I look.\x1b[31m",
                        "reasoning": "hm",
                        "tool_calls": [{"id": "c1", "name": "look", "arguments": {"at": "ö"}}],
                        "stop_reason": "tool_use",
                        "usage": {"input_tokens": 7, "output_tokens": 5},
                        "error": None,
                    },
                    {
                        "provider": "anthropic",
                        "endpoint": "messages",
                        "model": "claude",
                        "status": 529,
                        "stream": False,
                        "text": "",
                        "reasoning": "",
                        "tool_calls": [],
                        "stop_reason": None,
                        "usage": {"input_tokens": 0, "output_tokens": 0},
                        "error": "Overloaded",
                    },
                ],
                "usage": {"input_tokens": 7, "output_tokens": 5},
                "cost_usd": None,
            }
        ],
    }


def test_the_text_shows_what_was_said_and_called_and_no_escape_sequence(forge, cassette):
    code, out, err = forge("replay", "session.yaml")

    assert (code, err) == (0, "")
    assert all(part in out for part in ("hm", "I look.", 'look({"at": "ö"})', "tool_use", "Overloaded", "529"))
    assert "2 turns in 1 session; 1 without a whole reply." in out
    assert "\x1b" not in out


def test_what_is_no_conversation_is_counted_apart(forge, folder):
    entry = {
        "request": {"method": "GET", "uri": "https://api.openai.com/v1/models"},
        "response": {"status": {"code": 200}, "body": {"string": "{}"}},
    }
    (folder / "lookup.json").write_text(json.dumps({"interactions": [entry]}))

    _, out, _ = forge("replay", "lookup.json")

    assert "openai  models" in out
    assert "no conversation with a model" in out
    assert "0 turns in 1 session; 1 other request." in out


def test_a_file_that_is_no_cassette_is_told_after_the_readable_ones(forge, cassette, folder):
    (folder / "notes.yaml").write_text("just text")

    code, out, err = forge("replay", ".", "missing.yaml", "--format", "json")

    assert code == 2
    assert [session["cassette"] for session in json.loads(out)["sessions"]] == ["session.yaml"]
    assert err.count("\n") == 3
    assert all(name in err for name in ("'notes.yaml'", "'tools.json'", "'missing.yaml'"))


def test_a_lone_file_that_is_no_cassette_is_two_sentences(refused, folder):
    (folder / "notes.yaml").write_text("just text")

    assert "'notes.yaml' is no recording of HTTP" in refused("replay", "notes.yaml")
    assert "There is no file 'missing'" in refused("replay", "missing")


def test_the_report_can_be_written_to_a_file(forge, cassette, folder):
    code, out, _ = forge("replay", "session.yaml", "--format", "json", "--output", "report.json")

    assert (code, out) == (0, "")
    assert json.loads((folder / "report.json").read_text())["version"] == 1
