"""Enough: whether the calls of a check suffice for its verdict, and the error if they do not."""

from __future__ import annotations

from ..verdict import NOT_ENOUGH_SEEN, NOTHING_WORKS, CallHung
from .budget import Budget, larger_budget
from .messages import CallsMade, Verdict

__all__ = ["not_enough", "out_of_time"]


def not_enough(made: CallsMade | None, shortened: Budget | None, budget: Budget, verdict: Verdict) -> Verdict | None:
    """Return the error that replaces a verdict after too few calls; None if the verdict stands.

    Args:
        made: The calls that the host has counted; None if it has counted none.
        shortened: The budget of the check in a run with a time limit; else None.
        budget: The budget of a check without such a limit.
        verdict: Any but ``failed``.
    """
    if made is None:
        return None
    if verdict.code == NOTHING_WORKS:
        # It explains more than the number of missing calls.
        return None
    if made.is_hung:
        hung = CallHung()
        return Verdict("error", str(hung), hung.code, follows=hung.follows)
    if made.stopped_early:
        return out_of_time(made, shortened, budget)
    if verdict.status == "passed" and not made.calls and not made.seen:
        # Without a call, a pass means nothing.
        message = (
            "The check passed without calling the tool. Let it raise NotApplicable with the reason, report other calls "
            "with subject.has_seen(), or declare it in the family 'definition'."
        )
        return Verdict("error", message)
    return None


def out_of_time(made: CallsMade, shortened: Budget | None, budget: Budget) -> Verdict:
    """Return the error of a check whose time ended before all of its calls were made.

    Args:
        made: The calls that the host has counted.
        shortened: The budget of the check in a run with a time limit; else None.
        budget: The budget of a check without such a limit.
    """
    calls, undone = made.calls, made.undone
    seen_calls = calls + made.seen
    if undone:
        seen = f"{undone} of {seen_calls + undone} calls were not made in time"
    else:
        seen = f"the time of the check was over after {calls} call{'' if calls == 1 else 's'}"
    each = f", at {_seconds(made.calls_s / calls)} each" if calls else ""
    message = f"Not judged: {seen}{each}. {_way_out(shortened, budget)}"
    return Verdict("error", message, NOT_ENOUGH_SEEN)


def _way_out(shortened: Budget | None, budget: Budget) -> str:
    if shortened is not None and shortened.check_s < budget.check_s:
        return "Give the run more time with --max-seconds, or name fewer checks."
    larger = larger_budget(budget)
    if larger:
        return f"Use --budget {larger}."
    return "Make its calls faster where it is tested, or accept this in a baseline with the reason."


def _seconds(seconds: float) -> str:
    return f"{seconds:.1g} s" if seconds >= 0.1 else f"{max(seconds * 1000, 1):.0f} ms"
