"""Where the kernel does not hold signals back, tools end no process of the user's."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.signals import with_unsafe_marked
from pytest_forge.targets.facts import ToolFacts
from pytest_forge.targets.mcp.tool import McpTool

GUARDED = """
import os, signal, subprocess, sys
from pytest_forge.engine.signals import guard_signals
os.setsid()
guard_signals()
own = subprocess.Popen(["sleep", "60"])
apart = subprocess.Popen(["sleep", "60"], start_new_session=True)
def attempt(work, *words):
    try:
        work(*words)
    except PermissionError:
        return "refused"
    return "done"
parent = os.getppid()
print(
    attempt(os.kill, parent, 0), attempt(os.kill, -1, 0), attempt(os.kill, -parent, 0), attempt(os.killpg, parent, 0),
    attempt(subprocess.run, ["kill", "-0", str(parent)]), attempt(os.system, f"true; kill -0 {parent}"),
    attempt(subprocess.run, ["true", "kill-time"]), attempt(os.kill, os.getpid(), 0), attempt(os.kill, 0, 0),
    attempt(own.kill), attempt(os.killpg, apart.pid, signal.SIGKILL),
)
"""


def test_a_guarded_process_signals_itself_and_what_it_has_started() -> None:
    done = subprocess.run([sys.executable, "-c", GUARDED], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["refused"] * 6 + ["done"] * 5


@pytest.mark.parametrize(
    ("name", "argument", "is_unsafe"),
    [("end_task", "pid", True), ("show", "processId", True), ("kill_job", "name", True), ("list_files", "path", False)],
)
def test_a_tool_of_a_server_that_may_signal_is_called_where_that_is_held_alone(name, argument, is_unsafe) -> None:
    facts = ToolFacts(name, "mcp:server", "mcp", input_schema={"properties": {argument: {"type": "integer"}}})

    assert bool(with_unsafe_marked(facts, is_contained=False).unsafe) is is_unsafe
    assert with_unsafe_marked(facts, is_contained=True) == facts


def test_what_is_unsafe_is_neither_judged_nor_called(opened) -> None:
    with opened("def end(pid: int) -> str:\n    return 'done'\n") as session:
        session.tools = [replace(session.tools[0], unsafe="Not here.")]
        [result] = session.run(0, all_checks()["results_are_json"])
    answer = McpTool(None, session.tools[0])

    assert (result.status, result.message) == ("error", "Not here.")
    with pytest.raises(Exception, match="Not here"):
        answer.run({"pid": os.getppid()}, workspace_root=None)
