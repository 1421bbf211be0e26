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
        ("CSV with the columns: day,cents.", "day,cents"),
    ],
)
def test_a_description_shows_columns_with_or_without_quotes(told, head):
    assert told_tables(told, lambda column, _: [column])[0].splitlines()[0] == head


def test_words_of_a_sentence_are_no_columns():
    assert told_tables("The columns are read from the left, one by one.", lambda column, _: [column]) == []
