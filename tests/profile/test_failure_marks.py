"""Which results say that the tool failed."""

from __future__ import annotations

import pytest

from pytest_forge.profile.failure_marks import (
    begins_like_a_refusal,
    contradiction,
    explained_denial,
    explained_failure,
    failure_in_place,
    failure_mark,
    plain_failure,
    says_not_found,
)


@pytest.mark.parametrize(
    "value",
    [
        {"status": "shipped"},
        {"ok": True},
        {"errors": []},
        "Errors are human.",
        "error=0 warnings=2",
        {"result": "fine"},
        {"error_message": ""},
        [1],
        None,
        {"type": "text", "success": None},
    ],
)
def test_a_success_holds_no_failure_mark(value: object) -> None:
    assert failure_mark(value) == ""


@pytest.mark.parametrize(
    "value",
    [
        "Error: no",
        "❌ Failed to open",
        "Traceback (most recent call last):\n",
        "ValueError: bad",
        {"ok": False},
        {"status": "ERROR"},
        {"isError": True, "content": []},
        {"result": "Could not open it"},
        [{"success": False}],
    ],
)
def test_a_dressed_failure_holds_a_failure_mark(value: object) -> None:
    assert failure_mark(value)


@pytest.mark.parametrize(
    "value",
    [
        "Error: could not parse the text",
        "❌ Failed to open it",
        "ValueError: bad",
        {"result": "Error: no settings"},
        {"ok": False, "value": None},
        {"success": False, "data": None, "items": []},
        "Error closing ticket: Ticket 999 not found",
        "Error while reading 'a.txt': permission denied",
        "❌ Error fetching the page: timed out",
    ],
)
def test_a_result_that_is_nothing_but_a_failure_is_plain(value: object) -> None:
    assert plain_failure(value)


@pytest.mark.parametrize(
    "value",
    [
        "Errors: two of them",
        "Error correcting codes add bits to a message.",
        "Error handling is described in chapter two",
        "Error: first line of a log\nand a second",
        "Cannot say, ask again later",
        {"id": 7, "text": "Error: disk full"},
        {"ok": False, "suggestions": []},
        {"success": False},
        {"status": "error"},
        {"ok": True, "value": None},
        {},
        None,
    ],
)
def test_a_result_that_may_be_an_answer_is_no_plain_failure(value: object) -> None:
    assert plain_failure(value) == ""


@pytest.mark.parametrize(
    ("text", "refuses"),
    [
        ("Invalid date", True),
        ("❌ please name a file", True),
        ("Missingno is a Pokémon", False),
        ("The file is not found in the list", False),
    ],
)
def test_a_refusal_is_known_by_its_first_word(text: str, refuses: bool) -> None:
    assert begins_like_a_refusal(text) == refuses


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("The file 'a' does not exist.", True),
        ("No such folder", True),
        ("3 files found", False),
        ("not found" * 40, False),
    ],
)
def test_a_sentence_about_a_missing_file_is_short(text: str, missing: bool) -> None:
    assert bool(says_not_found(text)) == missing


def test_a_negative_answer_counts_only_with_its_reason() -> None:
    assert explained_failure({"ok": False, "reason": "The disk is full."})
    assert not explained_failure({"ok": False, "reason": ""})
    assert not explained_failure({"state": "failed", "reason": "The disk is full."})


def test_a_success_flag_beside_a_failure_is_a_contradiction() -> None:
    assert contradiction({"success": True, "output": "Error: disk full"})
    assert not contradiction({"success": False, "output": "Error: disk full"})
    assert not contradiction({"success": True, "output": "No errors."})


def test_an_error_counts_where_data_was() -> None:
    assert failure_in_place({"rows": [1]}, {"rows": "Error: disk full"})
    assert not failure_in_place({"rows": []}, {"rows": "Error: disk full"})
    assert not failure_in_place({"note": "fine"}, {"note": "Error: disk full"})


@pytest.mark.parametrize(
    ("before", "value", "is_denial"),
    [
        ({"booked": True, "seat": 4}, {"booked": False, "reason": "All seats are taken."}, True),
        ({"status": "hired"}, {"status": "declined", "message": "It is out."}, True),
        ({"added": True, "message": "Added."}, {"added": False, "message": "It was there."}, True),
        ({"cached": False, "note": ""}, {"cached": True, "note": "from the cache"}, False),
        ({"asked": True}, {"asked": False}, False),
        ({"asked": True, "note": "x"}, {"asked": False, "note": "x"}, False),
        ({"status": "hired"}, {"status": "hired", "message": "For the second time."}, False),
        ("hired", "declined", False),
    ],
)
def test_an_answer_may_deny_what_another_one_grants(before: object, value: object, is_denial: bool) -> None:
    assert bool(explained_denial(before, value)) == is_denial
