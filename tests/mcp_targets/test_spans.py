"""A reader is asked for a span in which nothing lies, and its answer has to match its output schema there, too."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import open_session

from .conftest import BUDGET, target


@pytest.fixture(scope="module")
def spans():
    with open_session(target("spans.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.mark.parametrize(
    ("tool", "is_found"),
    [
        ("since_day", True),
        ("since_any_day", False),
        ("after_moment", True),
        ("after_any_moment", False),
        ("with_word", True),
        ("with_any_word", False),
        # Counts as far as it is asked to: four thousand million steps would never end.
        ("counted", False),
    ],
)
def test_an_empty_span_is_asked_for(spans, tool, is_found):
    index = [facts.name for facts in spans.tools].index(tool)

    [result] = spans.run(index, all_checks()["structured_results_match"])

    expected = ("failed", "output_schema_broken") if is_found else ("passed", "")
    assert (result.status, result.code) == expected, result.message
