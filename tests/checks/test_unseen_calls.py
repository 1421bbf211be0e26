"""A check of robustness that lacks calls, since one took long or did not return, never passes."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import Budget
from pytest_forge.engine.session import open_session

SMALL = Budget(load_s=30.0, call_s=0.7, check_s=4.2)
#: Of a tool whose calls take most of the time of one, and are made until a check has no time left.
SMALLEST = Budget(load_s=30.0, call_s=0.35, check_s=2.1)
SLOW_S = 0.2
BODY = """
import asyncio, time
from typing import Literal
from pydantic import BaseModel, Field
from forge_harness import forge_tool

DONE = []

def work(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass

class Words(BaseModel):
    words: list[str] = Field(description="Words to find.", max_length=200_000)
    order: Literal["up", "down", "mixed"] = Field(description="Order of the answer.")

@forge_tool(args_schema=Words, tier="read", register=False)
def find_words(args: Words) -> dict:
    '''Find words.'''
    work({seconds})
    DONE.append(len(args.words))
    key = {{"up": 1, "down": -1}}[args.order]
    return {{"words": args.words[::key], "calls": list(DONE)}}

class Slots(BaseModel):
    minutes: int = Field(description="Length of a slot, in minutes.", ge=0, le=120)

FREE = {{"slots": 0}}

@forge_tool(args_schema=Slots, tier="read", register=False)
async def list_free_slots(args: Slots) -> dict:
    '''List the free slots of a day.'''
    at = FREE["slots"] = 0
    while at < 240:
        at += args.minutes
        await asyncio.sleep(0)
    return {{"slots": at}}

class Most(BaseModel):
    most: int = Field(description="The largest number to look at.", ge=2, le=500_000)

@forge_tool(args_schema=Most, tier="read", register=False)
def count_primes(args: Most) -> dict:
    '''Count the prime numbers up to a number.'''
    return {{"count": sum(all(n % d for d in range(2, n)) for n in range(2, args.most))}}
"""
#: What a fast tool with this body is found with; it passes the others.
FOUND = ("equal_calls_agree", "choices_are_handled")


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    with ExitStack() as stack:
        sessions = {}
        for seconds, budget in ((0.0, SMALL), (SLOW_S, SMALLEST)):
            path = tmp_path_factory.mktemp("tools") / "tools.py"
            path.write_text(BODY.format(seconds=seconds))
            sessions[seconds] = stack.enter_context(open_session(str(path), budget=budget))

        def judged(seconds, name, check):
            index = [tool.name for tool in sessions[seconds].tools].index(name)
            return sessions[seconds].run(index, all_checks()[check])[0]

        yield judged


@pytest.mark.in_turns("pytest_forge/engine/enough.py", "pytest_forge/checks/robustness")
@pytest.mark.parametrize("seconds", [0.0, SLOW_S])
@pytest.mark.parametrize(
    "check", ["equal_calls_agree", "choices_are_handled", "valid_calls_do_not_crash", "calls_in_any_order_do_not_crash"]
)
def test_a_slow_tool_is_judged_or_an_error_but_never_passed(run, seconds, check):
    result = run(seconds, "find_words", check)

    if not seconds:
        assert result.status == ("failed" if check in FOUND else "passed"), result.message
    else:
        assert result.status == "failed" or result.code == "not_enough_seen", result.message


def test_a_call_that_hangs_an_async_tool_is_told_by_its_own_check_alone(run):
    ends = run(0.0, "list_free_slots", "valid_calls_return")
    others = [
        run(0.0, "list_free_slots", check)
        for check in ("results_are_json", "failure_is_not_success", "calls_at_once_agree", "result_keys_are_stable")
    ]

    assert (ends.status, ends.code) == ("failed", "endless_call"), ends.message
    assert [(result.status, result.follows) for result in others] == [
        ("error", "valid_calls_return"),
        ("error", "valid_calls_return"),
        ("passed", ""),
        ("passed", ""),
    ]


def test_large_values_that_are_much_to_do_leave_the_others_to_judge(run):
    assert run(0.0, "count_primes", "failure_is_not_success").status == "passed"
