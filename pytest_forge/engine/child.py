"""The child: checks of one tool, in a process that may be lost."""

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
from ..strategies.workspace_files import make_fresh_workspace
from ..targets.effort import Effort
from ..targets.facts import ToolFacts
from ..targets.found_tool import FoundTool
from ..targets.mcp.subject import ServedSubject
from ..targets.mcp.tool import McpTool
from ..targets.outcome import Outcome
from ..targets.own_clock import own_time
from ..targets.past_calls import PastCalls
from ..targets.subject import Subject
from ..targets.target_error import TargetError
from ..targets.target_tools import load_tools, whole_target
from ..verdict import CouldNotRun
from .account import say
from .judgement import judgement_of
from .leftovers import Leftovers
from .lines import announcement_of, line_of
from .messages import Ending, FuzzRunWanted, Judged, Sealed, Seen, ServerLost, SharedOver, Undone, Verdict
from .requests import CheckRequest, FuzzRequest, SharedRequest
from .resources import limit_resources
from .served import ServedTarget

__all__ = ["run_check", "run_checks"]

_MAX_ANNOUNCED = 20_000


def run_check(
    request: CheckRequest | FuzzRequest,
    tools: Sequence[FoundTool],
    sandbox: Sandbox,
    descriptor: int,
    *,
    served: ServedTarget | None,
) -> None:
    """Judge a tool, or make its fuzz run, and write how it ended to *descriptor*.

    Each call is announced on the same descriptor before it is made, so that the host can name the call that lost the
    process.

    Args:
        request: The check or the fuzz run, and its limits.
        tools: Those of the target.
        sandbox: Where they run.
        descriptor: A pipe to the host.
        served: The server of the tools; None if they run in this process.
    """
    child = _Child(request, tools, sandbox, descriptor, served)
    limit_resources(request.limits, starts_servers=served is not None)
    if isinstance(request, CheckRequest):
        ending = child.judge(_find(request.check, request.module), past=request.past)
    else:
        for module in request.modules:
            # A module that raises is reported by its own checks.
            with suppress(Exception):
                importlib.import_module(module)
        # Checks of observed calls look at the fuzz run once they are built.
        all_checks()
        ending = child.judge(take_walk)
    if isinstance(ending, Verdict):
        ending = replace(ending, notes=child.notes)
    child.say_sealed(ending)


def run_checks(
    request: SharedRequest,
    tools: Sequence[FoundTool],
    sandbox: Sandbox,
    descriptor: int,
    *,
    served: ServedTarget | None,
) -> None:
    """Judge a tool by several checks, one after another, until something is left that cannot be undone.

    Args:
        request: The checks, and their limits.
        tools: Those of the target.
        sandbox: Where they run.
        descriptor: A pipe to the host.
        served: The server of the tools; None if they run in this process.
    """
    child = _Child(request, tools, sandbox, descriptor, served)
    limit_resources(request.limits, checks=len(request.checks), starts_servers=served is not None)
    undone = Leftovers(child.tool, sandbox).undone if served is None else served.restorer()
    began = own_time()
    for number, (check, module) in enumerate(request.checks):
        if number and (own_time() - began > request.all_s or child.has_hung or not undone(child.calls)):
            break
        check_began = own_time()
        ending = child.judge(_find(check, module))
        if not isinstance(ending, Verdict | FuzzRunWanted):
            child.say_sealed(ending)
            return
        child.say_sealed(Judged(check, ending, own_time() - check_began))
    child.say_sealed(SharedOver(child.notes))


class _Child:
    """The judging of one tool in this process.

    Attributes:
        facts: Of the tool.
        tool: The tool.
        notes: Facts about it that its checks have found.
        calls: How many calls the last check has made.
        has_hung: Whether one of them did not return in time.
    """

    def __init__(
        self,
        request: FuzzRequest,
        tools: Sequence[FoundTool],
        sandbox: Sandbox,
        descriptor: int,
        served: ServedTarget | None,
    ) -> None:
        self.found, self.tool = tools[request.tool]
        self.facts = ToolFacts.from_json({**self.found.as_json(), "rebuilt_schema": None, "rebuilt_description": None})
        self.notes = dict(request.notes)
        self.calls = 0
        self.has_hung = False
        self._recorded: dict[str, Sequence[Any]] = {}
        self._request = request
        self._tools = tools
        self._sandbox = sandbox
        self._descriptor = descriptor
        self._served = served
        # The folder was recreated since the host changed into it.
        os.chdir(sandbox.workspace)
        logging.raiseExceptions = False

    def say_sealed(self, message: Ending | Judged) -> None:
        """Send a message that a tool cannot forge."""
        say(self._descriptor, line_of(Sealed(self._request.nonce, message)))

    def judge(
        self, judge: Callable[[Any], None], *, past: PastCalls | None = None
    ) -> Verdict | FuzzRunWanted | ServerLost:
        """Return how a check of the tool ends."""
        request, limits = self._request, self._request.limits
        random.seed(request.seed)
        self.calls = 0
        if isinstance(self.tool, McpTool):
            self.tool.server.keeps_pauses = False
        coverage = ContractCoverage(self.facts) if request.with_coverage else None

        def observe(outcome: Outcome, was_asked: bool) -> None:
            self.has_hung = self.has_hung or outcome.timed_out
            if coverage is not None:
                coverage.observe(outcome, was_asked)

        kind = ServedSubject if self.facts.kind == "mcp" else Subject
        subject = kind(
            self.facts,
            self.tool,
            sandbox=self._sandbox,
            seed=request.seed,
            call_s=limits.call_s,
            check_s=limits.check_s,
            effort=Effort(limits.random_calls, limits.random_s, follows_lines=limits.follows_lines),
            past=past,
            neighbours=partial(
                _neighbours_of,
                self.found,
                self._tools,
                base=Path(request.base),
                may_destroy=request.allow_destructive,
            ),
            notes=self.notes,
            announce=self._announce,
            observe=observe,
            tell_undone=self._tell_undone,
            tell_seen=self._tell_seen,
            recorded=self._recorded,
            renew=partial(make_fresh_workspace, self._sandbox) if self._served is None else self._served.begin,
        )
        ending = judgement_of(judge, subject)
        self.notes = subject.notes
        covered = () if coverage is None else tuple(sorted(coverage.covered))
        return ending if isinstance(ending, ServerLost) else replace(ending, covered=covered)

    def _announce(self, arguments: Any, tool: str) -> None:
        self.calls += 1
        line = announcement_of(arguments, tool)
        if len(line) > _MAX_ANNOUNCED:
            line = announcement_of({}, tool)
        # If the tool has closed the pipe, the host takes the missing verdict for the loss of the process.
        with suppress(OSError):
            say(self._descriptor, line)

    def _tell_undone(self, calls: int, is_hung: bool) -> None:
        # At once, and not with the verdict: a copy of this process may stop early, too.
        with suppress(OSError):
            say(self._descriptor, line_of(Undone(calls, is_hung)))

    def _tell_seen(self, calls: int) -> None:
        # These calls were made without the subject's `call`.
        self.calls += 1
        with suppress(OSError):
            say(self._descriptor, line_of(Seen(calls)))


def _find(identifier: str, module: str) -> Callable[[Any], None]:
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
    return all_checks()[identifier].judge


def _neighbours_of(facts: ToolFacts, tools: Sequence[FoundTool], *, base: Path, may_destroy: bool) -> list[FoundTool]:
    """Return a tool and those declared with it that may be called.

    Args:
        facts: Of the tool.
        tools: Those of its target.
        base: Folder that relative paths start from.
        may_destroy: Whether tools that are marked as destructive may be called.
    """
    found = list(tools)
    whole = whole_target(facts.target)
    if len(found) == 1 and whole != facts.target and facts.kind != "mcp":
        try:
            # The module is imported already.
            found += load_tools(whole, base=base)
        except TargetError:
            found = list(tools)
    same = [one for one in found if one[0].name == facts.name][:1]
    return same + [one for one in found if one[0].name != facts.name and _may_run(one[0], may_destroy=may_destroy)]


def _may_run(facts: ToolFacts, *, may_destroy: bool) -> bool:
    return facts.runs_code and not facts.problems and (may_destroy or not facts.is_destructive)
