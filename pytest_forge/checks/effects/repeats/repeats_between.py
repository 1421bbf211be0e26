"""Repeats between: a tool that notices an equal call until another tool has been called for what the first one made.

start(key="a1")     job 1
start(key="a1")     job 1 still
finish(job=1)
start(key="a1")     job 2: the key was kept with the open jobs alone
"""

from __future__ import annotations

from typing import Any

from ....profile.told_repeats import forgets_at_restart
from ....strategies.calls.examples import candidate_arguments
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.asking import looks_failed, served_tool
from ...calls.fake_sleep import fake_sleep
from ...calls.plausible_calls import plausible_calls
from ...calls.preparation.made_records import calls_naming
from ...calls.sequences import before_json
from ...calls.state_view import StateView

__all__ = ["judge_repeats_between"]

_MAX_OTHERS = 4


def judge_repeats_between(subject: Subject, said: str, place: int) -> None:
    """Judge that a call which changes nothing when it is repeated does not after other calls for its record either.

    Data that the other call has put back as they were at first do not count: what is made again may be meant to be new.

    Args:
        subject: A tool of a server that we start.
        said: The sentence that promises that repeating a call has no further effect.
        place: The place of the call among the plausible ones.

    Raises:
        CheckFailure: If it changes the same data again after another tool's call, twice.
    """
    if not subject.is_served or served_tool(subject).server.address.url or forgets_at_restart(subject.facts):
        return
    others = [one for one in subject.neighbours if one[0].tier != "read" and one[0].name != subject.facts.name]
    closers = [subject.beside(*one) for one in others]
    for closer in subject.patience().each(closers[:_MAX_OTHERS]):
        found = _changed_again(subject, closer, place)
        if found is not None and _changed_again(subject, closer, place) == found:
            call, other, changed = found
            name = subject.facts.name
            raise CheckFailure(
                "repeat_acts_later",
                f"{said}, but after a call of {closer.facts.name!r} for the same record, an equal call changed "
                f"{changed}. Keep which calls were made for as long as the promise holds.",
                arguments=call,
                before=before_json([(name, call), (closer.facts.name, other)]),
            )


def _changed_again(subject: Subject, closer: Subject, place: int) -> tuple[dict[str, Any], dict[str, Any], str] | None:
    """Return the call, the other tool's call, and what the repetition changes after it, on a new server."""
    subject.renew()
    calls = plausible_calls(subject, limit=place + 1)
    usual = next(iter(candidate_arguments(closer.schema, limit=1)), None)
    if len(calls) <= place or usual is None:
        return None
    call = calls[place]
    view = StateView(subject)
    states = [view.taken(call)]
    with fake_sleep():
        made = subject.call(call)
        states.append(view.taken(call, is_settled=False))
        again = subject.call(dict(call))
    states.append(view.taken(call, is_settled=False))
    noticed = [one for one in view.changed(*states[:2]) if one not in view.changed(*states[1:])]
    if looks_failed(made) or again.timed_out or not noticed:
        return None
    other = next(calls_naming(made, {**usual, **{key: call[key] for key in usual if key in call}}, closer.schema))
    with fake_sleep():
        if looks_failed(closer.call(other)):
            return None
        states.append(view.taken(call))
        if looks_failed(subject.call(dict(call))):
            return None
    states.append(view.taken(call, is_settled=False))
    if not view.changed(*states[2:4]):
        return None
    noticed = [one for one in noticed if states[3].get(one) != states[0].get(one)]
    changed = [one for one in view.changed(*states[3:]) if one in noticed]
    return (call, other, changed[-1]) if changed else None
