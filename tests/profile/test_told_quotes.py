"""Descriptions that say what the fields of a table may hold in quotes, and that they are kept."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_quotes import keeps_fields, told_signs


@pytest.mark.parametrize(
    ("told", "signs"),
    [
        ("Fields may be put in double quotes when they have commas, quotes or line breaks in them.", "lqs"),
        ("Quoted fields may contain commas and newlines.", "ls"),
        ("A quoted cell can span several lines.", "l"),
        ("Line breaks and semicolons inside quotes belong to the field.", "ls"),
        ("A field with the separator in it stands in quotation marks.", "s"),
        ("The text is CSV as in RFC 4180.", "lqs"),
        ("Commas within quotes are part of the cell; quotes are doubled within quotes.", "qs"),
        ("Quoted fields with line breaks are not supported.", ""),
        ("Quotes around a field are removed, so that it has no commas.", ""),
        ("Reads a table. Cells are separated by commas.", ""),
        ("Give the quote in a line of its own.", ""),
    ],
)
def test_signs_that_quotes_protect(told: str, signs: str) -> None:
    assert "".join(sorted(sign[0] for sign in told_signs(told))) == signs


@pytest.mark.parametrize(
    "told",
    [
        "Fields in double quotes are taken over with their content unchanged.",
        "What stands in quotes is kept verbatim: quoted fields.",
        "Quoted cells come back exactly as written.",
        "Values may be quoted. They are never trimmed: each value is returned as it is.",
        "Reads CSV (RFC 4180). Nothing in a cell is altered: cells are kept as they are.",
    ],
)
def test_fields_are_kept(told: str) -> None:
    assert keeps_fields(told)


@pytest.mark.parametrize(
    "told",
    [
        "Cells are kept as they are.",
        "Quoted fields are kept as they are, and surrounding blanks are removed.",
        "Fields may be quoted. Each value is returned as given, with line breaks turned into spaces.",
        "Quotes of the day. The list is sorted.",
        "Quoted fields are allowed. The first line has exactly three columns.",
    ],
)
def test_fields_may_be_changed(told: str) -> None:
    assert not keeps_fields(told)
