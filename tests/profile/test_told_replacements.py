"""Descriptions that give signs of a replacement a meaning."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_replacements import gives_signs_meaning


@pytest.mark.parametrize(
    "says",
    [
        "The new text; $1 stands for the first group.",
        "Replacement, in which \\1 is what the first parentheses found.",
        "Back-references are filled in.",
        "Replace what a regular expression finds.",
        "regex: what to look for",
        "May use captured groups.",
        "'$&' is the text that was found.",
        "A pattern and its replacement.",
        "Works like sed.",
    ],
)
def test_signs_have_a_meaning(says: str) -> None:
    assert gives_signs_meaning(says)


@pytest.mark.parametrize(
    "says",
    [
        "Replace a passage of a page by a new one.",
        "The text to put in its place.",
        "Prices are in $ and cents.",
        "Costs up to $ 20 are shown.",
        "Rename a group of stations.",
        "Line breaks are written as \\n.",
    ],
)
def test_signs_have_no_meaning(says: str) -> None:
    assert not gives_signs_meaning(says)
