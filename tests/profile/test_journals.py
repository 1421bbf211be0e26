"""Readers that tell of calls, and readers that tell of records."""

import pytest

from pytest_forge.profile.journals import tells_of_calls
from pytest_forge.targets.facts import ToolFacts


def reader(name: str, told: str) -> ToolFacts:
    return ToolFacts(name=name, target="tools.py", kind="legacy", description=told, tier="read")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("audit_refusals", "What was refused."),
        ("overview", "Show the audit trail."),
        ("overview", "Return the access log of the server."),
        ("overview", "List the failed attempts of today."),
        ("overview", "Return the number of requests so far."),
        ("overview", "Return the history of operations."),
        ("overview", "List the errors: refused calls with their reasons."),
        ("metrics", "Show them."),
    ],
)
def test_it_tells_of_calls(name: str, told: str) -> None:
    assert tells_of_calls(reader(name, told))


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("balances", "Show what is in each envelope, in cents."),
        ("show_logbook", "Show the logbook of a boat."),
        ("get_ticket", "Get a ticket by its number."),
        ("catalogue", "Return the catalogue of the shop."),
        ("list_events", "List the events of a calendar."),
        ("feeding_log", "Show the log of the feedings."),
        ("history", "Show the orders of a customer."),
    ],
)
def test_it_tells_of_records(name: str, told: str) -> None:
    assert not tells_of_calls(reader(name, told))
