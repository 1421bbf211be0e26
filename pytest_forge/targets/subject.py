"""Subject: a tool under check, inside the sandbox."""

from __future__ import annotations

import copy
import os
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, TypeVar

from forge_harness import Dispatcher, Event, EventBus, Tool

from ..sandbox import Sandbox
from .effort import Effort
from .facts import ToolFacts
from .outcome import Outcome
from .own_clock import own_time
from .past_calls import PastCalls
from .patience import Patience
from .watched_tool import CallTimeout, WatchedTool, captured_log, time_limit

__all__ = ["HAS_WORKED", "SLOW_CALLS", "Subject"]

RecordedT = TypeVar("RecordedT")

#: Shares of a check's time: the default limit of its calls, and the latest start of a call.
_USUAL_SHARE, _LATEST_SHARE = 0.6, 0.75
#: Calls that a check has time for by default.
_CALLS_A_CHECK = 6

#: Key of the note that a call of the tool has succeeded.
HAS_WORKED = "has_worked"

SLOW_CALLS = "slow calls"
"""The note of the numbers in a call that has taken much of its time."""
#: Share of a call's time.
_SLOW = 0.4
#: Stands for "use the workspace of the sandbox"; None means "without a root".
_SANDBOX_WORKSPACE: Any = object()


class Subject:
    """A tool under check, inside the sandbox.

    Args:
        facts: Facts about the tool.
        tool: The tool itself.
        sandbox: Its workspace, the folder outside it, HOME, and the planted canaries.
        seed: Makes the random choices of a check repeatable.
        call_s: Seconds for one call.
        check_s: Seconds for the whole check.
        effort: The budget for random calls.
        past: The calls of a finding in an earlier run.
        neighbours: Returns the tools of the same target, this one included.
        notes: Facts that earlier checks of this run have found out, in JSON types; a check may add to them. They decide
            which calls are tried first, and never a verdict.
        announce: Called with the arguments before each call and with None after it; identifies a call that does not
            return. Also given the tool of the call, if it is not the one under check; else an empty name.
        observe: Called with the outcome of each call, and whether an approval was requested.
        tell_undone: Called when a check stops before it has seen enough, with the number of calls left, and whether a
            call that did not return is the cause, and not the time.
        tell_seen: Called with the number of calls that a check has judged but not made through `call`.
        recorded: What earlier checks in this process have observed, by plan; see `record`.
        renew: Restores the initial state, with a server started afresh; by default, the sandbox is reset.

    Attributes:
        random: The check's random source.
        began: When the check began, by `own_time`.
        before_call: Called right before each call, to begin observing it; or None.
        is_served: Whether the tool is one of an MCP server.
        is_beside: Whether it is a neighbour of the tool under check, whose notes do not tell what its calls need.
    """

    is_served = False

    def __init__(
        self,
        facts: ToolFacts,
        tool: Tool,
        *,
        sandbox: Sandbox,
        seed: int = 0,
        call_s: float = 2.0,
        check_s: float | None = None,
        effort: Effort | None = None,
        past: PastCalls | None = None,
        neighbours: Callable[[], Sequence[tuple[ToolFacts, Tool]]] = tuple,
        notes: Mapping[str, Any] | None = None,
        announce: Callable[[Any, str], None] = lambda _, __: None,
        observe: Callable[[Outcome, bool], None] | None = None,
        tell_undone: Callable[[int, bool], None] = lambda _, __: None,
        tell_seen: Callable[[int], None] = lambda _: None,
        recorded: dict[str, Sequence[Any]] | None = None,
        renew: Callable[[], None] | None = None,
    ) -> None:
        self.facts = facts
        self.tool = tool
        self.sandbox = sandbox
        self.call_s = call_s
        self.check_s = _CALLS_A_CHECK * call_s if check_s is None else check_s
        self.effort = effort or Effort()
        self.past = past or PastCalls()
        self._neighbours = neighbours
        self.notes = dict(notes or {})
        self.random = random.Random(f"{seed}/{facts.name}")  # noqa: S311  # repeatable on purpose
        self.began = own_time()
        self.before_call: Callable[[], None] | None = None
        self._announce = announce
        self._observe = observe
        self._tell_undone = tell_undone
        self._tell_seen = tell_seen
        self._recorded = {} if recorded is None else recorded
        self._renew = renew
        self.is_beside = False
        self._is_incomplete = False
        #: Seconds of the check's time that were given to its parts so far.
        self._shared_out = 0.0

    def record(self, plan: str, make: Callable[[], Iterable[RecordedT]]) -> Iterator[RecordedT]:
        """Yield what a plan of calls observes; the checks of one process make it once.

        A plan that was left unfinished is made again by the next check that asks for it.

        Args:
            plan: Its name.
            make: Makes the calls, from the state in which a check begins.
        """
        if plan in self._recorded:
            known = self._recorded[plan]
            self.has_seen(len(known))
            yield from known
            return
        found = []
        for one in make():
            found.append(one)
            yield one
        if not self._is_incomplete:
            self._recorded[plan] = found

    @property
    def schema(self) -> dict[str, Any]:
        """The advertised schema; empty if it is not an object."""
        return self.facts.input_schema if isinstance(self.facts.input_schema, dict) else {}

    def beside(self, facts: ToolFacts, tool: Tool) -> Subject:
        """Return another tool as a subject in the same sandbox, with the same limits."""
        found = type(self)(
            facts,
            tool,
            sandbox=self.sandbox,
            call_s=self.call_s,
            check_s=self.check_s,
            effort=self.effort,
            notes=self.notes,
            announce=self._announce,
            tell_undone=self._tell_undone,
            tell_seen=self._tell_seen,
            renew=self._renew,
        )
        found.began = self.began
        found.is_beside = True
        return found

    def renew(self) -> None:
        """Restore the state in which a check begins: an empty sandbox, and a server that has just started.

        The memory of this process stays as it is.
        """
        if self._renew is not None:
            self._renew()
            return
        self.sandbox.reset()
        os.chdir(self.sandbox.workspace)

    def patience(self, share: float = _USUAL_SHARE) -> Patience:
        """Return a time limit for the calls from now on, as a share of the check's time.

        A check that stops at this limit cannot pass: see `Patience`. What earlier shares have left over is added to it.

        Args:
            share: Of `check_s`. The limit is always early enough to leave time for the verdict.
        """
        spent = own_time() - self.began
        latest, seconds = _LATEST_SHARE * self.check_s - spent, share * self.check_s
        self._shared_out += seconds
        most = min(max(seconds, self._shared_out - spent), latest)
        return Patience(most, self.has_left, quiet_s=min(seconds, latest))

    def has_left(self, calls: int, *, is_hung: bool = False) -> None:
        """Report to the engine that calls needed for a verdict were not made: the check cannot pass.

        Args:
            calls: Their number; 0 if unknown.
            is_hung: Whether a call that did not return is the cause, and not the time.
        """
        self._is_incomplete = True
        self._tell_undone(calls, is_hung)

    def has_seen(self, calls: int) -> None:
        """Report to the engine calls that the check has judged but not made through `call`.

        A check that has judged no calls cannot pass.

        Args:
            calls: Their number: calls of a walk, of the check's own threads, or refused by the validation.
        """
        self._tell_seen(calls)

    @property
    def neighbours(self) -> Sequence[tuple[ToolFacts, Tool]]:
        """The tools of the same target, this one included."""
        return self._neighbours()

    def call(
        self,
        arguments: Any,
        *,
        workspace_root: Path | None = _SANDBOX_WORKSPACE,
        call_s: float | None = None,
        **policy: Any,
    ) -> Outcome:
        """Call the tool through the dispatcher, and record what goes in and out on both sides of it.

        Never raises: everything the tool does is in the outcome. A call that ends or hangs the process is noticed by
        the engine.

        Args:
            arguments: As a model would send them.
            workspace_root: The root for the dispatcher; the sandbox's workspace by default.
            call_s: Seconds for this call.
            policy: ``approval``, ``scopes``, ``timeouts`` and the like, for the `Dispatcher`.
        """
        root = self.sandbox.workspace if workspace_root is _SANDBOX_WORKSPACE else workspace_root
        limit_s = self.call_s if call_s is None else call_s
        outcome = Outcome(arguments=copy.deepcopy(arguments), limit_s=limit_s)
        bus = EventBus()
        bus.subscribe(lambda event: _keep_record(event, outcome))
        dispatcher = Dispatcher(workspace_root=root, bus=bus, **policy)
        watched = WatchedTool(self.tool, outcome)
        beside = self.facts.name if self.is_beside else ""
        self._announce(outcome.arguments, beside)
        if self.before_call is not None:
            self.before_call()
        started = perf_counter()
        limit = time_limit(limit_s)
        with captured_log(outcome), limit:
            try:
                outcome.result = dispatcher.dispatch(watched, arguments)
            except CallTimeout:
                # The dispatcher may have turned it into a result; `limit` knows either way.
                outcome.result = None
            except KeyboardInterrupt as error:
                outcome.raised = error
        if limit.has_interrupted:
            outcome.timed_out = True
            outcome.result = None
        outcome.seconds = perf_counter() - started
        self.sandbox.put_back_workspace()
        if outcome.seconds > _SLOW * limit_s and isinstance(arguments, dict) and SLOW_CALLS not in self.notes:
            self.notes[SLOW_CALLS] = {name: value for name, value in arguments.items() if type(value) in (int, float)}
        self._announce(None, "")
        if self._observe is not None:
            self._observe(outcome, policy.get("approval") is not None)
        return outcome


def _keep_record(event: Event, outcome: Outcome) -> None:
    outcome.was_deferred = outcome.was_deferred or event.event_type == "approval.requested"
    record = event.payload.get("record")
    if record is not None:
        outcome.records.append(record)
