"""Which answers tell of a circle."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_circles import tells_of_circle


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ValueError: the tasks form a circle", True),
        ("circular dependency: a, b", True),
        ("There is a cycle.", True),
        ("a needs itself", True),
        ("There is no valid order.", True),
        ("The tasks cannot be ordered.", True),
        ("unknown task: a", False),
        ("a, b, c", False),
    ],
)
def test_an_answer_that_tells_of_a_circle_is_known(text: str, expected: bool) -> None:
    assert tells_of_circle(text) is expected
