"""Which descriptions say how long a part of a text may be at most."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_lengths import told_part_length, told_part_limit


@pytest.mark.parametrize(
    ("name", "of_argument", "of_tool", "is_told"),
    [
        ("limit", "most characters the service allows in a message (at least 20)", "Split a text.", True),
        ("size", "Maximum length of a chunk in characters.", "Cut a text into chunks.", True),
        ("max_chars", "Characters of a part.", "Cut a text into parts.", True),
        ("width", "", "Breaks a text into lines that are no longer than width characters.", True),
        ("width", "Longest line, in characters.", "", True),
        ("n", "No message is longer than this.", "", True),
        ("limit", "Most characters of a page.", "Pages break between lines where possible.", True),
        ("limit", "Most characters of a page.", "A line that is longer than that is split.", True),
        ("limit", "Most characters of a page.", "Words too long for a page are cut.", True),
        ("limit", "Most characters of a page.", "A longer word is not cut.", False),
        ("limit", "Most characters of a page.", "A word that is longer stays whole on a page of its own.", False),
        ("limit", "Most characters of a page.", "Words are never split.", False),
        ("limit", "Most characters of a page.", "Keeps paragraphs together.", False),
        ("limit", "Most characters of a page.", "Pages break at word boundaries.", False),
        ("limit", "Most characters of a page.", "Pages end between lines.", False),
        ("limit", "Most characters of a page, unless one line has more.", "", False),
        ("size", "Target length of a chunk in characters.", "", False),
        ("size", "About how many characters a chunk has at most.", "", False),
        ("size", "Maximum number of words of a chunk.", "", False),
        ("max_len", "Maximum number of characters per SMS (10-1000); longer words are cut.", "", True),
        ("count", "How many chunks at most.", "", False),
        ("count", "Maximum number of chunks, whatever their length.", "", False),
        ("limit", "At least so many characters.", "", False),
        ("seed", "A number.", "Cut a text into parts.", False),
    ],
)
def test_an_argument_limits_the_parts_if_words_say_so_without_exception(name, of_argument, of_tool, is_told):
    assert told_part_limit(name, of_argument, of_tool) == is_told


@pytest.mark.parametrize(
    ("of_tool", "length"),
    [
        ("Splits a text into messages of at most 160 characters.", 160),
        ("No part is longer than 500 characters.", 500),
        ("Splits a text into messages of about 160 characters.", None),
        ("Splits a text into messages of at most 160 characters; words are never cut.", None),
        ("Takes a name of at most 40 characters.", None),
        ("Splits a text into 160 parts.", None),
    ],
)
def test_a_number_limits_the_parts_if_words_say_so_without_exception(of_tool, length):
    assert told_part_length(of_tool) == length
