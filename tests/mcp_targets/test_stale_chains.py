"""Readers that forget what they keep for a record, and not what they keep for those that it belongs to, are found."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("mode", "writer"), [("own", "add_box"), ("added", "fill_box"), ("above", ""), ("told", "")])
def test_a_reader_shows_what_has_changed_further_along_a_chain(served, mode, writer):
    with served("nested_boxes.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("weigh_box")
        [result] = session.run(index, all_checks()["equal_calls_agree"])

    assert result.code == ("stale_answer" if writer else ""), result.message
    assert f"after {writer!r} changed" in result.message or not writer
