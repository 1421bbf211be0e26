"""Causes: which finding an error follows from, once all verdicts on a tool are there."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from ..verdict import CALL_HUNG, CheckResult

__all__ = ["told_by_cause"]

#: The checks that find why a call does not come back, the likeliest first.
_OF_HANGING = (
    "call_returns",
    "valid_calls_return",
    "expressions_take_bounded_time",
    "time_grows_with_the_input",
    "special_files_do_not_block",
)


def told_by_cause(results: Collection[CheckResult]) -> list[CheckResult]:
    """Return the verdicts on a tool; an error that a hanging call has caused names the check that has found why.

    The check that would find it may have found nothing: the call was another one's own, such as a hostile text.

    Args:
        results: The verdicts of a run on one tool.
    """
    failed = {result.check for result in results if result.status == "failed"}
    cause = next((check for check in _OF_HANGING if check in failed), "")
    return [_told(result, failed, cause) for result in results]


def _told(result: CheckResult, failed: Collection[str], cause: str) -> CheckResult:
    if result.code != CALL_HUNG or result.follows in failed:
        return result
    if cause:
        return replace(result, message=result.message.replace(result.follows, cause), follows=cause)
    advice = "Bound what the tool waits for and computes, or give its calls more time by --budget."
    return replace(result, message=f"{result.message.removesuffix(f', see {result.follows}.')}. {advice}", follows="")
