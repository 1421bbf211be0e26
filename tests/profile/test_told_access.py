"""Which descriptions say who may use records, and which refusals say so."""

from __future__ import annotations

import pytest

from pytest_forge.profile.told_access import is_denial, names_caller, takes_anybodys, told_access


@pytest.mark.parametrize(
    "told",
    [
        "Agents can only work on tickets in the queues they belong to.",
        "Users may see their own notes only.",
        "Only members of a project may open its boards.",
        "Needs access to both documents.",
        "The editor must own every chapter.",
        "No user can touch another user's lists.",
        "Nobody gets at letters of other departments.",
        "People only see albums that are shared with them.",
        "Everybody sees only what was sent to them.",
        "Nurses only see patients of their ward.",
    ],
)
def test_records_are_said_to_be_for_some(told: str) -> None:
    assert told_access(told)


@pytest.mark.parametrize(
    "told",
    [
        "Merge two tickets.",
        "Users can only move money from their own accounts.",
        "A member may only give away tools out of the own shed.",
        "Only open tickets are merged.",
        "Only the owner of the source may use it.",
        "Lists all notes.",
        "Users can only write to their own folders.",
        "Only the owner may change a note.",
        "Needs permission for the target.",
    ],
)
def test_others_may_be_for_all(told: str) -> None:
    assert not told_access(told)


def test_an_argument_may_name_what_is_somebody_elses() -> None:
    assert takes_anybodys("Account of the recipient.")
    assert takes_anybodys("Any list, also that of others.")
    assert not takes_anybodys("The ticket to keep; must be open.")


def test_a_refusal_may_be_a_denial() -> None:
    assert is_denial("PermissionError: omar has no access to ticket 31")
    assert is_denial("ValueError: the list belongs to another user")
    assert not is_denial("LookupError: ticket 99 does not exist")


def test_an_argument_may_tell_who_calls():
    assert names_caller("user_id")
    assert names_caller("requested_by")
    assert not names_caller("ticket_id")
