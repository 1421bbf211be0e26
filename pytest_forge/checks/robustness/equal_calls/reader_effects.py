"""Reader effects: what a reader leaves or changes on its server, and what it does not notice, as findings."""

from __future__ import annotations

from typing import Any

from ....profile.claim import Claim
from ....profile.moves_on import moves_on, tells_of_calls, value_tells_of_calls
from ....profile.varies import varies
from ....targets.subject import Subject
from ....verdict import CheckFailure
from ...calls.sequences import before_json
from .own_changes import own_change
from .read_effects import read_effects
from .reads_before_writes import read_before_write
from .server_reads import stale_read
from .stale_chains import stale_chain
from .stale_changes import stale_change

__all__ = ["judge_read_effects", "judge_stale_reads"]


def judge_read_effects(subject: Subject, acts: list[dict[str, Any]]) -> Claim | None:
    """Judge that a reader leaves what later calls answer, and what writing tools need.

    Args:
        subject: The reader. Its server has just been started.
        acts: Calls of it that work.

    Returns:
        The claim that excuses a change; None if there is none.
    """
    excuse = _judge_later_answers(subject, acts)
    excuse = _judge_own_answers(subject, acts) or excuse
    return _judge_reads_before_writes(subject, acts) or excuse


def _judge_later_answers(subject: Subject, acts: list[dict[str, Any]]) -> Claim | None:
    """Judge that a reader leaves what later calls answer; return the claim that excuses a change, or None."""
    excuse: Claim | None = None
    for effect in read_effects(subject, acts):
        claims = [moves_on(subject.facts), moves_on(effect.facts), tells_of_calls(effect.facts), varies(effect.facts)]
        claims += [] if effect.argument else [value_tells_of_calls(effect.facts, effect.name)]
        claim = next((claim for claim in claims if claim), None)
        if claim is not None:
            excuse = claim
        elif effect.argument:
            raise CheckFailure(
                "argument_stays",
                f"After a call with {effect.argument!r}, a call without it is answered as if it were given. "
                "Copy the defaults for each call, and keep no argument between calls.",
                about=effect.argument,
                arguments=effect.call,
                before=before_json(effect.before),
            )
        else:
            raise CheckFailure(
                "read_changes_answers",
                f"The tool is said to read only, but its calls change what {effect.facts.name!r} answers, at "
                f"{effect.place!r}. Leave the data as they are, or take back that it only reads.",
                about=effect.facts.name,
                arguments=effect.before[-1][1],
            )
    return excuse


def _judge_own_answers(subject: Subject, acts: list[dict[str, Any]]) -> Claim | None:
    """Judge that a reader answers a call alike after another call of it; return the claim that excuses it, or None."""
    found = own_change(subject, acts)
    if found is None:
        return None
    claims = (moves_on(subject.facts), tells_of_calls(subject.facts))
    claim = next((claim for claim in (*claims, value_tells_of_calls(subject.facts, found.name)) if claim), None)
    if claim is not None:
        return claim
    raise CheckFailure(
        "read_changes_answers",
        f"The tool is said to read only, but after this call it answers another one otherwise, at "
        f"{found.place or 'the result'!r}. "
        "Leave the data as they are, or take back that it only reads.",
        arguments=found.act,
    )


def _judge_reads_before_writes(subject: Subject, acts: list[dict[str, Any]]) -> Claim | None:
    """Judge that a reader uses up nothing that a writing tool needs; return the claim that excuses it, or None."""
    found = read_before_write(subject, acts)
    if found is None:
        return None
    claims = [tells_of_calls(found.facts), value_tells_of_calls(found.facts, found.place.rpartition(".")[2])]
    claim = next((claim for claim in claims if claim), None)
    if claim is not None:
        return claim
    name = repr(found.facts.name)
    raise CheckFailure(
        "read_changes_answers",
        f"The tool is said to read only, but after its call {name} refuses one that it takes otherwise. "
        "Leave the data as they are, or take back that it only reads."
        if found.is_refused
        else f"The tool is said to read only, but each of its calls uses up a number of {name}, at {found.place!r}. "
        "Show the next number without taking it, or take back that it only reads.",
        about=found.facts.name,
        arguments=found.call,
    )


def judge_stale_reads(subject: Subject) -> Claim | None:
    """Judge that a reader shows what other tools have changed; return the claim that excuses it, or None."""
    stale = stale_change(subject)
    if stale is None and subject.is_served:
        stale = stale_read(subject)
    stale = stale or stale_chain(subject)
    if stale is None:
        return None
    claims = (tells_of_calls(subject.facts), moves_on(subject.facts), varies(subject.facts))
    claim = next((claim for claim in claims if claim), None)
    if claim is not None:
        return claim
    raise CheckFailure(
        "stale_answer",
        f"Stale cache: after {' and '.join(map(repr, stale.writers))} changed the data, a call made earlier still "
        "returns the old answer. Invalidate on change, or document the TTL.",
        about=stale.writers[0],
        arguments=stale.call,
        before=before_json(stale.before),
    )
