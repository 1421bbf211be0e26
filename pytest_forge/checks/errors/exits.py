"""The check of exits: a failing call does not end the process."""

from __future__ import annotations

from ...oracles.faults import Trial
from ...strategies.calls.examples import candidate_arguments
from ...targets.subject import Subject
from ...verdict import CheckFailure, FollowsFinding, NotApplicable
from ..check import check
from .failing_calls import MAX_CALLS, faulted_calls

__all__ = ["exits_are_contained"]

#: The check that reports calls which end the process without a failure.
_REPORTS_ENDS = "call_returns"


@check(
    family="errors",
    level="MUST",
    source="Authoring Forge Tools: Error handling inside a tool",
    codes={
        "exit_after_failure": "After a failure the tool raises SystemExit or KeyboardInterrupt.",
    },
)
def exits_are_contained(subject: Subject) -> None:
    """A failing tool raises an exception or returns an error; it does not end the process.

    SystemExit and KeyboardInterrupt pass through every ``except Exception``: a tool that calls ``sys.exit`` ends the
    agent with all its other work, or leaves a worker that never answers. Our dispatcher turns it into a typed error;
    others do not.

    The check makes the tool's files, sockets, processes, databases and lines fail, names things that do not exist, and
    looks at the exceptions it raises. A server must survive calls that name missing things and calls that its schema
    refuses. A tool that exits without any failure is reported by `call_returns`.
    """
    calls = faulted_calls(subject)
    ordinary = candidate_arguments(subject.schema, limit=MAX_CALLS) if subject.is_served else calls.ordinary
    has_failed = False
    for trial in calls.trials:
        has_failed = has_failed or not trial.outcome.succeeded
        if isinstance(trial.outcome.raised, SystemExit | KeyboardInterrupt):
            if not trial.is_plain:
                raise _exit_after(str(trial.fault or trial.earlier), trial)
            kind = type(trial.outcome.raised).__name__
            if trial.outcome.arguments not in ordinary:
                raise _exit_after("a call for something that does not exist", trial)
            if kind in subject.facts.raises:
                raise NotApplicable(f"The tool declares that it raises {kind}.")
            message = f"Not judged: an ordinary call raises {kind}; see {_REPORTS_ENDS}."
            raise FollowsFinding(message, check=_REPORTS_ENDS)

    # The engine reports a call that ends a server.
    if subject.is_served and not has_failed:
        raise NotApplicable("No call ended in an error.")


def _exit_after(what: str, trial: Trial) -> CheckFailure:
    kind = type(trial.outcome.raised).__name__
    return CheckFailure(
        "exit_after_failure",
        f"After {what} the tool raised {kind}, which ends the process. Return an error instead.",
        about=kind,
        arguments=trial.outcome.arguments,
    )
