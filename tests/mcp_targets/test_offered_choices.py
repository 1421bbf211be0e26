"""A choice that a Python server offers and does not know is found, although its refusal names nothing."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, target


@pytest.fixture(scope="module")
def offering():
    with open_session(target("offering.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.parametrize(
    ("tool", "value"),
    [("hours_per", "fortnight"), ("sheet_of", "large"), ("print_as", ""), ("word_in", ""), ("jobs_in", "")],
)
def test_a_choice_that_the_code_does_not_know_is_found(offering, tool, value):
    index = [facts.name for facts in offering.tools].index(tool)

    [result] = offering.run(index, all_checks()["choices_are_handled"])

    assert (result.status, result.code) == (("failed", "unhandled_choice") if value else ("passed", "")), result.message
    assert not value or value in result.arguments.values()
