"""The check of call sequences: earlier calls of the tool and its neighbours do not break later ones."""

from __future__ import annotations

from typing import Any

from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.bugs import BugFinder
from ..calls.candidates import judge_candidates
from ..calls.edge_calls import takes_named_arguments
from ..calls.fake_sleep import fake_sleep
from ..calls.sequences import players_of
from ..calls.walk import Monitor, Step, monitors
from ..check import check
from .server_sequences import judge_server_sequences

__all__ = ["calls_in_any_order_do_not_crash"]

_ID = "calls_in_any_order_do_not_crash"


@check(
    family="robustness",
    level="MUST",
    source="Forge Harness: state kept between calls; a writer, then a reader",
    codes={
        "crash": "A call raises an exception that means a bug, after others.",
        "endless_call": "A call does not return, after others.",
    },
)
def calls_in_any_order_do_not_crash(subject: Subject) -> None:
    """No call that the schema allows crashes or hangs because of earlier calls.

    A model adds, deletes and looks up in any order, and twice. A missing entry, an emptied file or a closed handle then
    raises an exception that does not help the model, and a lock that was not released hangs the next call.

    The check makes sequences of calls of the tool and of those that use the same variables, or the same function for
    files, in one process and one workspace; values that one call returns are arguments of the next. One sequence begins
    with each choice beside arguments that are null or left out. Calls are judged as in valid_calls_do_not_crash. Tools
    of a server are called in random order as well, with values of earlier answers.

    Not judged: a call that also fails in a fresh process; exceptions that are declared, raised on purpose, or come from
    files and connections.
    """
    if subject.is_served:
        judge_server_sequences(subject)
        return
    takes_named_arguments(subject)
    players_of(subject)

    def judge(call: dict[str, Any]) -> None:
        with fake_sleep():
            outcome = subject.call(call)
        if outcome.timed_out:
            raise CheckFailure(
                "endless_call",
                "A call that the schema allows did not return after other calls. "
                "Release locks and other resources on every path.",
                arguments=call,
            )
        bug = BugFinder(subject).in_outcome(outcome)
        if bug is not None:
            raise CheckFailure(
                "crash",
                f"A call that the schema allows raised {bug} after other calls. "
                "Handle the state that earlier calls may leave, and return an error that says what to do.",
                about=bug.error,
                arguments=call,
            )

    walk = judge_candidates(subject, _ID, judge, alone=False)
    if walk.unplayed:
        subject.has_left(walk.unplayed)


@monitors(_ID)
def _monitor_sequences(subject: Subject) -> Monitor:
    bugs = BugFinder(subject)

    def look(step: Step) -> str | None:
        if not step.before:
            return ""
        if step.outcome.timed_out:
            return "did not return"
        bug = bugs.in_outcome(step.outcome)
        return "" if bug is None else str(bug)

    return look
