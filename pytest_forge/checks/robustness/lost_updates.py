"""Lost updates: calls of a server's writer that are sent together, and do not all count in what readers answer."""

from __future__ import annotations

import itertools
import time
from typing import Any

from msgspec import Struct

from ...targets.subject import Subject
from ..calls.asking import own_server
from ..calls.state_view import calls_like
from .counted_values import counted

__all__ = ["TOGETHER", "LostUpdate", "lost_update"]

TOGETHER = 20
"""Number of equal calls that are sent together: the time between a read and a write may be short."""

_MAX_READERS, _IN_TURN, _ROUNDS = 3, 3, 6
#: Seconds in which a server may still be at work on what it has confirmed.
_SETTLING_S = 0.3

_Place = tuple[str, str]


class LostUpdate(Struct, frozen=True):
    """A number or a length in a reader's answer that grows less than with the same calls in turn.

    Attributes:
        reader: The name of the reader.
        missing: Number of the calls that do not count, at least.
    """

    reader: str
    missing: int


def lost_update(subject: Subject, call: dict[str, Any]) -> LostUpdate | None:
    """Return an update that is lost among equal calls at once, in two rounds; None if all count.

    Args:
        subject: The writer.
        call: A call of it that works.
    """
    readers = _readers(subject, call)
    steps = _steps(subject, call, readers) if readers else {}
    server = own_server(subject).server
    lost = 0
    for _ in range(_ROUNDS) if steps else ():
        before = _seen(readers)
        answers = server.call_together(subject.facts.name, [call] * TOGETHER, call_s=subject.call_s)
        if not all(given and given[0].succeeded for given in answers):
            return None
        subject.has_seen(TOGETHER)
        if not _missing(before, _seen(readers), steps):
            continue
        time.sleep(_SETTLING_S)
        missing = _still_growing(subject, call, readers, steps, _missing(before, _seen(readers), steps))
        lost += bool(missing)
        if lost > 1:
            (reader, _), calls = max(missing.items(), key=lambda item: item[1])
            return LostUpdate(reader, calls)
    return None


def _steps(
    subject: Subject, call: dict[str, Any], readers: list[tuple[Subject, dict[str, Any]]]
) -> dict[_Place, float]:
    """Return by how much each call in turn raises a number; only of those that it raises by the same each time."""
    seen = [_seen(readers)]
    seen.append(_seen(readers))
    for _ in range(_IN_TURN):
        if not subject.call(call).succeeded:
            return {}
        seen.append(_seen(readers))
    found = {}
    for place, start in seen[0].items():
        values = [one.get(place, start) for one in seen]
        steps = {after - before for before, after in itertools.pairwise(values[1:])}
        if values[1] == start and len(steps) == 1 and max(steps) > 0:
            [found[place]] = steps
    return found


def _missing(before: dict[_Place, float], after: dict[_Place, float], steps: dict[_Place, float]) -> dict[_Place, int]:
    """Return, by place, how many calls do not count."""
    grown = {place: after[place] - before[place] for place in steps if place in before and place in after}
    counted = {place: round(grown[place] / steps[place]) for place in grown}
    return {place: TOGETHER - count for place, count in counted.items() if 0 <= count < TOGETHER}


def _still_growing(
    subject: Subject,
    call: dict[str, Any],
    readers: list[tuple[Subject, dict[str, Any]]],
    steps: dict[_Place, float],
    missing: dict[_Place, int],
) -> dict[_Place, int]:
    """Keep the places that one more call raises as before: a list of the latest entries is full, and loses nothing."""
    before = _seen(readers)
    if not missing or not subject.call(call).succeeded:
        return {}
    after = _seen(readers)
    return {
        place: calls for place, calls in missing.items() if after.get(place, 0) - before.get(place, 0) == steps[place]
    }


def _readers(subject: Subject, call: dict[str, Any]) -> list[tuple[Subject, dict[str, Any]]]:
    """Return calls of the tools that are said to read only, for the same records."""
    others = [one for one in subject.neighbours if one[0].tier == "read" and one[0].tier_declared]
    readers = [subject.beside(*one) for one in others[:_MAX_READERS]]
    return [(reader, given) for reader in readers for given in calls_like(reader, call)[:1]]


def _seen(readers: list[tuple[Subject, dict[str, Any]]]) -> dict[_Place, float]:
    found: dict[_Place, float] = {}
    for reader, call in readers:
        outcome = reader.call(call)
        if outcome.succeeded:
            found.update({(reader.facts.name, place): value for place, value in counted(outcome.value)})
    return found
