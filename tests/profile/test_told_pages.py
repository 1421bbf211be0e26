"""Which words say that the last page leads no further."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_pages import counts_pages, told_last_page, value_for_more


@pytest.mark.parametrize(
    ("says", "is_told"),
    [
        ("next_offset is a number only if there are further episodes.", True),
        ("`cursor` is null on the last page.", False),
        ("next_offset is null on the last\npage.", True),
        ("When no more rows are left, next_offset is omitted.", True),
        ('"next_offset": where the next page starts, or null when there are no more tickets. Others are empty.', True),
        ("next_offset: the following offset, None once everything has been listed.", True),
        ("next_offset tells where to go on. It is null if this was the last page.", True),
        ("next_offset: start of the next page if there is one, else null", True),
        ("next_offset is given only when more rows remain.", True),
        ("next_offset is 0 when the list is exhausted.", True),
        ("next_offset: start of the next page if there is another one, null otherwise.", True),
        ("next_offset: null unless there are more loans.", True),
        ("rows, and next_offset, which is null if none are left.", True),
        ("Call again with next_offset until it is null.", False),
        ("next_offset may be null on the last page.", False),
        ("next_offset is where the next page begins.", False),
        ("next_offset is set if the page is full, and null otherwise.", False),
        ("next_offset: start of the next page. The rows are empty at the end.", False),
        ("offset: 0 is the first row. next_offset leads on.", False),
    ],
)
def test_the_last_page_is_told_of_the_key(says, is_told):
    assert bool(told_last_page(says, "next_offset")) == is_told


@pytest.mark.parametrize(
    ("says", "key", "value"),
    [
        ("", "has_more", True),
        ("", "has_next", True),
        ("", "is_last", False),
        ('"more": whether there are further loans.', "more", True),
        ('"more" is true if another page follows, "loans" the rows.', "more", True),
        ('"done": whether this was the last page.', "done", False),
        ('"done" (true when no more rows are left).', "done", False),
        ("has_more: true if the page is full, so that there may be more.", "has_more", None),
        ('"open": whether the loan is open. "last": the last loan.', "open", None),
        ('"open": whether the loan is open, "more": whether there are more.', "open", None),
        ("", "is_open", None),
    ],
)
def test_a_flag_tells_of_a_further_page(says, key, value):
    assert value_for_more(says, key) is value


@pytest.mark.parametrize(
    ("says", "key", "is_count"),
    [
        ("", "total_pages", True),
        ('"all": the number of pages.', "all", True),
        ('"of" (how many pages there are)', "of", True),
        ("total_pages can be one too many.", "total_pages", False),
        ('"page": the number of the page.', "page", False),
        ('"total": how many rows there are on all pages', "total", False),
    ],
)
def test_a_number_counts_the_pages(says, key, is_count):
    assert counts_pages(says, key) == is_count
