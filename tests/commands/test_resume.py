"""`forge check --resume`: a run that was killed goes on where it was."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

import pytest

from forge_harness.cli.main import main

KILLS_THE_RUN = """
import os, signal
from pathlib import Path
from pytest_forge import check

def note(tool, which):
    with open("made.txt", "a") as file:
        file.write(f"{tool.name} {which}\\n")

@check(family="definition", level="MUST", source="House rules")
def name_is_short(tool):
    '''The name is short.'''
    note(tool, "short")

@check(family="definition", level="MUST", source="House rules")
def name_is_plain(tool):
    '''The first time, the run is killed.'''
    note(tool, "plain")
    if tool.name == "mute" and not Path("killed.txt").exists():
        Path("killed.txt").write_text("")
        os.kill(os.getpid(), signal.SIGKILL)
"""
CHECK = ("check", "definitions:tools.json", "--check-module", "house.py", "--checks", "name_is_short,name_is_plain")


def forge(*words: str) -> tuple[int, str, str]:
    """Run `forge` in a process that is forked, so that its checks are not known to other tests."""
    pid = os.fork()
    if pid == 0:
        with open("out.txt", "w") as sys.stdout, open("err.txt", "w") as sys.stderr:
            code = main(list(words))
        os._exit(code)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return status, Path("out.txt").read_text(), Path("err.txt").read_text()


@pytest.fixture
def killed(folder):
    """A run that was killed in its last check."""
    (folder / "house.py").write_text(KILLS_THE_RUN)
    assert forge(*CHECK)[0] == -signal.SIGKILL
    return folder


def test_a_run_that_was_killed_goes_on_where_it_was(killed):
    code, out, err = forge(*CHECK, "--resume", "--format", "json")

    assert code == 0
    assert err == "forge: 3 verdicts of the run that was cut off were taken up.\n"
    assert (killed / "made.txt").read_text().split("\n")[:-1] == [
        "told short",
        "told plain",
        "mute short",
        "mute plain",
        "mute plain",
    ]
    judged = [(one["tool"], one["check"], one["status"]) for one in json.loads(out)["results"]]
    assert judged == [
        (tool, check, "passed") for tool in ("told", "mute") for check in ("name_is_short", "name_is_plain")
    ]
    assert "so every check was made" in forge(*CHECK, "--resume")[2]


def test_only_a_run_of_the_same_checks_is_gone_on_with(killed):
    _, _, err = forge(*CHECK, "--resume", "--seed", "1")

    assert err == "forge: No run of the same checks was cut off, so every check was made.\n"


def test_a_run_that_begins_anew_makes_every_check(killed):
    code, _, err = forge(*CHECK)

    assert (code, err) == (0, "")
    assert (killed / "made.txt").read_text().count("\n") == 4 + 4


def test_a_change_of_the_definitions_makes_verdicts_void(killed):
    tools = killed / "tools.json"
    tools.write_text(tools.read_text())

    assert "'tools.json' has changed since the run was cut off" in forge(*CHECK, "--resume")[2]


@pytest.mark.parametrize("words", [("--store", "off"), ("--watch",), ("--replay", "mute[description_is_present]")])
def test_an_option_that_resume_contradicts_is_refused(refused, words):
    message = refused("check", "definitions:tools.json", "--resume", *words)

    assert words[0] in message
