"""Edge replies: a server's answers to calls at the edges of a tool's schema."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from typing import Any

from ...strategies.arguments import random_arguments
from ...strategies.calls.boundaries import boundary_arguments
from ...strategies.calls.edge_calls import edge_calls
from ...strategies.schemas.unsupported import UnsupportedSchemaError
from ...targets.outcome import Outcome
from ...targets.own_clock import own_time
from ...targets.patience import Patience
from ...targets.subject import Subject
from .anchored_names import AnchoredNames
from .answer_values import offered_values
from .asking import looks_failed, reply_to
from .call_variants import doubled_calls, richer_calls, shortened_waits
from .calls_for_nothing import calls_for_nothing
from .preparation.set_up import set_up_calls

__all__ = ["edge_replies"]

_MAX_CALLS = 60
_MAX_EDGES = 240
_MAX_DOUBLED = 4
_MAX_TOLD = 12
#: Calling a server takes longer than calling a function.
_SHARE_OF_RANDOM = 3.0
_MAX_NUMBER = 1_000_000


def edge_replies(subject: Subject, patience: Patience | None = None) -> Iterator[Outcome]:
    """Make ordinary calls, calls at the edges of the schema, and random calls; yield the reply to each.

    Args:
        subject: The tool.
        patience: The time limit; by default that of the check. If time runs out before the edge cases are done, this is
            reported; the number of random calls depends on the budget. Checks that share a process share the replies.
    """
    return subject.record("edge replies", lambda: _made(subject, patience or subject.patience()))


def _made(subject: Subject, patience: Patience) -> Iterator[Outcome]:
    calls = set_up_calls(subject)
    edges = [
        boundary.arguments
        for boundary in boundary_arguments(subject.schema, limit=_MAX_CALLS)
        if not isinstance(boundary.value, int | float) or abs(boundary.value) <= _MAX_NUMBER
    ]
    seen: set[str] = set()
    end = own_time() + _SHARE_OF_RANDOM * subject.effort.random_s
    names = AnchoredNames()

    def reply(call: dict[str, Any]) -> Outcome:
        found = reply_to(subject, shortened_waits(subject, call))
        names.learn(found)
        return found

    worked: Outcome | None = None
    for call in patience.each(calls):
        if _is_new(call, seen):
            made = reply(call)
            worked = worked or (None if looks_failed(made) else made)
            yield made
    # What a tool does with a record that it has already is seldom seen. Lists have doubles among their edges.
    for call in patience.each(
        () if worked is None else itertools.islice(doubled_calls(subject, dict(worked.arguments)), _MAX_DOUBLED)
    ):
        yield subject.call(call)
    # Where nothing lies, a mean has no numbers, and a greatest value does not exist.
    empty = () if worked is None else calls_for_nothing(subject, worked, reply)
    for call in patience.each(empty):
        yield reply(call)
    told = [] if worked is None else list(_told_calls(subject, worked.arguments))
    for call in patience.each([*told, *richer_calls(subject), *edges]):
        if _is_new(call, seen):
            yield reply(call)
    # Alternate, because there is not enough time for all of both.
    pairs, drawn = iter(edge_calls(subject.schema, limit=_MAX_EDGES)), _random_calls(subject)
    while patience.has_time_to_shorten and own_time() < end:
        several = [names.placed(call) for call in (next(pairs, None), next(drawn, None)) if call is not None]
        if not several:
            return
        # Null characters are refused in names by the system, and models do not send them.
        several = [call for call in several if "\\u0000" not in json.dumps(call, default=repr)]
        yield from (reply(call) for call in several if _is_new(call, seen))


def _told_calls(subject: Subject, worked: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a call that works with the values that the description of a text lists, such as former codes."""
    properties = subject.schema.get("properties")
    for name, node in properties.items() if isinstance(properties, Mapping) else ():
        told = node.get("description") if isinstance(node, Mapping) else None
        if isinstance(told, str) and node.get("type") == "string" and "enum" not in node:
            yield from ({**worked, name: value} for value in offered_values(told, {})[:_MAX_TOLD])


def _random_calls(subject: Subject) -> Iterator[dict[str, Any]]:
    seed = subject.random.getrandbits(32)
    try:
        yield from random_arguments(subject.schema, seed=seed, limit=subject.effort.random_calls)
    except UnsupportedSchemaError:
        return


def _is_new(call: dict[str, Any], seen: set[str]) -> bool:
    """Return whether a call is new and its numbers are not extreme."""
    key = json.dumps(call, default=repr)
    if key in seen or _largest(call) > _MAX_NUMBER:
        return False
    seen.add(key)
    return True


def _largest(value: Any) -> float:
    if isinstance(value, dict | list):
        return max((_largest(part) for part in (value.values() if isinstance(value, dict) else value)), default=0.0)
    return abs(value) if isinstance(value, int | float) else 0.0
