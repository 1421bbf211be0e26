"""A link is read as what it names, whatever signs the name has."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize("place", ["answered", "listed", "opened"])
@pytest.mark.parametrize(("writing", "expected"), [("plain", "link_misleads"), ("escaped", ""), ("refuses", "")])
def test_links_hold_names_with_signs_of_uris(served, writing, place, expected):
    with served("scores.py", writing, place, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("keep_sheet")
        [result] = session.run(index, all_checks()["common_rules_hold"])

    assert (result.status, result.code) == ("failed" if expected else "passed", expected), result.message


@pytest.mark.parametrize("place", ["answered", "listed", "opened"])
@pytest.mark.parametrize(("writing", "expected"), [("letters", "link_misleads"), ("numbered", ""), ("first", "")])
def test_two_records_do_not_share_a_link(served, writing, place, expected):
    with served("scores.py", writing, place, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("keep_sheet")
        [result] = session.run(index, all_checks()["common_rules_hold"])

    assert (result.status, result.code) == ("failed" if expected else "passed", expected), result.message


@pytest.mark.parametrize("writing", ["plain", "escaped"])
def test_what_readers_of_names_alone_do_not_show_is_not_taken_for_ignored(served, writing):
    with served("scores.py", writing, "listed", allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("keep_sheet")
        [result] = session.run(index, all_checks()["failure_is_not_success"])

    assert result.status == "passed", result.message
