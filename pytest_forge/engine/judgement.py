"""Judgement: what a check has said of a tool, by returning or by what it raised, in JSON types."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

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
        message = f"The check itself failed with {_where(error)}. Please report it with the tool's code."
        return {"status": "error", "message": message}
    return {"status": "passed"}


def _where(error: Exception) -> str:
    """Return the class of an exception, and the file and line that raised it."""
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    place = "" if frame is None else f" at {Path(frame.tb_frame.f_code.co_filename).name}:{frame.tb_lineno}"
    return type(error).__name__ + place
