"""A text that a server puts in place of another one keeps its signs."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(
    ("tool", "mode", "about"),
    [
        ("change_card", "signs", "put"),
        ("fill_in", "signs", "guest"),
        ("change_card", "plain", ""),
        ("fill_in", "plain", ""),
        # Other signs are halved, and nothing is filled in.
        ("change_card", "halved", ""),
        ("change_card", "told", ""),
    ],
)
def test_signs_of_a_replacement_stay(served, tool, mode, about):
    with served("cards.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index(tool)
        [result] = session.run(index, all_checks()["text_is_no_template"])

    if about:
        assert (result.status, result.code) == ("failed", "replacement_injection"), result.message
        assert f"in {about!r}" in result.message
    else:
        assert result.status == "passed", result.message
