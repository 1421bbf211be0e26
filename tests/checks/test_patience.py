"""Patience: a check whose time is over says so, and only work beside the verdict may end without a word."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

import pytest_forge.checks
from pytest_forge.sandbox import temporary_sandbox
from pytest_forge.targets import patience as patience_module
from pytest_forge.targets import subject as subject_module
from pytest_forge.targets.found_tool import found_facts
from pytest_forge.targets.functions import function_tool
from pytest_forge.targets.patience import Patience
from pytest_forge.targets.subject import Subject

CHECKS = Path(pytest_forge.checks.__file__).parent
#: They shorten a finding, make calls work that are judged afterwards, or note what was complete.
MAY_END_QUIETLY = {
    "calls/edge_replies.py",
    "calls/preparation/preparing.py",
    "calls/preparation/tried_makers.py",
    "robustness/edge_answers.py",
    "robustness/equal_calls/server_reads.py",
}


def size_of(text: str) -> int:
    """Count the characters of a text."""
    return len(text)


def clocked(monkeypatch: pytest.MonkeyPatch) -> tuple[SimpleNamespace, Subject]:
    """Return a clock that stands still, and a subject whose check has ten seconds by it."""
    clock = SimpleNamespace(now=0.0)
    for module in (patience_module, subject_module):
        monkeypatch.setattr(module, "own_time", lambda: clock.now)
    tool = function_tool(size_of)
    with temporary_sandbox(seed=0) as sandbox:
        return clock, Subject(found_facts(tool, "size_of", "function"), tool, sandbox=sandbox, check_s=10.0)


def test_the_end_of_the_time_is_told_once_when_a_check_asks_for_it():
    left: list[int] = []
    patience = Patience(-1.0, left.append)

    assert not patience.has_time_to_shorten
    assert left == []
    assert patience.is_over
    assert patience.is_over
    assert left == [0]


def test_no_judge_ends_without_a_word():
    quiet = {
        path.relative_to(CHECKS).as_posix()
        for path in CHECKS.rglob("*.py")
        if "has_time_to_shorten" in path.read_text(encoding="utf-8")
    }

    assert quiet == MAY_END_QUIETLY


def test_what_one_part_of_a_check_leaves_over_is_for_the_next(monkeypatch: pytest.MonkeyPatch):
    clock, subject = clocked(monkeypatch)
    first = subject.patience(0.2)
    clock.now = 0.5
    second = subject.patience(0.1)

    clock.now = 2.9
    assert first.is_over
    assert not second.is_over
    assert not second.has_time_to_shorten
    clock.now = 3.1
    assert second.is_over


def test_no_part_of_a_check_takes_the_time_of_its_verdict(monkeypatch: pytest.MonkeyPatch):
    clock, subject = clocked(monkeypatch)
    limits = [subject.patience(0.6) for _ in range(3)]

    clock.now = 7.4
    assert [limit.is_over for limit in limits] == [True, False, False]
    clock.now = 7.6
    assert all(limit.is_over for limit in limits)
