"""Judgement: how a check ends, by returning or by what it raises, as a message."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from forge_harness import ServerLostError

from ..checks.calls.own_failure import told_failure
from ..verdict import CallNeverReturned, CheckFailure, CouldNotRun, NeedsWalk, NoCallFits, NotApplicable
from .messages import FuzzRunWanted, ServerLost, Verdict

__all__ = ["judgement_of"]


def judgement_of(judge: Callable[[Any], None], subject: Any) -> Verdict | FuzzRunWanted | ServerLost:
    """Return how a check of *subject* ends.

    Args:
        judge: Returns if the tool keeps the requirement, and raises an exception of `pytest_forge.verdict` otherwise.
        subject: The tool.
    """
    try:
        judge(subject)
    except CheckFailure as failure:
        return Verdict(
            "failed",
            str(failure.message),
            failure.code,
            str(failure.about),
            failure.arguments,
            tuple(failure.before),
            is_call_lost=isinstance(failure, CallNeverReturned),
        )
    except NeedsWalk:
        return FuzzRunWanted()
    except NotApplicable as reason:
        return Verdict("not_applicable", str(reason), reason.code)
    except CouldNotRun as reason:
        fits_no_call = isinstance(reason, NoCallFits)
        return Verdict("error", str(reason), reason.code, follows=reason.follows, fits_no_call=fits_no_call)
    except ServerLostError as lost:
        return ServerLost(lost.how, lost.said, lost.arguments, lost.tool)
    except Exception as error:  # noqa: BLE001  # a defect of the check itself must not pass for a verdict on the tool
        return Verdict("error", told_failure(error))
    return Verdict("passed")
