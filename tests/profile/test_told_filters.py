"""What names and descriptions say of the records that an argument lets through."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_filters import begins_later, may_let_through, names_field, told_filter, told_flag


@pytest.mark.parametrize(
    ("name", "relation", "field"),
    [
        ("nut_free_only", "only", ("nut", "free")),
        ("onlyOpen", "only", ("open",)),
        ("include_archived", "including", ("archived",)),
        ("exclude_drafts", "excluding", ("drafts",)),
        ("min_price", "least", ("price",)),
        ("price_max", "most", ("price",)),
        ("at_least_stars", "least", ("stars",)),
        ("is_active", "same", ("active",)),
        ("in_stock", "same", ("in", "stock")),
        ("max", "same", ("max",)),
    ],
)
def test_a_name_tells_the_field_and_what_it_demands(name, relation, field):
    assert told_filter(name) == (relation, field)


@pytest.mark.parametrize(
    ("field", "key", "is_named"),
    [
        (("drafts",), "draft", True),
        (("active",), "is_active", True),
        (("nut", "free"), "nutFree", True),
        (("price",), "price_cents", False),
        (("open",), "opened", False),
    ],
)
def test_a_key_is_named_by_all_its_words(field, key, is_named):
    assert names_field(field, key) == is_named


@pytest.mark.parametrize(
    ("key", "value", "flag"),
    [
        ("archived", True, True),
        ("is_archived", 0, False),
        ("status", "archived", True),
        ("status", "open", False),
        ("archived", "2024-01-01", None),
        ("archived", 7, None),
        ("title", "archived", None),
    ],
)
def test_a_flag_and_a_state_tell_what_a_record_is(key, value, flag):
    assert told_flag(("archived",), key, value) is flag


@pytest.mark.parametrize(
    ("description", "of_argument", "may"),
    [
        ("Lists tickets. Those asked for by number are always listed.", "", True),
        ("Lists tickets. Open ones come first.", "", True),
        ("Lists tickets. New ones come first.", "Whether to list open ones alone.", False),
        ("Lists tickets.", "True for open ones, False for all.", False),
        ("Lists tickets.", "Open ones, even if they are hidden.", True),
    ],
)
def test_words_tell_of_records_that_a_filter_does_not_concern(description, of_argument, may):
    assert may_let_through(description, of_argument, ("open",)) == may


@pytest.mark.parametrize(("name", "begins"), [("offset", True), ("start_at", True), ("pages", False), ("limit", False)])
def test_a_name_tells_that_an_answer_begins_later(name, begins):
    assert begins_later(name) == begins
