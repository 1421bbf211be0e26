"""Checks that share a process: the same verdicts as alone, and findings only if they show alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.messages import Reply
from pytest_forge.engine.requests import CheckRequest, SharedRequest
from pytest_forge.engine.session import Session, open_session

TOOLS = '''
import os, sqlite3, threading
_SEEN: dict[str, int] = {}
_BASE = sqlite3.connect(":memory:", check_same_thread=False)
_BASE.execute("CREATE TABLE names (name TEXT)")

def counted(name: str) -> dict:
    """Return how often a name was asked for."""
    _SEEN[name] = _SEEN.get(name, 0) + 1
    return {"name": name, "count": _SEEN[name]}

def stored(name: str) -> dict:
    """Store a name."""
    _BASE.execute("INSERT INTO names VALUES (?)", (name,))
    return {"stored": _BASE.execute("SELECT count(*) FROM names").fetchone()[0]}

def leaves_a_folder(name: str) -> str:
    """Change the working directory."""
    os.makedirs("inner", exist_ok=True)
    os.chdir("inner")
    return name

def starts_a_thread(name: str) -> str:
    """Start a thread that waits for ever."""
    threading.Thread(target=threading.Event().wait, daemon=True).start()
    return name
'''
STATELESS = '''
_ASKED: list[int] = []

def divides(total: int, parts: int) -> float:
    """Divide a total."""
    _ASKED.append(total)
    return total / parts
'''
IDS = (
    *(
        "call_returns",
        "results_are_json",
        "result_keys_are_stable",
        "wrong_types_are_refused",
        "errors_carry_no_detail",
    ),
    *("process_state_is_left_alone", "temporary_files_are_removed", "equal_calls_agree", "valid_calls_do_not_crash"),
)


@pytest.fixture
def session(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Session]:
    (tmp_path / "tools.py").write_text(request.param)
    with open_session("tools.py", budget=BUDGETS["quick"], base=tmp_path) as opened:
        yield opened


@pytest.mark.in_turns("pytest_forge/engine")
@pytest.mark.parametrize("session", [TOOLS], indirect=True, ids=["tools"])
def test_checks_that_share_a_process_reach_the_verdicts_that_they_reach_alone(session):
    checks = [all_checks()[name] for name in IDS]

    for index, tool in enumerate(session.tools):
        alone = [(result.check, result.status, result.code) for one in checks for result in session.run(index, one)]
        session.judge_together(index, checks)
        together = [(result.check, result.status, result.code) for one in checks for result in session.run(index, one)]
        assert together == alone, tool.name


@pytest.mark.parametrize("session", [STATELESS], indirect=True, ids=["stateless"])
def test_a_finding_is_made_again_alone_and_a_pass_is_not(session, monkeypatch):
    asked: list[object] = []
    ask = type(session._loaded).ask

    def noted(self, request) -> Reply | None:
        asked.append(request)
        return ask(self, request)

    monkeypatch.setattr(type(session._loaded), "ask", noted)
    checks = [all_checks()[name] for name in IDS]
    session.judge_together(0, checks)
    results = [result for one in checks for result in session.run(0, one)]

    failed = {result.check for result in results if result.status == "failed"}
    assert failed == {"valid_calls_do_not_crash"}
    assert {request.check for request in asked if isinstance(request, CheckRequest)} == failed
    assert sum(isinstance(request, SharedRequest) for request in asked) <= 3


HOLDS_A_FILE = '''
def refuses(name: str) -> str:
    """Look a name up."""
    file = open(__file__)
    if name != "ada":
        raise ValueError(name)
    file.close()
    return name
'''


@pytest.mark.parametrize("session", [STATELESS, HOLDS_A_FILE], indirect=True, ids=["stateless", "holds-a-file"])
def test_what_our_own_observation_holds_open_ends_no_process(session, monkeypatch):
    asked: list[object] = []
    ask = type(session._loaded).ask

    def noted(self, request) -> Reply | None:
        asked.append(request)
        return ask(self, request)

    monkeypatch.setattr(type(session._loaded), "ask", noted)
    ids = ("result_keys_are_stable", "result_size_is_bounded", "requests_stay_public", "local_schemes_are_refused")
    session.judge_together(0, [all_checks()[name] for name in ids])

    assert [type(request) for request in asked] == [SharedRequest]
