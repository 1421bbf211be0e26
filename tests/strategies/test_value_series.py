"""Series of values that have the form of one, and differ from each other."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pytest_forge.strategies.value_series import value_series


@pytest.mark.parametrize(
    ("value", "form", "expected"),
    [
        ("milk", r".+", ["milkaa", "milkab", "milkac"]),
        ("milk", r".{4}", ["miaa", "miab", "miac"]),
        ("ABC", r"[A-Z]{3}", ["AAA", "AAB", "AAC"]),
        ("V-042", r"[A-Z]-\d{3}", ["V-043", "V-044", "V-045"]),
        ("17", r"\d+", ["18", "19", "20"]),
        ("7", r"\d+", ["7100", "7101", "7102"]),
        ("notes.txt", r".+", ["notesaa.txt", "notesab.txt", "notesac.txt"]),
        ("ada@mail.org", r".+", ["adaaa@mail.org", "adaab@mail.org", "adaac@mail.org"]),
        ("2024-02-28", r".+", ["2024-02-29", "2024-03-01", "2024-03-02"]),
        ("2024-01-31T08:30", r".+", ["2024-02-01T08:30", "2024-02-02T08:30", "2024-02-03T08:30"]),
        (8, r"\d+", [9, 10, 11]),
        (8, r"[89]", [9]),
        ("red", r"red|blue", []),
        (True, r".+", []),
        ("", r".*", []),
    ],
)
def test_each_value_differs_in_the_same_way(value, form, expected):
    def fits(one: Any) -> bool:
        return re.fullmatch(form, str(one)) is not None

    assert value_series(value, fits, most=3) == expected


def test_no_value_comes_twice():
    made = value_series("B-07", lambda one: re.fullmatch(r"B-\d\d", one) is not None, most=200)

    assert len(set(made)) == len(made) == 99
    assert "B-07" not in made
