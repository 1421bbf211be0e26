"""PastFinding: a finding of an earlier run, tried again before new calls are made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from ..checks.check import Check
from ..targets.past_calls import PastCalls
from ..verdict import CheckResult
from .session import Session, open_session

__all__ = ["PastFinding", "run_again"]


class PastFinding(Struct, frozen=True):
    """A finding of an earlier run.

    Attributes:
        seed: The seed of that run.
        arguments: The call that showed it; None if none was needed.
        before: The calls that have to be made before it, each with ``tool`` and ``arguments``.
    """

    seed: int
    arguments: Mapping[str, Any] | None = None
    before: Sequence[Mapping[str, Any]] = ()


def run_again(session: Session, index: int, check: Check, past: PastFinding | None) -> list[CheckResult]:
    """Judge a tool by a check, first with the calls of the past finding; if it passes, again with its seed.

    Args:
        session: Where the tool is loaded.
        index: Of the tool.
        check: The check.
        past: The past finding; None if there is none.
    """
    calls = PastCalls() if past is None else PastCalls(past.arguments, past.before)
    results = session.run(index, check, past=calls)
    if (
        past is None
        or past.seed == session.seed
        or check.is_static
        or any(result.status != "passed" for result in results)
    ):
        return results
    # The seed decides the whole sandbox, so repeating that run needs a session of its own.
    with open_session(
        session.target,
        budget=session.budget,
        seed=past.seed,
        base=session.base,
        environment=session.environment,
        allow_destructive=session.allow_destructive,
    ) as again:
        same = [place for place, tool in enumerate(again.tools) if tool.target == session.tools[index].target]
        found = again.run(same[0], check, past=calls) if same else []
    return found if any(result.status == "failed" for result in found) else results
