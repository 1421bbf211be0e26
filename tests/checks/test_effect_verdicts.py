"""Verdicts on effects, paths and arguments: a slow tool is no safe one, and a word excuses nothing in silence."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
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


def test_a_careless_tool_is_found_whatever_it_is_careless_with(judged):
    results = judged(CARELESS.format(seconds=0), FOUND)

    assert {check: result.code for check, result in results.items()} == FOUND


def test_a_slow_careless_tool_never_passes(judged):
    results = judged(CARELESS.format(seconds=0.2), FOUND, budget=SMALL)

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


def test_what_a_slow_call_keeps_open_is_found_or_not_judged(judged):
    budget = Budget(load_s=30.0, call_s=1.0, check_s=1.5)

    (result,) = judged(KEEPS_OPEN, ["resources_are_given_back"], budget=budget).values()

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


def test_a_call_that_hangs_leaves_a_check_undecided(judged):
    budget = Budget(load_s=30.0, call_s=0.2, check_s=2.0)

    results = judged(HANGS, ["resources_are_given_back", "process_state_is_left_alone"], budget=budget)

    assert {(result.status, result.follows) for result in results.values()} == {("error", "valid_calls_return")}


HANG_IN_ONE_CALL = """
import threading, time
from pydantic import BaseModel
from forge_harness import forge_tool

HUNG = []
CALLS = []

class Args(BaseModel):
    path: str

def hang_once():
    if not HUNG:
        HUNG.append(True)
        threading.Event().wait()

def tool(read):
    def take(args: Args, *, workspace_root):
        path = (workspace_root / args.path).resolve()
        if not path.is_relative_to(workspace_root.resolve()):
            raise ValueError("outside")
        return {"text": read(workspace_root, workspace_root / args.path, path.read_text())}

    options = {"tier": "read", "category": "custom", "workspace_root_aware": True, "register": False}
    return forge_tool(args_schema=Args, name=read.__name__, description="Take a text file.", **options)(take)

@tool
def at_links(root, path, text):
    if any(entry.is_symlink() for entry in root.iterdir()):
        hang_once()
    return text

@tool
def at_a_swap(root, path, text):
    if path.is_symlink():
        raise ValueError("a link")
    time.sleep(0.001)
    if path.is_symlink():
        hang_once()
    return text

@tool
def at_listings(root, path, text):
    if "outside" in text:
        hang_once()
    return text

@tool
def at_every_second_call(root, path, text):
    CALLS.append(path)
    if len(CALLS) % 2 == 0:
        hang_once()
    return text

@tool
def at_keys(root, path, text):
    if path.suffix == ".pem":
        hang_once()
    if path.resolve().suffix != ".txt":
        raise ValueError("another type")
    return text
"""


@pytest.fixture(scope="module")
def hanging(tmp_path_factory):
    path = tmp_path_factory.mktemp("hanging") / "tools.py"
    path.write_text(HANG_IN_ONE_CALL)
    with open_session(str(path), budget=Budget(load_s=30.0, call_s=0.3, check_s=9.0)) as session:
        yield session


@pytest.mark.in_turns("pytest_forge/checks/confinement", "pytest_forge/engine/enough.py")
@pytest.mark.parametrize(
    ("tool", "check"),
    [
        ("at_links", "links_stay_inside"),
        ("at_a_swap", "links_stay_inside"),
        ("at_listings", "paths_stay_inside"),
        ("at_every_second_call", "process_state_is_left_alone"),
        ("at_keys", "file_types_are_allow_listed"),
    ],
)
def test_one_call_that_hangs_leaves_a_check_of_paths_undecided(hanging, tool, check):
    result = hanging.run([facts.name for facts in hanging.tools].index(tool), all_checks()[check])[-1]

    assert (result.status, result.follows) == ("error", "valid_calls_return"), result.message


SINGLE = """
import re, threading, time
from forge_harness import forge_tool
from pydantic import BaseModel

class Args(BaseModel):
    title: str

PATTERN = re.compile("(a+)+$")
TAKEN = []

def tool(take):
    return forge_tool(args_schema=Args, tier="read", register=False, name=take.__name__)(take)

@tool
def takes_once(args: Args) -> str:
    '''Take a title that is free.'''
    if args.title in TAKEN:
        raise ValueError("taken")
    TAKEN.append(args.title)
    return "done"

@tool
def pauses(args: Args) -> str:
    '''Take a title.'''
    time.sleep(5)
    return "done"

@tool
def hangs_at_two_letters(args: Args) -> str:
    '''Take a title.'''
    if args.title.endswith("aa!"):
        threading.Event().wait()
    PATTERN.match(args.title[:3])
    return "done"

@tool
def hangs_at_powers(args: Args) -> str:
    '''Take a title.'''
    if args.title in ("9**9**1", "9^9^1"):
        threading.Event().wait()
    return "169"

@tool
def never_answers(args: Args) -> str:
    '''Take a title.'''
    raise ConnectionError("the project is not registered")
"""


@pytest.fixture(scope="module")
def single(tmp_path_factory):
    path = tmp_path_factory.mktemp("single") / "tools.py"
    path.write_text(SINGLE)
    with open_session(str(path), budget=BUDGETS["quick"]) as session:
        yield session


@pytest.mark.in_turns
@pytest.mark.parametrize(
    ("tool", "check", "status", "reason"),
    [
        ("takes_once", "resources_are_given_back", "not_applicable", "No call succeeds more than once"),
        ("takes_once", "temporary_files_are_removed", "not_applicable", "No call succeeds more than once"),
        ("pauses", "readers_send_no_orders", "passed", ""),
        ("hangs_at_two_letters", "expressions_take_bounded_time", "error", "did not return"),
        ("hangs_at_powers", "expressions_take_bounded_time", "error", "did not return"),
        ("never_answers", "root_is_declared", "not_applicable", "ConnectionError"),
    ],
)
def test_what_was_not_seen_is_not_passed(single, tool, check, status, reason):
    result = single.run([facts.name for facts in single.tools].index(tool), all_checks()[check])[-1]

    assert result.status == status, result.message
    assert reason in result.message


#: Each breaks the promise of a check by a body for which a word of its name, its argument or an address is an excuse.
EXCUSED = [
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
]  # fmt: skip
IMPORTS = """
import logging, os, socket, urllib.request
from contextlib import suppress
from pydantic import BaseModel
from forge_harness import forge_tool

KEPT = []
"""
NAMED = """
class ArgsOf_{name}(BaseModel):
    {argument}: str

def run_{name}(args: ArgsOf_{name}) -> str:
    with suppress(OSError):
        {body}
    return "taken"

def tool(name: str, **facts: bool):
    return forge_tool(args_schema=ArgsOf_{name}, tier="{tier}", register=False, name=name, facts=facts)(run_{name})

excused_{name} = tool("{name}")
denied_{name} = tool("{name}_denied", {fact}=False)
declared_{name} = tool("takes_{number}", {fact}=True)
"""


@pytest.fixture(scope="module")
def excused(tmp_path_factory):
    keys = ("name", "argument", "tier", "body", "fact")
    parts = [
        NAMED.format(number=number, **dict(zip(keys, case[1:6], strict=True))) for number, case in enumerate(EXCUSED)
    ]
    path = tmp_path_factory.mktemp("excused") / "tools.py"
    path.write_text(IMPORTS + "".join(parts))
    with open_session(str(path), budget=BUDGETS["quick"]) as session:
        yield session


@pytest.mark.in_turns
@pytest.mark.parametrize("number", range(len(EXCUSED)))
def test_a_word_excuses_nothing_in_silence(excused, number):
    check, name, *_, fact, word = EXCUSED[number]
    names = [facts.name for facts in excused.tools]

    guessed, denied, declared = (
        excused.run(names.index(tool), all_checks()[check])[0] for tool in (name, f"{name}_denied", f"takes_{number}")
    )

    assert (guessed.status, denied.status) == ("not_applicable", "failed")
    assert f"the word {word!r} in " in guessed.message
    assert f"{{{fact!r}: False}}" in guessed.message
    assert declared.status in ("passed", "not_applicable")


def test_a_writer_with_a_workspace_that_writes_beside_its_module_is_found(judged):
    source = """
from pathlib import Path
from pydantic import BaseModel, Field
from forge_harness import forge_tool

class Args(BaseModel):
    text: str = Field(max_length=50, description="Text.")

@forge_tool(args_schema=Args, tier="write", workspace_root_aware=True, register=False)
def take(args: Args, *, workspace_root: Path) -> dict:
    '''Store a text.'''
    (workspace_root / "note.txt").write_text(args.text)
    Path(__file__).with_name("last.txt").write_text(args.text)
    return {"stored": True}
"""
    found = judged(source, ["writers_keep_to_their_own_files"])["writers_keep_to_their_own_files"]
    assert found.code == "writer_outside"
