"""Causes: errors that follow from a hanging call name the check that found why it hangs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from ..verdict import CALL_HUNG, CheckResult

__all__ = ["named_by_cause"]

#: Checks that find why a call does not return, the most likely first.
_OF_HANGING = (
    "call_returns",
    "valid_calls_return",
    "expressions_take_bounded_time",
    "time_grows_with_the_input",
    "special_files_do_not_block",
)


def named_by_cause(results: Collection[CheckResult]) -> list[CheckResult]:
    """Return the verdicts on a tool, where errors caused by a hanging call name the check that found the reason.

    The check of hanging calls may have passed: the call may be one that only another check makes.

    Args:
        results: The verdicts of a run on one tool.
    """
    failed = {result.check for result in results if result.status == "failed"}
    cause = next((check for check in _OF_HANGING if check in failed), "")
    return [_with_cause(result, failed, cause) for result in results]


def _with_cause(result: CheckResult, failed: Collection[str], cause: str) -> CheckResult:
    if result.code != CALL_HUNG or result.follows in failed:
        return result
    if cause:
        return replace(result, message=result.message.replace(result.follows, cause), follows=cause)
    advice = "Limit the waits and computations of the tool, or give its calls more time with --budget."
    return replace(result, message=f"{result.message.removesuffix(f', see {result.follows}.')}. {advice}", follows="")
