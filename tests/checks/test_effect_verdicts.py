"""Verdicts on effects, paths and arguments: a slow tool is no safe one, and a word excuses nothing in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from pytest_forge.checks.check import all_checks
from pytest_forge.engine.budget import BUDGETS, Budget
from pytest_forge.engine.session import open_session

#: Of the tier read, and does what no reader does.
CARELESS = """
import os, subprocess, time
from pathlib import Path
from pydantic import BaseModel, Field, field_validator
from forge_harness import forge_tool

KEPT = []

class Args(BaseModel):
    path: str
    level: int = Field(5, ge=0, le=10)
    code: str = "ABC"

    @field_validator("level")
    @classmethod
    def is_low(cls, level: int) -> int:
        if level == 10:
            raise ValueError("too high")
        return level

    @field_validator("code")
    @classmethod
    def turned(cls, code: str) -> str:
        work()
        return "x" + code[::-1]

def work():
    until = time.process_time() + {seconds}
    while time.process_time() < until:
        pass

@forge_tool(args_schema=Args, tier="read", workspace_root_aware=True, register=False)
def take(args: Args, *, workspace_root: Path) -> dict:
    '''Take a file.'''
    work()
    KEPT.append(os.open("/dev/null", os.O_RDONLY))
    os.environ["LAST_TAKEN"] = args.path
    (workspace_root / "taken.txt").write_text("taken")
    subprocess.run(["true"], check=False)
    return {{"text": (workspace_root / args.path).read_text()}}
"""
FOUND = {
    "resources_are_given_back": "resource_left",
    "process_state_is_left_alone": "state_changed",
    "readers_change_no_files": "reader_wrote",
    "processes_need_the_tier_execute": "process_started",
    "paths_stay_inside": "path_traversal",
    "reads_are_bounded": "unbounded_read",
    "valid_arguments_are_accepted": "valid_value_refused",
    "approved_arguments_are_executed": "approved_argument_changed",
}
#: So small that a tool that takes a moment is slow for it.
SMALL = Budget(load_s=30.0, call_s=0.4, check_s=0.5)


def judged(tmp_path: Path, source: str, checks, *, budget: Budget = BUDGETS["quick"]):
    path = tmp_path / "tool.py"
    path.write_text(source)
    with open_session(f"{path}:take", budget=budget) as session:
        return {check: session.run(0, all_checks()[check])[-1] for check in checks}


def test_a_careless_tool_is_found_whatever_it_is_careless_with(tmp_path):
    results = judged(tmp_path, CARELESS.format(seconds=0), FOUND)

    assert {check: result.code for check, result in results.items()} == FOUND


def test_a_slow_careless_tool_never_passes(tmp_path):
    results = judged(tmp_path, CARELESS.format(seconds=0.2), FOUND, budget=SMALL)

    assert {check for check, result in results.items() if result.status not in ("failed", "error")} == set()


KEEPS_OPEN = """
import os, time

KEPT = []

def take() -> str:
    '''Take one.'''
    until = time.process_time() + 0.55
    while time.process_time() < until:
        pass
    KEPT.append(os.open("/dev/null", os.O_RDONLY))
    return "taken"
"""


def test_what_a_slow_call_keeps_open_is_found_or_not_judged(tmp_path):
    budget = Budget(load_s=30.0, call_s=1.0, check_s=1.5)

    (result,) = judged(tmp_path, KEEPS_OPEN, ["resources_are_given_back"], budget=budget).values()

    assert result.status in ("failed", "error")


HANGS = """
from typing import Literal
import threading

def take(mode: Literal["quick", "endless"]) -> str:
    '''Take one.'''
    while mode == "endless":
        pass
    return "taken"
"""


@pytest.mark.parametrize("check", ["resources_are_given_back", "process_state_is_left_alone"])
def test_a_call_that_hangs_leaves_a_check_undecided(tmp_path, check):
    budget = Budget(load_s=30.0, call_s=0.2, check_s=2.0)

    (result,) = judged(tmp_path, HANGS, [check], budget=budget).values()

    assert (result.status, result.follows) == ("error", "valid_calls_return")


NAMED = """
import logging, os, socket, urllib.request
from contextlib import suppress
from pydantic import BaseModel
from forge_harness import forge_tool

KEPT = []

class Args(BaseModel):
    {argument}: str

def take(args: Args) -> str:
    with suppress(OSError):
        {body}
    return "taken"

def tool(name: str, **facts: bool):
    return forge_tool(args_schema=Args, tier="{tier}", register=False, name=name, facts=facts)(take)

excused = tool("{name}")
denied = tool("{name}", {fact}=False)
declared = tool("take_one", {fact}=True)
"""


@pytest.mark.parametrize(
    ("check", "name", "argument", "tier", "body", "fact", "word"),
    [
        ("process_state_is_left_alone", "set_timezone", "zone", "write",
         "os.environ['LAST'] = args.zone", "changes_process", "timezone"),
        ("resources_are_given_back", "open_drawer", "title", "write",
         "KEPT.append(os.open('/dev/null', os.O_RDONLY))", "starts_lasting", "open"),
        ("secrets_stay_out_of_logs", "list_all", "page_token", "read",
         "logging.info('asked for %s', args.page_token)", "takes_no_secrets", "page"),
        ("readers_send_no_orders", "weather_of", "city", "read",
         "socket.create_connection(('93.184.216.34', 80), 1)", "open_world", "weather"),
        ("readers_send_no_orders", "take_all", "text", "read",
         "urllib.request.urlopen('http://example.com/search', b'x=1', 1)", "posts_questions", "search"),
    ],
)  # fmt: skip
def test_a_word_excuses_nothing_in_silence(tmp_path, check, name, argument, tier, body, fact, word):
    path = tmp_path / "tool.py"
    path.write_text(NAMED.format(name=name, argument=argument, tier=tier, body=body, fact=fact))

    with open_session(str(path), budget=BUDGETS["quick"]) as session:
        declared = {str(sorted(tool.declared.items())): index for index, tool in enumerate(session.tools)}
        said, denied, excused = (
            session.run(declared[key], all_checks()[check])[-1]
            for key in (str([(fact, True)]), str([(fact, False)]), "[]")
        )

    assert (excused.status, denied.status) == ("not_applicable", "failed")
    assert f"the word {word!r} in " in excused.message
    assert f"{{{fact!r}: False}}" in excused.message
    assert said.status in ("passed", "not_applicable")
