"""Sequences: calls of a tool and its neighbours in random order, each on the state that earlier calls left."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ...strategies.arguments import random_arguments
from ...strategies.calls.pairs import choices_beside_null
from ...strategies.calls.value_pool import ValuePool
from ...strategies.mined_constants import author_codes, kept_values
from ...strategies.schemas.flat_schema import CannotMake, FlatSchema
from ...strategies.schemas.unsupported import UnsupportedSchemaError
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from ...verdict import NotApplicable
from .call_variants import shortened_waits
from .fake_sleep import SKIPPED_S, fake_sleep
from .large_calls import is_large
from .ordinary_outcomes import in_json_types
from .plausible_calls import plausible_calls
from .worlds.own_world import reads_files

__all__ = ["NamedCall", "Players", "before_json", "named_calls", "play", "players_of", "replay", "shortest"]

_LENGTH = 24
#: By sequence: the share of calls of the tool itself, and the share of calls that reuse values of earlier ones. With an
#: equal share for neighbours, the data that they create would hardly ever be used up.
_TURNS = ((0.5, 0.6), (0.5, 0.6), (0.75, 0.0))
#: The sequence that begins with calls in a fixed order.
_OPENED = 1
_MAX_NEIGHBOURS, _FEW_NEIGHBOURS = 6, 3
#: Random calls for each check from which on a run is thorough.
_MANY = 1_000
_MAX_PLAUSIBLE = 4
_RANDOM_CALLS = 40
_MAX_TRIES = 80
_SLOW_S = 0.2
#: Sleep that the calls of a sequence may skip, each as much as a single call.
_SLEPT_S = _LENGTH * SKIPPED_S

#: A tool's name and arguments.
NamedCall = tuple[str, dict[str, Any]]


class Player(Struct, frozen=True):
    """A tool that takes part in a sequence.

    Attributes:
        subject: The tool.
        calls: Its valid calls, ordinary ones first.
        view: Its schema.
        paired: Calls with a choice beside a missing argument, which may need a record.
    """

    subject: Subject
    calls: Sequence[dict[str, Any]]
    view: FlatSchema
    paired: Sequence[dict[str, Any]] = ()


#: The tool itself and its neighbours, by name.
Players = Mapping[str, Player]


def players_of(subject: Subject) -> Players:
    """Return the tool and the neighbours that use the same variables or files, each with its calls.

    Raises:
        NotApplicable: If no valid calls of the tool can be made at random.
    """
    found: dict[str, Player] = {}
    kept, codes = kept_values(subject.tool), set(author_codes(subject.tool))
    others = [
        one
        for one in subject.neighbours
        # A function that both use, and that reads files, gives both the same ones.
        if one[0].name != subject.facts.name
        and (kept & kept_values(one[1]) or reads_files(codes & set(author_codes(one[1]))))
    ]
    most = _MAX_NEIGHBOURS if subject.effort.random_calls >= _MANY else _FEW_NEIGHBOURS
    for facts, tool in [(subject.facts, subject.tool), *others[:most]]:
        one = subject if facts.name == subject.facts.name else subject.beside(facts, tool)
        try:
            ordinary = plausible_calls(one, limit=_MAX_PLAUSIBLE)
            drawn = list(random_arguments(tool, seed=subject.random.getrandbits(32), limit=_RANDOM_CALLS))
            view = FlatSchema(one.schema)
        except (UnsupportedSchemaError, CannotMake, NotApplicable):
            if one is subject:
                raise NotApplicable("No valid calls of the tool can be made at random.") from None
            continue
        except Exception:  # a neighbour that cannot be called is judged as a subject of its own
            if one is subject:
                raise
            continue
        paired = choices_beside_null(one.schema, ordinary) if one is subject and others else []
        calls = [shortened_waits(one, call) for call in (*ordinary, *(call for call in drawn if not is_large(call)))]
        if calls:
            found[facts.name] = Player(one, calls, view, [shortened_waits(one, call) for call in paired])
    return found


def play(subject: Subject, players: Players, number: int, seed: int) -> Iterator[tuple[list[NamedCall], Outcome]]:
    """Make a random sequence of calls; after each call of the tool itself, yield the calls so far and its outcome.

    Args:
        subject: The tool itself.
        players: The tool and its neighbours.
        number: Number of the sequence, which selects its mix of calls.
        seed: Makes it repeatable.
    """
    own, recalled = _TURNS[number % len(_TURNS)]
    source = random.Random(seed)  # noqa: S311  # repeatable on purpose
    pool, made = ValuePool(), ValuePool()
    names = [name for name in players if name != subject.facts.name]
    calls: list[NamedCall] = []
    opening = _opening(subject, players) if number == _OPENED else []
    spent = 0.0
    with fake_sleep(most_s=_SLEPT_S):
        while len(calls) < _LENGTH and spent < subject.call_s / 2:
            name = subject.facts.name
            if opening:
                name, call = opening.pop(0)
                player = players[name]
                call = _recalled(player, made, source, call, tries=3) if name == subject.facts.name else call
            else:
                if names and source.random() > own:
                    name = names[int(source.random() * len(names))]
                player = players[name]
                call = _drawn(player, pool, source, recalled)
            outcome = player.subject.call(call, call_s=subject.call_s / 2)
            calls.append((name, call))
            spent += outcome.seconds
            if name == subject.facts.name:
                yield list(calls), outcome
            if outcome.timed_out:
                break
            if outcome.seconds > _SLOW_S and name in names:
                names.remove(name)
            pool.learn(call)
            if outcome.succeeded:
                pool.learn(in_json_types(outcome.returned))
                made.learn(in_json_types(outcome.returned))


def _drawn(player: Player, pool: ValuePool, source: random.Random, recalled: float) -> dict[str, Any]:
    # Ordinary calls succeed most often; those with other values reach unexpected states.
    call = player.calls[int(len(player.calls) * source.random() ** (2 if recalled else 1))]
    return _recalled(player, pool, source, call) if source.random() < recalled else call


def _recalled(
    player: Player, pool: ValuePool, source: random.Random, call: dict[str, Any], *, tries: int = 1
) -> dict[str, Any]:
    """Return a call with values of earlier calls, if one has a matching name."""
    schema = player.subject.schema
    placed = (pool.placed(call, source, lambda one: player.view.fits(schema, one)) for _ in range(tries))
    return next((one for one in placed if one is not None), call)


def _opening(subject: Subject, players: Players) -> list[NamedCall]:
    """Return an ordinary call of each neighbour, which may make a record, and the tool's choices beside null."""
    paired = players[subject.facts.name].paired
    makers = [(name, player.calls[0]) for name, player in players.items() if name != subject.facts.name]
    return [*makers, *((subject.facts.name, call) for call in paired)] if makers and paired else []


def replay(subject: Subject, players: Players, calls: Sequence[NamedCall]) -> bool:
    """Make calls one after another, and return whether all of them returned."""
    with fake_sleep(most_s=_SLEPT_S):
        return not any(players[name].subject.call(given, call_s=subject.call_s / 2).timed_out for name, given in calls)


def shortest(calls: Sequence[NamedCall], still_shows: Callable[[Sequence[NamedCall]], bool]) -> list[NamedCall]:
    """Return the calls that are needed before the last one, and the last one, as far as a few attempts show."""
    kept, tries = list(calls), 0
    size = max(1, (len(kept) - 1) // 2)
    while tries < _MAX_TRIES:
        start, length = 0, len(kept)
        while start < len(kept) - 1 and tries < _MAX_TRIES:
            shorter = [*kept[:start], *kept[min(start + size, len(kept) - 1) :]]
            tries += 1
            if still_shows(shorter):
                kept = shorter
            else:
                start += size
        # Calls that only a removed call needed can be removed as well.
        if size == 1 and len(kept) == length:
            break
        size = max(1, size // 2)
    return kept


def named_calls(before: Sequence[Mapping[str, Any]]) -> list[NamedCall]:
    """Return calls stored with a finding, each with ``tool`` and ``arguments``."""
    return [(str(call["tool"]), dict(call["arguments"])) for call in before]


def before_json(calls: Sequence[NamedCall]) -> list[dict[str, Any]]:
    """Return calls in the form that is stored with a finding."""
    return [{"tool": name, "arguments": given} for name, given in calls]
