"""Which sentences say that a series may lose its end."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_drift import may_lose_end


@pytest.mark.parametrize(
    ("description", "may"),
    [
        ("The end may be missing, since steps add up in floating point.", True),
        ("Because of rounding, the last value might exceed the end.", True),
        ("Behaves like numpy.arange.", True),
        ("The stop value may or may not be included.", True),
        ("Whether the end is there depends on floating-point precision.", True),
        ("The last one could be left out.", True),
        ("The last tick is at the end if the distance is a multiple of the step.", False),
        ("Positions are rounded to six digits.", False),
        ("The ends may be equal.", False),
        ("Values are floats.", False),
    ],
)
def test_a_description_tells_that_an_end_may_be_lost(description, may):
    assert may_lose_end(description) == may
