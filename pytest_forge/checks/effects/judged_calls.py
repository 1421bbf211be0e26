"""Judged calls: the ordinary calls of a tool and the candidates of its fuzz run, judged by a tier rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ...observe.observation import Observation
from ...profile.claim import Claim
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.candidates import judge_candidates
from ..calls.observing import observe
from .observed_calls import smallest_call
from .tier_rules import RULES

__all__ = ["judge_calls"]


def judge_calls(
    subject: Subject,
    check: str,
    calls: Iterable[Observation[Outcome]],
    *,
    note: Callable[[Claim], None] = lambda _: None,
    is_shortened: bool = True,
    restore: Callable[[dict[str, Any]], None] = lambda _: None,
) -> list[Outcome]:
    """Judge observed calls, then the candidates of the fuzz run.

    Args:
        subject: The tool.
        check: The id of the check, and of its rule.
        calls: The observed calls.
        note: Called with each guess that excuses an effect.
        is_shortened: Whether a call with a finding is repeated with fewer arguments.
        restore: Called before each such repetition, to undo effects that would hide another.

    Returns:
        The observed calls, if none has a finding.

    Raises:
        CheckFailure: For the first call that has one.
    """
    rule = RULES[check]

    def finding(call: dict[str, Any]) -> CheckFailure | None:
        return rule.finding(subject.facts, subject.sandbox, observe(subject, call), note)

    def shows(fewer: Any) -> bool:
        restore(fewer)
        return finding(fewer) is not None

    def judge(call: dict[str, Any]) -> None:
        if (found := finding(call)) is not None:
            raise found

    outcomes = []
    for seen in calls:
        outcomes.append(seen.answer)
        if (found := rule.finding(subject.facts, subject.sandbox, seen, note)) is not None:
            if is_shortened:
                found.arguments = smallest_call(subject, seen.answer.arguments, shows)
            raise found
    judge_candidates(subject, check, judge)
    return outcomes
