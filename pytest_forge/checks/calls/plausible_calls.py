"""Plausible calls: ordinary calls in a workspace where they can succeed, and their outcomes."""

from __future__ import annotations

import dis
import math
from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import BaseModel

from ...oracles.own_code import OwnCode
from ...profile.offline import is_of_network
from ...profile.roles import Role, role_of
from ...strategies.calls.examples import candidate_arguments
from ...strategies.calls.values import ValueMaker
from ...strategies.described_calls import described_calls
from ...strategies.mined_constants import author_functions
from ...strategies.schemas.flat_schema import CannotMake, FlatSchema
from ...strategies.schemas.limits import bounds
from ...strategies.workspace_files import plant_files
from ...targets.module_import import missing_variable
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import CallHung, CouldNotRun, FollowsFinding, NoCallFits, NoResultHere, NothingWorks
from .bugs import BugFinder
from .fake_sleep import fake_sleep
from .large_calls import is_large
from .quoted_words import exception_words
from .sandbox_cause import NO_NETWORK, is_offline, refusal_of

__all__ = [
    "CallsInTurn",
    "calls_made",
    "has_returned",
    "in_json_types",
    "ordinary_outcomes",
    "outcomes_of_plausible_calls",
    "plausible_calls",
    "raise_for_no_result",
    "richer_calls",
    "shortened_waits",
]

_RAISE = dis.opmap["RAISE_VARARGS"]
#: The checks that report bugs, results that cannot be sent, and calls that end the process.
_REPORTS_BUGS, _REPORTS_RESULTS, _REPORTS_ENDS = "valid_calls_do_not_crash", "results_are_json", "call_returns"


def plausible_calls(subject: Subject, *, limit: int = 8) -> list[dict[str, Any]]:
    """Return ordinary calls, and plant the files they expect.

    Raises:
        NoCallFits: If no call that the schema allows could be made.
    """
    calls = candidate_arguments(subject.schema, limit=limit)
    if not calls:
        raise NoCallFits(
            "No call could be made that the advertised schema allows. Fix the schema, or give its fields examples."
        )
    # The author knows best which calls work.
    shown = [call for call in _shown_calls(subject) if call not in calls]
    calls = [*shown, *calls][: max(limit, 1)] if shown else calls
    plant_files(subject.sandbox.workspace, schema=subject.schema, calls=calls)
    return calls


def _shown_calls(subject: Subject) -> list[dict[str, Any]]:
    """Return the valid calls that the description or the docstring shows."""
    parameters = list(subject.schema.get("properties") or {})
    function = next(author_functions(subject.tool), None)
    names = dict.fromkeys((subject.facts.name, *([] if function is None else [function.__name__])))
    told = f"{subject.facts.description or ''}\n{function.__doc__ or '' if function is not None else ''}"
    calls = [call for name in names for call in described_calls(told, name, parameters)]
    if not calls:
        return []
    try:
        fits = FlatSchema(subject.schema).fits
    except CannotMake:
        return []
    return [call for call in calls if fits(subject.schema, call)]


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
    """Return whether the implementation returned a value of any kind."""
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
    return list(subject.record(f"{limit} ordinary calls", lambda: calls_made(subject, calls)))


def raise_for_no_result(subject: Subject, outcomes: list[Outcome]) -> None:
    """Report why no ordinary call gave a result.

    Raises:
        CallHung: If one did not return.
        NoResultHere: If the tool cannot help it here.
        NothingWorks: If the sandbox is the cause, or the cause is unknown.
        FollowsFinding: If another check reports the cause.
        CouldNotRun: If no call passes validation.
    """
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
    return bool(names & {"FluidError", *subject.facts.raises}) or _is_own_raise(subject, raised)


def _is_own_raise(subject: Subject, raised: BaseException) -> bool:
    """Return whether a ``raise`` in the author's code raised it, other than for missing code."""
    trace = raised.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or trace.tb_lasti < 0 or isinstance(raised, NotImplementedError | AssertionError):
        return False
    code = trace.tb_frame.f_code
    return code.co_code[trace.tb_lasti] == _RAISE and OwnCode(subject.tool).owns(code.co_filename)


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


def richer_calls(subject: Subject, *, limit: int = 6) -> list[dict[str, Any]]:
    """Return calls whose lists have several different items in descending order and whose maps are not empty."""
    found: list[dict[str, Any]] = []
    try:
        maker = ValueMaker(FlatSchema(subject.schema))
        for base in candidate_arguments(subject.schema, limit=limit):
            call = dict(base)
            for flat in maker.view.alternatives(subject.schema)[:1]:
                for name, node in (flat.get("properties") or {}).items():
                    rich = _rich(maker, node, name)
                    if rich is not None and maker.view.fits(node, rich):
                        call[name] = rich
            if maker.view.fits(subject.schema, call) and call not in found:
                found.append(call)
    except CannotMake:
        return []
    return found


def _rich(maker: ValueMaker, node: Any, name: str) -> Any:
    for flat in maker.view.alternatives(node):
        if flat.get("type") == "array":
            most = flat.get("maxItems", 3)
            try:
                items = maker.items(flat, name, min(3, int(most)), full=True)
            except CannotMake:
                continue
            return sorted(items, key=repr, reverse=True)
        if flat.get("type") == "object":
            try:
                return maker.make(flat, name, full=True, depth=1)
            except CannotMake:
                continue
    return None


def shortened_waits(subject: Subject, call: dict[str, Any]) -> dict[str, Any]:
    """Return *call* with every duration in it at its minimum."""
    shortened = dict(call)
    for name, node in (subject.schema.get("properties") or {}).items():
        if (
            isinstance(node, dict)
            and node.get("type") in ("integer", "number")
            and role_of(name, node) is Role.DURATION
        ):
            low, _ = bounds(node, whole=node["type"] == "integer")
            shortened[name] = 0 if low is None else math.ceil(low) if node["type"] == "integer" else low
    return shortened


def in_json_types(value: Any) -> Any:
    """Return a result as it is sent: aPydantic model in its JSON form, anything else unchanged."""
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else value
