"""Each check that calls tools, on its own examples: the broken one fails it alone, the mended one keeps the family."""

from __future__ import annotations

import pytest

from pytest_forge.checks import examples
from pytest_forge.checks.check import all_checks
from pytest_forge.engine.budget import BUDGETS
from pytest_forge.engine.session import open_session
from pytest_forge.verdict import CheckResult

IDS = [check.id for check in all_checks().values() if not check.is_static]
#: A tool without a root has nothing to declare once it no longer touches files.
NOT_CONCERNED = {"root_is_declared"}
#: Said of the checks that would wait for a call which never comes back.
NOT_JUDGED = "Not judged: a call did not come back, see call_returns."

#: Their examples are servers.
OF_SERVERS = {"structured_results_match"}


def judged(check_id: str, example: str) -> list[CheckResult]:
    """Return the verdicts of the check's whole family on one of its examples."""
    family = [check for check in all_checks().values() if check.family == all_checks()[check_id].family]
    target = f"pytest_forge.checks.examples.{check_id}:{example}"
    if check_id in OF_SERVERS:
        target = f"mcp:python {examples.__path__[0]}/{check_id}.py {example}"
    with open_session(target, budget=BUDGETS["quick"], allow_destructive=True) as session:
        return [result for check in family for result in session.run(0, check)]


@pytest.mark.parametrize("check_id", IDS)
def test_the_broken_example_breaks_its_promise_and_no_other(check_id: str) -> None:
    results = judged(check_id, "broken")

    found = [result for result in results if result.status in ("failed", "error") and result.message != NOT_JUDGED]
    assert [(result.check, result.status) for result in found] == [(check_id, "failed")], found


@pytest.mark.parametrize("check_id", IDS)
def test_the_mended_example_keeps_every_promise_of_the_family(check_id: str) -> None:
    results = judged(check_id, "mended")

    assert [result for result in results if result.status in ("failed", "error")] == []
    own = next(result.status for result in results if result.check == check_id)
    assert own == ("not_applicable" if check_id in NOT_CONCERNED else "passed")
