"""Campaign: many checks of many tools, on every core, with results in a fixed order."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from ..checks.catalogue import all_checks
from ..checks.check import Check
from ..checks.definition.locked import LOCK_CHECKS
from ..report.contract_coverage import covered_tools
from ..report.printable import printable
from ..report.shard import Shard
from ..report.value import Report
from ..targets.facts import ToolFacts
from ..verdict import CheckResult
from .budget import Budget, RunBudget
from .causes import named_by_cause
from .connection import RunCancelledError
from .interruption import interrupted_once
from .kept_verdicts import NOTHING_KEPT, KeptVerdicts
from .known_target import KnownTarget
from .past_finding import PastFinding, run_again
from .result_maker import SURVIVAL_CHECK
from .session import Compared, Session, open_session

__all__ = ["Past", "Progress", "checks_of", "run_campaign"]

#: The check that says why a server cannot be used.
_USABLE = "startup_prints_nothing"

#: The verdicts on a tool by check, and the parts of its contract that its calls have exercised.
Judged = tuple[dict[str, CheckResult], set[str]]
#: Returns the past finding for a tool's target, its name and a check; None if there is none.
Past = Callable[[str, str, str], PastFinding | None]
#: Called with a line about the next tool and check.
Progress = Callable[[str], None]


@interrupted_once()
def run_campaign(
    targets: Sequence[str],
    checks: Sequence[Check],
    *,
    budget: Budget,
    seed: int = 0,
    jobs: int = 1,
    base: Path | None = None,
    environment: Mapping[str, str] | None = None,
    only_tool: str | None = None,
    allow_destructive: bool = False,
    with_coverage: bool = False,
    past: Past = lambda *_: None,
    compared: Compared | None = None,
    lock: str = "",
    max_seconds: float | None = None,
    progress: Progress = lambda *_: None,
    shard: Shard | None = None,
    kept: KeptVerdicts = NOTHING_KEPT,
) -> Report:
    """Judge every tool of every target by every check; an interrupted run reports the verdicts until then.

    Args:
        targets: The targets to check.
        checks: The checks to make, in order.
        budget: Time and memory each may take.
        seed: Makes a run repeatable.
        jobs: Sessions at work at the same time.
        base: Folder that relative paths start from.
        environment: Variables the tools may see.
        allow_destructive: Whether tools that are marked as destructive are run.
        only_tool: Name of the only tool to judge; None for all.
        with_coverage: Whether to note which parts of the tools' contracts the calls exercise.
        compared: Compares the tools with a lock file; None for no comparison.
        lock: Its name, for the lines that reproduce.
        past: Returns past findings; they are judged first, with their own calls and seed.
        max_seconds: Time for the whole run; checks not made by then are errors. None for no limit.
        progress: Called before each check, from whichever thread makes it, one at a time.
        shard: The part of the tools to judge; None for all.
        kept: Keeps the verdicts as they are made, and has those of a run that was cut off.

    Raises:
        TargetError: If a target cannot be loaded.
        KeyboardInterrupt: If the run is interrupted before anything was judged.
    """
    started = time.perf_counter()
    clock = RunBudget(max_seconds)
    tools: list[ToolFacts] = []
    results: list[CheckResult] = []
    covered: list[set[str]] = []
    places: list[tuple[str, int]] = []
    known = 0
    # The check of whether calls return goes first: its finding saves the others a wait.
    ordered = sorted(checks, key=lambda check: check.id != SURVIVAL_CHECK)
    position = {check.id: index for index, check in enumerate(checks)}
    cancelled = threading.Event()
    left = number = len(set(targets))
    is_partial = False
    for place, target in enumerate(dict.fromkeys(targets), start=1):
        found: dict[int, Judged] = {}
        known_target = KnownTarget()
        with ExitStack() as stack:

            def another_session(
                target: str = target, stack: ExitStack = stack, known_target: KnownTarget = known_target
            ) -> Session:
                return stack.enter_context(
                    open_session(
                        target,
                        budget=budget,
                        seed=seed,
                        base=base,
                        environment=environment,
                        allow_destructive=allow_destructive,
                        with_coverage=with_coverage,
                        cancelled=cancelled,
                        keeps_going=True,
                        compared=compared,
                        lock=lock,
                        known=known_target,
                    )
                )

            first = another_session()
            # The terminal shows a hostile name in printable form, so that form is a name too.
            wanted = [
                index
                for index, tool in enumerate(first.tools)
                if tool.unusable or only_tool in (None, tool.name, printable(tool.name))
            ]
            if shard is not None:
                mine = shard.indices(target, [tool.name for tool in first.tools])
                wanted = [index for index in wanted if index in mine]
                places += [("", known + index) for index in wanted]
                known += len(first.tools)
            tools += [first.tools[index] for index in wanted]
            before = {
                (index, check.id): found_with
                for index in wanted
                for check in ordered
                if (found_with := past(first.tools[index].target, first.tools[index].name, check.id)) is not None
            }
            suspects = {index for index, _ in before}
            first_to_last = sorted(wanted, key=lambda index: index not in suspects)
            running = sum(first.tools[index].runs_code for index in wanted)
            # The number of tools is unknown for targets that were not opened yet.
            clock.expect(running * sum(not one.is_static for one in ordered) * left)
            left -= 1
            where = f"target {place} of {number}, " if number > 1 else ""

            def tell(text: str, where: str = where) -> None:
                progress(where + text)

            try:
                _judge_all(
                    first, another_session, first_to_last, ordered, before, jobs, tell, cancelled, clock, kept, found
                )
            except KeyboardInterrupt:
                if not results and not any(judged for judged, _ in found.values()):
                    raise
                is_partial = True
        for index in wanted:
            judged, exercised = found.get(index, ({}, set()))
            covered.append(exercised)
            named = named_by_cause(judged.values())
            results += sorted(named, key=lambda result: position.get(result.check, len(position)))
        if is_partial:
            break
    coverage = covered_tools(tools, covered) if with_coverage else []
    return Report(
        tools, results, time.perf_counter() - started, coverage, is_partial=is_partial, shard=shard, places=places
    )


def checks_of(tool: ToolFacts, checks: Sequence[Check]) -> list[Check]:
    """Return those of *checks* to make of a tool: of one that cannot be used or is gone, those that say so."""
    if tool.unusable:
        return [all_checks()[_USABLE]]
    is_gone = bool(tool.left_out and tool.changes)
    return [check for check in checks if check.id in LOCK_CHECKS] if is_gone else list(checks)


def _judge_all(
    first: Session,
    another_session: Callable[[], Session],
    wanted: Sequence[int],
    checks: Sequence[Check],
    before: Mapping[tuple[int, str], PastFinding],
    jobs: int,
    progress: Progress,
    cancelled: threading.Event,
    clock: RunBudget,
    kept: KeptVerdicts,
    found: dict[int, Judged],
) -> None:
    """Put the verdicts on the tools into *found*, which keeps them after an interruption."""
    waiting: queue.SimpleQueue[int] = queue.SimpleQueue()
    for index in wanted:
        waiting.put(index)
    failures: list[BaseException] = []
    lock = threading.Lock()

    def work(session: Session) -> None:
        while not failures:
            try:
                index = waiting.get_nowait()
            except queue.Empty:
                return

            judged: Judged = ({}, set())
            with lock:
                found[index] = judged
                count = f"tool {len(found)} of {len(wanted)}"

            def tell(check: Check, made: int, count: str = count, name: str = session.tools[index].name) -> None:
                with lock:
                    progress(f"{count}, check {made} of {len(checks)}: {name}  {check.id}")

            _judge_tool(session, index, checks, before, clock, tell, kept, judged)

    def work_alone() -> None:
        try:
            work(another_session())
        except BaseException as error:  # noqa: BLE001  # raised again on the calling thread
            failures.append(error)
            cancelled.set()

    runs_code = any(tool.runs_code for tool in first.tools) and any(not check.is_static for check in checks)
    extra = min(jobs, len(wanted)) - 1 if runs_code else 0
    clock.share(1 + max(extra, 0))
    threads = [threading.Thread(target=work_alone, name=f"forge-job-{number}") for number in range(extra)]
    for thread in threads:
        thread.start()
    try:
        work(first)
    except BaseException as error:  # noqa: BLE001  # raised again once the others have stopped
        failures.append(error)
        cancelled.set()
    for thread in threads:
        thread.join()
    if failures:
        # The other sessions were only cancelled.
        raise next((error for error in failures if not isinstance(error, RunCancelledError)), failures[0])


def _judge_tool(
    session: Session,
    index: int,
    checks: Sequence[Check],
    before: Mapping[tuple[int, str], PastFinding],
    clock: RunBudget,
    tell: Callable[[Check, int], None],
    kept: KeptVerdicts,
    judged: Judged,
) -> None:
    results, exercised = judged
    tool = session.tools[index]
    checks = checks_of(tool, checks)
    known = kept.known(tool, index)
    exercised.update(known.covered)
    in_order = sorted(checks, key=lambda check: (check.id != SURVIVAL_CHECK, (index, check.id) not in before))
    together = [check for check in in_order if (index, check.id) not in before and check.id not in known.results]
    session.shorten(clock.many_checks(session.budget))
    session.judge_together(index, together, within_s=clock.seconds_left())
    for number, check in enumerate(in_order, start=1):
        tell(check, number)
        session.shorten(clock.next_check(session.budget, is_static=check.is_static))
        found = known.results.get(check.id)
        if found is None:
            found = run_again(session, index, check, before.get((index, check.id)))
            covered = session.take_covered(index)
            exercised.update(covered)
            kept.keep(tool, index, check.id, found, covered)
        for result in found:
            # A process lost in a later check is a finding of the survival check and replaces its pass.
            if result.check not in results or result.status == "failed":
                results[result.check] = result
