"""Tools of a server none of whose calls works here: nothing is judged by them, and the report says what would help."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from forge_harness.programs.landlock import landlock_abi
from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.session import Session, open_session

from .conftest import BUDGET, SERVERS, target

needs_landlock = pytest.mark.skipif(landlock_abi() < 1, reason="this kernel has no Landlock")


@pytest.fixture(scope="module")
def unfurnished() -> Iterator[Session]:
    with open_session(target("unfurnished.py"), budget=BUDGET, allow_destructive=True) as session:
        yield session


@pytest.fixture
def judged(unfurnished):
    return lambda tool, *checks: verdicts(unfurnished, tool, *checks)


def verdicts(session: Session, tool: str, *checks: str) -> list[tuple[str, str]]:
    index = [facts.name for facts in session.tools].index(tool)
    results = [session.run(index, all_checks()[check])[0] for check in checks]
    return [(result.status, result.message) for result in results]


@needs_landlock
def test_what_the_sandbox_protects_is_no_finding_of_the_server(judged):
    found = judged("remember", "errors_carry_no_detail", "valid_calls_do_not_crash", "result_keys_are_stable")

    assert {status for status, _ in found} == {"error"}
    assert {message for _, message in found} == {found[0][1]}
    assert f"keeps tools from writing '{SERVERS / 'memory.jsonl'}'" in found[0][1]
    assert "--env NAME={workspace}/" in found[0][1]
    assert not Path(SERVERS / "memory.jsonl").exists()


def test_a_server_that_is_told_another_place_is_judged(served):
    variables = {"MEMORY_FILE_PATH": "{workspace}/memory.jsonl"}

    with served("unfurnished.py", allow_destructive=True, environment=variables) as session:
        [(status, message)] = verdicts(session, "remember", "valid_calls_do_not_crash")

    assert (status, message) == ("passed", "")


def test_a_tool_whose_calls_all_fail_is_not_judged_and_its_words_are_told(judged):
    checks = ("results_are_json", "result_keys_are_stable", "valid_calls_do_not_crash", "text_is_not_executed")

    found = judged("project_size", *checks)

    assert [status for status, _ in found] == ["error"] * len(checks)
    assert {message for _, message in found} == {found[0][1]}
    assert "No project is registered for $AWS_SECRET_ACCESS_KEY, so register one first." in found[0][1]
    assert "--env NAME=VALUE" in found[0][1]


def test_a_server_that_misses_the_network_is_told_so(judged):
    [(status, message)] = judged("fetch_page", "results_are_json")

    assert (status, message.endswith("The sandbox has no network.")) == ("error", True)
