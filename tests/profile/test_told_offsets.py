"""Which descriptions say that the offset of a moment counts, and that an answer is in UTC."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_offsets import told_answer_in_utc, told_offset


@pytest.mark.parametrize(
    ("of_argument", "of_tool", "is_told"),
    [
        ('When the ship sails, e.g. "2024-05-02T15:00+02:00".', "Tells when a ship sails.", True),
        ("2024-05-02 15:00:30-0530", "", True),
        ("ISO 8601. UTC if there is no offset.", "", True),
        ("A moment without an offset is in UTC.", "", True),
        ("RFC 3339", "", True),
        ("ISO 8601 with time zone", "", True),
        ("Timezone-aware moment", "", True),
        ("YYYY-MM-DDTHH:MM+HH:MM", "", True),
        ("When it sails.", "Moments may have any offset from UTC.", True),
        ("When it sails, e.g. 2024-05-02T15:00Z.", "", False),
        ("When it sails, e.g. 2024-05-02T15:00+00:00.", "", False),
        ("When it sails, e.g. 2024-05-02T15:00+02:00; the offset is ignored.", "", False),
        ("When it sails, e.g. 2024-05-02T15:00+02:00.", "The hours are those of the clock on the wall.", False),
        ("2024-05-02T15:00+02:00, taken at face value", "", False),
        ("When it sails.", "The offset of the first page.", False),
        ("When it sails, no offset.", "", False),
        ("When it sails, e.g. 2024-05-02T15:00+02:00. Duplicates are ignored.", "", True),
        ("2024-05-02T15:00+02:00", "The offset is dropped.", False),
        ("When it sails.", "Tells when a ship sails.", False),
    ],
)
def test_an_offset_counts_if_words_tell_of_it_and_none_say_that_it_does_not(of_argument, of_tool, is_told):
    assert told_offset(of_argument, of_tool) == is_told


@pytest.mark.parametrize(
    ("of_tool", "is_told"),
    [
        ("Converts a moment to UTC.", True),
        ("Returns the moment as a Unix timestamp.", True),
        ("The answer is in UTC.", True),
        ("All times are in UTC.", True),
        ("Times of the result are UTC, as YYYY-MM-DD HH:MM.", True),
        ("UTC if there is no offset.", False),
        ("Moments without an offset are converted from UTC.", False),
        ("Returns the hour of a moment.", False),
        ("A moment, e.g. in UTC.", False),
    ],
)
def test_an_answer_is_in_utc_if_words_say_so(of_tool, is_told):
    assert told_answer_in_utc(of_tool) == is_told
