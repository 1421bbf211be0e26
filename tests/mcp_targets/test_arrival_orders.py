"""Records that are said to come as they were added do so whatever their keys look like."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize("more", ["", "newest"])
@pytest.mark.parametrize(
    ("store", "view", "name", "status", "code"),
    [
        ("object", "list", "callers", "failed", "arrival_forgotten"),
        ("object", "take", "next_caller", "failed", "arrival_forgotten"),
        ("kept", "list", "callers", "passed", ""),
        ("kept", "take", "next_caller", "passed", ""),
        ("named", "list", "callers", "not_applicable", ""),
    ],
)
def test_records_come_as_they_were_added(served, store, view, name, more, status, code):
    with served("callbacks.py", store, view, more, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index(name)
        [result] = session.run(index, all_checks()["common_rules_hold"])

    assert (result.status, result.code) == (status, code), result.message
