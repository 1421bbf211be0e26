"""Copies of the process: what a check's work does there, and what is reported if it does not return."""

from __future__ import annotations

import math
import os
import sys
from types import SimpleNamespace

import pytest

from forge_harness import ServerLostError
from pytest_forge.checks.calls.copies import in_a_copy
from pytest_forge.checks.robustness.concurrent_calls.calls_at_once import made_at_once, made_in_turn, made_slowly
from pytest_forge.targets.own_clock import Starvation, own_time
from pytest_forge.verdict import CouldNotRun


def test_what_the_work_returns_comes_back_as_json():
    assert in_a_copy(lambda: {"pid": os.getpid(), "found": (1, {2})}, limit_s=5.0)["found"] == [1, "{2}"]


def raises() -> None:
    raise LookupError("no\nsuch slot")


def returns_a_cycle() -> list[object]:
    cycle: list[object] = []
    cycle.append(cycle)
    return cycle


@pytest.mark.parametrize(
    ("work", "told"),
    [
        (raises, r"The check itself failed with LookupError at test_copies\.py:\d+ \(no such slot\)\."),
        (returns_a_cycle, r"The check itself failed with ValueError at .+ \(Circular reference detected\)\."),
    ],
)
def test_an_exception_of_our_own_work_is_told_as_a_bug_of_ours(work, told):
    with pytest.raises(CouldNotRun, match=told):
        in_a_copy(work, limit_s=5.0)


@pytest.mark.parametrize("work", [sys.exit, lambda: os._exit(3), lambda: math.factorial(10**7)])
def test_a_lost_copy_returns_nothing_and_its_check_is_told(work):
    left = []

    assert in_a_copy(work, limit_s=0.2, tell=left.append) is None
    assert left == [1]


def test_a_check_is_told_nothing_of_a_copy_that_answers():
    left = []

    assert in_a_copy(lambda: None, limit_s=5.0, tell=left.append) is None
    assert left == []


class BrokenFinder:
    def in_outcome(self, _: object) -> None:
        raise LookupError("our own")


@pytest.mark.parametrize("makes", [made_at_once, made_slowly])
def test_an_exception_of_our_own_work_on_a_thread_is_told(makes):
    tool = SimpleNamespace(validate=lambda call: call, run=lambda call, workspace_root: call)
    subject = SimpleNamespace(tool=tool, sandbox=SimpleNamespace(workspace=None))

    with pytest.raises(LookupError, match="our own"):
        makes(subject, BrokenFinder(), [{}], frozenset())


CYCLE: list[object] = ["a"]
CYCLE.append(CYCLE)


@pytest.mark.parametrize("result", [[{1: "a", "b": 2}], CYCLE])
def test_what_json_cannot_carry_is_compared_as_well(result):
    tool = SimpleNamespace(validate=lambda call: call, run=lambda call, workspace_root: {"found": result})
    subject = SimpleNamespace(tool=tool, sandbox=SimpleNamespace(workspace=None))
    bugs = SimpleNamespace(in_outcome=lambda _: None)

    made = in_a_copy(lambda: made_in_turn(subject, bugs, [{}]), limit_s=5.0)

    assert made[0]["leaves"] == {".found[]": repr(result)}


def test_the_clock_does_not_go_back_where_threads_of_a_copy_have_waited_side_by_side(monkeypatch):
    monkeypatch.setattr(Starvation, "seconds", 100.0)
    before = own_time()

    assert in_a_copy(lambda: 1, limit_s=60.0) == 1
    assert own_time() >= before


def test_a_server_that_ends_in_a_copy_is_told_as_such():
    def lose():
        raise ServerLostError("ended the server", "fatal", {"name": "é"}, tool="save_text")

    with pytest.raises(ServerLostError) as caught:
        in_a_copy(lose, limit_s=5)

    lost = caught.value
    assert (lost.how, lost.said) == ("ended the server", "fatal")
    assert (lost.arguments, lost.tool) == ({"name": "é"}, "save_text")
