"""Results that lost their data."""

from __future__ import annotations

from typing import Any

import pytest

from pytest_forge.profile.emptiness import became_nothing


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([1], []),
        ("text", None),
        ({"a": 1}, {}),
        ({"rows": [1], "count": 1, "unit": "EUR"}, {"rows": [], "count": 0, "unit": "EUR"}),
        ({"path": "x", "title": "t"}, {"path": "x", "title": None}),
    ],
)
def test_data_that_is_gone_is_nothing(before: Any, after: Any) -> None:
    assert became_nothing(before, after, {"path": "x"})


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([], []),
        (True, False),
        ({"rows": [1]}, {"rows": [2]}),
        ({"found": True, "rows": [1]}, {"found": False, "rows": []}),
        ({"rows": [1]}, {"rows": [], "warning": "The disk failed."}),
        ({"title": "t", "size": 3}, {"title": None, "size": 3}),
    ],
)
def test_an_answer_that_still_says_something_is_not_nothing(before: Any, after: Any) -> None:
    assert not became_nothing(before, after, {"path": "x"})
