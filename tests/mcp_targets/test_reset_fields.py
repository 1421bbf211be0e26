"""A server that sets back what a call does not give of a known record is found, if the call is said to update it."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("mode", "status", "code"), [("replaced", "failed", "field_not_kept"), ("kept", "passed", "")])
def test_a_known_record_keeps_what_a_call_does_not_give(served, mode, status, code):
    with served("ferries.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("enter_ferry")
        [result] = session.run(index, all_checks()["common_rules_hold"])

    assert (result.status, result.code.partition(":")[0]) == (status, code), result.message
