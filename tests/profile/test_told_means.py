"""Which words tell of a mean of items."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_means import tells_of_item_mean


@pytest.mark.parametrize(
    ("says", "is_told"),
    [
        ("Return the average number of stars of a product.", True),
        ("Tells the mean score of a class and how many marks there are.", True),
        ("The arithmetic mean and the count.", True),
        ("How long parcels took, averaged over all of them.", True),
        ("The average of its marks. All marks count if no term is given.", True),
        ("The average; a large class counts as much as a small one.", False),
        ("The average of the monthly averages.", False),
        ("The mean of the stations' means, and the number of readings.", False),
        ("The average; each month counts the same.", False),
        ("The average score, where all classes weigh the same.", False),
        ("The average monthly score and the number of marks.", False),
        ("The average score per class, averaged, and the number of marks.", False),
        ("An unweighted average over shops.", False),
        ("The average, regardless of how many readings a station has.", False),
        ("This means that a call fails.", False),
        ("By any means, return the number.", False),
    ],
)
def test_a_mean_of_items_is_told(says, is_told):
    assert tells_of_item_mean(says) is is_told
