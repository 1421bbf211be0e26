"""Refusals that ask for the same call once more."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_retries import invites_retry


@pytest.mark.parametrize(
    "message",
    [
        "The ledger is in use; try again later.",
        "The index is not ready yet.",
        "Rate limit reached, wait 30 seconds.",
        "This deletes 4 files. Call it again to confirm.",
        "The service is temporarily unavailable.",
        "Too many requests",
    ],
)
def test_a_retry_is_invited(message: str) -> None:
    assert invites_retry(message)


@pytest.mark.parametrize(
    "message", ["The account does not hold that much.", "There is no such room.", "The name is taken."]
)
def test_no_retry_is_invited(message: str) -> None:
    assert not invites_retry(message)
