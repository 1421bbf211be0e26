"""What the tests of checks share: verdicts on the tools of a file, and on those of a source text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path

import pytest

from pytest_forge.checks.catalogue import all_checks
from pytest_forge.engine.budget import BUDGETS, Budget
from pytest_forge.engine.session import open_session
from pytest_forge.verdict import CheckResult

#: The verdict of a check on a tool of a target.
Judge = Callable[[str, str, str], CheckResult]
#: The verdicts of checks on a tool of a target, made together.
JudgeAll = Callable[[str, str, tuple[str, ...]], dict[str, CheckResult]]
#: The verdicts of checks on the function ``take`` of a source text, in a budget.
Judged = Callable[..., dict[str, CheckResult]]


@pytest.fixture(scope="module")
def judge_all() -> Iterator[JudgeAll]:
    """Returns the verdicts of checks on a tool of a target; a target is opened once, and nothing is judged twice."""
    with ExitStack() as stack:
        session_of = cache(lambda target: stack.enter_context(open_session(target, budget=BUDGETS["quick"])))

        @cache
        def run(target: str, tool: str, checks: tuple[str, ...]) -> dict[str, CheckResult]:
            session = session_of(target)
            index = [facts.name for facts in session.tools].index(tool)
            session.judge_together(index, [all_checks()[check] for check in checks])
            return {check: session.run(index, all_checks()[check])[0] for check in checks}

        yield run


@pytest.fixture(scope="module")
def judge(judge_all: JudgeAll) -> Judge:
    """Returns the verdict of a check on a tool of a target."""
    return lambda target, tool, check: judge_all(target, tool, (check,))[check]


@pytest.fixture
def judged(tmp_path: Path) -> Judged:
    """Returns the verdicts of checks on the function ``take`` of a source text."""

    def run(source: str, checks: Iterable[str], *, budget: Budget = BUDGETS["quick"]) -> dict[str, CheckResult]:
        path = tmp_path / "tool.py"
        path.write_text(source)
        ids = tuple(checks)
        with open_session(f"{path}:take", budget=budget) as session:
            session.judge_together(0, [all_checks()[check] for check in ids])
            return {check: session.run(0, all_checks()[check])[0] for check in ids}

    return run
