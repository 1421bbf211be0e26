"""The check of lost calls: a call returns in time, and leaves its process running."""

from __future__ import annotations

from typing import Any

from ...oracles.audit import AuditLog
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CallNeverReturned, CheckFailure, CouldNotRun
from ..calls.asking import silence_of
from ..calls.call_variants import shortened_waits
from ..calls.fake_sleep import SKIPPED_S, fake_sleep
from ..calls.plausible_calls import plausible_calls
from ..check import check
from .silent_services import judge_silent_services

__all__ = ["call_returns"]


@check(
    family="results",
    level="MUST",
    source="Forge Tools: Execution path, each step has a configurable timeout",
    codes={
        "call_lost": "A call does not return, or ends its process.",
        "endless_wait": "A call waits for a service without a limit.",
        "process_ended": "A call raises an exception that ends the process.",
    },
)
def call_returns(subject: Subject) -> None:
    """A plausible call returns, and leaves the process running.

    If a tool never returns, neither does the agent that waits for it. A tool that calls sys.exit, runs out of memory or
    recurses without end takes its host process with it.

    A function that asks a service must not wait for its answer without a limit: a service may take the request and keep
    silent. The check looks at the socket of the call while it waits, and fails if it has no timeout and the call does
    not return from a service that says nothing.

    A call that is lost while another check makes it is a finding of this check, and is made first when it is replayed.

    Not judged: pauses between retries, up to 20 s in all; exceptions that the tool declares with raises=; how async
    functions and servers wait for what others answer.
    """
    ran = waits = False
    asking: list[dict[str, Any]] = []
    past = [] if subject.past.arguments is None else [dict(subject.past.arguments)]
    for call in [*past, *plausible_calls(subject, limit=6)]:
        with AuditLog() as log:
            outcome = subject.call(call) if not waits else None
        asking += [call] if any(event.action == "connect" for event in log.events) else []
        if outcome is None or _is_late(outcome):
            # Once a tool is known to pause, its other calls are made with a fake sleep at once.
            waits = True
            with fake_sleep():
                outcome = subject.call(shortened_waits(subject, call), call_s=3 * subject.call_s)
        if _is_late(outcome):
            raise CallNeverReturned("call_lost", _silence(subject, outcome), arguments=outcome.arguments)
        for deadly in (SystemExit, KeyboardInterrupt, MemoryError, RecursionError):
            if isinstance(outcome.raised, deadly) and deadly.__name__ not in subject.facts.raises:
                raise CheckFailure(
                    "process_ended",
                    f"A call raised {type(outcome.raised).__name__}. {_ADVICE[deadly]}",
                    about=type(outcome.raised).__name__,
                    arguments=call,
                )
        ran = ran or outcome.ran
    if not ran:
        raise CouldNotRun("No plausible call passes validation. Give the fields examples that do.")
    judge_silent_services(subject, asking)


def _silence(subject: Subject, outcome: Outcome) -> str:
    if outcome.stray:
        return f"{silence_of(outcome)} Answer each request with its own id."
    if subject.is_served:
        return f"{silence_of(outcome)} Set a timeout on everything it waits for."
    within = f"within {outcome.limit_s:g} s, not counting pauses of up to {SKIPPED_S:g} s"
    return f"A call did not return {within}. Give every wait a timeout."


_ADVICE: dict[type[BaseException], str] = {
    SystemExit: "Return a result or raise an ordinary exception instead.",
    KeyboardInterrupt: "Leave it to the person at the keyboard.",
    MemoryError: "Limit the size of the data it builds.",
    RecursionError: "Limit the depth of its recursion.",
}


def _is_late(outcome: Outcome) -> bool:
    return outcome.timed_out or (outcome.ran and outcome.error_type == "ToolTimeoutError")
