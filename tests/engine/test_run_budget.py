from dataclasses import replace

from pytest_forge.engine import budget
from pytest_forge.engine.budget import BUDGETS, RunBudget
from pytest_forge.engine.session import Session
from pytest_forge.targets.facts import ToolFacts

DEEP = BUDGETS["deep"]


class Clock:
    now = 100.0

    def monotonic(self) -> float:
        return self.now


def test_time_is_shared_out_among_what_is_still_to_be_made(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(budget, "time", clock)
    shared = RunBudget(40.0)
    shared.expect(4)
    shared.share(2)

    first = shared.next_check(DEEP, is_static=False)
    clock.now += 10
    later = [shared.next_check(DEEP, is_static=False) for _ in range(3)]
    clock.now += 30

    assert (first.random_s, first.check_s) == (10.0, 40.0)
    assert [budget.random_s for budget in later] == [10.0, 15.0, 30.0]
    assert shared.next_check(DEEP, is_static=False) is None
    assert shared.next_check(DEEP, is_static=True) == DEEP


def test_without_a_limit_each_check_has_its_own_budget():
    clock = RunBudget(None)
    clock.expect(1_000)

    assert clock.next_check(DEEP, is_static=False) is DEEP


def test_a_script_gets_more_time_unless_the_run_has_too_little(tmp_path):
    quick = BUDGETS["quick"]
    tools = [ToolFacts(name="a", target="a.py", kind=kind) for kind in ("script", "forge")]
    session = Session("tools/", tools, quick, 0, tmp_path, {})

    session.shorten(quick)
    whole = [session._limits(index).check_s for index in (0, 1)]
    session.shorten(replace(quick, check_s=1.0))

    assert whole[0] > whole[1] == quick.check_s
    assert session._limits(0).check_s == 1.0
