"""JSON results: the value in a result that standard JSON cannot represent, as the dispatcher has met it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ..calls.walk import Monitor, Step, monitors
from .json_trouble import json_trouble

__all__ = ["trouble_in"]

#: Results of larger or smaller numbers are not judged: without a bound, authors do not expect them.
_MAX_NUMBER, _MIN_NUMBER = 1_000_000, 1e-6


def trouble_in(outcome: Outcome) -> str:
    """Return a description of the value in a result that JSON cannot represent; empty if there is none."""
    if outcome.result is None or outcome.result.ok:
        return ""
    trouble = json_trouble(outcome.returned)
    return trouble or ("a value that JSON cannot represent" if outcome.error_type == "ToolResultError" else "")


@monitors("results_are_json")
def _monitor_results(_: Subject) -> Monitor:
    def look(step: Step) -> str | None:
        trouble = trouble_in(step.outcome)
        if not trouble or _holds(step.outcome.arguments, _is_extreme):
            return ""
        return re.sub(r"\d+", "N", trouble)

    return look


def _is_extreme(number: float) -> bool:
    return abs(number) > _MAX_NUMBER or 0 < abs(number) < _MIN_NUMBER


def _holds(value: Any, is_such: Callable[[float], bool]) -> bool:
    if isinstance(value, dict | list):
        return any(_holds(part, is_such) for part in (value.values() if isinstance(value, dict) else value))
    return isinstance(value, int | float) and is_such(value)
