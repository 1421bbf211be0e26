"""Patience: a check whose time is over says so, and only work beside the verdict may end without a word."""

from __future__ import annotations

from pathlib import Path

import pytest_forge.checks
from pytest_forge.targets.patience import Patience

CHECKS = Path(pytest_forge.checks.__file__).parent
#: They shorten a finding, make calls work that are judged afterwards, or note what was complete.
MAY_END_QUIETLY = {
    "calls/edge_replies.py",
    "calls/preparing.py",
    "robustness/edge_answers.py",
    "robustness/server_reads.py",
}


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
