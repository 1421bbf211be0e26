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
    assert "2 turns in 1 session; 1 without a complete reply." in out
    assert "\x1b" not in out


def test_what_is_no_conversation_is_counted_apart(forge, folder):
    entry = {
        "request": {"method": "GET", "uri": "https://api.openai.com/v1/models"},
        "response": {"status": {"code": 200}, "body": {"string": "{}"}},
    }
    (folder / "lookup.json").write_text(json.dumps({"interactions": [entry]}))

    _, out, _ = forge("replay", "lookup.json")

    assert "openai  models" in out
    assert "not a conversation with a model" in out
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

    assert "'notes.yaml' is not a recording of HTTP" in refused("replay", "notes.yaml")
    assert "There is no file 'missing'" in refused("replay", "missing")


def test_the_report_can_be_written_to_a_file(forge, cassette, folder):
    code, out, _ = forge("replay", "session.yaml", "--format", "json", "--output", "report.json")

    assert (code, out) == (0, "")
    assert json.loads((folder / "report.json").read_text())["version"] == 1


TOOLS = '''
import os
from pathlib import Path

made = []

def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b

def note(text: str) -> int:
    """Keep a note and return how many there are."""
    made.append(text)
    Path(os.environ["HOME"], text).touch()
    return len(made)

def quit(code: int) -> str:
    """End the process."""
    os._exit(code)

def fail() -> str:
    """Raise."""
    raise ValueError("private")

def choose(what: str) -> str:
    """Refuse while it runs."""
    from forge_harness import ToolValidationError

    raise ToolValidationError("No such thing. Choose another.")

def untyped(what):
    """Left out, as it has no annotations."""
    return None
'''


@pytest.fixture
def recorded(folder):
    """Writes a session in which the model makes the given calls, and is told the given results."""
    (folder / "tools.py").write_text(TOOLS)

    def write(*calls, name="loop.json"):
        uses = [
            {"type": "tool_use", "id": f"c{number}", "name": tool, "input": arguments}
            for number, (tool, arguments, _) in enumerate(calls)
        ]
        results = [
            {"type": "tool_result", "tool_use_id": f"c{number}", "content": result}
            for number, (_, _, result) in enumerate(calls)
            if result is not None
        ]
        answers = [{**ANSWER, "content": uses}, {**ANSWER, "content": [{"type": "text", "text": "Done."}]}]
        bodies = [{"messages": []}, {"messages": [{"role": "user", "content": results}]}]
        entries = [
            {
                "request": {"method": "POST", "uri": URL, "body": json.dumps(body)},
                "response": {"status": {"code": 200}, "body": {"string": json.dumps(answer)}},
            }
            for body, answer in zip(bodies, answers, strict=True)
        ]
        (folder / name).write_text(json.dumps({"interactions": entries}))

    return write


def test_tools_that_answer_as_recorded_have_not_drifted(forge, recorded):
    recorded(("add", {"a": 1, "b": 2}, "3"), ("note", {"text": "x"}, "1"), ("note", {"text": "y"}, "2"))
    recorded(("note", {"text": "z"}, "1"), name="second.json")

    code, out, err = forge("replay", "loop.json", "second.json", "--tools", "tools.py", "--format", "json")

    assert (code, err) == (0, "")
    assert [(s["drift"], s["without_result"]) for s in json.loads(out)["sessions"]] == [([], []), ([], [])]


def test_tools_that_need_a_variable_are_given_it(forge, refused, recorded, folder):
    recorded(("add", {"a": 1, "b": 2}, "3"))
    (folder / "tools.py").write_text("import os\nHOST = os.environ['FORGE_HOST']\n" + TOOLS.lstrip())

    assert "Add --env FORGE_HOST" in refused("replay", "loop.json", "--tools", "tools.py")
    code, _, err = forge("replay", "loop.json", "--tools", "tools.py", "--env", "FORGE_HOST=here")
    assert (code, err) == (0, "")


def test_every_kind_of_drift_is_in_the_json(forge, recorded):
    recorded(
        ("add", {"a": 1, "b": 2}, "4"),
        ("add", {"a": 1}, "1"),
        ("quit", {"code": 3}, "bye"),
        ("fail", {}, "fine"),
        ("choose", {"what": "x"}, "chosen"),
        ("gone", {}, "here"),
        ("untyped", {}, "null"),
        ("note", {"text": "x"}, "1"),
        ("add", {"a": 1, "b": 1}, None),
    )

    code, out, err = forge("replay", "loop.json", "--tools", "tools.py", "--format", "json", "--budget", "quick")

    (session,) = json.loads(out)["sessions"]
    assert (code, err) == (1, "")
    assert [(drift["name"], drift["kind"]) for drift in session["drift"]] == [
        ("add", "result"),
        ("add", "arguments_refused"),
        ("quit", "failed"),
        ("fail", "failed"),
        ("choose", "failed"),
        ("gone", "missing_tool"),
        ("untyped", "missing_tool"),
    ]
    assert session["drift"][0] == {
        "turn": 1,
        "id": "c0",
        "name": "add",
        "arguments": {"a": 1, "b": 2},
        "kind": "result",
        "message": "The model would get another result.",
        "recorded": "4",
        "now": 3,
        "differences": [{"path": "$", "change": "changed", "recorded": 4, "now": 3}],
    }
    assert "b (missing)" in session["drift"][1]["message"]
    assert session["drift"][2]["message"] == "The call ended the process with exit code 3."
    assert session["without_result"] == [{"turn": 1, "id": "c8", "name": "add"}]


def test_the_text_shows_what_drifted(forge, recorded):
    recorded(("add", {"a": 1, "b": 2}, '{"sum": "\x1b[31m4"}'), ("add", {"a": 1, "b": 1}, None))

    code, out, _ = forge("replay", "loop.json", "--tools", "tools.py")

    assert code == 1
    assert "2 calls repeated, 1 without a recorded result, 1 drifted" in out
    assert 'add({"a": 1, "b": 2})' in out
    assert '$: recorded {"sum": "\\u001b[31m4"}, now 3' in out
    assert "1 call drifted." in out
    assert "\x1b" not in out


def test_tools_run_in_a_sandbox(forge, recorded, folder, monkeypatch):
    home = folder / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    recorded(("note", {"text": "kept.txt"}, "1"))

    code, _, _ = forge("replay", "loop.json", "--tools", "tools.py")

    assert code == 0
    assert list(home.iterdir()) == []


def test_a_target_without_anything_to_call_is_refused(refused, cassette):
    assert "holds definitions" in refused("replay", "session.yaml", "--tools", "definitions:tools.json")
    assert "'missing.py'" in refused("replay", "session.yaml", "--tools", "missing.py")


@pytest.fixture
def priced(folder, monkeypatch):
    """A million tokens of `claude` cost a dollar in, and two out."""
    (folder / "prices.json").write_text('{"claude": [1.0, 2.0]}')
    monkeypatch.setenv("FLUID_PRICES_JSON", str(folder / "prices.json"))


def test_a_session_shows_what_it_cost(forge, cassette, priced):
    _, as_json, _ = forge("replay", "session.yaml", "--format", "json")
    _, as_text, _ = forge("replay", "session.yaml")

    assert json.loads(as_json)["sessions"][0]["cost_usd"] == pytest.approx(17e-6)
    assert "7 tokens in, 5 out; $0.000017" in as_text


@pytest.mark.parametrize(
    ("usage", "cost_usd"),
    [
        # A tenth is asked for what the cache served, which Anthropic does not count in.
        ({"input_tokens": 7, "output_tokens": 5, "cache_read_input_tokens": 10}, pytest.approx(18e-6)),
        ({}, None),
    ],
)
def test_a_cost_is_of_all_tokens_and_of_known_ones_only(forge, folder, cassette, priced, usage, cost_usd):
    text = (folder / "session.yaml").read_text()
    entries = yaml.safe_load(text)
    entries["interactions"][0]["response"]["body"]["string"] = json.dumps({**ANSWER, "usage": usage})
    (folder / "session.yaml").write_text(yaml.safe_dump(entries))

    _, out, _ = forge("replay", "session.yaml", "--format", "json")

    assert json.loads(out)["sessions"][0]["cost_usd"] == cost_usd


def test_a_cost_that_nobody_knows_is_unknown(forge, cassette):
    _, out, err = forge("replay", "session.yaml")

    assert "cost unknown" in out
    assert err == ""


@pytest.mark.parametrize("form", ["json", "text"])
def test_what_is_nested_too_deep_is_shown_as_such(forge, recorded, form):
    deep = "[" * 900 + "]" * 900
    recorded(("add", {"a": json.loads(deep)}, deep), ("add", {"a": 1, "b": 1}, json.loads(deep)))

    code, out, err = forge("replay", "loop.json", "--tools", "tools.py", "--format", form)

    assert (code, err) == (1, "")
    assert "JSON of more than 200 levels" in out


SEARCHES = '''
def parallel_local_search_one(query: str) -> str:
    """Search the first source."""
    return "[one] " + query

def parallel_local_search_two(query: str) -> str:
    """Search the second source."""
    return "[two] " + query

def parallel_local_search_three(query: str) -> str:
    """Search the third source."""
    return "[three] " + query
'''


def test_real_sessions_of_several_providers_drift_only_when_their_tools_do(forge, folder, corpus):
    (folder / "same.py").write_text(SEARCHES)
    (folder / "other.py").write_text(SEARCHES.replace("[two]", "[2]").replace("three(query", "three(question"))
    files = sorted(map(str, (corpus / "cassettes/crewai").rglob("*NativeToolCalling*_parallel_*.yaml")))

    same, out, _ = forge("replay", *files, "--tools", "same.py", "--format", "json")
    other, drifted, _ = forge("replay", *files, "--tools", "other.py", "--format", "json")

    sessions = [session for session in json.loads(out)["sessions"] if any(t["tool_calls"] for t in session["turns"])]
    kinds = {
        (drift["name"], drift["kind"]) for session in json.loads(drifted)["sessions"] for drift in session["drift"]
    }
    assert len({session["turns"][0]["provider"] for session in sessions}) >= 3
    assert all(session["without_result"] == [] for session in sessions)
    assert (same, other) == (0, 1)
    assert kinds == {
        ("parallel_local_search_two", "result"),
        ("parallel_local_search_three", "arguments_refused"),
    }


STRICT_TOOLS = '''
from pydantic import BaseModel, Field

from forge_harness import forge_tool


class Search(BaseModel):
    text: str
    labels: dict[str, int] = Field(default_factory=dict)
    limit: int = 10
    until: str | None = "today"


@forge_tool(name="search", args_schema=Search, tier="read")
def search(args: Search) -> dict:
    """Search."""
    return args.model_dump()
'''


@pytest.mark.parametrize("form", ["chat", "responses"])
@pytest.mark.parametrize("strict", [True, False])
def test_calls_recorded_in_strict_mode_are_decoded_before_they_are_made(forge, folder, form, strict):
    (folder / "tools.py").write_text(STRICT_TOOLS)
    arguments = json.dumps({"text": "x", "labels": '{"a": 1}', "limit": None, "until": None})
    result = json.dumps({"text": "x", "labels": {"a": 1}, "limit": 10, "until": None})
    function = {"name": "search", "parameters": {"type": "object"}, "strict": strict}
    if form == "chat":
        tool = {"type": "function", "function": function}
        call = {"id": "c1", "type": "function", "function": {"name": "search", "arguments": arguments}}
        said = {"role": "assistant", "content": None, "tool_calls": [call]}
        messages = [said, {"role": "tool", "tool_call_id": "c1", "content": result}]
        bodies = [{"messages": [], "tools": [tool]}, {"messages": messages, "tools": [tool]}]
        answers = [{"choices": [{"message": said}]}, {"choices": [{"message": {"content": "Done."}}]}]
    else:
        tool = {"type": "function", **function}
        call = {"type": "function_call", "call_id": "c1", "name": "search", "arguments": arguments}
        told = [call, {"type": "function_call_output", "call_id": "c1", "output": result}]
        bodies = [{"input": [], "tools": [tool]}, {"input": told, "tools": [tool]}]
        answers = [{"object": "response", "output": [call]}, {"object": "response", "output": []}]
    url = "https://api.openai.com/v1/" + ("chat/completions" if form == "chat" else "responses")
    entries = [
        {
            "request": {"method": "POST", "uri": url, "body": json.dumps(body)},
            "response": {"status": {"code": 200}, "body": {"string": json.dumps(answer)}},
        }
        for body, answer in zip(bodies, answers, strict=True)
    ]
    (folder / "loop.json").write_text(json.dumps({"interactions": entries}))

    code, out, err = forge("replay", "loop.json", "--tools", "tools.py", "--format", "json")

    (session,) = json.loads(out)["sessions"]
    assert (code, err) == (0 if strict else 1, "")
    assert [drift["kind"] for drift in session["drift"]] == ([] if strict else ["arguments_refused"])
    assert session["turns"][0]["tool_calls"][0]["arguments"] == json.loads(arguments)


@pytest.fixture
def searched(folder):
    """A session in which the provider ran a tool that has the name of one of ours."""
    (folder / "tools.py").write_text("def search(query: str) -> str:\n    return 'other'\n")
    use = {"type": "server_tool_use", "id": "s", "name": "search", "input": {"query": "q\x1b[31m"}}
    page = {"url": "https://e.org", "encrypted_content": "aGk" * 200}
    result = {"type": "search_tool_result", "tool_use_id": "s", "content": [page]}
    answer = {**ANSWER, "content": [use, result, {"type": "text", "text": "Found."}]}
    entry = {
        "request": {"method": "POST", "uri": URL, "body": "{}"},
        "response": {"status": {"code": 200}, "body": {"string": json.dumps(answer)}},
    }
    (folder / "search.yaml").write_text(json.dumps({"interactions": [entry]}))


def test_what_the_provider_ran_is_shown_and_never_judged_for_drift(forge, searched):
    code, out, err = forge("replay", "search.yaml", "--tools", "tools.py", "--format", "json")

    (session,) = json.loads(out)["sessions"]
    (turn,) = session["turns"]
    page = {"url": "https://e.org", "encrypted_content": "(600 characters of base64)"}
    assert (code, err, turn["tool_calls"], session["drift"]) == (0, "", [], [])
    assert turn["server_tools"] == [
        {"name": "search", "input": {"query": "q\x1b[31m"}, "result": [page], "error": None}
    ]


@pytest.mark.parametrize("command", [["replay"], ["cassettes", "show"]])
def test_what_the_provider_ran_is_shown_as_text(forge, searched, command):
    code, out, _ = forge(*command, "search.yaml")

    assert code == 0
    assert out.index('search({"query": "q') < out.index("Found.")
    assert '[{"url": "https://e.org", "encrypted_content": "(600 characters of base64)"}]' in out
    assert "\x1b" not in out


def test_a_transcript_of_an_agent_is_shown_and_judged_for_drift(forge, folder):
    (folder / "tools.py").write_text("def add(a: int) -> int:\n    return a + 2\n")
    use = {"type": "tool_use", "id": "c", "name": "add", "input": {"a": 1}}
    told = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": "2"}]}
    transcript = [
        {"type": "assistant", "message": {"id": "m", "role": "assistant", "model": "claude", "content": [use]}},
        {"type": "user", "message": told},
        {"type": "assistant", "message": {"id": "n", "role": "assistant", "content": "Two."}},
    ]
    (folder / "session.jsonl").write_text("\n".join(map(json.dumps, transcript)))

    shown = forge("cassettes", "show", "session.jsonl")
    code, out, err = forge("replay", "session.jsonl", "--tools", "tools.py")

    assert (shown[0], 'add({"a": 1})' in shown[1]) == (0, True)
    assert (code, err) == (1, "")
    assert "recorded 2, now 3" in out
