"""Plausible calls: ordinary calls in a workspace where they can succeed."""

from __future__ import annotations

from typing import Any

from ...strategies.calls.examples import candidate_arguments
from ...targets.subject import SLOW_CALLS, Subject
from ...verdict import NoCallFits
from .call_variants import shortened_waits
from .preparation.set_up import set_up_calls
from .shown_calls import shown_calls
from .told_words import told_schema
from .worlds.own_world import own_world, plant_world

__all__ = ["plausible_calls"]

#: Calls of a server's tool, also where fewer are asked for.
_FEWEST = 4


def plausible_calls(subject: Subject, *, limit: int = 8) -> list[dict[str, Any]]:
    """Return ordinary calls, those known to work first, and plant the files they expect; for servers: `set_up_calls`.

    Once a call has taken much of its time, the waits that arguments ask for are as short as the schema allows.

    Raises:
        NoCallFits: If no call that the schema allows could be made.
    """
    if subject.is_served:
        # A path may work in one form alone, relative or absolute.
        return set_up_calls(subject, limit=limit, is_prepared=not subject.is_beside)[: max(limit, _FEWEST)]
    calls = candidate_arguments(told_schema(subject), limit=limit)
    if not calls:
        raise NoCallFits(
            "No call could be made that the advertised schema allows. Fix the schema, or give its fields examples."
        )
    # The author knows best which calls work.
    first = [*own_world(subject).calls, *(call for call in shown_calls(subject) if call not in calls)]
    calls = [*first, *(call for call in calls if call not in first)][: max(limit, 1)] if first else calls
    slow = subject.notes.get(SLOW_CALLS)
    if slow is not None and shortened_waits(subject, slow) != slow:
        # Dozens of checks would wait for as long. If that call asked for the shortest wait, it took its time otherwise.
        shortened = [shortened_waits(subject, call) for call in calls]
        calls = [call for number, call in enumerate(shortened) if call not in shortened[:number]]
    plant_world(subject, calls)
    return calls
