"""StepTimeouts: the seconds that each step of a call may take."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, cast

__all__ = ["StepTimeouts", "checked_seconds"]


@dataclass(frozen=True, slots=True)
class StepTimeouts:
    """Seconds that each step of one call may take; None for no limit.

    Source: seed 004, "Each step has a configurable timeout".

    Attributes:
        look_up_s: Finding the tool.
        scopes_s: Asking the tool for its scopes.
        approval_s: The approval handler; past it, the call is rejected.
        decision_s: A person's decision on a deferred call; past it, the call is rejected.
        validate_s: Validating the arguments.
        run_s: The tool; its own ``timeout_s`` counts instead where it is shorter.
        record_s: Telling the subscribers of the event bus.

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
    """Return *seconds* if they are a time limit: a number above 0, or None for no limit.

    Raises:
        ValueError: If they are not; the message names *what*.
    """
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    # NaN is not above anything.
    if seconds is None or (is_number and seconds > 0):
        return cast("float | None", seconds)
    raise ValueError(f"{what}={seconds!r} is not a time limit. Give seconds above 0, or None for no limit.")
