"""Static checks: judged by what is known of a tool, in the process of whoever asks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..checks.check import Check
from ..targets.facts import ToolFacts
from ..verdict import CheckFailure, CouldNotRun, NotApplicable

__all__ = ["judge_facts"]


def judge_facts(tool: ToolFacts, judged: Check) -> tuple[str, str, Mapping[str, Any] | None]:
    """Return the status, the message and the arguments of a check's verdict on a tool."""
    try:
        judged.judge(tool)
    except CheckFailure as failure:
        return "failed", failure.message, failure.arguments
    except NotApplicable as reason:
        return "not_applicable", str(reason), None
    except CouldNotRun as reason:
        return "error", str(reason), None
    except Exception as error:  # noqa: BLE001  # a defect of the check must not pass for a verdict on the tool
        return "error", f"The check itself failed with {type(error).__name__}. Please report it.", None
    return "passed", "", None
