"""Which quoted words are parts of an answer."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_results import words_of_results


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ('"add" also answers "id", the new task\'s id', {"id"}),
        ('"open" returns the "handle" as well', {"handle"}),
        ('Every action answers {"tasks": [...], "more": bool}', {"tasks", "more"}),
        ("'issue' yields a 'ticket' and a 'fee'", {"ticket", "fee"}),
        ("With `draft` the answer has `preview` and `warnings`", {"preview", "warnings"}),
        ('"issue" responds with "number", "price" and "due"', {"number", "price", "due"}),
        ('The result of "close" includes the field "closed_at"', {"closed_at"}),
        ("`count` comes with `total`", {"total"}),
        ('"loud" gives a "warning"', {"warning"}),
    ],
)
def test_parts_of_an_answer_are_found(sentence: str, words: set[str]) -> None:
    assert words_of_results(sentence) == words


@pytest.mark.parametrize(
    "sentence",
    [
        '"calm" for reminders, "loud" where nobody may sleep, and "deafening" for a fire',
        'Use "short" for a line, "long" for a page or "endless" for all of it',
        'action="add" puts a new task at the end',
        'mode is "fast", "slow" or "idle"',
        "`up` raises the blind, `down` lowers it, `tilt` turns its slats",
    ],
)
def test_words_to_send_are_none(sentence: str) -> None:
    assert words_of_results(sentence) == set()
