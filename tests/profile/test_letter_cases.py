"""Words on letter cases."""

from __future__ import annotations

import pytest

from pytest_forge.profile.letter_cases import counts_in_changed_text, is_of_all_ways, says_case_is_ignored


@pytest.mark.parametrize(
    "says",
    [
        "User name; case-insensitive.",
        "Upper and lower case make no difference.",
        "E-mail address; upper and lower case\nmake no difference".replace("\n", " "),
        "The city, ignoring case.",
        "Name of the unit. Case is ignored.",
        "Case does not matter.",
        "Words to look for, with an option for whole words. Case does not matter.",
        "The letter case of a name is ignored.",
        "The case of the letters does not matter.",
        "Two entries are the same name if they differ only in upper and lower case.",
        "Capital letters make no difference.",
        "The tag, regardless of letter case.",
        "Addresses are the same in capital and small letters.",
        "Names that differ only in upper and lower case are the same.",
        "Labels that differ in letter case or in blanks at their ends are one label.",
    ],
)
def test_case_is_said_to_be_ignored(says: str) -> None:
    assert says_case_is_ignored(says)


@pytest.mark.parametrize(
    "says",
    [
        "The name in lower case.",
        "Number of the support case.",
        "Case matters.",
        "Regular expression, compared with single lines; (?i) at its beginning ignores case.",
        "The flag i makes the search case-insensitive.",
        "Two entries are not the same name if they differ in letter case.",
        "In that case it is ignored.",
        "It is the same in case of rain.",
        "Names that differ in letter case are different names.",
    ],
)
def test_case_is_not_said_to_be_ignored(says: str) -> None:
    assert not says_case_is_ignored(says)


@pytest.mark.parametrize(
    ("told", "way", "is_of_it"),
    [
        ("The address. Upper and lower case make no difference.", "remove", True),
        ("The line, or the text to search for, where case does not matter.", "remove", False),
        ("The line; for find, case is ignored.", "remove", False),
        ("The line; for find and remove, case is ignored.", "remove", True),
        ("The line, exactly as it was added.", "remove", False),
    ],
)
def test_words_may_be_of_some_ways_alone(told, way, is_of_it):
    assert is_of_all_ways(told, ["add", "find", "remove"], way) == is_of_it


@pytest.mark.parametrize(
    ("says", "is_changed"),
    [
        ("Offsets are those of the case-folded text.", True),
        ("Each start counts the characters of the lowercased page.", True),
        ("The positions refer to the text in its normalized form.", True),
        ("Positions in the upper-case version of the line.", True),
        ("The index of each match in the converted text, from 0.", True),
        ("Start and end are character offsets, end exclusive.", False),
        ("Finds a phrase, ignoring case, and tells its position in the text as it was stored.", False),
        ("The text is case-folded to compare it. Positions are those in the original.", False),
    ],
)
def test_positions_may_be_those_of_a_changed_text(says, is_changed):
    assert counts_in_changed_text(says) is is_changed
