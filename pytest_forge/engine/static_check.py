"""Static checks: judged by what is known of a tool, in the process of whoever asks."""

from __future__ import annotations

from typing import Any

from ..checks.check import Check
from ..targets.facts import ToolFacts
from ..verdict import CheckFailure, CouldNotRun, NotApplicable

__all__ = ["judge_facts"]


def judge_facts(tool: ToolFacts, judged: Check) -> dict[str, Any]:
    """Return a check's verdict on a tool: its status and, where there are any, code, about, message, arguments."""
    try:
        judged.judge(tool)
    except CheckFailure as failure:
        return {
            "status": "failed",
            "code": failure.code,
            "about": failure.about,
            "message": failure.message,
            "arguments": failure.arguments,
        }
    except NotApplicable as reason:
        return {"status": "not_applicable", "message": str(reason)}
    except CouldNotRun as reason:
        return {"status": "error", "message": str(reason)}
    except Exception as error:  # noqa: BLE001  # a defect of the check must not pass for a verdict on the tool
        return {"status": "error", "message": f"The check itself failed with {type(error).__name__}. Please report it."}
    return {"status": "passed"}
