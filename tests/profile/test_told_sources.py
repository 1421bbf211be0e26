"""Which descriptions speak of a missing service, and which fields are said to tell of it."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_sources import says_fallback, tells_source


@pytest.mark.parametrize(
    ("description", "is_said"),
    [
        ("Gets the rate of today; falls back to a built-in one.", True),
        ("Gets the delay, or the usual one if the service does not answer.", True),
        ("Gets the rate of today.", False),
    ],
)
def test_a_fallback_is_announced_if_words_say_so(description, is_said):
    assert says_fallback(description) == is_said


@pytest.mark.parametrize(
    ("description", "key", "value", "is_told"),
    [
        ('Gets a level; "source" says which of the two it comes from.', "source", "gauge", True),
        ('Returns {"level": metres, "source": "gauge" or "table"}.', "source", "gauge", True),
        ('"live" tells whether the service answered.', "live", True, True),
        ("Gets a level from a source of water.", "source", "gauge", False),
        ("Gets a level.", "source", "gauge", False),
        ('Gets a level; "unit" is "m" or "ft".', "unit", "m", False),
        ('"open" tells whether the lock is open.', "open", True, False),
    ],
)
def test_a_field_tells_where_data_come_from_if_words_say_so(description, key, value, is_told):
    assert tells_source(description, key, value) == is_told
