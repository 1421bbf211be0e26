"""The child: one check of one tool, in a process that nobody minds losing."""

from __future__ import annotations

import importlib
import json
import logging
import os
import random
from collections.abc import Callable, Sequence
from typing import Any

from forge_harness import Tool

from ..checks.calls.walk import take_walk
from ..checks.catalogue import all_checks
from ..report.contract_coverage import ContractCoverage
from ..sandbox import Sandbox
from ..targets.effort import Effort
from ..targets.facts import ToolFacts
from ..targets.module_tools import FoundTool
from ..targets.past_calls import PastCalls
from ..targets.subject import Subject
from ..verdict import CouldNotRun
from .account import say
from .judgement import judgement_of
from .resources import limit_resources

__all__ = ["run_check"]

_MAX_ANNOUNCED = 20_000


def run_check(
    request: dict[str, Any],
    facts: ToolFacts,
    tool: Tool,
    sandbox: Sandbox,
    descriptor: int,
    *,
    neighbours: Callable[[], Sequence[FoundTool]] = tuple,
) -> None:
    """Judge *tool* and write the verdict, one JSON line, to *descriptor*; or take a walk, whose verdict is its notes.

    Each call is announced on the same descriptor before it is made, so that the host can name the culprit of a lost
    process.

    Args:
        request: ``check``, None for a walk; ``seed``, ``nonce``, ``limits``, and whether ``coverage`` is wanted.
        facts: What is known of the tool.
        tool: The tool.
        sandbox: Where it runs.
        descriptor: A pipe to the host.
        neighbours: Returns the tools beside it that may be called.
    """
    limits = request["limits"]
    # The folder of this name was made anew since the host went there.
    os.chdir(sandbox.workspace)
    limit_resources(limits)
    logging.raiseExceptions = False
    random.seed(request["seed"])

    def announce(arguments: Any) -> None:
        text = json.dumps({"call": arguments}, default=repr)
        if len(text) > _MAX_ANNOUNCED:
            text = json.dumps({"call": {}})
        try:
            say(descriptor, text)
        except OSError:
            # The tool has closed the pipe; the host takes the missing verdict for the loss of the process.
            return

    def tell_undone(calls: int, is_hung: bool) -> None:
        # At once, and not with the verdict: a copy of this process may stop early, too.
        try:
            say(descriptor, json.dumps({"undone": calls, "hung": is_hung}))
        except OSError:
            return

    def tell_seen(calls: int) -> None:
        try:
            say(descriptor, json.dumps({"seen": calls}))
        except OSError:
            return

    coverage = ContractCoverage(facts) if request["coverage"] else None
    subject = Subject(
        facts,
        tool,
        sandbox=sandbox,
        seed=request["seed"],
        call_s=limits["call_s"],
        check_s=limits["check_s"],
        effort=Effort(limits["random_calls"], limits["random_s"], follows_lines=limits["follows_lines"]),
        past=PastCalls(**request.get("past", {})),
        neighbours=neighbours,
        notes=request["notes"],
        announce=announce,
        observe=None if coverage is None else coverage.observe,
        tell_undone=tell_undone,
        tell_seen=tell_seen,
    )
    is_walk = request["check"] is None
    verdict = judgement_of(take_walk if is_walk else _find(request["check"], request["module"], facts.kind), subject)
    verdict["notes"] = subject.notes
    if coverage is not None:
        verdict["covered"] = sorted(coverage.covered)
    say(descriptor, json.dumps({"nonce": request["nonce"], "verdict": verdict}, default=repr))


def _find(identifier: str, module: str, kind: str) -> Callable[[Any], None]:
    if identifier not in all_checks():
        try:
            # One of the project's own, declared in a module that this process has not met yet.
            importlib.import_module(module)
        except Exception as error:  # noqa: BLE001  # the project's module may raise anything
            message = (
                f"{module!r}, which declares the check, raised {type(error).__name__} in the sandbox. "
                "Make it importable there."
            )

            def cannot_run(_: Any) -> None:
                raise CouldNotRun(message)

            return cannot_run
    found = all_checks()[identifier]
    return found.judge_served or found.judge if kind == "mcp" else found.judge
