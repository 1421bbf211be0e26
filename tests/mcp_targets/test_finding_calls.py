"""A server whose cache leaves out a filter is found where ordinary calls find nothing."""

from __future__ import annotations

import pytest

from pytest_forge.checks.catalogue import all_checks


@pytest.mark.parametrize("minerals", ["there", "added"])
@pytest.mark.parametrize(
    ("key", "expected"), [("words", "incomplete_cache_key"), ("most", "incomplete_cache_key"), ("whole", "")]
)
def test_a_filter_belongs_to_the_key_of_a_cache(served, key, minerals, expected):
    with served("minerals.py", key, minerals, allow_destructive=True) as session:
        index = [facts.name for facts in session.tools].index("search")
        [result] = session.run(index, all_checks()["equal_calls_agree"])

    assert (result.status, result.code) == ("failed" if expected else "passed", expected), result.message
