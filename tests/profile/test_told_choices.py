"""Descriptions that tell all values of a text."""

import pytest

from pytest_forge.profile.told_choices import told_choices


@pytest.mark.parametrize(
    ("told", "choices"),
    [
        ('Unit of the weight, "kg" or "lb".', ["kg", "lb"]),
        ("One of: day, week or month.", ["day", "week", "month"]),
        ("Order of the list: `asc` or `desc` (default `asc`).", ["asc", "desc"]),
        ('Must be "a", "b", or "c"; letter case counts.', ["a", "b", "c"]),
        ('Unit of the weight, such as "kg" or "lb".', []),
        ('Unit of the weight, "kg" or "lb"; anything else counts as kg.', []),
        ('Words to find, or "all" for every entry.', []),
        ("Name of the colour or its number.", []),
        ('Either "a" or "b" behind the "x" sign.', []),
    ],
)
def test_choices_of_a_description(told: str, choices: list[str]) -> None:
    assert told_choices(told) == choices
