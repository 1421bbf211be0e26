"""Which names are said to differ by their letter case, and which words say that letter case counts."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_cases import case_counts, told_names, told_pairs


@pytest.mark.parametrize(
    ("says", "pairs"),
    [
        ("By symbol, such as Mb (megabit), MB (megabyte) or MiB (mebibyte).", [("Mb", "MB")]),
        ("Units are megabits (Mb) and megabytes (MB).", [("Mb", "MB")]),
        ('The unit: "m" for minutes, "M" for months, "h" for hours.', [("m", "M")]),
        ("Use m for minutes and M for months.", [("m", "M")]),
        ("`d`: day of the month. `D`: day of the year.", [("d", "D")]),
        ("k = kilo, K = kelvin", [("k", "K")]),
        ("mW (milliwatt), MW (megawatt)", [("mW", "MW")]),
        ("As usual: B or byte for bytes, b or bit for bits, with the prefixes k and M.", [("B", "b")]),
        ('Either "t"/"tab" (tabulator) or "T"/"table" (a whole table).', [("t", "T")]),
        ("d (day) or D (days)", []),
        ("d or D for a day, m or min for a minute", []),
        ("Text (see below) and text (the rest) differ.", []),
        ("It is a list. Whether it is a set does not matter.", []),
        ("Id (a number) of a room. The id (of the room) is kept.", []),
        ("No (default) or no (never).", []),
        ("kg (kilogram), KG (kilogram)", []),
        ("A for all. Give a for one.", []),
        ("Mb and MB are both taken.", []),
    ],
)
def test_names_that_differ_in_case_are_told_apart(says, pairs):
    assert told_pairs(says) == pairs


def test_all_names_with_a_meaning_are_told():
    assert told_names("Units: Mb (megabit), MB (megabyte) or MiB (mebibyte)") == ["Mb", "MB", "MiB"]
    assert told_names("Units: b or bit for bits, h (hour)") == ["h", "b", "bit"]


@pytest.mark.parametrize(
    ("says", "is_told"),
    [
        ("Codes are case-sensitive.", True),
        ("Letter case matters in names.", True),
        ("Capitals and small letters are different.", True),
        ("Names that differ in case are distinct.", True),
        ("Whether the search is case-sensitive.", False),
        ("Codes are case-insensitive.", False),
        ("The names are case sensitive unless folded is set.", False),
        ("Codes are case-sensitive. In names, case is ignored.", False),
    ],
)
def test_letter_case_is_said_to_count(says, is_told):
    assert bool(case_counts(says)) == is_told
