"""Servers as targets: started on demand, asked for their tools, called where that is allowed, and replaced."""

from __future__ import annotations

import contextlib

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.kept_world import KeptWorld
from pytest_forge.engine.loaded_target import LoadedTarget
from pytest_forge.sandbox import temporary_sandbox

from .conftest import target


def run(session, check, tool=None):
    names = [facts.name for facts in session.tools]
    return session.run(names.index(tool) if tool else 0, all_checks()[check])


def test_all_pages_of_tools_are_listed_with_what_they_declare(good):
    tools = {tool.name: tool for tool in good.tools}

    assert list(tools) == [
        *("read_note", "list_notes", "write_note", "now", "add", "shout", "factorial", "rest", "stretch"),
    ]
    assert {tool.kind for tool in good.tools} == {"mcp"}
    assert [tools[name].tier for name in ("read_note", "write_note", "now")] == ["read", "write", None]
    assert [tools[name].tier_declared for name in ("read_note", "now")] == [True, False]
    assert tools["add"].output_schema["required"] == ["sum"]


def test_a_server_is_listed_and_its_tools_are_called_on_demand_alone(served):
    with served("broken.py", "crashes") as session:
        [dynamic] = run(session, "valid_calls_do_not_crash")
        [static] = run(session, "description_is_present")

    assert (dynamic.status, dynamic.was_made) == ("not_applicable", False)
    assert "--allow-destructive" in dynamic.message
    assert "--forge-allow-destructive" in dynamic.message
    assert static.status == "passed"


def test_a_finding_is_reproduced_by_one_line(broken):
    [found] = run(broken, "valid_calls_do_not_crash", "crashes")

    assert found.reproduce.startswith("forge check 'mcp:python ")
    assert found.reproduce.endswith(" --allow-destructive")


def test_a_call_that_ends_the_server_is_named(broken):
    not_judged, found = run(broken, "valid_calls_return", "dies")
    [later] = run(broken, "results_are_json", "dies")

    assert (not_judged.status, later.status) == ("error", "error")
    assert (found.check, found.status, found.arguments) == ("call_returns", "failed", {"count": 10})
    assert found.message == "A call ended the server with exit code 3, which said 'fatal: count is too high' at last."


def test_a_server_that_closes_its_output_is_a_finding(broken):
    [found] = run(broken, "call_returns", "closes")

    assert found.status == "failed"
    assert "ended the server with exit code" in found.message


def test_nothing_more_is_judged_of_a_tool_that_hangs(broken):
    [found] = run(broken, "call_returns", "always_hangs")
    [later] = run(broken, "results_are_json", "always_hangs")

    assert found.status == "failed"
    assert "did not answer a call within 1.5 s" in found.message
    assert later.status == "error"
    assert "call_returns" in later.message


def test_what_earlier_calls_have_left_in_a_server_is_no_finding(broken):
    # It is tired after four hundred calls, more than any of these makes, and says so: a fresh server does not.
    found = [run(broken, check, "tired")[0].status for check in ("valid_calls_do_not_crash", "results_are_json") * 4]

    assert found == ["passed"] * 8


def test_a_variable_may_name_the_workspace(served):
    with served("tells_variable.py", environment={"NOTES": "{workspace}/notes"}) as session:
        [listed] = session.tools

    assert listed.description.startswith("NOTES is /")
    assert listed.description.endswith("/workspace/notes.")


def test_a_server_that_greets_is_listed_and_told(served):
    with served("old_and_new.py", "banner") as session:
        [found] = run(session, "startup_prints_nothing")

    assert found.status == "failed"
    assert "'Welcome to the server!'" in found.message


@pytest.mark.parametrize("version", ["2024-11-05", "2025-11-25", "2026-07-28"])
def test_every_version_of_the_protocol_is_spoken(reached, version):
    with contextlib.closing(reached(target("old_and_new.py", version))) as server:
        [listed] = server.tools()
        answer = server.call("greet", {"name": "Ada"})

    assert (listed["name"], answer.text) == ("greet", "Hello Ada")


def test_what_a_server_asks_of_its_client_is_answered(reached):
    with contextlib.closing(reached(target("old_and_new.py", "asks"))) as server:
        answer = server.call("greet", {"name": "Ada"})

    assert answer.text == "Hello Ada"


def test_the_sandbox_goes_back_to_what_the_server_found():
    with temporary_sandbox(seed=0) as sandbox:
        (sandbox.workspace / "made-at-start.db").write_text("one")
        world = KeptWorld(sandbox)
        world.remember()
        place = (sandbox.workspace / "made-at-start.db").stat().st_ino
        (sandbox.workspace / "made-at-start.db").write_text("two")
        (sandbox.workspace / "new" / "deep").mkdir(parents=True)
        (sandbox.workspace / "new" / "deep" / "file.txt").write_text("x")
        (sandbox.outside / "secret.txt").unlink()
        (sandbox.home / "link").symlink_to("/")
        folder = sandbox.workspace.stat().st_ino

        world.restore()

        assert (sandbox.workspace / "made-at-start.db").read_text() == "one"
        assert (sandbox.workspace / "made-at-start.db").stat().st_ino == place
        assert sandbox.workspace.stat().st_ino == folder
        assert sorted(path.name for path in sandbox.workspace.iterdir()) == ["made-at-start.db"]
        assert (sandbox.outside / "secret.txt").read_text() == sandbox.canaries["outside"] + "\n"
        assert not (sandbox.home / "link").is_symlink()


def test_the_checks_of_a_tool_share_a_process(served, monkeypatch):
    asked = []
    ask = LoadedTarget.ask
    monkeypatch.setattr(LoadedTarget, "ask", lambda self, request: asked.append(request) or ask(self, request))
    checks = [all_checks()[name] for name in ("results_are_json", "call_returns", "missing_arguments_are_refused")]

    with served("good.py", "{workspace}", allow_destructive=True) as session:
        add = [tool.name for tool in session.tools].index("add")
        session.judge_together(add, checks)
        found = [session.run(add, check)[0].status for check in checks]

    assert found == ["passed"] * 3
    assert len(asked) == 1


def test_what_a_shared_process_finds_is_judged_by_a_fresh_server(served):
    checks = [all_checks()[name] for name in ("call_returns", "results_are_json", "structured_results_match")]

    with served("keeping.py", allow_destructive=True) as session:
        size = [tool.name for tool in session.tools].index("item_size")
        for index in (size - 1, size):
            session.judge_together(index, checks)
        [found] = session.run(size, checks[2])

    assert (found.status, found.code) == ("failed", "output_schema_broken")
