"""Walks: what becomes of the calls in volume is told to every check that asks for them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from pytest_forge.checks.calls.walk import walk_of
from pytest_forge.engine.walks import Walks
from pytest_forge.verdict import CouldNotRun, FollowsFinding

REQUEST = {"notes": {"known": 1}, "limits": {"check_s": 1.0}}


@pytest.mark.parametrize(
    ("verdict", "raised", "words"),
    [
        (None, FollowsFinding, "a valid call ended the process"),
        (
            {"status": "error", "message": "The check itself failed with KeyError.", "notes": {}},
            CouldNotRun,
            "KeyError",
        ),
        ({"status": "not_applicable", "message": "A watch is not made.", "notes": {}}, CouldNotRun, "A watch"),
    ],
)
def test_a_walk_that_was_not_taken_leaves_no_check_without_an_error(verdict, raised, words):
    notes = Walks().take(0, REQUEST, lambda _: {"verdict": verdict, "made": {"stopped_early": False}})

    assert notes["known"] == 1
    with pytest.raises(raised, match=words):
        walk_of(SimpleNamespace(notes=notes))
