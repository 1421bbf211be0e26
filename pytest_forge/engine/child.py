"""The child: one check of one tool, in a process that may be lost."""

from __future__ import annotations

import importlib
import logging
import os
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from ..checks.calls.fuzz_run import take_walk
from ..checks.catalogue import all_checks
from ..report.contract_coverage import ContractCoverage
from ..sandbox import Sandbox
from ..targets.effort import Effort
from ..targets.facts import ToolFacts
from ..targets.module_tools import FoundTool, load_module_tools
from ..targets.subject import Subject
from ..targets.target_error import TargetError
from ..verdict import CouldNotRun
from .account import say
from .judgement import judgement_of
from .lines import line_of
from .messages import Announced, Sealed, Seen, ServerLost, Undone, Verdict
from .requests import CheckRequest, FuzzRequest
from .resources import limit_resources

__all__ = ["run_check"]

_MAX_ANNOUNCED = 20_000


def run_check(
    request: CheckRequest | FuzzRequest, tools: Sequence[FoundTool], sandbox: Sandbox, descriptor: int
) -> None:
    """Judge a tool, or make its fuzz run, and write how it ended to *descriptor*.

    Each call is announced on the same descriptor before it is made, so that the host can name the call that lost the
    process.

    Args:
        request: The check or the fuzz run, and its limits.
        tools: Those of the target.
        sandbox: Where they run.
        descriptor: A pipe to the host.
    """
    limits = request.limits
    found, tool = tools[request.tool]
    facts = ToolFacts.from_json({**found.as_json(), "rebuilt_schema": None})
    # The folder was recreated since the host changed into it.
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
        neighbours=partial(
            _neighbours_of, found, tools, base=Path(request.base), may_destroy=request.allow_destructive
        ),
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
            # A check of the project's own, from a module that this process has not imported.
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


def _neighbours_of(facts: ToolFacts, tools: Sequence[FoundTool], *, base: Path, may_destroy: bool) -> list[FoundTool]:
    """Return a tool and those declared with it that may be called.

    Args:
        facts: Of the tool.
        tools: Those of its target.
        base: Folder that relative paths start from.
        may_destroy: Whether tools that are marked as destructive may be called.
    """
    found = list(tools)
    source, colon, _ = facts.target.partition(":")
    if len(found) == 1 and colon and facts.kind != "mcp":
        try:
            # The module is imported already.
            found += load_module_tools(source, base=base)
        except TargetError:
            found = list(tools)
    same = [one for one in found if one[0].name == facts.name][:1]
    return same + [one for one in found if one[0].name != facts.name and _may_run(one[0], may_destroy=may_destroy)]


def _may_run(facts: ToolFacts, *, may_destroy: bool) -> bool:
    return facts.runs_code and not facts.problems and (may_destroy or not facts.is_destructive)
