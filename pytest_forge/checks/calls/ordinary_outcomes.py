"""Ordinary outcomes: plausible calls made in turn, and why none of them gave a result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from pydantic import BaseModel

from ...oracles.own_code import OwnCode
from ...oracles.own_raises import is_own_raise
from ...profile.offline import is_of_network
from ...targets.module_import import missing_variable
from ...targets.outcome import Outcome
from ...targets.subject import HAS_WORKED, Subject
from ...verdict import CallHung, CouldNotRun, FollowsFinding, NoResultHere, NothingWorks
from .bugs import BugFinder
from .call_variants import shortened_waits
from .fake_sleep import fake_sleep
from .large_calls import is_large
from .plausible_calls import plausible_calls
from .quoted_words import exception_words
from .sandbox_cause import NO_NETWORK, is_offline, refusal_of
from .working import raise_for_no_reply

__all__ = [
    "CallsInTurn",
    "calls_made",
    "has_returned",
    "in_json_types",
    "ordinary_outcomes",
    "outcomes_of_plausible_calls",
    "raise_for_no_result",
]

#: The checks that report bugs, results that cannot be sent, and calls that end the process.
_REPORTS_BUGS, _REPORTS_RESULTS, _REPORTS_ENDS = "valid_calls_do_not_crash", "results_are_json", "call_returns"


def calls_made(subject: Subject, calls: Iterable[dict[str, Any]]) -> Iterator[Outcome]:
    """Make the calls with a fake sleep; `CallsInTurn` handles those that do not return."""
    waiting, turn = iter(calls), CallsInTurn(subject)
    for call in waiting:
        outcome = turn.make(call)
        if outcome is not None:
            yield outcome
        if turn.has_ended:
            subject.has_left(1 + sum(not is_large(left) for left in waiting), is_hung=True)
            return


class CallsInTurn:
    """Makes calls with a fake sleep.

    A call that does not return is made again with the shortest waits it may ask for, and so are the calls after it. If
    it still does not return, large calls are skipped: they may only ask for much work.

    Attributes:
        has_ended: Whether a call that is not large did not return: it may hold up all later ones.
    """

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._waits = self._is_slow = False
        self.has_ended = False

    def make(self, call: dict[str, Any]) -> Outcome | None:
        """Make a call; None if it is skipped."""
        large = is_large(call)
        if large and self._is_slow:
            return None
        shortened = shortened_waits(self._subject, call)
        with fake_sleep():
            outcome = self._subject.call(shortened if self._waits else call)
            if outcome.timed_out and outcome.arguments != shortened:
                self._waits = True
                outcome = self._subject.call(shortened)
        self._is_slow = self._is_slow or outcome.timed_out
        self.has_ended = outcome.timed_out and not large
        return outcome


def has_returned(outcome: Outcome) -> bool:
    """Return whether the implementation returned a value of any kind, or a server answered without an error."""
    if outcome.answer is not None:
        return outcome.answer.succeeded
    return outcome.ran and outcome.raised is None and not outcome.timed_out and outcome.error_type != "ToolTimeoutError"


def outcomes_of_plausible_calls(subject: Subject, *, limit: int = 8) -> list[Outcome]:
    """Make ordinary calls and return those that gave a result, including error dicts.

    Raises:
        NoResultHere: If every call failed for a reason the tool cannot help here: a deliberate failure, no network.
        CouldNotRun: If every call failed for another reason.
    """
    outcomes = ordinary_outcomes(subject, limit=limit)
    returned = [outcome for outcome in outcomes if has_returned(outcome)]
    if not returned:
        raise_for_no_result(subject, outcomes)
    return returned


def ordinary_outcomes(subject: Subject, *, limit: int = 8) -> list[Outcome]:
    """Make ordinary calls, once for all checks of a process, and return their outcomes.

    Call this before any other call of a check.
    """
    calls = plausible_calls(subject, limit=limit)
    outcomes = list(subject.record(f"{limit} ordinary calls", lambda: _ordinary(subject, calls)))
    for outcome in outcomes:
        outcome.release()
    return outcomes


def _ordinary(subject: Subject, calls: list[dict[str, Any]]) -> list[Outcome]:
    outcomes = list(calls_made(subject, calls))
    is_used_up = subject.is_served and subject.facts.tier != "read" and subject.notes.get(HAS_WORKED)
    if is_used_up and not any(outcome.succeeded for outcome in outcomes):
        subject.renew()
        outcomes = list(calls_made(subject, calls))
    return outcomes


def raise_for_no_result(subject: Subject, outcomes: list[Outcome]) -> None:
    """Report why no ordinary call gave a result.

    Raises:
        CallHung: If one did not return.
        NoResultHere: If the tool cannot help it here.
        NothingWorks: If the sandbox is the cause, or the cause is unknown.
        FollowsFinding: If another check reports the cause.
        CouldNotRun: If no call passes validation.
    """
    if subject.is_served:
        raise_for_no_reply(subject, outcomes)
    failed = next((outcome for outcome in outcomes if outcome.raised is not None), None)
    raised = None if failed is None else failed.raised
    if any(outcome.timed_out or outcome.error_type == "ToolTimeoutError" for outcome in outcomes):
        raise CallHung
    if any(has_returned(outcome) for outcome in outcomes):
        message = f"Not judged: no plausible call gave a result that can be sent; see {_REPORTS_RESULTS}."
        raise FollowsFinding(message, check=_REPORTS_RESULTS)
    if failed is None or raised is None:
        raise CouldNotRun(
            f"No plausible call passes validation ({outcomes[0].error_type}). Give the fields examples that do."
        )
    told = exception_words(raised, subject.sandbox)
    refusal = refusal_of(subject, failed)
    if refusal:
        raise NothingWorks(f"Every plausible call ended with {told}. {refusal}")
    if _is_deliberate(subject, raised) or _is_closed_here(raised):
        why = f" {NO_NETWORK}" if is_offline(raised) else ""
        raise NoResultHere(f"Every plausible call ended with {told}.{why}")
    if isinstance(raised, SystemExit | KeyboardInterrupt | MemoryError | RecursionError):
        message = f"Not judged: every plausible call ended with {type(raised).__name__}; see {_REPORTS_ENDS}."
        raise FollowsFinding(message, check=_REPORTS_ENDS)
    bugs = BugFinder(subject)
    bug = None if bugs.asks_surroundings else bugs.in_outcome(failed)
    if bug is not None:
        raise FollowsFinding(
            f"Not judged: every plausible call ended with {bug.error}; see {_REPORTS_BUGS}.", check=_REPORTS_BUGS
        )
    raise NothingWorks(f"Every plausible call ended with {told}. {_advice(raised)}")


def _advice(raised: BaseException) -> str:
    """Return the advice for an exception that every ordinary call ends with."""
    variable = missing_variable(raised)
    if variable:
        return f"The variable {variable!r} is not set; pass it to the tool with --env {variable}=VALUE."
    if isinstance(raised, EOFError) and "reading a line" in str(raised):
        return "The tool reads standard input, which is empty here; take the input as an argument."
    return (
        "Give the fields examples with which the tool works, or create its files while the module is imported: "
        "a check starts with an empty {workspace}."
    )


def _is_deliberate(subject: Subject, raised: BaseException) -> bool:
    names = {error_class.__name__ for error_class in type(raised).__mro__}
    return bool(names & {"FluidError", *subject.facts.raises}) or is_own_raise(OwnCode(subject.tool), raised)


def _is_closed_here(raised: BaseException) -> bool:
    seen: BaseException | None = raised
    for _ in range(5):
        if seen is None:
            return False
        names = {error_class.__name__ for error_class in type(seen).__mro__}
        if isinstance(seen, OSError | ImportError) or is_of_network(names):
            return True
        seen = seen.__cause__ or seen.__context__
    return False


def in_json_types(value: Any) -> Any:
    """Return a result as it is sent: models and dataclasses, also in a list, in their JSON form; else unchanged."""
    if isinstance(value, list | tuple):
        return [in_json_types(item) for item in value] if any(map(_is_converted, value)) else value
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if _is_converted(value):
        return {field.name: in_json_types(getattr(value, field.name)) for field in fields(value)}
    return value


def _is_converted(value: Any) -> bool:
    return isinstance(value, BaseModel) or (is_dataclass(value) and not isinstance(value, type))
