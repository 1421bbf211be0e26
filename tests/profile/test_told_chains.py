"""Which arguments may name the record to which another one is added."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_chains import names_next_record


@pytest.mark.parametrize(
    ("name", "is_next"),
    [
        ("parent", True),
        ("parentFolder", True),
        ("reports_to", True),
        ("inside", True),
        ("note", False),
        ("limit", False),
        ("apartment", False),
    ],
)
def test_a_word_tells_of_the_record_above(name, is_next):
    assert names_next_record(name) == is_next
