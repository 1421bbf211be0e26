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
    assert _verdict(served, "cards.py", tool, mode, about) == _expected(about)


@pytest.mark.parametrize("tool", ["write_berth", "write_berth_in_file"])
@pytest.mark.parametrize(("mode", "about"), [("signs", "berth"), ("plain", "")])
def test_signs_stay_where_a_passage_has_to_be_there_first(served, tool, mode, about):
    assert _verdict(served, "harbour_plans.py", tool, mode, about) == _expected(about)


def _expected(about):
    return ("failed", "replacement_injection", True) if about else ("passed", "", False)


def _verdict(served, server, tool, mode, about):
    """Return the status and the code, and whether the message names the argument."""
    with served(server, mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index(tool)
        [result] = session.run(index, all_checks()["text_is_no_template"])
    return result.status, result.code, bool(about) and f"in {about!r}" in result.message
