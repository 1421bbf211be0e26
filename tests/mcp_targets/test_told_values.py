"""Values that the description of an argument lists are sent to a server, the rare ones as well."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("way", "status"), [("aloud", "failed"), ("aside", "passed")])
def test_a_line_printed_for_a_listed_value_is_found(served, way, status):
    with served("former_codes.py", way, allow_destructive=True) as session:
        [found] = session.run(0, all_checks()["results_are_json"])

    assert found.status == status, found.message


@pytest.mark.parametrize(("way", "status"), [("aloud", "failed"), ("aside", "passed")])
def test_a_value_that_the_description_of_the_tool_shows_is_sent(served, way, status):
    with served("sheets.py", way, allow_destructive=True) as session:
        [found] = session.run(0, all_checks()["results_are_json"])

    assert found.status == status, found.message


@pytest.mark.parametrize(("way", "status"), [("early", "failed"), ("late", "passed")])
def test_a_finder_is_asked_for_what_is_there(served, way, status):
    with served("sightings.py", way, allow_destructive=True) as session:
        [found] = session.run(0, all_checks()["common_rules_hold"])

    assert found.status == status, found.message


@pytest.mark.parametrize(("way", "status"), [("some", "failed"), ("all", "passed")])
def test_a_record_that_breaks_the_filter_is_found(served, way, status):
    with served("moorings.py", way, allow_destructive=True) as session:
        [found] = session.run(0, all_checks()["common_rules_hold"])

    assert found.status == status, found.message


@pytest.mark.parametrize(("way", "status"), [("texts", "failed"), ("times", "passed")])
def test_a_time_compared_as_a_text_is_found(served, way, status):
    with served("trams.py", way, allow_destructive=True) as session:
        [found] = session.run(0, all_checks()["common_rules_hold"])

    assert found.status == status, found.message


@pytest.mark.parametrize(("way", "status"), [("raw", "failed"), ("escaped", "passed")])
def test_a_line_that_another_tool_shows_is_found(served, way, status):
    with served("notices.py", way, allow_destructive=True) as session:
        found = next(one for one in session.run(0, all_checks()["text_is_no_template"]))

    assert found.status == status, found.message


@pytest.mark.parametrize(("way", "status"), [("shared", "failed"), ("copied", "passed")])
def test_what_a_call_adds_to_a_table_is_found(served, way, status):
    with served("bags.py", way, allow_destructive=True) as session:
        [found] = session.run(0, all_checks()["equal_calls_agree"])

    assert found.status == status, found.message
