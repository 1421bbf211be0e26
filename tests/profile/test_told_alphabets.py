"""Descriptions by which letter case makes no difference in all alphabets."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_alphabets import told_alphabets

_LISTED = """Find entries that occur twice.

Two entries are the same name if they differ only in

- upper and lower case, in all alphabets, so that a name is known when it is set
  in capitals,
- white space around the words.

Blank entries are ignored.
"""


@pytest.mark.parametrize(
    "told",
    [
        _LISTED,
        "Upper and lower case make no difference, in any language.",
        "Names are compared by Unicode case folding.",
        "Letter case is ignored, also in German names.",
        "Titles match in any letter case, whatever the alphabet and every script.",
        'Letter case does not matter: "Stra\u00dfe" and "STRASSE" are the same.',
        'A search for "GROSS" finds "Gro\u00df".',
        "The comparison is case-insensitive, in German as well as in English. It is so in German.",
        "Case-insensitive for all languages.",
        "Entries are one:\n\n- whatever letter case they have, by the rules\n  of Unicode rules,\n- in any form.",
    ],
)
def test_case_is_said_to_be_ignored_in_all_alphabets(told: str) -> None:
    assert told_alphabets(told)


@pytest.mark.parametrize(
    "told",
    [
        "Upper and lower case make no difference.",
        "Letter case is ignored for ASCII letters; others are compared as they are, in all languages.",
        "Case-insensitive in all alphabets except German.",
        "Texts may be in any language.",
        "Counts the letters of a text in every alphabet, in upper and lower case.",
        'Sorts "Stra\u00dfe" behind "Strasse"; these are different.',
        "Unicode text. Case matters.",
        "Names are case-folded.",
        "Letter case is ignored, also for umlauts and accented letters.",
        "Letter case and accents make no difference.",
    ],
)
def test_nothing_is_said_of_case_in_all_alphabets(told: str) -> None:
    assert not told_alphabets(told)
