"""A server that gives out the number of a removed record again is found, if it says that it does not."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize("answer", ["words", "records"])
@pytest.mark.parametrize(("mode", "expected"), [("left", "number_given_twice"), ("last", "")])
def test_the_number_of_a_removed_record_is_not_given_out_again(served, mode, answer, expected):
    with served("numbered.py", mode, answer, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("grant")
        [result] = session.run(index, all_checks()["common_rules_hold"])

    assert (result.status, result.code) == ("failed" if expected else "passed", expected), result.message
