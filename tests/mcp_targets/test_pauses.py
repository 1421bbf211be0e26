"""Pauses of a Python server's calls are skipped while that is asked for, and those of its own work are not."""

from __future__ import annotations

import time

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.oracles.audit import AUDIT_EVENTS

from .conftest import target


@pytest.fixture(params=[False, True], ids=["started", "forked"])
def pausing(reached, request):
    server = reached(target("pausing.py"), inside=AUDIT_EVENTS, is_forked=request.param)
    server.start()
    if request.param:
        server.start()
    yield server
    server.end()


def seconds(server, tool: str) -> float:
    began = time.monotonic()
    assert server.call(tool, {"word": "x"}).kind == "result"
    return time.monotonic() - began


@pytest.mark.parametrize("tool", ["wait_a_while", "wait_in_a_thread"])
def test_a_pause_of_a_call_is_skipped_while_that_is_asked_for(pausing, tool):
    usual = seconds(pausing, tool)
    pausing.skips_pauses = True
    skipped = seconds(pausing, tool)
    pausing.keeps_pauses = True
    kept = seconds(pausing, tool)

    assert skipped < 1 < 1.5 <= min(usual, kept) + 0.05


def test_pauses_of_tasks_and_threads_of_the_server_are_not_skipped(pausing):
    pausing.skips_pauses = True
    for _ in range(3):
        answer = pausing.call("expire_later", {"word": "x"})

    assert answer.value == {"result": []}


def test_a_slow_server_is_judged_as_one_that_is_quick(served):
    with served("pausing.py", allow_destructive=True, budget=BUDGETS["quick"]) as session:
        index = [facts.name for facts in session.tools].index("wait_a_while")
        found = [session.run(index, all_checks()[name])[-1] for name in ("results_are_json", "result_keys_are_stable")]

    assert [result.status for result in found] == ["passed", "passed"], [result.message for result in found]
    assert found[1].seconds < 4
