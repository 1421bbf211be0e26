from pytest_forge.engine import budget
from pytest_forge.engine.budget import BUDGETS, RunBudget

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
