"""Descriptions that promise that a call which fails leaves what was there."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_failures import tells_of_keeping


@pytest.mark.parametrize(
    "description",
    [
        "When the plan cannot be saved, the earlier plan stays as it was.",
        "A refused call changes nothing.",
        "Nothing is stored if the record is refused.",
        "If a write fails, the former file is left untouched.",
        "A failed call leaves the list as it was.",
    ],
)
def test_a_failure_leaves_what_was_there(description: str) -> None:
    assert tells_of_keeping(description)


@pytest.mark.parametrize(
    "description",
    [
        "Save a plan in place of the plan that had this name.",
        "The stored recipe stays as it is.",
        "An unknown name is refused. The answer is kept for a day.",
        "If the query fails, an error is returned.",
    ],
)
def test_nothing_is_promised(description: str) -> None:
    assert not tells_of_keeping(description)
