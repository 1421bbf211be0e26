"""Which descriptions promise that pages agree with one another while entries come and go."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_paging import told_comings, told_steady_pages


@pytest.mark.parametrize(
    "words",
    [
        "You can open and close tickets while paging\nthrough them: each that stays is listed exactly once.",
        "Lists mails. You may archive mails while you page; each other mail comes up.",
        "The cursor stays valid when rows are added or removed between calls.",
        "Cursors remain stable even if notes are deleted in the meantime.",
        "Pages are consistent while records change between requests.",
        "Entries deleted between two pages do not cause others to be skipped.",
        "Deleting entries while paging never skips or repeats any.",
        "If jobs finish while you follow the cursor, no job is missed or listed twice.",
        "Paging: items that are added or removed meanwhile never make a page leave out another item, nor repeat one.",
        "It is safe to delete entries while following the cursor.",
        "Nothing is lost or duplicated when the list is edited between two pages.",
        "Every row that stays in the table during paging is returned exactly once, whatever is inserted or deleted.",
    ],
)
def test_a_promise_of_steady_pages_is_read(words):
    assert told_steady_pages(words)


@pytest.mark.parametrize(
    "words",
    [
        "List the open tickets, page by page.",
        "Tickets that are closed while paging may be skipped.",
        "If entries are deleted between pages, some can be missed.",
        "Do not delete entries while paging.",
        "Paging is not stable when rows are added or removed.",
        "The cursor becomes invalid when the list is changed; start again.",
        "Returns a page. You can close tickets with close_ticket.",
        "Every entry is listed exactly once.",
        "The cursor stays valid for an hour.",
        "Others may add tickets while you page.",
        "No page is skipped when limit is 1.",
        "Adding rows between pages will lead to rows being listed twice.",
        "Entries are consistent across pages as long as nothing is deleted in between.",
    ],
)
def test_other_words_of_pages_promise_nothing(words):
    assert told_steady_pages(words) == ""


@pytest.mark.parametrize(
    ("sentence", "both"),
    [
        ("You can open and close tickets while paging.", (True, True)),
        ("You can delete notes while paging.", (False, True)),
        ("New rows never make a page repeat one.", (True, False)),
        ("Pages are consistent while records change between requests.", (True, True)),
        ("Rows that are added meanwhile never make a page leave out another.", (True, False)),
    ],
)
def test_a_promise_tells_what_may_happen_between_pages(sentence, both):
    assert told_comings(sentence) == both
