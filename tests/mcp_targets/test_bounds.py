"""A bound that a reader of a server refuses is found, and not one that it refuses beside some values only."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, target


@pytest.fixture(scope="module")
def bounded():
    with open_session(target("bounded.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.parametrize(
    ("tool", "status", "bound"),
    [
        ("egg_after", "failed", {"seconds": 900}),
        ("steps_to", "failed", {"landing": 0}),
        ("egg_until", "passed", {}),
        ("day_of_year", "passed", {}),
        ("in_locker", "passed", {}),
        ("mean_depth", "passed", {}),
        # A wait as long as the bound is not asked for.
        ("rests", "not_applicable", {}),
    ],
)
def test_a_bound_that_is_always_refused_is_found(bounded, tool, status, bound):
    index = [facts.name for facts in bounded.tools].index(tool)

    [result] = bounded.run(index, all_checks()["valid_arguments_are_accepted"])

    assert (result.status, bound.items() <= (result.arguments or {}).items()) == (status, True), result.message
