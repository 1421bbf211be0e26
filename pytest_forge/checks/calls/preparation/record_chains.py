"""Record chains: up to two calls of a server's other tools that create what a tool needs, and the call that finds it.

    open_ledger(name="hello")                 the answers and arguments of these calls
    post_amount(ledger="hello", amount=1)     are the values of the next ones
    middle_amount(ledger="hello")

A chain is noted, and made again for each later check; values that an answer gave are taken from the new answer.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from string import ascii_lowercase
from typing import Any

from forge_harness import ServerLostError

from ....profile.roles import PATH_ROLES, role_of
from ....strategies.other_leaves import leaf_at, leaf_paths, with_leaf
from ....strategies.schemas.flat_schema import FlatSchema, is_valid
from ....targets.outcome import Outcome
from ....targets.subject import Subject
from ..answer_values import answered_values
from ..asking import looks_failed
from ..call_search import ValuesFor, searched_call, searched_reply
from .record_makers import Maker, aligned_calls

__all__ = ["Chain", "call_of_chain", "filled_step", "noted_steps", "searched_chain", "values_of_steps"]

#: A noted chain, in JSON types: the steps, each a tool and its call, and last the call of the tool itself. A call is
#: its arguments, and for values taken from an answer their place, and the number of the step and of the value.
Chain = dict[str, Any]
_MAX_BASES, _MAX_CALLS, _MAX_STEPS = 1, 3, 2
#: Chains that are tried on a server that has just been started.
_MAX_FOUND = 4
_MAX_VALUES = 16


def searched_chain(
    subject: Subject,
    makers: Sequence[Maker],
    calls: list[dict[str, Any]],
    *,
    listed: ValuesFor,
    may_go_on: Callable[[], bool],
) -> Chain | None:
    """Return a chain after which a call works; None if none was found.

    Args:
        subject: The tool.
        makers: Other tools of the server that create records, the likeliest first.
        calls: Ordinary calls of the tool.
        listed: Returns values that lists of the server hold, by the name of an argument and its present value.
        may_go_on: Tells before each call whether there is time for it.
    """
    plain = _ChainSearch(subject, makers, calls, None, may_go_on)
    # Each maker may take many calls then.
    thorough = _ChainSearch(subject, makers, calls, listed, may_go_on)
    for chain in itertools.islice(itertools.chain(plain.found(), thorough.found()), _MAX_FOUND):
        # It may have used what an earlier trial had left.
        subject.renew()
        if not looks_failed(subject.call(call_of_chain(subject, chain))):
            return chain
        plain.begins_anew = thorough.begins_anew = True
    return None


class _ChainSearch:
    """The search for chains among the calls of some makers.

    Attributes:
        begins_anew: Whether each group of makers finds a server that has just started. The first ones need not: most
            servers keep nothing that gets in the way.
    """

    def __init__(
        self,
        subject: Subject,
        makers: Sequence[Maker],
        calls: list[dict[str, Any]],
        listed: ValuesFor | None,
        may_go_on: Callable[[], bool],
    ) -> None:
        self._listed = listed
        self._subject = subject
        self._makers = makers
        self._calls = calls
        self._may_go_on = may_go_on
        self.begins_anew = False

    def found(self) -> Iterator[Chain]:
        """Yield chains of one step, then of two; a record for each of two arguments alike takes a step of its own."""
        alone = [(maker,) for maker in self._makers]
        pairs = list(itertools.permutations(self._makers, _MAX_STEPS))
        alike = _alike(self._subject)
        # What takes two records usually needs something in one of them.
        twice = [(makers[0], *makers) for makers in (*pairs, *alone)] if alike else []
        for number, makers in enumerate([*alone, *twice, *pairs]):
            if self.begins_anew and self._may_go_on():
                self._subject.renew()
            # Earlier trials have left records of the usual names.
            for base in self._calls[:_MAX_BASES]:
                call = _with_fresh_names(self._subject, base, number)
                if len(makers) > 1 and makers[0] is makers[1]:
                    call = self._told_apart(call, alike)
                yield from self._of(makers, [], call)

    def _told_apart(self, call: dict[str, Any], alike: Sequence[str]) -> dict[str, Any]:
        """Return the call with another name in the second of two arguments alike, as far as the schema allows it."""
        first, second = (call.get(name) for name in alike)
        others = [{**call, alike[1]: f"{second}{letter}"} for letter in ascii_lowercase[-2:]] if first == second else []
        return next((one for one in others if is_valid(self._subject.schema, one)), call)

    def _of(self, makers: Sequence[Maker], steps: list[tuple[str, Outcome]], call: dict[str, Any]) -> Iterator[Chain]:
        if not makers:
            # The last step may have filled the record that the second of two arguments alike names.
            alike = [name for name in _alike(self._subject) if name in call]
            swapped = {**call, **dict(zip(alike, [call[name] for name in alike][::-1], strict=True))}
            calls = [call, swapped] if swapped != call else [call]
            found = searched_call(
                self._subject, calls, self._values_after(steps), may_go_on=self._may_go_on, takes_plain=True
            )
            if found is not None:
                yield _noted(steps, found)
            return
        maker = self._subject.beside(*makers[0])
        for arguments in _fresh_alone(aligned_calls(makers[0][0], call), call)[:_MAX_CALLS]:
            if not self._may_go_on():
                return
            reply = maker.call(arguments)
            # A second record of one kind has a name of its own.
            values_for = values_of_steps(steps) if steps else self._listed
            if looks_failed(reply) and values_for and not (steps and steps[-1][0] == maker.facts.name):
                reply = searched_reply(maker, [arguments], values_for, may_go_on=self._may_go_on) or reply
            if not looks_failed(reply):
                yield from self._of(makers[1:], [*steps, (maker.facts.name, reply)], call)

    def _values_after(self, steps: Sequence[tuple[str, Outcome]]) -> ValuesFor:
        """Return a function that offers the values of the steps, and then those that lists of the server hold.

        A call may need a record that is made, and a name that is always there, such as that of a column.
        """
        made, listed = values_of_steps(steps), self._listed
        if listed is None:
            return made
        return lambda name, old: list(dict.fromkeys([*made(name, old), *listed(name, old)[:_MAX_VALUES]]))


def _alike(subject: Subject) -> list[str]:
    """Return the first two required texts whose schemas are equal but for their descriptions; [] if there are none."""
    nodes = FlatSchema(subject.schema).arguments
    texts = [name for name in subject.schema.get("required") or () if nodes.get(name, {}).get("type") == "string"]
    bare = {
        name: {key: nodes[name][key] for key in nodes[name] if key not in ("description", "title")} for name in texts
    }
    pairs = itertools.combinations(texts, 2)
    return next(([one, other] for one, other in pairs if bare[one] == bare[other]), [])


def call_of_chain(subject: Subject, chain: Chain) -> dict[str, Any]:
    """Make the steps of a chain again, and return the call that they prepare.

    If a step is refused, its record exists already, and the values stay.

    Args:
        subject: The tool.
        chain: As `searched_chain` returned it.
    """
    replies: list[Outcome | None] = []
    for step in chain["steps"]:
        found = next(((facts, tool) for facts, tool in subject.neighbours if facts.name == step["tool"]), None)
        try:
            reply = None if found is None else subject.beside(*found).call(filled_step(step, replies))
        except ServerLostError:
            reply = None
        replies.append(None if reply is None or looks_failed(reply) else reply)
    return filled_step(chain, replies)


def _with_fresh_names(subject: Subject, call: dict[str, Any], number: int) -> dict[str, Any]:
    """Return *call* with names that no earlier call has used, as far as the schema allows them."""
    view = FlatSchema(subject.schema)
    for name, old in call.items():
        node = (subject.schema.get("properties") or {}).get(name)
        if not isinstance(old, str) or not old or not isinstance(node, Mapping) or role_of(name, node) in PATH_ROLES:
            continue
        for ending in (f"{number + 2}", ascii_lowercase[number % len(ascii_lowercase)] * 2):
            renamed = {**call, name: f"{old}{ending}"}
            if view.fits(subject.schema, renamed):
                call = renamed
                break
    return call


def _fresh_alone(made: list[dict[str, Any]], call: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the calls that name something of *call*, or that name nothing."""
    texts = [value for value in call.values() if isinstance(value, str) and value]
    found = [one for one in made if not texts or any(value in texts for value in one.values())]
    return found or [one for one in made if not any(isinstance(value, str) for value in one.values())] or made[:1]


def _noted(steps: list[tuple[str, Outcome]], call: dict[str, Any]) -> Chain:
    noted = noted_steps(steps)
    return {"steps": noted, "call": call, "taken": _sources(call, [reply for _, reply in steps], noted)}


def noted_steps(steps: Sequence[tuple[str, Outcome]]) -> list[dict[str, Any]]:
    """Return calls that have worked, each with the name of its tool, as the steps of a chain."""
    replies = [reply for _, reply in steps]
    noted: list[dict[str, Any]] = []
    for number, (name, reply) in enumerate(steps):
        taken = _sources(reply.arguments, replies[:number], noted)
        noted.append({"tool": name, "call": reply.arguments, "taken": taken})
    return noted


def _sources(
    call: Mapping[str, Any], replies: Sequence[Outcome], noted: Sequence[Mapping[str, Any]]
) -> list[list[Any]]:
    """Return each place whose value an answer gave, with the number of the step and of the value.

    Args:
        call: The arguments.
        replies: The answers of the steps before.
        noted: Those steps, of which an argument of the same name and value has the same source.
    """
    found: list[list[Any]] = []
    for path in leaf_paths(call):
        value = leaf_at(call, path)
        value = value[0] if isinstance(value, list) and value else value
        sources: list[tuple[int, int]] = []
        given: list[Any] = []
        for number, reply in enumerate(replies):
            values = answered_values(reply)
            # What a step was given, it may repeat; what it gave, later steps are given.
            given += reply.arguments.values()
            if isinstance(value, str | int) and value in values and value not in given:
                sources.append((number, values.index(value)))
        alike = [
            (step, place)
            for one in noted
            for other, step, place in one["taken"]
            if other[-1] == path[-1] and leaf_at(one["call"], other) == value
        ]
        found += [[list(path), *source] for source in (*alike, *sources[::-1])[:1]]
    return found


def filled_step(noted: Mapping[str, Any], replies: Sequence[Outcome | None]) -> dict[str, Any]:
    """Return the call of a noted step, with the values that the answers to the steps before it give now."""
    call: dict[str, Any] = dict(noted["call"])
    for path, step, place in noted["taken"]:
        reply = replies[step]
        values = [] if reply is None else answered_values(reply)
        old = leaf_at(call, path)
        if place < len(values) and type(values[place]) is type(old[0] if isinstance(old, list) else old):
            call = with_leaf(call, tuple(path), [values[place]] if isinstance(old, list) else values[place])
    return call


def values_of_steps(steps: Sequence[tuple[str, Outcome]]) -> ValuesFor:
    """Return a function that offers the values of the answers of the steps, and of their arguments, the last first."""
    values = list(dict.fromkeys(value for _, reply in reversed(steps) for value in answered_values(reply)))

    def values_for(_: str, old: Any) -> list[Any]:
        return [value for value in values if type(value) is type(old) and value != old][:_MAX_VALUES]

    return values_for
