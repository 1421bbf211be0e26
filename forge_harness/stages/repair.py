"""repair_once: one more attempt of the stage whose draft critics found errors in.

critic = CriticAgent()
outcome = repair_once(
    report,
    {"builder": build_contract},
    session=session,
    review=lambda stage, draft: critic.review_contract(draft, scratchpad=get_scratchpad(session)),
)
if not outcome.report.passes:
    print(outcome.report)
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from .critic_finding import CriticFinding
from .critic_report import CriticReport
from .rules import Stage
from .scratchpad import HasScratchpad, StageFeedback, get_scratchpad

__all__ = ["RepairOutcome", "RepairSession", "repair_once"]


class RepairSession(HasScratchpad, Protocol):
    """What a repair needs of a session, besides its scratchpad.

    Attributes:
        no_cache: Whether stages ask their model even if a reply is stored.
        repair_used: Whether the run has had its repair.

    Source: seed 001, "StageSession".
    """

    no_cache: bool
    repair_used: bool


Session = TypeVar("Session", bound=RepairSession)


@dataclass(frozen=True, slots=True)
class RepairOutcome:
    """What came of a repair.

    Attributes:
        report: The report after it; the one before if there was no attempt.
        stage: The stage that was run again; None if there was no attempt.
        draft: What it returned.
    """

    report: CriticReport
    stage: Stage | None = None
    draft: Any = None


def repair_once(
    report: CriticReport,
    stages: Mapping[str, Callable[[Session], Any]],
    *,
    session: Session,
    review: Callable[[Stage, Any], Iterable[CriticFinding]],
) -> RepairOutcome:
    """Run the diagnosed stage of a report that fails once more, and review its new draft.

    While the stage runs, ``session.no_cache`` is True, so that it is not given the reply that it had before; then it is
    what it was, also if the stage raises. What was found in the stage's draft is on the scratchpad as its feedback.
    There is one attempt in the run of a session, which ``session.repair_used`` records as soon as the stage is started.

    Without an attempt the outcome has *report* itself: if there is no error, however many warnings there are; if the
    diagnosed stage is not one of *stages*; and if the session has had its repair.

    Args:
        report: What was found in the drafts; see `CriticReport.diagnosed_stage`.
        stages: The stages that can be run again, by name. Each takes the session and returns its new draft.
        session: That of the run. No other thread may run a stage with it meanwhile.
        review: Takes the name of the stage and its new draft, and returns all that is to be said about it. It is not
            asked about None, which is no draft: the findings stay.

    Raises:
        TypeError: If the stage returns a coroutine or a generator, or the review yields what is not a finding.
        ValueError: If the review yields a finding of another stage.
        Exception: Whatever the stage or the review raises; *report* holds then.

    Source: seed 001, "_maybe_repair_physical (rerun stages with feedback)".
    """
    stage = report.diagnosed_stage
    if stage is None or stage not in stages or session.repair_used:
        return RepairOutcome(report)
    get_scratchpad(session).add_feedback(_feedback(stage, report.about(stage)))
    session.repair_used = True
    with _without_cache(session):
        draft = stages[stage](session)
    if inspect.isawaitable(draft) or inspect.isgenerator(draft) or inspect.isasyncgen(draft):
        if inspect.iscoroutine(draft):
            draft.close()  # it will not be awaited
        raise TypeError(
            f"The stage {stage!r} returned a {type(draft).__name__}, which would run with the cache. "
            "Give a function that returns the draft itself."
        )
    if draft is None:
        return RepairOutcome(report, stage)
    return RepairOutcome(report.with_new_draft(stage, review(stage, draft)), stage, draft)


@contextmanager
def _without_cache(session: RepairSession) -> Iterator[None]:
    before = session.no_cache
    session.no_cache = True
    try:
        yield
    finally:
        session.no_cache = before


def _feedback(stage: Stage, found: CriticReport) -> StageFeedback:
    told = [
        {
            "severity": finding.severity,
            "message": finding.message,
            "field": finding.target,
            "suggestion": finding.suggestion,
        }
        for finding in found.findings
    ]
    return StageFeedback("critic", stage, found.summary(), {"passes": found.passes, "findings": told})
