"""What descriptions say of parts of a letter, and of what a number counts."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_sizes import BYTES, UTF16_UNITS, tells_of_cut_letters, told_counting_units


def test_a_description_may_tell_of_parts_of_a_letter():
    assert tells_of_cut_letters("A size that ends in the middle of a letter is refused.")
    assert tells_of_cut_letters("Characters are never split.")
    assert not tells_of_cut_letters("Most bytes to read. The text is UTF-8.")


@pytest.mark.parametrize(
    ("key", "told", "units"),
    [
        ("bytes_written", "Write a note.", BYTES),
        ("size", 'Returns {"size": size of the file in bytes, "name": its name}.', BYTES),
        ("length", "Returns a dict with `length` (bytes of the message as UTF-8).", BYTES),
        ("column", 'Returns {"column": in UTF-16 code units, as editors count}.', UTF16_UNITS),
        ("units", "A long text is sent as UTF-16, with 70 units in a message.", UTF16_UNITS),
        ("offset", "Returns 'offset', the number of code units before the word.", UTF16_UNITS),
        ("units", 'Returns {"units": how many units of the article are left}.', ""),
        ("size", 'Returns {"size": "S", "bytes": the number of them}.', ""),
        ("column", 'Returns {"column": in code points, not in UTF-16 code units}.', ""),
        ("length", 'Returns {"length": number of characters}. Files have at most 2,000 bytes.', ""),
        ("parts", 'Returns {"parts": how many parts of at most 40 bytes there are}.', ""),
        ("characters", 'Returns {"characters": of the text, whatever bytes they take}.', ""),
    ],
)
def test_it_is_told_what_a_number_counts(key: str, told: str, units: str) -> None:
    assert told_counting_units(key, told) == units
