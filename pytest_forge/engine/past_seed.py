"""The seed of a past finding: made use of where the seed of the run finds nothing."""

from __future__ import annotations

from ..checks.check import Check
from ..verdict import CheckResult
from .session import Session, open_session

__all__ = ["run_again"]


def run_again(session: Session, index: int, check: Check, past_seed: int | None) -> list[CheckResult]:
    """Judge a tool by a check, also with the seed with which it has failed before.

    Args:
        session: Where the tool is loaded.
        index: Of the tool.
        check: To make.
        past_seed: Of the past finding; None if there is none.
    """
    results = session.run(index, check)
    if (
        past_seed is None
        or past_seed == session.seed
        or check.is_static
        or any(result.status != "passed" for result in results)
    ):
        return results
    # The seed decides the whole sandbox, so that a session of its own repeats the run that found something.
    with open_session(
        session.target,
        budget=session.budget,
        seed=past_seed,
        base=session.base,
        environment=session.environment,
        allow_destructive=session.allow_destructive,
    ) as past:
        same = [place for place, tool in enumerate(past.tools) if tool.target == session.tools[index].target]
        again = past.run(same[0], check) if same else []
    return again if any(result.status == "failed" for result in again) else results
