"""A server that follows every way through records which need each other is found."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("mode", "expected"), [("follows", "exponential_time"), ("remembers", "")])
def test_layers_of_records_are_answered_as_a_chain_is(served, mode, expected):
    with served("courses.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("term_of")
        [result] = session.run(index, all_checks()["time_grows_with_the_input"])

    assert (result.code, result.status == "failed") == (expected, bool(expected)), result.message
