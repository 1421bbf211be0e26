"""What descriptions say of a number or a flag beside a list."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_totals import (
    counts_calls,
    counts_matches,
    counts_stored,
    is_said_to_limit_reading,
    leaves_items_out,
    leaves_rows_out,
    limits_reading,
    limits_results,
    replaces_numbers,
    tells_of_rest,
)


@pytest.mark.parametrize(
    ("told", "is_all"),
    [
        ('Returns "total" (how many lines of the whole log match).', True),
        ("total: Number of orders that exist.", True),
        ('A dict with "total" (how many match in all). If total is larger than the limit, ask again.', True),
        ('{"lines", "total"}: the first lines, and total, the number of matching lines in the whole log', True),
        ('{"lines", "total"}: the matching lines, and total, the number of lines returned', False),
        ('Returns "total" (how many matches are returned).', False),
        ("total: How many match, at most 100.", False),
        ('"total": number of all notes that match, also beyond the limit', True),
        ("total: How many match, not only those returned.", True),
        ("total: How many match before the limit is applied, at most 100.", False),
        ('The first notes in "notes" and the number of all matching notes in "total".', True),
        ("Tells how many orders there are as `total`.", True),
        ('The number of all notes in "notes", and their first words in "total".', False),
        ('The number of notes shown in "total".', False),
        ("The subtotal: of all orders.", False),
        ("Returns the total.", False),
    ],
)
def test_a_number_counts_what_the_description_says(told, is_all):
    assert counts_matches(told, "total") == is_all


@pytest.mark.parametrize(
    ("told", "key", "is_rest"),
    [
        ('"truncated" (true if lines were left out)', "truncated", True),
        ("complete: Whether all of them are answered.", "complete", True),
        ("complete: Whether the order was paid.", "complete", False),
        ("", "truncated", False),
        ("", "has_more", True),
    ],
)
def test_a_flag_tells_of_the_rest(told, key, is_rest):
    assert tells_of_rest(told, key) == is_rest


def test_a_number_may_limit_what_is_looked_at():
    assert limits_reading("How many lines to look at.")
    assert not limits_reading("How many lines to return.")


@pytest.mark.parametrize(
    ("name", "description", "limits"),
    [
        ("limit", "", True),
        ("max_results", "", True),
        ("top_k", "", True),
        ("most", "Return at most this many sightings", True),
        ("size", "Maximum number of entries", True),
        ("wanted", "How many notes to list", True),
        ("days", "Number of days to look ahead, 1 to 60.", False),
        ("max_grade", "The hardest grade, 1 to 60.", False),
        ("price_limit", "Highest price of a book.", False),
        ("max", "Largest distance in metres.", False),
        ("ahead", "How many days to show, 1 to 60.", False),
        ("depth", "Show at most this many levels.", False),
        ("limit", "How many days to show.", True),
    ],
)
def test_a_number_limits_results_by_its_name_or_by_what_is_said(name, description, limits):
    assert limits_results(name, description) == limits


@pytest.mark.parametrize(
    ("told", "leaves"),
    [
        ("Unknown names are left out.", True),
        ("Tours without places are not listed.", True),
        ("Complete only if nobody was left out.", False),
        ("Each item is listed with its price.", False),
    ],
)
def test_items_may_be_left_out(told, leaves):
    assert leaves_items_out(told) == leaves


@pytest.mark.parametrize(
    ("told", "key", "is_stored"),
    [
        ('{"imported": number of contacts stored}', "imported", True),
        ("", "imported", True),
        ('{"imported": number of rows read}', "imported", False),
        ("imported: How many were added or known already.", "imported", False),
        ("", "rows", False),
    ],
)
def test_a_number_counts_what_is_stored(told, key, is_stored):
    assert counts_stored(told, key) == is_stored


@pytest.mark.parametrize(
    ("told", "replaces"),
    [
        ("A weight that cannot be read counts as 0.", True),
        ("Unreadable prices are treated as zero.", True),
        ("A line that cannot be used is never guessed at.", False),
        ("A price may have two decimals, such as 0.50, and is read as it stands.", False),
    ],
)
def test_a_number_may_stand_for_what_is_none(told, replaces):
    assert replaces_numbers(told) == replaces


def test_blank_lines_are_no_rows_that_are_left_out():
    assert not leaves_rows_out('Blank lines are passed over. A wrong line is left out and named in "rejected".')
    assert leaves_rows_out("Blank lines and wrong rows are ignored.")


def test_a_quoted_key_tells_of_rows_that_are_left_out():
    assert not leaves_rows_out('The answer tells in "skipped" how many lines could not be used.')
    assert leaves_rows_out("Lines without a number are skipped.")


@pytest.mark.parametrize(
    ("told", "key", "counts"),
    [
        ('Returns "left": how many messages can still be sent.', "left", False),
        ('Returns "left": how many calls may still be made.', "left", True),
        ('Returns "n" (the number of attempts).', "n", True),
        ("Queues a message.", "queued", False),
        ("Queues a message.", "call_count", True),
        ("Queues a message.", "last_id", True),
        ("Queues a message.", "lastingness", False),
    ],
)
def test_a_number_may_count_calls(told: str, key: str, counts: bool) -> None:
    assert counts_calls(told, key) == counts


def test_a_sentence_may_say_that_a_number_limits_reading():
    assert is_said_to_limit_reading("List bags. Only the first `most` bags are looked at.", "most")
    assert not is_said_to_limit_reading("List readings, newest first. At most `most` are returned.", "most")
