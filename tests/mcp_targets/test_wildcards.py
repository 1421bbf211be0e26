"""Wildcards that a server compares with names of its own, by trying every way or by an engine that gives up early."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize(("way", "code"), [("tries", "exponential_time"), ("asks the database", "")])
def test_wildcards_that_explode_on_names_of_the_server_are_found(served, way, code):
    with served("masks.py", repr(way), allow_destructive=True) as session:
        [found] = session.run(0, all_checks()["time_grows_with_the_input"])

    assert (found.status, found.code) == ("failed" if code else "passed", code), found.message


@pytest.mark.parametrize("tool", ["crates_from", "remove_crates", "ship_crates"])
@pytest.mark.parametrize(("mode", "code"), [("compares", "wildcard_injection"), ("escapes", "")])
def test_an_underscore_that_stands_for_any_letter_is_found(served, mode, code, tool):
    with served("crates.py", mode, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index(tool)
        [found] = session.run(index, all_checks()["text_is_no_template"])

    assert (found.status, found.code) == ("failed" if code else "passed", code), found.message
