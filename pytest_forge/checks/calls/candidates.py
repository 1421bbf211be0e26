"""Candidates: the calls that the monitors of a fuzz run noted, judged one by one in a fresh world, and shortened."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ...finding_id import cause_of, finding_id, names_in
from ...strategies.calls.shrink import smallest
from ...targets.own_clock import own_time
from ...targets.subject import Subject
from ...verdict import CheckFailure, CouldNotRun, NotApplicable
from .call_variants import shortened_waits
from .copies import in_a_copy
from .sequences import NamedCall, Players, before_json, named_calls, players_of, replay, shortest
from .walk import Walk, walk_of
from .worlds.fresh_world import make_fresh

__all__ = ["judge_candidates"]

#: Attempts to find a shorter call, and a shorter last call of a sequence.
_MAX_SHRINKING, _MAX_LAST = 80, 12
_MAX_SHOWN_CALLS, _MAX_SHOWN = 3, 80

#: Makes a call, and raises CheckFailure if it fails the check.
Judge = Callable[[dict[str, Any]], None]


def judge_candidates(subject: Subject, check: str, judge: Judge, *, alone: bool = True) -> Walk:
    """Judge the candidates of a check, and report the first that fails, in its shortest form.

    Args:
        subject: The tool.
        check: The check's id.
        judge: Makes a call and raises CheckFailure if it fails the check. It runs in copies of this process, each
            time with a fresh sandbox and the files that ordinary calls expect.
        alone: Whether a call that fails without others before it is a finding of the check.

    Returns:
        The record of the fuzz run, if no candidate fails; an empty one for a tool of a server.

    Raises:
        CheckFailure: From *judge*, for the shortest call, or after the fewest others.
    """
    if subject.is_served:
        # A server is not called in volume.
        return Walk()
    judged = _Judged(subject, check, judge)
    if subject.past.arguments is not None:
        arguments = shortened_waits(subject, dict(subject.past.arguments))
        if subject.past.before:
            judged.after_others(named_calls(subject.past.before), arguments, alone=alone)
        elif alone:
            judged.alone(arguments)
    walk, patience = walk_of(subject), subject.patience()
    for _, arguments in patience.each(walk.candidates.get(check, ()) if alone else ()):
        judged.alone(dict(arguments))
    for _, arguments, before in patience.each(walk.sequences.get(check, ())):
        judged.after_others(named_calls(before), dict(arguments), alone=alone)
    return walk


class _Judged:
    """The candidates of one check during judgement."""

    def __init__(self, subject: Subject, check: str, judge: Judge) -> None:
        self._subject = subject
        self._check = check
        self._judge = judge
        self._players: Players | None = None

    def alone(self, arguments: dict[str, Any]) -> None:
        """Report a call if it fails by itself."""
        failure = self._in_a_copy(partial(self._shown, (), arguments))
        if failure is not None:
            raise self._in_a_copy(partial(self._smallest, arguments, self._cause(failure))) or failure

    def after_others(self, before: Sequence[NamedCall], arguments: dict[str, Any], *, alone: bool) -> None:
        """Report a call if it fails after others, with as few of them as possible."""
        if self._players is None:
            self._players = players_of(self._subject)
        if any(name not in self._players for name, _ in before):
            return
        began = own_time()
        failure = self._in_a_copy(partial(self._shown, before, arguments))
        if failure is None:
            return
        # A slow call leaves time for few others.
        tries_s = (2 if own_time() - began > self._subject.call_s / 2 else 8) * self._subject.call_s
        if self._in_a_copy(partial(self._shown, (), arguments)) is not None:
            if alone:
                self.alone(arguments)
            return
        cause, end = self._cause(failure), own_time() + tries_s

        def still_shows(calls: Sequence[NamedCall]) -> bool:
            if own_time() > end:
                return False
            again = self._in_a_copy(partial(self._shown, calls[:-1], calls[-1][1]))
            return again is not None and self._cause(again) == cause

        own = self._subject.facts.name
        kept = shortest([*before, (own, arguments)], still_shows)[:-1]
        last = smallest(
            arguments,
            lambda call: still_shows([*kept, (own, call)]) and not still_shows([(own, call)]),
            self._subject.schema,
            most_calls=_MAX_LAST,
        )
        final = self._in_a_copy(partial(self._shown, kept, last)) or failure
        message = f"After {_shown_calls(kept)}, {final.message[0].lower()}{final.message[1:]}"
        raise _failure(final.code, message, about=final.about, arguments=last, before=before_json(kept))

    def _smallest(self, arguments: dict[str, Any], cause: str) -> CheckFailure | None:
        found: CheckFailure | None = None
        end = own_time() + self._subject.call_s

        def still_fails(call: dict[str, Any]) -> bool:
            nonlocal found
            again = self._shown((), call) if own_time() < end else None
            if again is None or self._cause(again) != cause:
                return False
            found = again
            return True

        smallest(arguments, still_fails, self._subject.schema, most_calls=_MAX_SHRINKING)
        return found

    def _cause(self, failure: CheckFailure) -> str:
        cause = finding_id("", self._check, failure.code, failure.about).cause
        return f"{cause} {cause_of(failure.message, names_in(self._subject.schema))}"

    def _shown(self, before: Sequence[NamedCall], arguments: dict[str, Any]) -> CheckFailure | None:
        """Return how a call fails in a fresh world after others; None if it does not fail."""
        players = self._players or {}
        try:
            make_fresh([self._subject, *(one.subject for one in players.values() if one.subject is not self._subject)])
            if before and not replay(self._subject, players, before):
                self._subject.has_left(1)
                return None
            self._judge(dict(arguments))
        except CheckFailure as failure:
            return failure
        except (NotApplicable, CouldNotRun):
            return None
        return None

    def _in_a_copy(self, work: Callable[[], CheckFailure | None]) -> CheckFailure | None:
        def told() -> list[Any]:
            failure = work()
            return [] if failure is None else [failure.code, failure.message, failure.about, failure.arguments]

        answer = in_a_copy(told, limit_s=2 * self._subject.call_s + 1)
        # The copy has recreated the folder.
        os.chdir(self._subject.sandbox.workspace)
        if answer is None:
            self._subject.has_left(1)
        if not answer:
            return None
        code, message, about, arguments = answer
        return _failure(code, message, about=about, arguments=arguments)


def _failure(code: str, message: str, **about: Any) -> CheckFailure:
    # Checks of users may give no code.
    return CheckFailure(code, message, **about) if code else CheckFailure(message, **about)


def _shown_calls(calls: Sequence[NamedCall]) -> str:
    shown = ", ".join(
        f"{name}({json.dumps(given, ensure_ascii=False)[:_MAX_SHOWN]})" for name, given in calls[:_MAX_SHOWN_CALLS]
    )
    more = len(calls) - _MAX_SHOWN_CALLS
    return f"{shown} and {more} more" if more > 0 else shown
