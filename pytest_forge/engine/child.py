"""The child: one check of one tool, in a process that nobody minds losing."""

from __future__ import annotations

import json
import logging
import os
import random
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from forge_harness import Tool

from ..checks.check import all_checks
from ..sandbox import Sandbox
from ..targets.facts import ToolFacts
from ..targets.subject import Subject
from ..verdict import CheckFailure, CouldNotRun, NotApplicable

__all__ = ["run_check"]

_MAX_ANNOUNCED = 20_000


def run_check(request: dict[str, Any], facts: ToolFacts, tool: Tool, sandbox: Sandbox, descriptor: int) -> None:
    """Judge *tool* and write the verdict, one JSON line, to *descriptor*.

    Each call is announced on the same descriptor before it is made, so that the host can name the culprit of a lost process.

    Args:
        request: ``check``, ``seed``, ``nonce``, ``limits`` and, for a replay, ``arguments``.
        facts: What is known of the tool.
        tool: The tool.
        sandbox: Where it runs.
        descriptor: A pipe to the host.
    """
    limits = request["limits"]
    # The folder of this name was made anew since the host went there.
    os.chdir(sandbox.workspace)
    _limit_resources(limits)
    logging.raiseExceptions = False
    random.seed(request["seed"])

    def announce(arguments: Any) -> None:
        text = json.dumps({"call": arguments}, default=repr)
        if len(text) > _MAX_ANNOUNCED:
            text = json.dumps({"call": {}})
        os.write(descriptor, text.encode() + b"\n")

    subject = Subject(
        facts, tool, sandbox=sandbox, seed=request["seed"], call_s=limits["call_s"], announce=announce
    )
    judged = all_checks()[request["check"]]
    verdict = _judge(judged.judge, subject)
    line = json.dumps({"nonce": request["nonce"], "verdict": verdict}, default=repr)
    _write_all(descriptor, line.encode() + b"\n")


def _judge(judge: Callable[[Any], None], subject: Subject) -> dict[str, Any]:
    try:
        judge(subject)
    except CheckFailure as failure:
        return {"status": "failed", "message": failure.message, "arguments": failure.arguments}
    except NotApplicable as reason:
        return {"status": "not_applicable", "message": str(reason)}
    except CouldNotRun as reason:
        return {"status": "error", "message": str(reason)}
    except Exception as error:  # noqa: BLE001  # a defect of the check itself must not pass for a verdict on the tool
        frame = error.__traceback__
        while frame is not None and frame.tb_next is not None:
            frame = frame.tb_next
        where = f" at {Path(frame.tb_frame.f_code.co_filename).name}:{frame.tb_lineno}" if frame is not None else ""
        return {
            "status": "error",
            "message": f"The check itself failed with {type(error).__name__}{where}. Please report it with the tool's code.",
        }
    return {"status": "passed"}


def _limit_resources(limits: dict[str, Any]) -> None:
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_CPU, int(limits["check_s"]) + 5)
    _limit(resource.RLIMIT_FSIZE, limits["file_bytes"], keep_hard=True)
    if sys.platform == "linux":
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        _limit(resource.RLIMIT_AS, pages * resource.getpagesize() + limits["memory_bytes"])


def _limit(kind: int, value: int, *, keep_hard: bool = False) -> None:
    _, hard = resource.getrlimit(kind)
    wanted = value if hard == resource.RLIM_INFINITY else min(value, hard)
    try:
        resource.setrlimit(kind, (wanted, hard if keep_hard else wanted))
    except (ValueError, OSError):
        # Some systems refuse to lower one of them; the engine's own time limit still counts.
        logging.getLogger(__name__).debug("Resource limit %s could not be set.", kind)


def _write_all(descriptor: int, data: bytes) -> None:
    while data:
        data = data[os.write(descriptor, data) :]
