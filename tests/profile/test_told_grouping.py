"""Descriptions by which records that have something in common count together."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_grouping import grouping_words, is_grouped_by, may_stand_anywhere


@pytest.mark.parametrize(
    ("told", "key"),
    [
        ("Total the sales of each region, month by month.", "region"),
        ("One row for each month and region in which there were sales.", "region"),
        ("One row for each month and region in which there were sales.", "date"),
        ("Sum up the hours per employee.", "employee_id"),
        ("Group the entries by category.", "category"),
        ("Count the visits of every gate.", "gate"),
        ("Tells how many bottles of the same vineyard there are.", "vineyard"),
        ("Collects all lines of one article.", "article"),
        ("Average rating by city.", "city"),
    ],
)
def test_a_key_by_which_records_are_put_together(told: str, key: str) -> None:
    assert is_grouped_by(key, grouping_words(told, "run"))


@pytest.mark.parametrize(
    ("told", "key"),
    [
        ("Count the longest run of each colour.", "colour"),
        ("One row for each stretch of equal colour.", "colour"),
        ("Total of each streak by player.", "player"),
        ("Add up consecutive entries of each kind.", "kind"),
        ("Find the seat of each passenger.", "passenger"),
        ("Total the sales of each region.", "amount"),
        ("Sum up all hours.", "employee"),
    ],
)
def test_a_key_by_which_nothing_is_put_together(told: str, key: str) -> None:
    assert not is_grouped_by(key, grouping_words(told, "run"))


def test_the_name_of_a_tool_says_it() -> None:
    assert is_grouped_by("region", grouping_words("Report sales.", "sales_by_region"))


def test_records_may_have_an_order() -> None:
    assert may_stand_anywhere("The entries in any order.")
    assert not may_stand_anywhere("The entries, sorted by kind.")
    assert not may_stand_anywhere("The readings, oldest first.")
