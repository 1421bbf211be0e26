"""Values that may name one another."""

from __future__ import annotations

import pytest

from pytest_forge.profile.templates import values_may_refer


@pytest.mark.parametrize("says", ["Values may refer to each other.", "Variables are expanded.", "Recursive values."])
def test_values_may_refer(says: str) -> None:
    assert values_may_refer(says)


def test_values_are_taken_as_they_are() -> None:
    assert not values_may_refer("Fill a template with values, which are put in exactly as they are given.")
