"""Lost updates: calls of a server's writer that are sent together, and do not all count in what is answered later.

one call           120 boxes -> 110 -> 100    each takes 10
ten sent together  100 boxes -> 60            only four count: updates are lost
ten in turn        120 boxes -> 20            all of them count
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from forge_harness import McpAnswer

from ....regex import regex
from ....targets.outcome import Outcome
from ....targets.own_clock import own_time
from ....targets.subject import Subject
from ...calls.asking import has_worked, own_server
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import calls_like
from .counted_values import counted

__all__ = ["BESIDE", "FEWEST", "IN_TURN", "TOGETHER", "CountingWriter", "LostUpdate", "Numbers", "lost_update"]

TOGETHER = 20
"""Number of equal calls that are sent together: the time between a read and a write may be short."""

FEWEST, BESIDE = 2, 5
"""With fewer calls that succeed, nothing can be lost; and the calls of a round beside those that are sent together."""

IN_TURN = 4
"""Calls in turn, behind a first one, that must change a number by the same."""

_MAX_READERS, _ROUNDS = 3, 6
#: Rounds that must show it.
_FEWEST_ROUNDS = 2
#: Seconds in which a server may still be at work on what it has confirmed.
_SETTLING_S = 0.3
_PAUSE_S = 0.005
_MAX_NUMBERS = 20
_NUMBER = regex(r"(?<![\w.])-?\d{1,15}(?:\.\d{1,6})?(?![\w.]*\d)")

#: The tool that answers a number, and its place in the answer.
_Place = tuple[str, str]
Numbers = dict[_Place, float]
"""What is answered, by the tool and the place."""

_Call = dict[str, Any]


class LostUpdate(Struct, frozen=True):
    """A number or a length in an answer that changes less than with the same calls in turn.

    Attributes:
        call: The call.
        reader: The name of the tool that answers it.
        made: Number of the calls that were sent together and succeeded.
        missing: Number of them that do not count, at least.
        differs: The argument in which they differ; "" if they are equal.
    """

    call: dict[str, Any]
    reader: str
    made: int
    missing: int
    differs: str = ""


def lost_update(subject: Subject, call: dict[str, Any]) -> LostUpdate | None:
    """Return an update that is lost among equal calls at once, in two rounds; None if all count.

    Args:
        subject: The writer.
        call: A call of it that works.
    """
    writer = CountingWriter(subject, _least(subject, call))
    return writer.lost(writer.steps(), together=TOGETHER, rounds=_ROUNDS)


class CountingWriter:
    """A call of a writer, and the numbers that it and the readers of the same records answer.

    Args:
        subject: The writer.
        call: A call of it that works.

    Attributes:
        call: The call.
        subject: The writer.
        readers: The readers, each with its call.
        differs: The argument in which further calls differ; "" if they are equal.
    """

    differs = ""

    def __init__(self, subject: Subject, call: _Call) -> None:
        self.call = call
        self.subject = subject
        others = [one for one in subject.neighbours if one[0].tier == "read" and one[0].tier_declared]
        self._reading = [subject.beside(*one) for one in others[:_MAX_READERS]]
        self.readers = self.asked(call)

    def asked(self, call: _Call) -> list[tuple[Subject, _Call]]:
        """Return the readers, each with its call for the records of a call."""
        return [(reader, given) for reader in self._reading for given in calls_like(reader, call)[:1]]

    def taken(self, number: int) -> list[_Call]:
        """Return the next calls, fewer if there are no more."""
        return [self.call] * number

    def prepare(self, number: int) -> None:
        """Start the server again if fewer calls are left."""

    def lost(self, steps: Numbers, *, together: int, rounds: int) -> LostUpdate | None:
        """Return an update that is lost among calls at once, in two rounds; None if all count.

        Args:
            steps: As `steps` returns them.
            together: Number of calls.
            rounds: Number of rounds.
        """
        subject, lost = self.subject, 0
        for number in range(rounds) if steps else ():
            if lost + rounds - number < _FEWEST_ROUNDS:
                return None
            self.prepare(together + BESIDE)
            before = self.numbers()
            answers = self._sent(self.taken(together))
            if not all(answers):
                return None
            made = sum(has_worked(given[0]) for given in answers)
            subject.has_seen(together)
            if not before or made < FEWEST:
                self.start_again()
                continue
            if not _missing(before, self.numbers(), steps, made + 1):
                continue
            time.sleep(_SETTLING_S)
            # The second reading counts one call more.
            missing = self.still_changing(_missing(before, self.numbers(), steps, made + 2), steps)
            lost += bool(missing)
            if lost == _FEWEST_ROUNDS:
                in_turn = self.counting_in_turn(steps, together) if missing else set()
                found = {place: calls for place, calls in missing.items() if place in in_turn}
                (reader, _), calls = max(found.items(), key=lambda item: item[1], default=(("", ""), 0))
                return LostUpdate(self.call, reader, made, calls, self.differs) if found else None
        return None

    def _sent(self, calls: Sequence[_Call]) -> list[list[McpAnswer]]:
        server = own_server(self.subject).server
        return server.call_together(self.subject.facts.name, calls, call_s=self.subject.call_s)

    def numbers(self) -> Numbers:
        """Make the next call; return the numbers in its answer and in those of the readers, none if it fails."""
        calls = self.taken(1)
        outcome = self.subject.call(calls[0]) if calls else None
        if outcome is None or not outcome.succeeded:
            return {}
        return _numbers(self.subject, outcome) | self._told()

    def _told(self) -> Numbers:
        found: Numbers = {}
        for reader, call in self.readers:
            outcome = reader.call(call)
            if outcome.succeeded:
                found |= _numbers(reader, outcome)
        return found

    def steps(self) -> Numbers:
        """Return by how much each call in turn changes a number, if it does so by the same each time."""
        seen = [self.numbers()]
        idle = self._told() if seen[0] else {}
        for number in range(IN_TURN):
            began = own_time()
            seen.append(self.numbers())
            if not _steps(seen, idle):
                return {}
            # A clock changes more in a pause.
            time.sleep(_PAUSE_S + 2 * (own_time() - began) if number == IN_TURN // 2 else 0)
        return _steps(seen, idle)

    def start_again(self) -> None:
        """Start the server afresh: what the calls take may be used up."""
        self.subject.renew()
        # Puts the files back that its calls expect.
        plausible_calls(self.subject, limit=1)

    def still_changing(self, missing: dict[_Place, int], steps: Numbers) -> dict[_Place, int]:
        """Keep the places that a call changes as before: a list of the latest entries is full, and loses nothing."""
        before, after = (self.numbers(), self.numbers()) if missing else ({}, {})
        return {
            place: calls
            for place, calls in missing.items()
            if place in before and place in after and after[place] - before[place] == steps[place]
        }

    def counting_in_turn(self, steps: Numbers, together: int) -> set[_Place]:
        """Return the places in which as many calls in turn all count."""
        for _ in range(2):
            self.prepare(together + BESIDE)
            before = self.numbers()
            made = sum(self.subject.call(call).succeeded for call in self.taken(together))
            after = self.numbers()
            if made >= FEWEST and after:
                missing = _missing(before, after, steps, made + 1)
                return {place for place in steps if place in before and place in after and place not in missing}
            self.start_again()
        return set()


def _steps(seen: Sequence[Numbers], idle: Numbers) -> Numbers:
    """Return by how much each number has changed, of those that have changed by the same with each call, and only then.

    Args:
        seen: The numbers after one call after the other.
        idle: Those that the readers have told once more after the first.
    """
    found = {}
    for place, first in seen[0].items():
        values = [one[place] for one in seen if place in one]
        steps = {after - before for before, after in itertools.pairwise(values)}
        is_steady = len(values) == len(seen) and len(steps) == 1 and 0 not in steps
        if is_steady and idle.get(place, first) == first:
            [found[place]] = steps
    return found


def _least(subject: Subject, call: dict[str, Any]) -> dict[str, Any]:
    """Return the call with the smallest amount of each number that works: what it takes lasts for more calls."""
    nodes = subject.schema.get("properties") or {}
    for name, value in call.items():
        low = nodes[name].get("minimum") if isinstance(nodes.get(name), Mapping) else None
        if type(value) is int and type(low) is int and max(low, 1) < value:
            smaller = {**call, name: max(low, 1)}
            call = smaller if subject.call(smaller).succeeded else call
    return call


def _missing(before: Numbers, after: Numbers, steps: Numbers, made: int) -> dict[_Place, int]:
    """Return, by place, how many of the calls that were *made* do not count."""
    changed = {place: after[place] - before[place] for place in steps if place in before and place in after}
    counts = {place: round(changed[place] / steps[place]) for place in changed}
    return {place: made - count for place, count in counts.items() if 0 <= count < made}


def _numbers(tool: Subject, outcome: Outcome) -> Numbers:
    return {(tool.facts.name, place): value for place, value in _counted(outcome.value)}


def _counted(value: Any) -> Iterator[tuple[str, float]]:
    """Yield what is counted in a value; of a text, its numbers as well."""
    yield from counted(value)
    for number, digits in enumerate(_NUMBER.findall(value)[:_MAX_NUMBERS] if isinstance(value, str) else ()):
        yield f"{number}", float(digits)
