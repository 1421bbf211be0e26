"""What an output schema says of a number in words holds for the results."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("way", "code"), [("largest", "told_range_left"), ("smallest", "")])
def test_a_number_outside_the_range_that_is_told_is_found(served, way, code):
    with served("turns.py", way, allow_destructive=True) as session:
        [found] = session.run(0, all_checks()["structured_results_match"])

    assert (found.status, found.code) == (("failed", code) if code else ("passed", "")), found.message
