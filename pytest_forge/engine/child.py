"""The child: one check of one tool, in a process that nobody minds losing."""

from __future__ import annotations

import importlib
import logging
import os
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from forge_harness import Tool

from ..checks.calls.fuzz_run import take_walk
from ..checks.catalogue import all_checks
from ..report.contract_coverage import ContractCoverage
from ..sandbox import Sandbox
from ..targets.effort import Effort
from ..targets.facts import ToolFacts
from ..targets.module_tools import FoundTool
from ..targets.subject import Subject
from ..verdict import CouldNotRun
from .account import say
from .judgement import judgement_of
from .messages import Announced, CheckRequest, Sealed, Seen, ServerLost, Undone, Verdict, WalkRequest, line_of
from .resources import limit_resources

__all__ = ["run_check"]

_MAX_ANNOUNCED = 20_000


def run_check(
    request: CheckRequest | WalkRequest,
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
        request: The check or the walk, and what it may take.
        facts: What is known of the tool.
        tool: The tool.
        sandbox: Where it runs.
        descriptor: A pipe to the host.
        neighbours: Returns the tools beside it that may be called.
    """
    limits = request.limits
    # The folder of this name was made anew since the host went there.
    os.chdir(sandbox.workspace)
    limit_resources(limits)
    logging.raiseExceptions = False
    random.seed(request.seed)

    def announce(arguments: Any) -> None:
        line = line_of(Announced(arguments))
        if len(line) > _MAX_ANNOUNCED:
            line = line_of(Announced({}))
        try:
            say(descriptor, line)
        except OSError:
            # The tool has closed the pipe; the host takes the missing verdict for the loss of the process.
            return

    def tell_undone(calls: int, is_hung: bool) -> None:
        # At once, and not with the verdict: a copy of this process may stop early, too.
        with suppress(OSError):
            say(descriptor, line_of(Undone(calls, is_hung)))

    def tell_seen(calls: int) -> None:
        with suppress(OSError):
            say(descriptor, line_of(Seen(calls)))

    coverage = ContractCoverage(facts) if request.with_coverage else None
    subject = Subject(
        facts,
        tool,
        sandbox=sandbox,
        seed=request.seed,
        call_s=limits.call_s,
        check_s=limits.check_s,
        effort=Effort(limits.random_calls, limits.random_s, follows_lines=limits.follows_lines),
        past=request.past if isinstance(request, CheckRequest) else None,
        neighbours=neighbours,
        notes=request.notes,
        announce=announce,
        observe=None if coverage is None else coverage.observe,
        tell_undone=tell_undone,
        tell_seen=tell_seen,
    )
    judge = _find(request.check, request.module, facts.kind) if isinstance(request, CheckRequest) else take_walk
    ending = judgement_of(judge, subject)
    covered = () if coverage is None else tuple(sorted(coverage.covered))
    if isinstance(ending, Verdict):
        ending = replace(ending, notes=subject.notes, covered=covered)
    elif not isinstance(ending, ServerLost):
        ending = replace(ending, covered=covered)
    say(descriptor, line_of(Sealed(request.nonce, ending)))


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
