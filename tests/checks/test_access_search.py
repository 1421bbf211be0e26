"""The search for a legal call: made once a tool, and taken up by the other checks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from corpus import module_of

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import Session, open_session

NOTE = "file access"
#: A search that runs out of time notes nothing.
PATIENT = replace(BUDGETS["quick"], call_s=30.0, check_s=120.0)


@pytest.fixture
def confined(request: pytest.FixtureRequest) -> Iterator[Session]:
    tool, check = request.param
    with open_session(f"{module_of(tool, check)}:{tool}", budget=PATIENT) as session:
        yield session


def judge(session: Session, tool: str, check: str) -> tuple[str, str]:
    index = [facts.name for facts in session.tools].index(tool)
    result = session.run(index, all_checks()[check])[0]
    return result.status, result.message


def notes(session: Session, tool: str) -> dict:
    return session._notes.setdefault([facts.name for facts in session.tools].index(tool), {})


@pytest.mark.parametrize("confined", [("read_note", "links_stay_inside")], indirect=True)
def test_a_call_that_works_is_noted_for_the_other_checks(confined):
    judge(confined, "read_note", "links_stay_inside")
    noted = notes(confined, "read_note")[NOTE]

    assert judge(confined, "read_note", "paths_stay_inside") == ("passed", "")
    assert noted["call"] is not None
    assert notes(confined, "read_note")[NOTE] == noted


@pytest.mark.parametrize("confined", [("get_setting", "")], indirect=True)
def test_that_nothing_leads_to_a_file_is_noted_too(confined):
    first = judge(confined, "get_setting", "links_stay_inside")

    assert notes(confined, "get_setting")[NOTE]["call"] is None
    assert judge(confined, "get_setting", "links_stay_inside") == first
    assert first[0] == "not_applicable"


def test_a_note_that_no_longer_works_hides_nothing():
    with open_session(f"{module_of('no_check')}:no_check", budget=PATIENT) as session:
        unaided = judge(session, "no_check", "paths_stay_inside")
        notes(session, "no_check")[NOTE]["call"] = {"path": "no such file.txt"}

        assert judge(session, "no_check", "paths_stay_inside") == unaided
        assert unaided[0] == "failed"


@pytest.mark.parametrize("confined", [("read_resolved", "links_stay_inside")], indirect=True)
def test_a_note_that_no_longer_works_accuses_nobody(confined):
    unaided = judge(confined, "read_resolved", "paths_stay_inside")
    notes(confined, "read_resolved")[NOTE]["call"] = {"path": "no such file.txt"}

    assert judge(confined, "read_resolved", "paths_stay_inside") == unaided
    assert unaided[0] == "passed"
