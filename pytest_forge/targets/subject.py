"""Subject: a tool as a check meets it, inside the sandbox."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from forge_harness import Dispatcher, Event, EventBus, Tool

from ..sandbox import Sandbox
from .effort import Effort
from .facts import ToolFacts
from .outcome import Outcome
from .own_clock import own_time
from .past_calls import PastCalls
from .patience import Patience
from .watched_tool import CallTimeout, WatchedTool, captured_log, time_limit

__all__ = ["Subject"]

#: Of the seconds of a check, what its calls may take unless it says otherwise, and after which no call is begun.
_USUAL_SHARE, _LATEST_SHARE = 0.6, 0.75
#: Calls that a check has time for where nothing else is said.
_CALLS_A_CHECK = 6

#: Stands for "use the workspace of the sandbox"; None means "without a root".
_SANDBOX_WORKSPACE: Any = object()


class Subject:
    """A tool as a check meets it, inside the sandbox.

    Args:
        facts: What is known of it.
        tool: The tool itself.
        sandbox: The world it lives in: workspace, outside, home, and the planted canaries.
        seed: Makes every random choice of a check repeatable.
        call_s: Seconds one call may take.
        check_s: Seconds the check may take, all its calls together.
        effort: How much a check may do beyond the calls that it makes of every tool.
        past: The calls that have shown something in an earlier run.
        neighbours: Returns the tools that are declared beside it, itself among them.
        notes: What earlier checks of this run have learned of the tool, in JSON types; a check may add to it, so that
            the next need not find it out again. It decides what is tried first, never a verdict on its own.
        announce: Told the arguments of each call before it is made, and None after it came back; what is known of a
            call that does not come back.
        observe: Told the outcome of each call, and whether somebody was asked for approval.
        tell_undone: Told that a check has stopped before it had seen enough, how many calls are known to be left, and
            whether a call that did not come back is the cause, and not time.
        tell_seen: Told how many calls a check has looked at that it has not made through `call`.

    Attributes:
        random: The check's own source of randomness.
        began: When the check met it, by one's own clock.
        before_call: Called before each call, so that what is seen of it begins there; None for nothing.
    """

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
        announce: Callable[[Any], None] = lambda _: None,
        observe: Callable[[Outcome, bool], None] | None = None,
        tell_undone: Callable[[int, bool], None] = lambda _, __: None,
        tell_seen: Callable[[int], None] = lambda _: None,
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

    @property
    def schema(self) -> dict[str, Any]:
        """The advertised schema; empty if it is no object at all."""
        return self.facts.input_schema if isinstance(self.facts.input_schema, dict) else {}

    def beside(self, facts: ToolFacts, tool: Tool) -> Subject:
        """Return another tool as a check of this one meets it: in the same sandbox, under the same limits."""
        found = Subject(
            facts,
            tool,
            sandbox=self.sandbox,
            call_s=self.call_s,
            check_s=self.check_s,
            effort=self.effort,
            announce=self._announce,
            tell_undone=self._tell_undone,
            tell_seen=self._tell_seen,
        )
        found.began = self.began
        return found

    def patience(self, share: float = _USUAL_SHARE) -> Patience:
        """Return the time that calls may take from now on, as a share of the check's own.

        A check that stops because it is over cannot pass: see `Patience`.

        Args:
            share: Of the seconds of the check. Whatever it is, calls end early enough to leave time for the verdict.
        """
        latest = self.began + _LATEST_SHARE * self.check_s - own_time()
        return Patience(min(share * self.check_s, latest), self.has_left)

    def has_left(self, calls: int, *, is_hung: bool = False) -> None:
        """Tell the engine that calls were not made which a verdict needs, so that the check cannot pass.

        Args:
            calls: How many, as far as is known; 0 if it is not.
            is_hung: Whether a call that did not come back is the cause, and not that time was over.
        """
        self._tell_undone(calls, is_hung)

    def has_seen(self, calls: int) -> None:
        """Tell the engine of calls that the check has looked at and not made through `call`.

        A check that has looked at no call cannot pass.

        Args:
            calls: How many: those of a walk, those of threads of its own, or those that the validation refused.
        """
        self._tell_seen(calls)

    @property
    def neighbours(self) -> Sequence[tuple[ToolFacts, Tool]]:
        """The tools that are declared beside it, itself among them."""
        return self._neighbours()

    def call(
        self,
        arguments: Any,
        *,
        workspace_root: Path | None = _SANDBOX_WORKSPACE,
        call_s: float | None = None,
        **policy: Any,
    ) -> Outcome:
        """Call the tool through the dispatcher and watch both sides of its door.

        Never raises: whatever the tool does is in the outcome, except that it may end or hang the process, which the
        engine sees.

        Args:
            arguments: As a model would send them.
            workspace_root: The root the dispatcher is given; the sandbox's workspace unless given.
            call_s: Seconds this call may take.
            policy: ``approval``, ``scopes``, ``timeouts`` and the like, for the `Dispatcher`.
        """
        root = self.sandbox.workspace if workspace_root is _SANDBOX_WORKSPACE else workspace_root
        outcome = Outcome(arguments=copy.deepcopy(arguments))
        bus = EventBus()
        bus.subscribe(lambda event: _keep_record(event, outcome))
        dispatcher = Dispatcher(workspace_root=root, bus=bus, **policy)
        watched = WatchedTool(self.tool, outcome)
        self._announce(outcome.arguments)
        if self.before_call is not None:
            self.before_call()
        started = perf_counter()
        limit = time_limit(self.call_s if call_s is None else call_s)
        with captured_log(outcome), limit:
            try:
                outcome.result = dispatcher.dispatch(watched, arguments)
            except CallTimeout:
                # The door closes on it too, where it passes through; `limit` knows either way.
                outcome.result = None
            except KeyboardInterrupt as error:
                outcome.raised = error
        if limit.has_interrupted:
            outcome.timed_out = True
            outcome.result = None
        outcome.seconds = perf_counter() - started
        self._announce(None)
        if self._observe is not None:
            self._observe(outcome, policy.get("approval") is not None)
        return outcome


def _keep_record(event: Event, outcome: Outcome) -> None:
    outcome.was_deferred = outcome.was_deferred or event.event_type == "approval.requested"
    record = event.payload.get("record")
    if record is not None:
        outcome.records.append(record)
