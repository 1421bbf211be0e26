"""Each check that calls tools, on its own examples, which are the first two samples of its corpus."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from pytest_forge.checks import examples
from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import Session, open_session

IDS = [check.id for check in all_checks().values() if not check.is_static]
BAD = ("failed", "error")
#: A tool without a root has nothing to declare once it no longer touches files.
NOT_CONCERNED = {"root_is_declared"}

#: Their broken examples do not return: they are waited for several times, and for nothing.
ENDLESS = {"valid_calls_return", "call_returns", "event_loop_is_not_blocked"}
#: Their examples are servers.
OF_SERVERS = {"cancelled_calls_leave_the_server_working", "structured_results_match"}


def sessions(check_id: str) -> Iterator[tuple[Session, dict[str, int]]]:
    """Yield the sessions that hold a check's examples, each with the places of what it holds."""
    targets = [f"pytest_forge.checks.examples.{check_id}"]
    if check_id in OF_SERVERS:
        targets = [f"mcp:python {examples.__path__[0]}/{check_id}.py {name}" for name in ("broken", "fixed")]
    budget = replace(BUDGETS["quick"], call_s=0.7) if check_id in ENDLESS else BUDGETS["quick"]
    for target in targets:
        with open_session(target, budget=budget, allow_destructive=True) as session:
            # The module declares the broken one first; both may carry one name.
            yield session, {"broken": 0, "fixed": 1} if len(targets) == 1 else {target.split()[-1]: 0}


@pytest.mark.in_turns
@pytest.mark.parametrize("check_id", IDS)
def test_the_broken_example_breaks_its_promise_and_the_fixed_one_keeps_it(check_id: str) -> None:
    results = {
        name: session.run(places[name], all_checks()[check_id])
        for session, places in sessions(check_id)
        for name in ("broken", "fixed")
        if name in places
    }

    assert [result.status for result in results["broken"] if result.status in BAD] == ["failed"], results["broken"]
    own = [result.status for result in results["fixed"]]
    assert own == ["not_applicable" if check_id in NOT_CONCERNED else "passed"]
