"""Which names are those of the two ends of a span."""

from __future__ import annotations

import pytest

from pytest_forge.profile.span_ends import are_ends


@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [
        ("start", "end", True),
        ("from_time", "to_time", True),
        ("begin", "hours", True),
        ("low", "high", True),
        ("end", "start", False),
        ("name", "end", False),
        ("start", "room", False),
    ],
)
def test_names_of_a_beginning_and_an_end_or_a_length_are_known(first: str, last: str, expected: bool) -> None:
    assert are_ends(first, last) is expected
