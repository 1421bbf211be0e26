"""Calls at the same time for different records of one document lose none of them."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(
    ("tool", "locked", "expected"),
    [
        ("plant", ("crop", "bed"), "update_lost"),
        ("pull_out", ("bed", "crop"), "update_lost"),
        ("plant", ("bed", "bed"), ""),
        ("pull_out", ("bed", "bed"), ""),
    ],
)
def test_a_document_is_locked_as_a_whole(served, tool, locked, expected):
    with served("beds.py", *locked, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index(tool)
        [result] = session.run(index, all_checks()["calls_at_once_agree"])

    assert (result.status, result.code) == ("failed" if expected else "passed", expected), result.message
