"""Rows that cannot be used are said to be left out."""

import pytest

from pytest_forge.profile.told_rejects import rejects_rows


@pytest.mark.parametrize(
    "told",
    [
        "Lines that cannot be used do not stop the import: they are left out and reported.",
        "Rows with an invalid date are skipped.",
        "Malformed records are rejected and listed under `errors`.",
        "Entries without an amount are not imported.",
        "``rejected``: the lines that were not stored, each with the reason.",
        "Bad rows are ignored",
        "An item whose weight is not a number is passed over and named.",
    ],
)
def test_rows_are_left_out(told: str) -> None:
    assert rejects_rows(told)


@pytest.mark.parametrize(
    "told",
    [
        "Read a table of prices.",
        "Archived records are left out.",
        "Rows with an invalid date are reported, and still imported.",
        "No row is skipped; a bad number is reported.",
        "Raises an error if a row is invalid.",
        "In rows with errors, the bad fields are ignored.",
        "Invalid numbers of a row are reported and count as 0.",
    ],
)
def test_rows_are_not_left_out(told: str) -> None:
    assert not rejects_rows(told)
