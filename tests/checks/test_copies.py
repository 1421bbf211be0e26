"""Copies of the process: what a check's work does there, and what is told of it where it does not come back."""

from __future__ import annotations

import math
import os
import sys

import pytest

from pytest_forge.checks.calls.copies import in_a_copy
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
def test_a_copy_that_is_lost_tells_nothing(work):
    assert in_a_copy(work, limit_s=0.2) is None
