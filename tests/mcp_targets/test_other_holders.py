"""What one has got is not reported as given to another who does not get it."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(
    ("words", "is_found"),
    [
        ("", True),
        ("alone", True),
        ("alone known", True),
        ("refuses", False),
        ("alone refuses", False),
        ("moves", False),
        ("told", False),
        ("alone known moves", False),
    ],
)
def test_a_thing_of_another_is_not_reported_as_given(served, words, is_found):
    with served("parking_bays.py", *words.split(), allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("assign_bays")
        [result] = session.run(index, all_checks()["failure_is_not_success"])

    assert (result.status, result.code) == (("failed", "conflict_as_success") if is_found else ("passed", "")), (
        result.message
    )
