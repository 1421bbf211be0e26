"""Which descriptions say that a text is a number."""

from __future__ import annotations

import pytest

from pytest_forge.profile.numerals import is_numeral


@pytest.mark.parametrize(
    ("description", "is_one"),
    [
        ("The amount as a decimal number with two places.", True),
        ("Net price as a decimal.", True),
        ("The rate, a number as text.", True),
        ("Amount in digits.", True),
        ("Price with at most two digits behind the point.", True),
        ("Decimal string of the capital.", True),
        ("The decimal separator, a comma or a point.", False),
        ("Number of decimal places.", False),
        ("The unit to which decimal numbers are rounded.", False),
        ("The name of the customer.", False),
    ],
)
def test_a_description_tells_of_a_number(description, is_one):
    assert is_numeral(description) == is_one
