"""Session: one target, loaded in a sandboxed host, from the user's side."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from ..checks.check import Check
from ..sandbox import temporary_sandbox
from ..targets.call_answer import CallAnswer
from ..targets.facts import ToolFacts
from ..targets.past_calls import PastCalls
from ..targets.resolve import is_data_target, read_data_target, split_target
from ..targets.server_files.listed_server import ListedServer
from ..targets.server_files.server_file import is_server_file, read_server, server_name
from ..targets.target_error import TargetError
from ..verdict import NOTHING_WORKS, CheckResult
from .budget import Budget
from .call_retry import answers_of
from .enough import not_enough, out_of_time
from .fuzz_runs import HOST_LOST, FuzzRuns
from .hidden import hidden
from .judgement import judgement_of
from .known_target import KnownTarget
from .lines import MessageError
from .loaded_target import LoadedTarget
from .lost_calls import LostCalls
from .messages import FuzzRunWanted, Loss, Reply, Verdict
from .permission import refusal_of
from .placeholder import without_placeholder
from .requests import CallsRequest, CheckRequest, FuzzRequest, SharedRequest
from .result_maker import SURVIVAL_CHECK, ResultMaker
from .served import with_authorization
from .shared_checks import SharedChecks

__all__ = ["Compared", "Session", "open_session"]

#: Returns the tools of a target with their changes since they were locked. It is given the target, its tools, the
#: sandbox's folder (None for data), and values that nothing may show.
Compared: TypeAlias = Callable[[str, Sequence[ToolFacts], Path | None, Sequence[str]], list[ToolFacts]]

#: The check that compares two builds of a schema.
STABILITY_CHECK = "schema_is_stable"


@dataclass(slots=True)
class Session:
    """One loaded target, and the verdicts on its tools.

    Attributes:
        target: As the user wrote it.
        tools: The facts of each tool, in order of declaration.
        budget: Time and memory a check may take.
        seed: Makes a run repeatable.
        base: Folder that relative paths start from.
        environment: Variables the tools may see.
        allow_destructive: Whether tools that are marked as destructive are run.
        with_coverage: Whether to note which parts of a tool's contract the calls exercise.
        secrets: Values that no result may show.
        lock: The lock file that the tools are compared with, for the lines that reproduce; empty for none.
    """

    target: str
    tools: Sequence[ToolFacts]
    budget: Budget
    seed: int
    base: Path
    environment: Mapping[str, str]
    allow_destructive: bool = False
    with_coverage: bool = False
    _loaded: LoadedTarget | None = None
    secrets: tuple[str, ...] = ()
    lock: str = ""
    _lost: LostCalls = field(default_factory=LostCalls)
    _covered: dict[int, set[str]] = field(default_factory=dict)
    _shortened: Budget | None = None
    _is_over: bool = False
    _notes: dict[int, dict[str, Any]] = field(default_factory=dict)
    _fuzz_runs: FuzzRuns = field(default_factory=FuzzRuns)
    _without_effect: set[int] = field(default_factory=set)
    _shared: SharedChecks = field(init=False)

    def __post_init__(self) -> None:
        self._shared = SharedChecks(self._reply, lambda request: self._fuzz_runs.take(request, self._reply))

    def judge_together(self, index: int, checks: Sequence[Check], *, within_s: float | None = None) -> None:
        """Judge one tool by many checks at once, as far as they can share a process; `run` returns the results.

        Args:
            index: Of the tool.
            checks: Those that `run` will be asked for, without calls of earlier findings.
            within_s: Seconds after which no further check begins; None for no limit.
        """
        tool = self.tools[index]
        wanted = tuple(
            (judged.id, judged.judge.__module__)
            for judged in sorted(checks, key=lambda judged: judged.id != SURVIVAL_CHECK)
            if not judged.is_static
            and refusal_of(tool, judged, allow_destructive=self.allow_destructive, is_over=self._is_over) is None
        )
        if len(wanted) < 2:
            return
        limits = self._limits(index)
        request = SharedRequest(
            tool=index,
            checks=wanted,
            seed=self.seed,
            nonce=secrets.token_hex(16),
            limits=limits,
            with_coverage=self.with_coverage,
            base=str(self.base),
            allow_destructive=self.allow_destructive,
            notes=self._notes.get(index, {}),
            modules=_of_projects(module for _, module in wanted),
            all_s=limits.check_s * len(wanted) if within_s is None else within_s,
        )
        try:
            self._notes[index] = dict(self._shared.judge(request))
        except TargetError:
            # The first check made alone reports it.
            self._host().close()

    def run(self, index: int, judged: Check, *, past: PastCalls | None = None) -> list[CheckResult]:
        """Judge one tool by one check.

        Args:
            index: Of the tool.
            judged: The check.
            past: The calls of an earlier finding; they are made first.

        Returns:
            The check's result and, where the tool's process was lost, the finding of `SURVIVAL_CHECK`, once a tool.
        """
        tool = self.tools[index]
        is_over = self._is_over and not self._shared.has(index, judged.id)
        refusal = refusal_of(tool, judged, allow_destructive=self.allow_destructive, is_over=is_over)
        if refusal is not None:
            return [self._result(tool, judged, refusal.verdict, was_made=refusal.was_made)]
        if judged.is_static:
            try:
                return [self._judge_here(self._rebuilt(index) if judged.id == STABILITY_CHECK else tool, judged)]
            except TargetError as error:
                message = f"The target could not be imported twice. {error}"
                return [self._result(tool, judged, Verdict("error", message))]
        known = self._lost.verdict_before(index, judged)
        if known is not None:
            return [self._result(tool, judged, known)]
        return self._judge_in_host(index, tool, judged, past or PastCalls())

    @property
    def root(self) -> Path | None:
        """The folder of its sandbox; None for data."""
        return None if self._loaded is None else self._loaded.sandbox.root

    def shorten(self, budget: Budget | None) -> None:
        """Limit the next checks to *budget*; None means that the time of the run is over."""
        self._is_over, self._shortened = budget is None, budget

    def take_covered(self, index: int) -> set[str]:
        """Return the parts of a tool's contract that its calls have exercised since the last call of this method."""
        return self._covered.pop(index, set())

    def dispatch(self, calls: Sequence[tuple[int, Any]]) -> list[CallAnswer]:
        """Make calls one after another, in one process and a fresh workspace, and return the answer to each.

        If a call does not return, the others are made again without it.

        Args:
            calls: The index of a tool, and its arguments as a model would send them.

        Raises:
            TargetError: If a host that was lost cannot be replaced.
        """
        return answers_of(calls, self._make)

    def _make(self, calls: Sequence[tuple[int, Any]]) -> Reply | None:
        limits = replace(self.budget, check_s=self.budget.check_s + self.budget.call_s * len(calls))
        request = CallsRequest(calls=tuple(calls), seed=self.seed, nonce=secrets.token_hex(16), limits=limits)
        return self._host().ask(request)

    def _host(self) -> LoadedTarget:
        if self._loaded is None:
            raise RuntimeError("The target is data, and runs no code. Judge it by static checks.")
        return self._loaded

    def _rebuilt(self, index: int) -> ToolFacts:
        """Return the tool's facts with its definition as a second process with another hash seed built it.

        Sets may decide the order of a definition, and the hash seed decides theirs.

        Raises:
            TargetError: If the target cannot be loaded a second time.
        """
        tool = self.tools[index]
        again = self.tools if self._loaded is None else self._loaded.load_again()
        listed = [one for one in self.tools if not one.left_out or not one.is_locked]
        if self._loaded is None or len(again) != len(listed) or again[index].name != tool.name:
            return tool
        second = again[index]
        return replace(tool, rebuilt_schema=second.input_schema, rebuilt_description=second.description)

    def _judge_here(self, tool: ToolFacts, judged: Check) -> CheckResult:
        started = time.perf_counter()
        verdict = judgement_of(judged.judge, tool)
        if not isinstance(verdict, Verdict):
            verdict = Verdict("error", "The check is made without calls, and asked for some. Give it another family.")
        return self._result(tool, judged, verdict, seconds=time.perf_counter() - started)

    def _judge_in_host(self, index: int, tool: ToolFacts, judged: Check, past: PastCalls) -> list[CheckResult]:
        is_doubted = tool.kind == "mcp" and self._shared.is_doubted(index, judged.id)
        request = CheckRequest(
            tool=index,
            check=judged.id,
            module=judged.judge.__module__,
            seed=self.seed,
            nonce=secrets.token_hex(16),
            limits=self._limits(index),
            with_coverage=self.with_coverage,
            past=self._in_sandbox(past),
            base=str(self.base),
            allow_destructive=self.allow_destructive,
            # What checks have noted of a used server may not hold for a fresh one.
            notes={} if is_doubted else self._notes.get(index, {}),
            afresh=is_doubted,
            modules=_of_projects([judged.judge.__module__]),
        )
        try:
            shared = self._shared.take(index, judged.id) if past == PastCalls() else None
            if shared is None and index in self._without_effect and past == PastCalls():
                shared = self._shared.take_without_effect(index, judged.id)
            reply = shared or self._reply(request)
            if isinstance(reply.ending, FuzzRunWanted):
                notes = self._notes[index] = self._fuzz_runs.take(request, self._reply)
                reply = self._reply(replace(request, notes=notes))
            reply = self._fuzz_runs.loss(index, judged) or reply
        except TargetError as error:
            self._host().close()
            message = f"Not judged: the target could not be loaded again. {error}"
            return [self._result(tool, judged, Verdict("error", message))]
        if reply.loss is not None:
            return self._lost_in(index, tool, judged, reply.loss, reply)
        if not isinstance(reply.ending, Verdict):
            raise MessageError(f"The host has sent {reply.ending!r} instead of a verdict.")
        if tool.kind == "mcp" and reply.ending.code == NOTHING_WORKS:
            # No call works on a fresh server either, so other checks that need one need no fresh server.
            self._without_effect.add(index)
        verdict = self._sufficient(index, judged, reply, reply.ending)
        result = self._result(tool, judged, verdict, seconds=reply.seconds)
        if shared is None and not is_doubted:
            self._notes[index] = reply.ending.notes
        self._lost.note(index, judged, reply.ending, result)
        return [result]

    def _sufficient(self, index: int, judged: Check, reply: Reply, verdict: Verdict) -> Verdict:
        """Return the verdict, or an error instead if its calls do not suffice."""
        instead = self._lost.verdict_instead(index, judged, verdict)
        if instead is not None:
            return instead
        if verdict.status == "failed":
            return verdict
        return not_enough(reply.made, self._shortened, self.budget, verdict) or verdict

    def _lost_in(self, index: int, tool: ToolFacts, judged: Check, loss: Loss, reply: Reply) -> list[CheckResult]:
        """Return the verdicts on a tool whose process was lost."""
        made, seconds = reply.made, reply.seconds
        if not loss.in_call:
            if loss.timed_out and made is not None and made.calls and loss.arguments is not None:
                verdict = out_of_time(made, self._shortened, self.budget)
            else:
                outside = "outside any call of the tool"
                where = outside if loss.arguments is None else "though no call took nearly as long"
                verdict = Verdict("error", f"The check {loss.how}, {where}.")
            return [self._result(tool, judged, verdict, seconds=seconds)]

        def make(check: Check, verdict: Verdict) -> CheckResult:
            return self._result(tool, check, verdict, seconds=seconds)

        return self._lost.results(index, tool, judged, loss, make, others_return=self._shared.has_any(index))

    def _in_sandbox(self, past: PastCalls) -> PastCalls:
        arguments, before = without_placeholder((past.arguments, past.before), self._host().sandbox.root)
        return PastCalls(arguments, before)

    def _reply(self, request: FuzzRequest) -> Reply:
        reply = self._host().ask(request)
        if reply is None:
            return HOST_LOST
        for ending in (reply.ending, *(judged.ending for judged, _ in reply.judged)):
            if isinstance(ending, Verdict | FuzzRunWanted):
                self._covered.setdefault(request.tool, set()).update(ending.covered)
        return reply

    def _result(
        self, tool: ToolFacts, judged: Check, verdict: Verdict, *, seconds: float = 0.0, was_made: bool = True
    ) -> CheckResult:
        maker = ResultMaker(self.budget, self.seed, self.base, self.environment, self.root, self.secrets, self.lock)
        return maker.make(tool, judged, verdict, seconds=seconds, was_made=was_made)

    def _limits(self, index: int) -> Budget:
        limits = self._shortened or self.budget
        # What is left of a run's time is not more for a script.
        return limits if limits.check_s < self.budget.check_s else limits.of_kind(self.tools[index].kind)


def _of_projects(modules: Iterable[str]) -> tuple[str, ...]:
    """Return the modules that are not ours."""
    return tuple(dict.fromkeys(module for module in modules if not module.startswith("pytest_forge.")))


@contextmanager
def open_session(
    target: str,
    *,
    budget: Budget,
    seed: int = 0,
    base: Path | None = None,
    environment: Mapping[str, str] | None = None,
    allow_destructive: bool = False,
    with_coverage: bool = False,
    cancelled: threading.Event | None = None,
    keeps_going: bool = False,
    compared: Compared | None = None,
    lock: str = "",
    known: KnownTarget | None = None,
) -> Iterator[Session]:
    """Load *target* and yield the session; its processes and files are gone afterwards.

    Args:
        target: The target to check.
        budget: Time and memory each check may take.
        seed: Makes a run repeatable.
        base: Folder that relative paths and imports start from; the current one unless given.
        environment: Variables the tools may see, besides the sandbox's own.
        allow_destructive: Whether tools that are marked as destructive are run.
        with_coverage: Whether to note which parts of a tool's contract the calls exercise.
        cancelled: Set by another thread to cancel the run.
        keeps_going: Whether a server of a file that cannot be used becomes a tool with that problem, instead of an
            error.
        compared: Compares the tools with a lock file; None for no comparison.
        lock: Its name, for the lines that reproduce.
        known: Shared by the sessions of one target, which is then loaded a second time once for all of them.

    Raises:
        TargetError: If it cannot be loaded, or holds no tools.
        RunCancelledError: If the run was cancelled.
    """
    base = (base or Path.cwd()).resolve()
    split_target(target)
    if is_data_target(target):
        data = read_data_target(target, base=base)
        data = data if compared is None else compared(target, data, None, ())
        yield Session(target, data, budget, seed, base, {}, lock=lock)
        return
    given = environment or {}
    with ExitStack() as stack:
        server: ListedServer | None = None
        secrets: tuple[str, ...] = ()
        try:
            if is_server_file(target):
                server = read_server(target, base=base, variables=given)
                secrets = server.secrets
            sandbox = stack.enter_context(temporary_sandbox(seed=seed))
            variables = with_authorization(target if server is None else server.address, given)
            loaded = LoadedTarget(
                target, budget, seed, base, variables, sandbox, cancelled, server, known or KnownTarget()
            )
            stack.callback(loaded.close)
            tools = loaded.load()
        except TargetError as error:
            if not is_server_file(target):
                raise
            problem = TargetError(_of_server(target, hidden(str(error), secrets)))
            if not keeps_going:
                raise problem from None
            stood = ToolFacts(server_name(target) or target, target, "mcp", unusable=str(problem))
            yield Session(target, [stood], budget, seed, base, given)
            return
        if compared is not None:
            tools = compared(target, tools, sandbox.root, secrets)
        yield Session(
            target, tools, budget, seed, base, variables, allow_destructive, with_coverage, loaded, secrets, lock
        )


def _of_server(target: str, problem: str) -> str:
    """Return a problem in a sentence that names the server."""
    name = server_name(target)
    if not name or repr(target) in problem or f"server {name!r}" in problem:
        return problem
    return f"The server {name!r} in {target.removesuffix(f':{name}')!r} cannot be used: {problem}"
