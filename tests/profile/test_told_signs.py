"""Descriptions that say how many letters or digits a text has."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_signs import Signs, told_signs

_ONE = Signs("letter")


@pytest.mark.parametrize(
    ("told", "form"),
    [
        ("Letter of the shelf", [_ONE]),
        ("The letter of the aisle.", [_ONE]),
        ("The row's letter.", [_ONE]),
        ("Drive letter", [_ONE]),
        ("Aisle, as a letter.", [_ONE]),
        ("one letter", [_ONE]),
        ("The bay: a single letter.", [_ONE]),
        ("Exactly one letter.", [_ONE]),
        ("1 letter", [_ONE]),
        ("One-letter code of the amino acid.", [_ONE]),
        ("Its one capital letter.", [Signs("capital")]),
        ("Capital letter of the hall.", [Signs("capital")]),
        ("A lowercase letter.", [Signs("small")]),
        ("a single digit", [Signs("digit")]),
        ("The check digit.", [Signs("digit")]),
        ("A single character.", [Signs("any")]),
        ("two-letter country code", [Signs("letter", 2, 2)]),
        ("2-letter code of the state.", [Signs("letter", 2, 2)]),
        ("ISO code with two letters.", [Signs("letter", 2, 2)]),
        ("Country code, two lowercase letters.", [Signs("small", 2, 2)]),
        ("two letters, in lower case", [Signs("small", 2, 2)]),
        ("three capital letters", [Signs("capital", 3, 3)]),
        ("Airport: three upper-case letters.", [Signs("capital", 3, 3)]),
        ("Three uppercase letters of the currency", [Signs("capital", 3, 3)]),
        ("Three capitals.", [Signs("capital", 3, 3)]),
        ("The four-digit PIN.", [Signs("digit", 4, 4)]),
        ("PIN of 4 digits.", [Signs("digit", 4, 4)]),
        ("The code consists of six digits.", [Signs("digit", 6, 6)]),
        ("Postal code (five digits).", [Signs("digit", 5, 5)]),
        ("Six hex digits.", [Signs("hex", 6, 6)]),
        ("8 hexadecimal characters", [Signs("hex", 8, 8)]),
        ("Six alphanumeric characters.", [Signs("either", 6, 6)]),
        ("ten letters or digits", [Signs("either", 10, 10)]),
        ("between 3 and 5 letters", [Signs("letter", 3, 5)]),
        ("3 to 5 capital letters", [Signs("capital", 3, 5)]),
        ("6-8 digits", [Signs("digit", 6, 8)]),
        ("Ticker, one to five capital letters.", [Signs("capital", 1, 5)]),
        ("At most 8 characters.", [Signs("any", 1, 8)]),
        ("Up to three letters.", [Signs("letter", 1, 3)]),
        ("At least 12 characters.", [Signs("any", 12, 40)]),
        ("Two letters and four digits.", [Signs("letter", 2, 2), Signs("digit", 4, 4)]),
        ("A letter followed by two digits.", [_ONE, Signs("digit", 2, 2)]),
        ("Two capital letters, a dash and three digits", [Signs("capital", 2, 2), Signs("-"), Signs("digit", 3, 3)]),
        ("three digits, then a slash, then two digits", [Signs("digit", 3, 3), Signs("/"), Signs("digit", 2, 2)]),
        ("Grade, from A to F.", [Signs("capital", span="AF")]),
        ("Row of the plate (A-H)", [Signs("capital", span="AH")]),
        ("A letter between A and K", [Signs("capital", span="AK")]),
        ("Name of the series, 1 to 8 capital letters A-Z.", [Signs("capital", 1, 8)]),
        ("One letter, A-Z", [Signs("capital", span="AZ")]),
        ("Digits only.", [Signs("digit", 1, 40)]),
        ("Only capital letters.", [Signs("capital", 1, 40)]),
    ],
)
def test_a_description_tells_the_signs_of_a_text(told: str, form: list[Signs]) -> None:
    assert told_signs(told)[0] == form


def test_a_description_may_tell_two_forms() -> None:
    assert told_signs("Two letters or three digits.") == [[Signs("letter", 2, 2)], [Signs("digit", 3, 3)]]


@pytest.mark.parametrize(
    "told",
    [
        "Name of the shelf.",
        "Number of letters.",
        "How many digits the result has.",
        "Rounded to two digits.",
        "An amount with two digits after the point.",
        "Must contain at least one digit.",
        "A name that starts with a letter.",
        "A title. The first letter is made a capital.",
        "Words with three letters are left out.",
        "The letter to the customer.",
        "A letter of recommendation.",
        "Cover letter.",
        "The letter.",
        "Letter; $company is filled in.",
        "How the letter begins.",
        "A packed letter, e.g. home.txt.bz2.",
        "The letter of the customer.",
        "Accents may be encoded with one sign or with two.",
        "Letters from A to Z and digits.",
        "A password with a capital letter.",
        "A password with at least two digits.",
        "The capital of the country.",
        "Text of the letter.",
        "Sends a letter to the address.",
        "Letter case is ignored.",
        "Newsletter to subscribe to.",
        "The main character of the story.",
        "A character from the novel.",
        "Sorted from A to Z.",
        "Lines are wrapped at 40 characters.",
        "Text to split into parts of at most 30 characters.",
        "The text is compared letter by letter.",
        "A note of at most 500 characters.",
        "Letters are counted once.",
    ],
)
def test_other_words_tell_no_signs(told: str) -> None:
    assert told_signs(told) == []
