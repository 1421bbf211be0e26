"""Which arguments name whom a tool gives something to, who then has it alone."""

from __future__ import annotations

import pytest

from pytest_forge.profile.overwriting import tells_of_earlier
from pytest_forge.profile.told_holders import told_holders
from pytest_forge.targets.facts import ToolFacts


@pytest.mark.parametrize(
    ("name", "description", "argument", "said", "is_told"),
    [
        ("lend_camera", "Lend a camera to somebody.", "borrower", "Who borrows it", True),
        ("assign_desk", "Assign a desk to an employee.", "employee", "", True),
        ("assign_desk", "Give a desk to a member of the team.", "member_id", "", True),
        ("reserve_seat", "Reserve seats for a guest of the theatre.", "guest", "Name of the guest", True),
        ("check_out", "Check a book out to a reader.", "reader", "", True),
        ("put_key", "Hand a key to the person who asks for it.", "person", "", True),
        ("take_bay", "A bay belongs to one car at a time.", "who", "Who parks there", True),
        ("open_case", "No two agents work on a case.", "agent", "", True),
        ("claim_ticket", "Claims a ticket.", "agent", "Who works on it", True),
        ("lend_items", "Lend items. Those that the borrower already has count as lent.", "borrower", "", True),
        ("lend_items", "Lend items. Those that are out already are left as they are.", "borrower", "", False),
        ("lend_items", "Lend items. Items that are lent already are skipped.", "borrower", "", False),
        ("reserve_seat", "Reserve a seat for a guest, unless it is taken.", "guest", "", False),
        ("reserve_seat", "Reserve a seat for a guest. The first one wins.", "guest", "", False),
        ("ensure_owner", "Give a folder to an owner.", "owner", "", False),
        ("join_queue", "Put a patient on the waiting list for a doctor.", "patient", "", False),
        ("add_note", "Add a note to a ticket.", "text", "", False),
        ("close_ticket", "Close a ticket.", "ticket", "", False),
        ("rename", "Rename a page.", "title", "", False),
        ("mark_done", "Mark a task as done.", "note", "What was done", False),
    ],
)
def test_one_who_gets_something_is_told(name, description, argument, said, is_told):
    schema = {"properties": {"thing": {"type": "string"}, argument: {"type": "string", "description": said}}}

    found = told_holders(ToolFacts(name, "tools.py", "function", description, schema))

    assert [one for one, said in found.items() if not tells_of_earlier(said)] == ([argument] if is_told else [])
