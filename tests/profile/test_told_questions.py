"""Which descriptions promise that a tool runs reading statements only."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_questions import promise_of_questions
from pytest_forge.targets.facts import ToolFacts


@pytest.mark.parametrize(
    ("description", "argument", "is_promised"),
    [
        ("Ask the shop. The data are only read.", "", True),
        ("Ask the shop. Read-only queries.", "", True),
        ("Ask the shop.", "One SELECT statement of SQLite.", True),
        ("Ask the shop.", "SQL; only SELECT is allowed.", True),
        ("Ask the shop.", "A SELECT or INSERT statement.", False),
        ("Ask the shop.", "SQL, such as a SELECT statement.", False),
        ("Ask the shop.", "A SELECT statement or any other.", False),
        ("Ask the shop. The columns are never changed.", "A statement.", False),
    ],
)
def test_a_promise_of_questions_is_of_the_data_or_the_statement(description, argument, is_promised):
    assert (
        bool(promise_of_questions(ToolFacts("ask", "tools.py", "function", description, {}), argument)) == is_promised
    )
