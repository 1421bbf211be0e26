"""Fuzz runs: the calls in volume are reported to every check that needs them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pytest_forge.checks.calls.walk import walk_of
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.fuzz_runs import FuzzRuns
from pytest_forge.engine.messages import CallsMade, Reply, Verdict
from pytest_forge.engine.requests import CheckRequest
from pytest_forge.targets.past_calls import PastCalls
from pytest_forge.verdict import CouldNotRun, FollowsFinding

REQUEST = CheckRequest(
    tool=0,
    check="call_returns",
    module="a.module",
    seed=0,
    nonce="n",
    limits=BUDGETS["quick"],
    with_coverage=False,
    past=PastCalls(),
    base="/",
    allow_destructive=False,
    notes={"known": 1},
)


@pytest.mark.parametrize(
    ("verdict", "raised", "words"),
    [
        (None, FollowsFinding, "a valid call ended the process"),
        (Verdict("error", "The check itself failed with KeyError."), CouldNotRun, "KeyError"),
        (Verdict("not_applicable", "A watch is not made."), CouldNotRun, "A watch"),
    ],
)
def test_a_walk_that_was_not_taken_leaves_no_check_without_an_error(verdict, raised, words):
    notes = FuzzRuns().take(REQUEST, lambda _: Reply(0.0, verdict, made=CallsMade()))

    assert notes["known"] == 1
    with pytest.raises(raised, match=words):
        walk_of(SimpleNamespace(notes=notes))
