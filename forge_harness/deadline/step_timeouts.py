"""StepTimeouts: the seconds that each step of a call may take."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, cast

__all__ = ["StepTimeouts", "checked_seconds"]


@dataclass(frozen=True, slots=True)
class StepTimeouts:
    """The limit of each step of one call in seconds; None for no limit.

    Source: seed 004, "Each step has a configurable timeout".

    Attributes:
        look_up_s: Finding the tool.
        scopes_s: Reading the scopes of the tool.
        approval_s: The approval handler; at the limit, the call is rejected.
        decision_s: A person's decision on a deferred call; at the limit, the call is rejected.
        validate_s: Validating the arguments.
        run_s: The tool; a shorter ``timeout_s`` of its own takes precedence.
        record_s: The subscribers of the event bus.

    Raises:
        ValueError: If one of them is not a number above 0.
    """

    look_up_s: float | None = None
    scopes_s: float | None = None
    approval_s: float | None = None
    decision_s: float | None = 600.0
    validate_s: float | None = None
    run_s: float | None = None
    record_s: float | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            checked_seconds(getattr(self, field.name), field.name)


def checked_seconds(seconds: Any, what: str) -> float | None:
    """Return *seconds* if it is a time limit: a number above 0, or None for no limit.

    Raises:
        ValueError: If it is not; the message names *what*.
    """
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    # NaN is not above 0.
    if seconds is None or (is_number and seconds > 0):
        return cast("float | None", seconds)
    raise ValueError(f"{what}={seconds!r} is not a time limit. Give seconds above 0, or None for no limit.")
