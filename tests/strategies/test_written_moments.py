"""Days and times in the form that a pattern or a description asks for."""

from __future__ import annotations

import pytest

from pytest_forge.strategies.calls.examples import candidate_arguments
from pytest_forge.strategies.calls.written_moments import later_moment, moments_as_told, moments_matching


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$", "2024-01-01T12:00"),
        (r"^\d{2}\.\d{2}\.\d{4}$", "01.01.2024"),
        (r"^\d{4}-W\d{2}$", "2024-W01"),
        (r"^\d{2}:\d{2}$", "12:00"),
    ],
)
def test_a_pattern_gets_a_moment_that_exists(pattern, expected):
    assert next(moments_matching(pattern)) == expected


@pytest.mark.parametrize("pattern", ["^[A-Z]{2}-[0-9]{4}$", "(", "^hello$"])
def test_another_pattern_gets_none(pattern):
    assert list(moments_matching(pattern)) == []


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("Local time as YYYY-MM-DDTHH:MM.", "2024-01-01T12:00"),
        ("The day (DD.MM.YYYY).", "01.01.2024"),
        ("hh:mm", "12:00"),
        ("yyyy-mm-dd hh:mm:ss", "2024-01-01 12:00:00"),
        ("MM/YYYY", "01/2024"),
        ("Opening hours as HH:MM-HH:MM.", "12:00-13:00"),
        ("Span of days: YYYY-MM-DD/YYYY-MM-DD", "2024-01-01/2024-01-02"),
    ],
)
def test_a_form_in_letters_is_written_with_digits(told, expected):
    assert next(moments_as_told(told)) == expected


@pytest.mark.parametrize("told", ["SUMMER", "the MM of it", "COMMA", ""])
def test_other_letters_are_no_form(told):
    assert list(moments_as_told(told)) == []


def test_the_end_of_a_period_is_after_its_start():
    moment = {"type": "string", "description": "Local time as YYYY-MM-DDTHH:MM."}
    schema = {"type": "object", "properties": {"start": moment, "end": moment}, "required": ["start", "end"]}

    assert candidate_arguments(schema)[0] == {"start": "2024-01-01T12:00", "end": "2024-01-01T13:00"}


def test_the_end_of_a_period_in_a_record_of_a_list_is_after_its_start():
    moment = {"type": "string", "description": "Local time as YYYY-MM-DDTHH:MM."}
    shift = {"type": "object", "properties": {"start": moment, "end": moment}, "required": ["start", "end"]}
    shifts = {"type": "array", "items": shift, "minItems": 1}
    schema = {"type": "object", "properties": {"shifts": shifts}, "required": ["shifts"]}

    assert candidate_arguments(schema)[0] == {"shifts": [{"start": "2024-01-01T12:00", "end": "2024-01-01T13:00"}]}


def test_a_day_has_no_later_time():
    assert later_moment("2024-01-01") is None
    assert later_moment("2024-01-01T23:30") == "2024-01-02T00:30"
