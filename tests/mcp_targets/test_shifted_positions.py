"""A word is found where it stands in what another tool has stored, whatever letters stand before it."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(
    ("mode", "status", "code"), [("lowered", "failed", "position_shifted"), ("plain", "passed", "")]
)
def test_places_in_stored_texts(served, mode, status, code):
    with served("clippings.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("look_up")
        [result] = session.run(index, all_checks()["common_rules_hold"])

    assert (result.status, result.code) == ("failed" if code else "passed", code), result.message
