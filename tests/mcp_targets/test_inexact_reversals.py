"""A server that leaves a rest when a call is taken back is found, if it is said to leave none."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("mode", "code"), [("anew", "reversal_leaves_rest"), ("stored", ""), ("told", "")])
def test_a_call_is_taken_back_to_the_last_unit(served, mode, code):
    with served("rebates.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("take_back")
        [result] = session.run(index, all_checks()["common_rules_hold"])

    assert result.code.partition(":")[0] == code, result.message
