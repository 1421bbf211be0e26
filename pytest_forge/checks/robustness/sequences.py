"""What a tool does with what its own earlier calls, and those of its neighbours, have left behind."""

from __future__ import annotations

from typing import Any

from ...targets.subject import Subject
from ...verdict import CheckFailure
from ..calls.bugs import BugFinder
from ..calls.edge_calls import takes_named_arguments
from ..calls.hurried_time import hurried_time
from ..calls.sequences import players_of
from ..calls.suspects import judge_suspects
from ..calls.walk import Step, Watch, watches
from ..check import check

__all__ = ["calls_in_any_order_do_not_crash"]

_ID = "calls_in_any_order_do_not_crash"


@check(
    family="robustness",
    level="MUST",
    source="DESIGN 3.4: state kept between calls; a writer, then a reader",
    codes={
        "crash": "A call raises an exception that means a bug, after others.",
        "endless_call": "A call does not come back, after others.",
    },
)
def calls_in_any_order_do_not_crash(subject: Subject) -> None:
    """No call that the schema allows breaks on what earlier calls have left behind.

    A model adds, deletes and looks up in any order, and twice: a table that holds an entry too few, a file that the
    last call has emptied, a handle that is closed already end in an exception that says nothing about what to do. A
    lock that one call has kept is a call that never comes back.

    Sequences of calls of the tool, and of those declared beside it that use the same variables, in one process and one
    workspace; what one call returns, the next asks for. Judged like valid_calls_do_not_crash.

    Not judged: a call that breaks or hangs in a fresh process too; exceptions that are declared, raised on purpose, or
    come from files and connections.
    """
    takes_named_arguments(subject)
    players_of(subject)

    def judge(call: dict[str, Any]) -> None:
        with hurried_time():
            outcome = subject.call(call)
        if outcome.timed_out:
            raise CheckFailure(
                "endless_call",
                "A call that the schema allows did not come back. "
                "Give back on every path what a call has taken, a lock above all.",
                arguments=call,
            )
        bug = BugFinder(subject).in_outcome(outcome)
        if bug is not None:
            raise CheckFailure(
                "crash",
                f"A call that the schema allows raised {bug}. "
                "Handle what earlier calls may have left, and say what to do instead.",
                about=bug.error,
                arguments=call,
            )

    walk = judge_suspects(subject, _ID, judge, alone=False)
    if walk.unplayed:
        subject.has_left(walk.unplayed)


@watches(_ID)
def _watch_sequences(subject: Subject) -> Watch:
    bugs = BugFinder(subject)

    def look(step: Step) -> str | None:
        if not step.before:
            return ""
        if step.outcome.timed_out:
            return "did not come back"
        bug = bugs.in_outcome(step.outcome)
        return "" if bug is None else str(bug)

    return look
