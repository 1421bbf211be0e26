"""Which descriptions tell of the entries that each of several lists has."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_entries import told_entries


@pytest.mark.parametrize(
    ("description", "entries"),
    [
        ('The meetings of the day as [start, end], each "HH:MM", in any order.', [("start", "end")]),
        ("Points as (x, y).", [("x", "y")]),
        ("Lines of the order: [sku, quantity, unit price]", [("sku", "quantity", "unit price")]),
        ('Ranges like ["from", "to"].', [("from", "to")]),
        ("Pairs of a name and a price.", [("", "")]),
        ('Shifts as ("HH:MM", "HH:MM") pairs.', [("", ""), ("", "")]),
        ("A list of triples.", [("", "", "")]),
        ("Rows of cells, any number in each.", []),
        ("The columns (for example in the order of the file).", []),
        ("Entries as [name, amount, note], the note is optional.", []),
        ("Points as [x, y, ...].", []),
    ],
)
def test_entries_are_shown_or_counted(description, entries):
    assert told_entries(description) == entries
