"""Whether a description says that empty cells do not count."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_empties import leaves_out_empties


@pytest.mark.parametrize(
    "says",
    [
        "count: how many values the column has (empty cells are not values)",
        "Empty cells are ignored.",
        "Blank fields in the column are skipped.",
        "Missing values are left out of the mean.",
        "Ignores empty cells.",
        "The mean of all readings, not counting\nmissing values.",
        "The number of non-empty cells.",
        "Skips any blank entries of the column.",
        "Empty values do not count.",
    ],
)
def test_a_promise_about_empty_cells_is_read(says: str) -> None:
    assert leaves_out_empties(says)


@pytest.mark.parametrize(
    "says",
    [
        "Empty cells count as zero.",
        "Return an empty list if there are no values.",
        "Cells are separated by commas; empty lines are fine.",
        "An empty cell is an error.",
        "Missing files are reported.",
        "",
    ],
)
def test_no_promise_is_read_elsewhere(says: str) -> None:
    assert not leaves_out_empties(says)
