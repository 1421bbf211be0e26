"""Server story: calls of a server's writing tools in random order, with values of earlier answers.

    read_depot()                          its answer names "north" and "airport", and 240 crates
    move(source="north", target="airport", crates=200)
    move(source="airport", target="north", crates=50)

A single call hardly ever meets a full store, an entry that has moved, or a third renewal; a story of some sixty does.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ...strategies.arguments import random_arguments
from ...strategies.calls.examples import candidate_arguments
from ...strategies.calls.value_pool import ValuePool
from ...strategies.schemas.flat_schema import CannotMake, FlatSchema
from ...strategies.schemas.unsupported import UnsupportedSchemaError
from ...targets.outcome import Outcome
from ...targets.own_clock import own_time
from ...targets.subject import Subject
from .asking import served_tool
from .call_variants import shortened_waits
from .large_calls import is_large
from .plausible_calls import plausible_calls
from .sequences import NamedCall

__all__ = ["ServerStory", "Teller", "played", "tellers_of"]

_LENGTH, _LEAST, _SLOW_S = 60, 10, 0.5
_MAX_TELLERS, _MAX_READERS = 6, 3
_PLAUSIBLE, _RANDOM = 4, 16
#: Share of calls of the tool itself, of calls that use values of earlier ones, of other choices and of other numbers.
_OWN, _RECALLED, _CHOSEN, _SIZED = 0.6, 0.7, 0.5, 0.5
#: Share of calls that repeat one that has just worked, with twice its numbers or more records, until a limit is
#: reached.
_AGAIN = 0.6
_AMOUNTS = (1, 2, 5, 10, 50, 100, 200, 500, 1_000)


class Teller(Struct, frozen=True):
    """A tool that takes part in a story.

    Attributes:
        subject: The tool.
        calls: Its valid calls, ordinary ones first.
        view: Its schema.
        choices: The texts that it offers, by argument.
    """

    subject: Subject
    calls: Sequence[dict[str, Any]]
    view: FlatSchema
    choices: Mapping[str, Sequence[str]]

    def fits(self, call: dict[str, Any]) -> bool:
        """Tell whether the schema allows a call."""
        return self.view.fits(self.subject.schema, call)


def tellers_of(subject: Subject, *, with_reader: bool = False) -> list[Teller]:
    """Return the writing tools of a server with their calls, the tool itself first; none of one that we reach by URL.

    Args:
        subject: A tool of the server.
        with_reader: Whether the tool itself takes part if it only reads.
    """
    if served_tool(subject).server.address.url:
        # Its data are not the sandbox's.
        return []
    takes_part = with_reader or subject.facts.tier != "read"
    others = [one for one in subject.neighbours if one[0].tier != "read" and one[0].name != subject.facts.name]
    found = [_teller(subject, plausible_calls(subject, limit=_PLAUSIBLE))] if takes_part else []
    for facts, tool in others[: _MAX_TELLERS - len(found)]:
        other = subject.beside(facts, tool)
        found.append(_teller(other, candidate_arguments(other.schema, limit=_PLAUSIBLE)))
    return [teller for teller in found if teller is not None]


class ServerStory:
    """Proposes one call after another; the same ones for the same answers.

    Args:
        subject: A tool of the server; its readers are asked for the values that they know at the beginning.
        tellers: The tools that take part.

    Attributes:
        pool: The values that the readers and earlier calls have told.
        is_over: Whether no further call may be made, since one was slow.
    """

    def __init__(self, subject: Subject, tellers: Sequence[Teller]) -> None:
        self._subject = subject
        self._tellers = tellers
        self._source = random.Random(f"story/{subject.facts.name}")  # noqa: S311  # repeatable on purpose
        self.pool = _pool_of_readers(subject)
        self._latest: tuple[Teller, dict[str, Any]] | None = None
        self.is_over = not tellers

    def lines(self, share: float) -> Iterator[tuple[Teller, dict[str, Any]]]:
        """Yield a tool and its next call, until one was slow or the time for the story is over.

        A slow server has a shorter story; a few calls have to be made in any case.

        Args:
            share: Share of a check's time.
        """
        source, tellers = self._source, self._tellers
        until = own_time() + share * self._subject.check_s
        for number in range(_LENGTH):
            if self.is_over or (number >= _LEAST and own_time() > until):
                return
            if number < _LEAST and own_time() > until + share * self._subject.check_s:
                self._subject.has_left(_LEAST - number)
                return
            is_own = tellers[0].subject is self._subject and source.random() < _OWN
            teller = tellers[0] if is_own else tellers[int(len(tellers) * source.random())]
            call = _drawn(teller, self.pool, source)
            if self._latest is not None and source.random() < _AGAIN:
                teller, call = self._latest
                call = _doubled(teller, _extended(teller, call, self.pool, source))
            yield teller, call

    def learn(self, teller: Teller, outcome: Outcome) -> None:
        """Take note of how the call has ended."""
        self.is_over = self.is_over or outcome.timed_out or outcome.seconds > _SLOW_S
        self._latest = (teller, outcome.arguments) if outcome.succeeded else None
        if outcome.succeeded:
            self.pool.learn(outcome.arguments)
            self.pool.learn(outcome.value)


def played(tellers: Sequence[Teller], calls: Sequence[NamedCall]) -> bool:
    """Make the calls of a story again, and return whether all of them returned."""
    by_name = {teller.subject.facts.name: teller.subject for teller in tellers}
    return not any(by_name[name].call(dict(call)).timed_out for name, call in calls)


def _teller(subject: Subject, ordinary: Sequence[dict[str, Any]]) -> Teller | None:
    try:
        drawn = list(random_arguments(subject.tool, seed=0, limit=_RANDOM))
        view = FlatSchema(subject.schema)
    except (UnsupportedSchemaError, CannotMake):
        return None
    calls = [shortened_waits(subject, call) for call in (*ordinary, *(call for call in drawn if not is_large(call)))]
    return Teller(subject, calls, view, dict(_choices(view, subject.schema))) if calls else None


def _choices(view: FlatSchema, schema: Mapping[str, Any]) -> Iterator[tuple[str, list[str]]]:
    properties = schema.get("properties")
    for name, node in properties.items() if isinstance(properties, Mapping) else ():
        flats = view.alternatives(node) if isinstance(node, Mapping) else ()
        found = [one for flat in flats for one in flat.get("enum") or () if isinstance(one, str)]
        if len(found) > 1:
            yield name, found


def _pool_of_readers(subject: Subject) -> ValuePool:
    """Return the values that the readers of the server know at the beginning."""
    pool = ValuePool()
    readers = [one for one in subject.neighbours if one[0].tier == "read"][:_MAX_READERS]
    for reader in [subject.beside(*one) for one in readers]:
        for call in candidate_arguments(reader.schema, limit=2):
            outcome = reader.call(call)
            if outcome.succeeded:
                pool.learn(call)
                pool.learn(outcome.value)
    return pool


def _drawn(teller: Teller, pool: ValuePool, source: random.Random) -> dict[str, Any]:
    """Return a call; ordinary ones are likelier, and numbers are of all sizes."""
    call = teller.calls[int(len(teller.calls) * source.random() ** 2)]
    if source.random() < _RECALLED:
        call = pool.placed(call, source, teller.fits) or call
    for name, choices in teller.choices.items():
        if name in call and source.random() < _CHOSEN:
            # A move from a place to the same one tells little.
            others = [one for one in choices if one not in call.values()] or choices
            chosen = {**call, name: others[int(len(others) * source.random())]}
            call = chosen if teller.fits(chosen) else call
    for name in call:
        sized = {**call, name: _with_numbers(call[name], lambda number: _sized(number, source))}
        call = sized if sized != call and teller.fits(sized) else call
    return call


def _sized(number: float, source: random.Random) -> float:
    if type(number) is not int or source.random() >= _SIZED:
        return number
    return _AMOUNTS[int(len(_AMOUNTS) * source.random())]


def _with_numbers(value: Any, other: Callable[[float], float]) -> Any:
    """Return a number or a list of records with other numbers; the items of a list of numbers identify something."""
    if type(value) in (int, float):
        return other(value)
    if isinstance(value, list) and value and all(isinstance(item, dict) for item in value):
        return [
            {key: other(part) if type(part) in (int, float) else part for key, part in item.items()} for item in value
        ]
    return value


def _extended(teller: Teller, call: dict[str, Any], pool: ValuePool, source: random.Random) -> dict[str, Any]:
    """Return the call with further known records in its lists, if it may have more."""
    lists = {name: value for name, value in call.items() if isinstance(value, list)}
    others = pool.placed(lists, source, lambda _: True) if lists else None
    if others is None:
        return call
    more = {
        **call,
        **{name: [*value, *(one for one in others[name] if one not in value)] for name, value in lists.items()},
    }
    return more if teller.fits(more) else call


def _doubled(teller: Teller, call: dict[str, Any]) -> dict[str, Any]:
    more = {name: _with_numbers(value, lambda number: 2 * number) for name, value in call.items()}
    return more if teller.fits(more) else call
