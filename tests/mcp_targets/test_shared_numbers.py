"""A server that gives a new record the number of one that is still there is found."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize("ends", ["once", "twice"])
@pytest.mark.parametrize(("numbered", "expected"), [("counted", "number_still_in_use"), ("last", ""), ("free", "")])
def test_the_number_of_a_record_that_is_there_is_not_given_out(served, numbered, ends, expected):
    with served("loans.py", numbered, ends, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("lend")
        [result] = session.run(index, all_checks()["common_rules_hold"])

    assert (result.status, result.code) == ("failed" if expected else "passed", expected), result.message


@pytest.mark.parametrize(
    ("numbered", "expected"), [("counted", "number_still_in_use"), ("last", ""), ("places", ""), ("breeds", "")]
)
@pytest.mark.parametrize("seen", ["shown", "listed"])
def test_a_record_is_not_lost_to_a_new_one_with_its_number(served, numbered, expected, seen):
    with served("hives.py", numbered, seen, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("set_up_hive")
        [result] = session.run(index, all_checks()["common_rules_hold"])

    assert result.code.partition(":")[0] == expected, result.message
