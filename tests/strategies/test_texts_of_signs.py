"""Ordinary values with the letters and digits that a description tells."""

from __future__ import annotations

import re

import pytest

from pytest_forge.strategies.calls.plain_values import numbers, texts


def _first(name: str, told: str) -> str:
    return next(texts({"type": "string", "description": told}, name, seed=1))


@pytest.mark.parametrize(
    ("name", "told", "form"),
    [
        ("shelf", "Letter of the shelf", "[A-Z]"),
        ("bay", "one letter", "[A-Z]"),
        ("bay", "A single lowercase letter", "[a-z]"),
        ("check", "a single digit", "[0-9]"),
        ("country", "two-letter country code", "US"),
        ("origin", "Two-letter country code, in lower case.", "us"),
        ("origin", "Three-letter country code.", "USA"),
        ("depot", "three capital letters", "[A-Z]{3}"),
        ("money", "Three-letter code of the currency", "USD"),
        ("via", "IATA code of the airport, three letters", "JFK"),
        ("language", "Two-letter code of the language.", "en"),
        ("pin", "Four digits.", "[0-9]{4}"),
        ("zip_code", "Postal code of five digits", "[0-9]{5}"),
        ("plate", "Two letters, a dash and four digits", "[A-Z]{2}-[0-9]{4}"),
        ("seat", "A digit followed by a letter", "[0-9][A-Z]"),
        ("grade", "From C to F", "C"),
        ("ticker", "One to five capital letters", "[A-Z]{1,5}"),
        ("word", "The word, at least two letters.", "hello"),
        ("series", "One to eight capital letters.", "HELLO"),
        ("nick", "At most 4 characters", ".{1,4}"),
        ("secret", "At least 12 characters", ".{12,}"),
        ("slot", 'One letter, such as "K"', "K"),
        ("slot", "One letter, e.g. K", "K"),
        ("colour", "Six hex digits.", "[0-9a-f]{6}"),
    ],
)
def test_the_first_text_has_the_told_signs(name: str, told: str, form: str) -> None:
    assert re.fullmatch(form, _first(name, told))


@pytest.mark.parametrize(
    "told", ["Letter of the shelf", "Three capital letters", "a single digit", "Grade from A to F"]
)
def test_others_have_them_as_well(told: str) -> None:
    first = list(dict.fromkeys(texts({"type": "string", "description": told}, "mark", seed=1)))[:4]
    assert len({len(text) for text in first}) == 1


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("letter", "The letter to the customer."),
        ("text", "Text whose letters are counted."),
        ("name", "Starts with a letter."),
        ("letter", ""),
    ],
)
def test_other_words_leave_the_first_text_alone(name: str, told: str) -> None:
    assert _first(name, told) == "hello"


@pytest.mark.parametrize(
    ("name", "text"), [("shelf_letter", "A"), ("letter", "A"), ("check_digit", "1"), ("two_letter_code", "AB")]
)
def test_a_name_may_tell_it_where_nothing_else_does(name: str, text: str) -> None:
    assert text in list(texts({"type": "string"}, name, seed=1))[:3]


def test_a_whole_number_has_the_told_digits() -> None:
    assert (
        next(numbers({"type": "integer", "description": "Number of the locker, four digits"}, "n", whole=True)) == 1234
    )
