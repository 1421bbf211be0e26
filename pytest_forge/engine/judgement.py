"""Judgement: what a check has said of a tool, by returning or by what it raised, in JSON types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..checks.calls.own_failure import told_failure
from ..targets.mcp.transport import ServerLostError
from ..verdict import CallNeverReturned, CheckFailure, CouldNotRun, NeedsWalk, NoCallFits, NotApplicable

__all__ = ["judgement_of"]


def judgement_of(judge: Callable[[Any], None], subject: Any) -> dict[str, Any]:
    """Return the verdict of a check: its ``status``, and what goes with it.

    Args:
        judge: Returns if the promise holds, and raises what `pytest_forge.verdict` has otherwise.
        subject: What it judges.
    """
    try:
        judge(subject)
    except CheckFailure as failure:
        return {
            "status": "failed",
            "code": failure.code,
            "about": failure.about,
            "message": failure.message,
            "arguments": failure.arguments,
            "before": failure.before,
            "lost": isinstance(failure, CallNeverReturned),
        }
    except NeedsWalk:
        return {"status": "needs_walk"}
    except NotApplicable as reason:
        return {"status": "not_applicable", "code": reason.code, "message": str(reason)}
    except CouldNotRun as reason:
        return {
            "status": "error",
            "code": reason.code,
            "message": str(reason),
            "follows": reason.follows,
            "unfit": isinstance(reason, NoCallFits),
        }
    except ServerLostError as lost:
        return {"status": "lost", "how": lost.how, "said": lost.said, "arguments": lost.arguments}
    except Exception as error:  # noqa: BLE001  # a defect of the check itself must not pass for a verdict on the tool
        return {"status": "error", "message": told_failure(error)}
    return {"status": "passed"}
