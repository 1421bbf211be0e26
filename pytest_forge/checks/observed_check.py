"""Observed checks: checks written as functions over the observed calls of a tool; the calls are made for them.

    @check(family="results", level="SHOULD", source="Our handbook: answers name their source")
    def answers_name_their_source(tool: ToolFacts, calls: Iterable[Observation]) -> Iterator[CheckFailure]:
        \"\"\"An answer names its source.\"\"\"
        for call in calls:
            if call.answer.succeeded and "source" not in call.answer.value:
                yield CheckFailure("no_source", "An answer does not name its source. Add it.")

A function of two parameters is such a check. It neither makes a call nor knows how one was observed, so it judges
functions and tools of servers alike, is tested without a process, and looks at every call of the fuzz run as well. What
cannot be observed of a server makes it not applicable, with the reason.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import wraps
from typing import Any

from ..observe.observation import Answer, Observation
from ..targets.facts import ToolFacts
from ..targets.subject import Subject
from ..verdict import CheckFailure, NotApplicable
from .calls.candidates import judge_candidates
from .calls.observing import observe
from .calls.walk import Monitor, Step, monitor_makers, monitors
from .check import Judge
from .effects.observed_calls import observed_calls, raise_unless_reached, smallest_call

__all__ = ["ObservedJudge", "judge_observed", "takes_observations"]

#: Yields the findings among the calls of a tool; those it yields without arguments get those of the latest call.
ObservedJudge = Callable[[ToolFacts, Iterable[Observation[Answer]]], Iterable[CheckFailure]]


def takes_observations(function: Callable[..., Any]) -> bool:
    """Return whether a check is written as a function over observed calls."""
    return len(inspect.signature(function).parameters) == 2


def judge_observed(check: str, function: ObservedJudge) -> Judge:
    """Return the judge of a check; for a tool in this process, the fuzz run is judged as well.

    Args:
        check: Its id.
        function: Judges observed calls.
    """
    if check not in monitor_makers:
        monitors(check)(lambda subject: _monitor(subject.facts, function))

    @wraps(function)
    def judge(subject: Subject) -> None:
        def shows(call: Any) -> CheckFailure | None:
            return _first(function, subject.facts, [observe(subject, call)])

        def judge_call(call: dict[str, Any]) -> None:
            found = shows(call)
            if found is not None:
                raise found

        made: list[Observation[Any]] = []
        finding = _first(function, subject.facts, _noted(observed_calls(subject), made))
        if finding is not None and made and finding.arguments == made[-1].answer.arguments:
            code = finding.code

            def shows_it(call: Any) -> bool:
                again = shows(call)
                return again is not None and again.code == code

            finding.arguments = smallest_call(subject, made[-1].answer.arguments, shows_it)
        if finding is not None:
            raise finding
        raise_unless_reached(subject, [seen.answer for seen in made])
        judge_candidates(subject, check, judge_call)

    return judge


def _first(function: ObservedJudge, tool: ToolFacts, calls: Iterable[Observation[Answer]]) -> CheckFailure | None:
    made: list[Observation[Any]] = []
    for finding in function(tool, _noted(calls, made)):
        if finding.arguments is None and made:
            finding.arguments = dict(made[-1].answer.arguments)
        return finding
    return None


def _noted(calls: Iterable[Observation[Any]], made: list[Observation[Any]]) -> Iterator[Observation[Any]]:
    for call in calls:
        made.append(call)
        yield call


def _monitor(tool: ToolFacts, function: ObservedJudge) -> Monitor | None:
    def look(step: Step) -> str | None:
        # An effect that is not observed in volume is one that this call cannot be judged by.
        with suppress(NotApplicable):
            found = _first(function, tool, [step.seen])
            return "" if found is None else f"{found.code} {found.about}"
        return None

    try:
        next(iter(function(tool, ())), None)
    except NotApplicable:
        return None
    return look
