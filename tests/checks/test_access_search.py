"""The search for a legal call: made once a tool, and taken up by the other checks."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pytest_forge.checks.check import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import Session, open_session

CONFINED = str(Path(__file__).parent / "tools" / "confined_tools.py")
ESCAPING = str(Path(__file__).parent / "tools" / "escaping_tools.py")
NOTE = "file access"
#: A search that runs out of time notes nothing.
PATIENT = replace(BUDGETS["quick"], call_s=30.0, check_s=120.0)


def judge(session: Session, tool: str, check: str) -> tuple[str, str]:
    index = [facts.name for facts in session.tools].index(tool)
    result = session.run(index, all_checks()[check])[0]
    return result.status, result.message


def notes(session: Session, tool: str) -> dict:
    return session._notes.setdefault([facts.name for facts in session.tools].index(tool), {})


def test_a_call_that_works_is_noted_for_the_other_checks():
    with open_session(CONFINED, budget=PATIENT) as session:
        judge(session, "read_note", "links_stay_inside")
        noted = notes(session, "read_note")[NOTE]

        assert judge(session, "read_note", "paths_stay_inside") == ("passed", "")
        assert noted["call"] is not None
        assert notes(session, "read_note")[NOTE] == noted


def test_that_nothing_leads_to_a_file_is_noted_too():
    with open_session(CONFINED, budget=PATIENT) as session:
        first = judge(session, "get_setting", "links_stay_inside")

        assert notes(session, "get_setting")[NOTE]["call"] is None
        assert judge(session, "get_setting", "links_stay_inside") == first
        assert first[0] == "not_applicable"


@pytest.mark.parametrize(
    ("target", "tool", "status"), [(CONFINED, "read_note", "passed"), (ESCAPING, "no_check", "failed")]
)
def test_a_note_that_no_longer_works_changes_no_verdict(target, tool, status):
    with open_session(target, budget=PATIENT) as session:
        unaided = judge(session, tool, "paths_stay_inside")
        notes(session, tool)[NOTE]["call"] = {"path": "no such file.txt"}

        assert judge(session, tool, "paths_stay_inside") == unaided
        assert unaided[0] == status
