"""CheckRun: a run of checks from its settings to its findings, the same for `forge check` and for pytest.

    checks > targets > past findings > verdicts, kept as they are made > learn > baseline > tests

Files and options are read on first use, since a run of pytest may not need them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from ..checks.check import Check
from ..checks.definition.locked import LOCK_CHECKS
from ..engine.budget import BUDGETS
from ..engine.campaign import Progress, run_campaign
from ..engine.kept_verdicts import NOTHING_KEPT
from ..engine.past_finding import PastFinding, run_again
from ..engine.selection import SelectionError, no_such_tool, replayed, select_checks
from ..engine.session import Session, open_session
from ..lock.lock_file import LockError, LockFile
from ..report.value import Report
from ..targets.given_variables import given_variables
from ..targets.prepare_file import PREPARE
from ..targets.server_files.server_file import expand_targets
from ..targets.source_files import last_change, source_places
from ..targets.target_error import TargetError
from ..verdict import CheckResult
from .baseline import Baseline, BaselineError
from .journal import Journal, journal_name
from .known_rules import rules_of
from .regression_test import RegressionTestError, check_test_place, write_tests
from .run_settings import RunSettings
from .store import FindingStore, TakenOver, store_at

__all__ = ["USER_ERRORS", "CheckRun"]

#: Mistakes of the user; each message says what happened and what to do.
USER_ERRORS = (BaselineError, LockError, RegressionTestError, SelectionError, TargetError)


class CheckRun:
    """A run of checks from its settings to its findings.

    Its methods and properties raise one of `USER_ERRORS` if the settings cannot be followed.

    Args:
        settings: Of the run.
    """

    def __init__(self, settings: RunSettings) -> None:
        self.settings = settings
        #: The verdicts of this run as they are made; None if they are not kept.
        self.journal: Journal | None = None
        #: How many verdicts of a run that was cut off are taken up, and the changed file that makes others void.
        self.taken_up = (0, "")

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
        self.begin(expanded.targets)
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
            kept=self.journal or NOTHING_KEPT,
        )
        if self.only_tool is not None and not report.tools:
            raise no_such_tool(self.only_tool, targets)
        return replace(report, tools=[*report.tools, *expanded.left_out])

    def begin(self, targets: Sequence[str]) -> None:
        """Begin the journal of this run, with the verdicts of the one that was cut off if it is to go on."""
        self.journal = self._begun_journal(targets)

    def _begun_journal(self, targets: Sequence[str]) -> Journal | None:
        settings = self.settings
        folder = settings.journals
        if folder is None or settings.replay is not None:
            return None
        decisive = {
            "by": settings.made_by,
            "base": str(settings.base),
            "targets": list(targets),
            "checks": [check.id for check in self.checks],
            "call": settings.call,
            "budget": settings.budget,
            "seed": settings.seed,
            "env": self.variables,
            "allow_destructive": settings.allow_destructive,
            "with_coverage": settings.with_coverage,
            "lock": None if self.lock is None else self.lock.text(),
            "shard": settings.shard,
        }
        journal = Journal(folder / journal_name(decisive))
        if not settings.resume:
            # What it has found is judged first, as a finding of any other run is.
            self.store.learn(journal.earlier)
            journal.begin()
            return journal
        if journal.is_of_another:
            raise SelectionError("A run of the same checks is still at work. Wait for it, or end it.")
        modules = {check.judge.__module__ for check in self.checks}
        own = [Path(file) for name in modules if (file := getattr(sys.modules.get(name), "__file__", None))]
        prepare = [settings.base / file for file in filter(None, [self.variables.get(PREPARE)])]
        places = source_places(targets, base=settings.base, files=[*own, *prepare])
        self.taken_up = journal.resume(lambda: last_change(places, leave=[folder.parent]))
        return journal

    def close(self, *, is_done: bool) -> str:
        """Forget the verdicts of this run if it is done, or else keep them for another run.

        Returns:
            Why they could not be kept, in two sentences; empty if they could.
        """
        journal, self.journal = self.journal, None
        if journal is None:
            return ""
        journal.close(is_done=is_done)
        return journal.warning

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
