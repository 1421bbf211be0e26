"""Readers that still show a record as it was before another tool changed what it belongs to are found."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("mode", "code"), [("kept", "stale_answer"), ("cleared", ""), ("told", "")])
def test_a_reader_shows_what_has_changed_in_the_record_behind_its_own(served, mode, code):
    with served("kennel.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("find_dogs")
        [result] = session.run(index, all_checks()["equal_calls_agree"])

    assert result.code.partition(":")[0] == code, result.message
    assert "'move_owner' changed the data" in result.message or not code
