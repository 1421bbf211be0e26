"""Sessions with a real model on this machine, recorded by `cassettes/local/record.py`, held again without it."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
import tomllib
from pathlib import Path

import pytest

from forge_harness import (
    ContextOverflowError,
    FluidError,
    Granted,
    ProviderServerError,
    Rejected,
    TierPolicy,
    get_provider,
    run_agent_loop,
)
from forge_harness.cli.main import main
from pytest_forge.cassettes.foreign.reading import read_cassette
from pytest_forge.cassettes.use.cassette import use_cassette

FOLDER = Path(__file__).parents[2] / "cassettes" / "local"
SESSIONS = {
    session["name"]: session for session in tomllib.loads((FOLDER / "sessions.toml").read_text("utf-8"))["session"]
}
ERRORS = {error.__name__: error for error in (ContextOverflowError, ProviderServerError)}
FORMS = {"openai": "chat", "openai_responses": "responses", "anthropic": "messages"}

each_session = pytest.mark.parametrize("name", SESSIONS)


@pytest.fixture(scope="module")
def house_tools():
    spec = importlib.util.spec_from_file_location("recorded_house_tools", FOLDER / "house_tools.py")
    module = importlib.util.module_from_spec(spec)
    # Annotations are looked up where the module is known by its name.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def held_again(name, house_tools, monkeypatch):
    """Have the session against its cassette; return the run or the error, the waits and what was said meanwhile."""
    session = SESSIONS[name]
    for variable, value in session.get("environment", {}).items():
        monkeypatch.setenv(variable, value)
    answers = iter(session.get("answers", ()))
    base = "http://127.0.0.1:8098" + ("" if session["provider"] == "anthropic" else "/v1")
    waits, said = [], []
    with (
        use_cassette(FOLDER / f"{name}.yaml") as cassette,
        get_provider(
            session["provider"], model="smollm2-135m", base_url=base, api_key="not-the-key-it-was"
        ) as provider,
    ):
        try:
            ended = run_agent_loop(
                session["prompt"] * session.get("times", 1),
                provider=provider,
                tools=[getattr(house_tools, tool) for tool in session.get("tools", ())],
                approval=TierPolicy(review=lambda *_: Granted() if next(answers) == "y" else Rejected("No.")),
                stream_to=said.append if session["streamed"] else None,
                sleep=waits.append,
                # A session that ends in an error is given up after as many requests as were recorded.
                attempts=len(bodies(name)) if session.get("error") else 3,
            )
        except FluidError as error:
            ended = error
        assert [str(miss) for miss in cassette.misses] == []
        assert (list(cassette.unplayed()), ended) == ([], ended)
    return ended, waits, "".join(said)


def bodies(name):
    return [json.loads(interaction.request_body) for interaction in read_cassette(FOLDER / f"{name}.yaml").interactions]


def replayed(name, capsys):
    assert main(["replay", str(FOLDER / f"{name}.yaml"), "--format", "json"]) == 0
    (session,) = json.loads(capsys.readouterr().out)["sessions"]
    return session["turns"]


@each_session
def test_the_loop_has_the_session_again(name, house_tools, monkeypatch):
    expected = SESSIONS[name].get("error")

    ended, waits, said = held_again(name, house_tools, monkeypatch)

    if expected:
        assert type(ended) is ERRORS[expected]
    else:
        assert ended.text
        assert said.endswith(ended.text) or not SESSIONS[name]["streamed"]
        assert ended.usage.output_tokens > 0
    failed = [turn for turn in read_cassette(FOLDER / f"{name}.yaml").interactions if turn.status == 503]
    assert len(waits) >= len(failed)


@each_session
def test_forge_replay_reads_every_turn(name, capsys):
    turns = replayed(name, capsys)

    assert {turn["endpoint"] for turn in turns} == {FORMS[SESSIONS[name]["provider"]]}
    assert len(turns) == len(bodies(name))
    last = turns[-1]
    if SESSIONS[name].get("error"):
        assert last["error"]
    else:
        assert (last["error"], last["status"], bool(last["text"])) == (None, 200, True)
        assert last["usage"]["output_tokens"] > 0
    assert all(turn["stream"] == SESSIONS[name]["streamed"] for turn in turns if turn["status"] == 200)


@pytest.mark.parametrize("how", ["whole", "streamed"])
@pytest.mark.parametrize("form", FORMS.values())
def test_two_calls_of_one_turn_are_both_answered(form, how, house_tools, monkeypatch):
    run, _, _ = held_again(f"{form}_parallel_{how}", house_tools, monkeypatch)

    assert [call.arguments for call in run.tool_calls] == [{"city": "Oslo"}, {"city": "Bern"}]
    assert [message.role for message in run.messages] == ["user", "assistant", "tool", "tool", "assistant"]


@pytest.mark.parametrize("form", FORMS.values())
def test_a_person_grants_one_call_and_refuses_another(form, house_tools, monkeypatch):
    run, _, _ = held_again(f"{form}_approval", house_tools, monkeypatch)

    assert {record.outcome for record in run.records} == {"success", "rejected"}
    ids = [call.id for call in run.tool_calls]
    assert len(set(ids)) == len(ids) == len(run.records)


@pytest.mark.parametrize("form", FORMS.values())
def test_old_results_were_cut_in_what_was_sent(form, house_tools, monkeypatch):
    name = f"{form}_compacted"
    run, _, _ = held_again(name, house_tools, monkeypatch)

    is_cut = ["_truncated" in json.dumps(body) for body in bodies(name)]
    assert is_cut[0] is False
    assert is_cut[-1] is True
    assert "_truncated" in json.dumps([message.text for message in run.messages])
    assert run.iterations == len(is_cut)


@pytest.mark.parametrize("form", FORMS.values())
def test_a_server_that_still_loads_is_asked_again(form, house_tools, monkeypatch, capsys):
    run, waits, _ = held_again(f"{form}_loading_503", house_tools, monkeypatch)

    turns = replayed(f"{form}_loading_503", capsys)
    refused = [turn for turn in turns if turn["status"] == 503]
    assert refused
    assert len(waits) == len(refused)
    assert run.iterations == 1


def test_the_cassettes_are_those_of_the_sessions_and_small():
    files = sorted(FOLDER.glob("*.yaml"))

    assert {file.stem for file in files} == set(SESSIONS)
    assert sum(file.stat().st_size for file in files) < 300_000


@each_session
def test_a_cassette_holds_no_key_and_no_path_of_a_machine(name):
    text = (FOLDER / f"{name}.yaml").read_text("utf-8")

    assert re.findall(r"\bsk-\w+|/home/|/root/|/tmp/|/work/|/Users/", text) == []
    keys = re.findall(r"(?:authorization|x-api-key):\s*-\s*(.*)", text, re.IGNORECASE)
    assert keys
    assert {key.strip("\"'") for key in keys} <= {"Bearer REDACTED", "REDACTED"}
