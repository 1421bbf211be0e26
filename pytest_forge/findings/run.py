"""CheckRun: a run of checks from its settings to its findings, the same for `forge check` and for pytest.

    checks > targets > past findings > verdicts > learn > baseline > tests

Files and options are read on first use, since a run of pytest may not need them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from ..checks.check import Check
from ..checks.definition.locked import LOCK_CHECKS
from ..engine.budget import BUDGETS
from ..engine.campaign import Progress, run_campaign
from ..engine.past_finding import PastFinding, run_again
from ..engine.selection import SelectionError, no_such_tool, replayed, select_checks
from ..engine.session import Session, open_session
from ..lock.lock_file import LockError, LockFile
from ..report.shard import Shard
from ..report.value import Report
from ..targets.given_variables import given_variables
from ..targets.server_files.server_file import expand_targets
from ..targets.target_error import TargetError
from ..verdict import CheckResult
from .baseline import Baseline, BaselineError
from .finding_row import FindingRow
from .known_rules import rules_of
from .regression_test import RegressionTestError, check_test_place, write_tests
from .store import FindingStore, TakenOver, store_at

__all__ = ["USER_ERRORS", "CheckRun", "RunSettings"]

#: Mistakes of the user; each message says what happened and what to do.
USER_ERRORS = (BaselineError, LockError, RegressionTestError, SelectionError, TargetError)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """The settings of a run of checks.

    Attributes:
        base: Folder that relative paths and imports start from.
        checks: Ids and families to make; empty for all.
        skip: Ids and families to leave out.
        level: ``must`` or ``should``.
        replay: The id of the only finding to repeat; None for all.
        call: The arguments of a call to make before all others; None for none.
        budget: ``quick``, ``standard`` or ``deep``.
        seed: Makes a run repeatable.
        env: Variables the tools may see, each ``NAME`` or ``NAME=VALUE``.
        env_option: The option that they were given with, for messages.
        allow_destructive: Whether tools that need permission are run.
        servers: Names of the servers to check in files of servers; empty for all that are not disabled.
        with_coverage: Whether to measure the coverage of the tools' contracts.
        store: Where past findings are kept: a file, a folder or the address of a Redis server, or ``off``; empty for
            *default_store*.
        default_store: The file of past findings unless *store* is given; None for none.
        known: The past findings, if another process has read them; None to read the store.
        lock: The lock file that tools are compared with; None for none.
        lock_name: Its name in messages.
        baseline: The file of accepted findings; None for none.
        baseline_name: Its name in messages.
        tests: Where to write a test for each finding; None for nowhere.
        tests_name: Its name in messages.
        shard: The part of the tools to judge; None for all.
    """

    base: Path
    checks: Sequence[str] = ()
    skip: Sequence[str] = ()
    level: str = "should"
    replay: str | None = None
    call: Mapping[str, Any] | None = None
    budget: str = "quick"
    seed: int = 0
    env: Sequence[str] = ()
    env_option: str = "--env"
    allow_destructive: bool = False
    servers: Sequence[str] = ()
    with_coverage: bool = False
    store: str = ""
    default_store: Path | None = None
    known: Sequence[FindingRow] | None = None
    lock: Path | None = None
    lock_name: str = ""
    baseline: Path | None = None
    baseline_name: str = ""
    tests: Path | None = None
    tests_name: str = ""
    shard: Shard | None = None


class CheckRun:
    """A run of checks from its settings to its findings.

    Its methods and properties raise one of `USER_ERRORS` if the settings cannot be followed.

    Args:
        settings: Of the run.
    """

    def __init__(self, settings: RunSettings) -> None:
        self.settings = settings

    def check_places(self) -> None:
        """Refuse settings that cannot be followed, before the run."""
        settings = self.settings
        if settings.tests is not None:
            check_test_place(settings.tests, name=settings.tests_name)
        _ = self.baseline
        _ = self.variables
        _ = self.lock

    @cached_property
    def _replayed(self) -> tuple[str, Check] | None:
        return None if self.settings.replay is None else replayed(self.settings.replay)

    @property
    def only_tool(self) -> str | None:
        """The name of the only tool to judge; None for all."""
        return None if self._replayed is None else self._replayed[0]

    @cached_property
    def checks(self) -> list[Check]:
        """The checks to make, in order."""
        settings = self.settings
        if self._replayed is not None:
            selected = [self._replayed[1]]
        else:
            selected = select_checks(include=settings.checks, skip=settings.skip, level=settings.level)
        if self.lock is not None:
            return selected
        kept = [check for check in selected if check.id not in LOCK_CHECKS]
        if not kept:
            raise SelectionError(f"{selected[0].id!r} compares tools with a lock file. Name it with --locked FILE.")
        return kept

    @cached_property
    def lock(self) -> LockFile | None:
        """The lock file that tools are compared with; None for none."""
        settings = self.settings
        if settings.lock is None:
            return None
        return LockFile.read(settings.lock, place=settings.lock_name, base=settings.base)

    @cached_property
    def variables(self) -> dict[str, str]:
        """The variables that the tools may see."""
        return given_variables(self.settings.env, option=self.settings.env_option)

    @cached_property
    def store(self) -> FindingStore:
        """The findings of earlier runs."""
        settings = self.settings
        if settings.known is not None:
            return FindingStore(TakenOver(settings.known))
        return store_at(settings.store, settings.default_store, base=settings.base)

    @cached_property
    def baseline(self) -> Baseline:
        """The accepted findings; an empty baseline unless a file is named."""
        place = self.settings.baseline
        return Baseline("") if place is None else Baseline.read(place, place=self.settings.baseline_name)

    def past(self, target: str, tool: str, check: str) -> PastFinding | None:
        """Return the finding whose calls a check makes first; None if there is none."""
        if self.settings.call is not None:
            return PastFinding(self.settings.seed, self.settings.call)
        return self.store.finding(target, tool, check)

    def open(self, target: str) -> AbstractContextManager[Session]:
        """Return a context in which *target* is loaded."""
        settings = self.settings
        return open_session(
            target,
            budget=BUDGETS[settings.budget],
            seed=settings.seed,
            base=settings.base,
            environment=self.variables,
            allow_destructive=settings.allow_destructive,
            with_coverage=settings.with_coverage,
            keeps_going=True,
            compared=None if self.lock is None else self.lock.compared,
            lock=settings.lock_name,
        )

    def judge_together(self, session: Session, index: int, checks: Sequence[Check]) -> None:
        """Judge one tool of an open target by many checks, as far as they can share a process.

        The results are returned by `judge`.
        """
        tool = session.tools[index]
        session.judge_together(
            index, [check for check in checks if self.past(tool.target, tool.name, check.id) is None]
        )

    def judge(self, session: Session, index: int, check: Check) -> list[CheckResult]:
        """Judge one tool of an open target by one check."""
        tool = session.tools[index]
        return run_again(session, index, check, self.past(tool.target, tool.name, check.id))

    def judge_all(self, targets: Sequence[str], *, jobs: int, max_seconds: float | None, progress: Progress) -> Report:
        """Judge every tool of every target by every check.

        Args:
            targets: The targets to check.
            jobs: Sessions at work at the same time.
            max_seconds: Time for all of it; None for no limit.
            progress: Called before each check.
        """
        settings = self.settings
        expanded = expand_targets(targets, base=settings.base, chosen=settings.servers)
        if self.lock is not None:
            self.lock.check_targets(expanded.targets, given=targets)
        report = run_campaign(
            expanded.targets,
            self.checks,
            budget=BUDGETS[settings.budget],
            seed=settings.seed,
            jobs=jobs,
            base=settings.base,
            environment=self.variables,
            only_tool=self.only_tool,
            allow_destructive=settings.allow_destructive,
            with_coverage=settings.with_coverage,
            past=self.past,
            compared=None if self.lock is None else self.lock.compared,
            lock=settings.lock_name,
            max_seconds=max_seconds,
            progress=progress,
            shard=settings.shard,
        )
        if self.only_tool is not None and not report.tools:
            raise no_such_tool(self.only_tool, targets)
        return replace(report, tools=[*report.tools, *expanded.left_out])

    def learn(self, report: Report) -> None:
        """Store the findings of a run for the next one, and remove those that no longer show."""
        self.store.learn(report.results)
        self.store.save()

    def accepted(self, report: Report, *, is_whole: bool) -> Report:
        """Return the report with the baseline applied, and the rules of its verdicts.

        Args:
            report: Of this run.
            is_whole: Whether every tool was judged by every check of the run; never true of a shard.
        """
        is_whole = is_whole and self.settings.shard is None
        made = {check.id for check in self.checks} if is_whole else ()
        results = self.baseline.applied(report.results, made=made, is_whole=is_whole)
        return replace(report, results=results, rules=rules_of(results))

    def write_tests(self, report: Report) -> str:
        """Write a test for each finding, and return a sentence about it; empty if no tests were requested."""
        place, name = self.settings.tests, self.settings.tests_name
        if place is None:
            return ""
        try:
            number = write_tests(report.results, place, base=self.settings.base)
        except OSError as error:
            raise RegressionTestError(
                f"The tests cannot be written to {name!r} ({error.strerror}). Name another folder."
            ) from None
        return f"Wrote {number} test{'' if number == 1 else 's'} to {name!r}."
