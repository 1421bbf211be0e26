"""Tables with the columns that a description shows."""

from __future__ import annotations

import pytest

from pytest_forge.strategies.told_tables import told_tables


@pytest.mark.parametrize(
    ("told", "head"),
    [
        ('Lines like "name;city".', "name;city"),
        ("CSV with the heading name,email,station and up to 1000 rows.", "name,email,station"),
        ("The first line is id|title.", "id|title"),
        ("Lines of gauge,level", "gauge,level"),
        ("The rows as boat;berth;paid.", "boat;berth;paid"),
        ("CSV with the columns: day,cents.", "day,cents"),
        ("The list has a header line with the columns name, email and note, in any order.", "name,email,note"),
        ("The header must have the columns name, email, note", "name,email,note"),
        ("A table with the fields `berth`, `boat`, and `paid`, separated by semicolons.", "berth;boat;paid"),
        ("Columns are day and pay.", "day,pay"),
        ("Needs a day, shift and pay columns.", "day,shift,pay"),
    ],
)
def test_a_description_shows_columns_with_or_without_quotes(told, head):
    assert told_tables(told, lambda column, _: [column])[0].splitlines()[0] == head


@pytest.mark.parametrize(
    "told",
    [
        "The columns are read from the left, one by one.",
        "The columns and rows of the sheet.",
        "Fields of the record, and what they mean.",
        "Columns in any order, and rows too.",
        "Lines of text, one for each guest.",
        "Rows of seats, left or right.",
    ],
)
def test_words_of_a_sentence_are_no_columns(told):
    assert told_tables(told, lambda column, _: [column]) == []
