"""Sentences that promise the order in which records were added, and others."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_arrivals import told_arrival


@pytest.mark.parametrize(
    "told",
    [
        "List the orders in order of arrival.",
        "Return all notes in insertion order.",
        "Songs are played in the order in which they were added.",
        "List the patients in the order they came in.",
        "List the waiting jobs in the order in which they will be taken.",
        "Tickets, in the sequence that they were filed.",
        "A first-in, first-out queue of letters.",
        "Works as a FIFO.",
        "Tables are given first come, first served.",
        "Call the guest who has waited longest.",
        "Take the longest-waiting request.",
        "All messages, oldest first.",
        "Newest entries first.",
        "Put a song at the end of the queue.",
        "Moves the ticket to the back of the waiting line.",
        "Add a job.\n\nJobs are served in queue order.",
    ],
)
def test_an_order_of_arrival_is_promised(told):
    assert told_arrival(told)


@pytest.mark.parametrize(
    "told",
    [
        "",
        "List the orders by name.",
        "List the jobs in no particular order, not in the order in which they were added.",
        "The order is not that of arrival.",
        "Place an order of 12 pieces.",
        "Records are not returned in insertion order.",
        "Add an order to the list.",
        "Return the longest word first.",
        "Keys come in any order.",
        "The first letter is set in capitals.",
    ],
)
def test_other_sentences_promise_none(told):
    assert told_arrival(told) == ""
