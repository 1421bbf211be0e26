"""A reader of a server that answers an unknown name with a sentence is found; one that finds nothing is not."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, target


@pytest.fixture(scope="module")
def looked_up():
    with open_session(target("looked_up.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.parametrize(
    ("tool", "expected"),
    [
        ("tree_card", ("failed", "failure_as_success")),
        ("leaves_of", ("failed", "failure_as_success")),
        ("show_tree", ("passed", "")),
        ("leaves_like", ("passed", "")),
        ("places_of", ("passed", "")),
        ("trees_like", ("passed", "")),
        ("height_of", ("passed", "")),
        ("sightings", ("failed", "failure_as_success")),
        ("known_sightings", ("not_applicable", "")),
    ],
)
def test_a_sentence_in_place_of_a_record_is_a_failure(looked_up, tool, expected):
    index = [facts.name for facts in looked_up.tools].index(tool)

    [result] = looked_up.run(index, all_checks()["failure_is_not_success"])

    assert (result.status, result.code) == expected, result.message
