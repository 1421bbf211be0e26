"""Stale chains: a reader that does not show a change further along a chain of records, once it has been asked.

add_place("a") 1    add_place("b") 2    add_place("c") 3
put_into(outer=1, inner=2)
places_within(1)                                 2
put_into(outer=2, inner=3)                       what is kept for 2 is forgotten, and what is kept for 1 is not
places_within(1)                                 still 2; without the first answer, it is 2 and 3

A chain is made by a tool that links two records, or by one that adds a record to another one. Its last link, its first
one and what other tools change at its ends are tried, each where the reader was asked before it and where it was not.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, to_builtins

from ....profile.identifiers import names_record
from ....profile.makers import makes_things, takes_things_away
from ....profile.told_chains import names_next_record
from ....strategies.calls.examples import candidate_arguments
from ....strategies.schemas.flat_schema import FlatSchema
from ....targets.subject import Subject
from ...calls.answer_values import answered_values
from ...calls.asking import looks_failed, served_tool
from ...calls.sequences import NamedCall
from ...calls.state_view import without_moments
from .stale_changes import StaleRead, in_a_fresh_world, writers_beside

__all__ = ["stale_chain"]

_SHARE = 0.2
_MAX_MAKERS, _MAX_LINKERS, _MAX_OTHERS, _MAX_TALES = 3, 3, 3, 8
_LENGTH = 3
#: Names for records that need not be added first.
_NAMES = ("amber", "birch", "cedar")
#: Ends of names: for the chain, and two to spare.
_LETTERS = "abcde"
_UNKNOWN = {"integer": 987_654, "string": "no such record"}
_SHORTEST_NAME = 6
#: What makes two arguments take the same values.
_FORM = ("type", "format", "pattern", "enum", "const", "minimum", "maximum", "minLength", "maxLength")


class _Write(Struct, frozen=True):
    """A call that changes data.

    Attributes:
        tool: The tool.
        call: The call.
        records: Its arguments that name a record of the chain, with the number of the record.
        place: The place of a new record's name among the values of the answer; -1 if none is added.
    """

    tool: str
    call: dict[str, Any]
    records: dict[str, int]
    place: int = -1


class _Way(Struct, frozen=True):
    """A way to make a chain.

    Attributes:
        adds: The calls that add records without a link.
        links: The calls that link them, each with the one before it.
        names: The names of records that need not be added.
        kind: The type of the names.
    """

    adds: list[_Write]
    links: list[_Write]
    names: list[str]
    kind: str


#: A call of the reader, and its arguments that name records.
_Read = tuple[dict[str, Any], dict[str, int]]
#: Writes, of which the last one is to be seen.
_Tale = list[_Write]


def stale_chain(subject: Subject) -> StaleRead | None:
    """Return a call of a reader that shows the end of a chain only if it was not made before; None without one.

    Both ways must show their answers twice, each in a fresh world.
    """
    writers = writers_beside(subject)
    kinds = [kind for kind in _UNKNOWN if _places_of(subject, kind)]
    if not any(_may_link(subject, writer, kind) for writer in writers for kind in kinds):
        return None
    if subject.is_served and served_tool(subject).server.address.url:
        return None
    patience = subject.patience(_SHARE)
    way = _way(subject, writers, kinds)
    for tale in [] if way is None else list(_tales(way, writers))[:_MAX_TALES]:
        if way is None or patience.is_over:
            break
        place = _stale_place(subject, way, tale)
        if place is not None:
            return _told(subject, way, tale, place)
    return None


def _places_of(tool: Subject, kind: str, *, is_needed: bool = True) -> list[str]:
    """Return the arguments of a tool that may name a record by a value of a type."""
    view, required = FlatSchema(tool.schema), tool.schema.get("required") or ()
    return [
        name
        for name, node in view.arguments.items()
        if (name in required) == is_needed
        and not view.choices(node)
        and any(flat.get("type") == kind and "format" not in flat for flat in view.alternatives(node))
    ]


def _may_link(reader: Subject, writer: Subject, kind: str) -> bool:
    return bool(_pairs(reader, writer, kind)) or bool(makes_things(writer.facts) and _next_records(writer, kind))


def _pairs(reader: Subject, writer: Subject, kind: str) -> list[tuple[str, str]]:
    """Return pairs of arguments that take the same values as one of the reader."""
    forms = [_form(reader, name) for name in _places_of(reader, kind)]
    alike = [name for name in _places_of(writer, kind) if kind == "integer" or _form(writer, name) in forms]
    pairs = itertools.combinations(alike, 2)
    return [pair for pair in pairs if _form(writer, pair[0]) == _form(writer, pair[1])]


def _form(tool: Subject, name: str) -> dict[str, Any]:
    view = FlatSchema(tool.schema)
    return {key: flat[key] for flat in view.alternatives(view.arguments[name]) for key in _FORM if key in flat}


def _next_records(maker: Subject, kind: str) -> list[str]:
    """Return the arguments that may name the record to which another one is added; one may do without."""
    return [name for name in _places_of(maker, kind, is_needed=False) if names_record(name) or names_next_record(name)]


def _way(subject: Subject, writers: Sequence[Subject], kinds: Sequence[str]) -> _Way | None:
    def told() -> Any:
        return to_builtins(next(_ways(subject, writers, kinds), None))

    found = in_a_fresh_world(subject, told)
    if not isinstance(found, Mapping):
        return None
    adds, links = ([_Write(**one) for one in found[key]] for key in ("adds", "links"))
    return _Way(adds, links, found["names"], found["kind"])


def _ways(subject: Subject, writers: Sequence[Subject], kinds: Sequence[str]) -> Iterator[_Way]:
    """Yield ways to make a chain, each after its calls have worked."""
    able = [writer for writer in writers if not takes_things_away(writer.facts)]
    makers = [writer for writer in able if makes_things(writer.facts)]
    makers += [writer for writer in able if writer not in makers]
    for maker in makers[:_MAX_MAKERS]:
        calls = _named_calls(maker)
        calls, spare = calls[:_LENGTH], calls[_LENGTH:]
        replies = [maker.call(call) for call in calls]
        if not replies or any(map(looks_failed, replies)):
            continue
        values = list(zip(*map(answered_values, replies), strict=False))
        for place, names in enumerate(values):
            kind = "integer" if isinstance(names[0], int) else "string"
            if kind not in kinds or len(set(names)) < _LENGTH:
                continue
            adds = [_Write(maker.facts.name, call, {}, place) for call in calls]
            for linker in [one for one in able if one is not maker][:_MAX_LINKERS]:
                for pair in _pairs(subject, linker, kind):
                    links = _links(linker, pair)
                    if all(_works(linker, link, names) for link in links):
                        yield _Way(adds, links, [], kind)
            for name in _next_records(maker, kind):
                added = [_Write(maker.facts.name, call, {name: at}, place) for at, call in enumerate(calls[1:])]
                # A note is taken whatever it says.
                tried = [_Write(maker.facts.name, call, {name: 0}) for call in spare]
                if not _works(maker, tried[0], [_UNKNOWN[kind]]) and _works(maker, tried[1], names):
                    yield _Way(adds[:1], added, [], kind)
    if "string" in kinds:
        for linker in able[:_MAX_LINKERS]:
            for pair in _pairs(subject, linker, "string"):
                links = _links(linker, pair)
                if all(_works(linker, link, _NAMES) for link in links):
                    yield _Way([], links, list(_NAMES), "string")


def _named_calls(maker: Subject) -> list[dict[str, Any]]:
    """Return calls that add one record each, with texts of their own where the schema allows it."""
    view = FlatSchema(maker.schema)
    base = next(iter(sorted(candidate_arguments(maker.schema, limit=2), key=len)), None)
    calls = []
    for letter in _LETTERS if base is not None else ():
        call = dict(base or {})
        for name in _places_of(maker, "string"):
            changed = {**call, name: f"{call.get(name, '')}{letter}"}
            call = changed if view.fits(maker.schema, changed) else call
        calls.append(call)
    return calls


def _links(linker: Subject, pair: tuple[str, str]) -> list[_Write]:
    base = next(iter(sorted(candidate_arguments(linker.schema, limit=2), key=len)), {})
    return [_Write(linker.facts.name, base, {pair[0]: at, pair[1]: at + 1}) for at in range(_LENGTH - 1)]


def _works(tool: Subject, write: _Write, names: Sequence[Any]) -> bool:
    call = _filled(write, names)
    return FlatSchema(tool.schema).fits(tool.schema, call) and not looks_failed(tool.call(call))


def _filled(write: _Write, names: Sequence[Any]) -> dict[str, Any]:
    return {**write.call, **{name: names[at] for name, at in write.records.items()}}


def _tales(way: _Way, writers: Sequence[Subject]) -> Iterator[_Tale]:
    """Yield chains of which the last link is new, the first one, and those that another tool then changes at an end."""
    whole = [*way.adds, *way.links]
    yield whole
    if len(way.adds) != 1:
        yield [*way.adds, *reversed(way.links)]
    linked = way.links[0].records
    others = [one for one in writers if one.facts.name not in {write.tool for write in whole}]
    for writer in others[:_MAX_OTHERS]:
        base = next(iter(sorted(candidate_arguments(writer.schema, limit=2), key=len)), None)
        taken = _places_of(writer, way.kind)
        if base is None or not taken:
            continue
        if len(linked) > 1 and linked.keys() <= set(taken):
            ends = [link.records for link in reversed(way.links)]
        else:
            named = next((name for name in taken if name in linked or names_record(name)), taken[0])
            ends = [{named: _LENGTH - 1}, {named: 0}]
        yield from ([*whole, _Write(writer.facts.name, base, end)] for end in ends)


def _stale_place(subject: Subject, way: _Way, tale: _Tale) -> int | None:
    """Return the read that shows the last write only if it was not made before it, twice; None without one."""
    reads = _reads(subject, way.kind)
    found: set[int] | None = None
    for _ in range(2):
        seen = _answers(subject, way, tale, reads, is_read_before=True)
        same = [place for place, told in enumerate(zip(*seen, strict=True)) if told[0] == told[1] != ""] if seen else []
        unseen = _answers(subject, way, tale, reads, is_read_before=False) if same else None
        if not seen or not unseen:
            return None
        stale = {place for place in same if unseen[0][place] not in ("", seen[1][place])}
        found = stale if found is None else found & stale
        if not found:
            return None
    return min(found or ())


def _reads(subject: Subject, kind: str) -> list[_Read]:
    """Return calls of the reader for each record of the chain, or each two of them."""
    base = next(iter(sorted(candidate_arguments(subject.schema, limit=2), key=len)), {})
    places = _places_of(subject, kind)
    if len(places) == len(("one", "other")):
        return [(base, dict(zip(places, two, strict=True))) for two in itertools.permutations(range(_LENGTH), 2)]
    return [(base, {places[0]: at}) for at in range(_LENGTH)]


def _answers(
    subject: Subject, way: _Way, tale: _Tale, reads: Sequence[_Read], *, is_read_before: bool
) -> list[list[str]] | None:
    """Return the reader's answers in a fresh world, before the last write and after it; None if a write is refused."""

    def told() -> list[list[str]] | None:
        tools = {facts.name: subject.beside(facts, tool) for facts, tool in subject.neighbours}
        names: list[Any] = list(way.names)
        found: list[list[str]] = []
        for write in tale:
            if write is tale[-1] and is_read_before:
                found.append(_asked(subject, reads, names))
            reply = tools[write.tool].call(_filled(write, names))
            values = [] if looks_failed(reply) else answered_values(reply)
            if looks_failed(reply) or write.place >= len(values):
                return None
            names += [values[write.place]] if write.place >= 0 else []
        return [*found, _asked(subject, reads, names)]

    answered: list[list[str]] | None = in_a_fresh_world(subject, told)
    return answered


def _asked(subject: Subject, reads: Sequence[_Read], names: Sequence[Any]) -> list[str]:
    """Return the reader's answers; "" for one that fails, or for a record that is not there yet."""
    found = []
    for call, records in reads:
        known = all(at < len(names) for at in records.values())
        outcome = subject.call({**call, **{name: names[at] for name, at in records.items()}}) if known else None
        text = outcome.text if outcome is not None and outcome.succeeded else ""
        for number, name in enumerate(names):
            # Another start makes up others.
            if isinstance(name, str) and len(name) >= _SHORTEST_NAME:
                text = text.replace(name, f"<{number}>")
        found.append(without_moments(text))
    return found


def _told(subject: Subject, way: _Way, tale: _Tale, place: int) -> StaleRead:
    """Return the finding, with the names that a last replay of the chain gives."""
    call, records = _reads(subject, way.kind)[place]

    def told() -> list[Any]:
        tools = {facts.name: subject.beside(facts, tool) for facts, tool in subject.neighbours}
        names: list[Any] = list(way.names)
        steps: list[Any] = []
        for write in tale:
            steps.append([write.tool, _filled(write, names)])
            reply = tools[write.tool].call(steps[-1][1])
            names += [answered_values(reply)[write.place]] if write.place >= 0 else []
        return [steps, {**call, **{name: names[at] for name, at in records.items()}}]

    steps, asked = in_a_fresh_world(subject, told)
    before: list[NamedCall] = [(tool, made) for tool, made in steps]
    return StaleRead(asked, [tale[-1].tool], [*before[:-1], (subject.facts.name, asked), before[-1]])
