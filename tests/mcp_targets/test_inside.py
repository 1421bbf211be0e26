"""A Python server reports its operations from inside, and notices nothing of it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from forge_harness.cli.main import main
from pytest_forge.oracles.audit import AUDIT_EVENTS, AuditEvent, audit_event
from pytest_forge.targets.mcp.inside import runs_python
from pytest_forge.targets.mcp.server import McpServer

from .conftest import SERVERS, target


@pytest.fixture
def watched(reached, tmp_path):
    (tmp_path / "sitecustomize.py").write_text("THEIRS = 'theirs'\n")
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(tmp_path)}
    server = reached(target("watched.py"), environment=environment, inside=AUDIT_EVENTS)
    yield server
    server.close()


def operations(server: McpServer, tool: str) -> list[AuditEvent]:
    server.call(tool, {"name": "thing"})
    assert server.inside is not None
    assert server.inside.is_seeing
    found = [audit_event(*event) for event in server.inside.read() or ()]
    return [event for event in found if event is not None]


def test_the_operations_of_a_call_are_reported_and_those_before_it_are_not(watched):
    assert [event.paths for event in operations(watched, "open_file") if event.action == "write"] == [("thing",)]
    started = [event for event in operations(watched, "run_program") if event.event == "subprocess.Popen"]
    assert [event.paths[1:] for event in started] == [("true", "thing")]
    assert {"subprocess", "__main__"} <= {*started[0].asked_by}


def test_a_report_without_an_operation_that_could_not_be_told_is_incomplete(watched):
    watched.call("ask_in_bytes", {"name": "x"})

    assert watched.inside.is_seeing
    assert watched.inside.read() is None


def test_the_environment_and_the_import_path_are_those_of_the_server(watched):
    world = watched.call("tell_world", {"name": "x"}).value

    assert world == {"report": False, "places": [], "theirs": "theirs", "deletes_safely": True, "name": "x"}


def test_the_names_that_the_authors_modules_hold_are_reported_and_libraries_are_left_out(reached):
    server = reached(target("holding.py"), inside=AUDIT_EVENTS)
    try:
        server.start()
        held = dict(server.inside.held)
    finally:
        server.close()

    assert set(held["PORTS"]) == {"harlingen", "oban"}
    assert {"Aurora", "Borealis"} <= set(held["VESSELS"])
    assert {"north-buoy", "pier-head"} <= set(held["light_of"])
    assert "dumps" not in held


def test_a_server_that_pauses_until_a_signal_is_not_asked_for_what_it_holds(reached, tmp_path):
    script = tmp_path / "pausing.py"
    answering = "threading.Thread(target=serve, args=([tool('greet', lambda: 'hello', arguments={})],)).start()"
    lines = (
        "import os, signal, sys, threading",
        f"sys.path.insert(0, {str(SERVERS)!r})",
        "from raw import serve, tool",
    )
    script.write_text("\n".join((*lines, answering, "signal.pause()", "os._exit(1)")))
    server = reached(f"mcp:python {script}", inside=AUDIT_EVENTS)
    try:
        server.start()

        assert (server.inside.is_seeing, server.inside.held, server.is_well()) == (True, (), True)
    finally:
        server.close()


def test_tracebacks_are_logged_without_colours(watched):
    pytest.importorskip("rich")

    watched.call("draws_tracebacks", {"name": "x"})

    assert watched.call("draws_tracebacks", {"name": "x"}).text == "False"


def test_a_file_under_the_number_of_a_closed_report_is_left_alone(watched):
    assert watched.call("close_report", {"name": "mine"}).text == "mine"


@pytest.mark.parametrize("first", [b"#!/usr/bin/env python3\n", b"#!/bin/sh\n'''exec' '/a b/bin/python3' \"$0\"\n"])
def test_a_console_script_runs_python_and_a_program_of_another_language_does_not(tmp_path: Path, first):
    script, other = tmp_path / "server", tmp_path / "other"
    script.write_bytes(first)
    other.write_bytes(b"#!/usr/bin/env node\n")

    assert [runs_python([word]) for word in (sys.executable, str(script), str(other))] == [True, True, False]


@pytest.mark.parametrize("options", [[], ["--outside-only"]])
def test_the_report_says_that_a_server_was_seen_from_inside(tmp_path, monkeypatch, capsys, options):
    monkeypatch.chdir(tmp_path)

    main(["check", target("good.py", "{workspace}"), "--allow-destructive", "--checks", "call_returns", *options])

    assert ("1 server seen from inside" in capsys.readouterr().out) == (not options)
