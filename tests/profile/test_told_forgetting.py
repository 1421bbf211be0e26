"""Descriptions that say that entries are gone after a time, so that memory does not grow."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_forgetting import told_forgetting


@pytest.mark.parametrize(
    "told",
    [
        "An event is remembered for an hour and is then forgotten, so that the tool can be kept running for months.",
        "Tokens are dropped after an hour; memory does not grow with their number.",
        "Keys older than a day are removed. The table stays small.",
        "Keeps a session for 30 minutes. Only live sessions are kept in memory.",
        "Entries expire after the window and their memory is freed.",
    ],
)
def test_entries_are_said_to_be_gone(told: str) -> None:
    assert told_forgetting(told)


@pytest.mark.parametrize(
    "told",
    [
        "A code expires after ten minutes.",
        "An event is remembered for ten minutes and is then forgotten.",
        "Rates are cached for an hour.",
        "Events are kept for a day. Memory grows with their number.",
        "Watches a folder without filling the disk.",
        "Entries are kept until the process ends, and never accumulate.",
    ],
)
def test_nothing_is_said_of_memory_or_of_time(told: str) -> None:
    assert not told_forgetting(told)
