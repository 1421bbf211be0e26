"""What descriptions say of the order of amounts."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_ranks import ranks_amounts


@pytest.mark.parametrize(
    ("told", "is_ranked"),
    [
        ("List the newest or the largest orders.", True),
        ("The cheapest room comes first.", True),
        ("Rooms, the most expensive first.", True),
        ("The top sellers.", True),
        ("List the rooms of a house.", False),
        ("At most 20 rooms, in order of their names.", False),
    ],
)
def test_a_description_may_rank_amounts(told, is_ranked):
    assert ranks_amounts(told) == is_ranked
