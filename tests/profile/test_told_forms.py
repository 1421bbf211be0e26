"""Which descriptions tell of the written form of a moment."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_forms import tells_forms_apart


@pytest.mark.parametrize(
    ("description", "of_argument", "is_told"),
    [
        ("Lists boats.", "Time of day, such as 9:05.", False),
        ("Lists boats.", "Time of day in the form HH:MM.", False),
        ("Lists boats.", "Time of day with leading zeros.", True),
        ("Detects the format of a date.", "", True),
        ("Lists entries.", "The day, exactly as written in the diary.", True),
        ("Checks the notation of a time.", "", True),
    ],
)
def test_words_tell_of_the_form_of_a_moment(description, of_argument, is_told):
    assert tells_forms_apart(description, of_argument) == is_told
