"""A server that loses what another tool has added to a record when the record is saved is found, if it is to stay."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(
    ("mode", "status", "code"),
    [("replaced", "failed", "attachment_lost"), ("changed", "passed", ""), ("told", "passed", "")],
)
def test_what_hangs_on_a_record_stays_when_the_record_is_saved(served, mode, status, code):
    with served("plots.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("enter_plot")
        [result] = session.run(index, all_checks()["common_rules_hold"])

    assert (result.status, result.code.partition(":")[0]) == (status, code), result.message
