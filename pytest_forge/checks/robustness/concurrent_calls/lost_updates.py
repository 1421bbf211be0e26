"""Lost updates: calls of a server's writer that are sent together, and do not all count in what is answered later.

one call           120 boxes -> 110 -> 100    each takes 10
ten sent together  100 boxes -> 60            only four count: updates are lost
ten in turn        120 boxes -> 20            all of them count
"""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from ....targets.outcome import Outcome
from ....targets.own_clock import own_time
from ....targets.subject import Subject
from ...calls.asking import own_server
from ...calls.plausible_calls import plausible_calls
from ...calls.state_view import calls_like
from .counted_values import counted

__all__ = ["TOGETHER", "LostUpdate", "lost_update"]

TOGETHER = 20
"""Number of equal calls that are sent together: the time between a read and a write may be short."""

_MAX_READERS, _IN_TURN, _ROUNDS = 3, 4, 6
#: With fewer calls that succeed, nothing can be lost.
_FEWEST = 2
#: Seconds in which a server may still be at work on what it has confirmed.
_SETTLING_S = 0.3
_PAUSE_S = 0.005
_MAX_NUMBERS = 20
_NUMBER = re.compile(r"(?<![\w.])-?\d{1,15}(?:\.\d{1,6})?(?![\w.]*\d)")

#: The tool that answers a number, and its place in the answer.
_Place = tuple[str, str]
_Numbers = dict[_Place, float]


class LostUpdate(Struct, frozen=True):
    """A number or a length in an answer that changes less than with the same calls in turn.

    Attributes:
        call: The call.
        reader: The name of the tool that answers it.
        made: Number of the calls that were sent together and succeeded.
        missing: Number of them that do not count, at least.
    """

    call: dict[str, Any]
    reader: str
    made: int
    missing: int


def lost_update(subject: Subject, call: dict[str, Any]) -> LostUpdate | None:
    """Return an update that is lost among equal calls at once, in two rounds; None if all count.

    Args:
        subject: The writer.
        call: A call of it that works.
    """
    writer = _Writer(subject, _least(subject, call))
    steps = writer.steps()
    server = own_server(subject).server
    lost = 0
    for _ in range(_ROUNDS) if steps else ():
        before = writer.numbers()
        answers = server.call_together(subject.facts.name, [writer.call] * TOGETHER, call_s=subject.call_s)
        if not all(answers):
            return None
        made = sum(given[0].succeeded for given in answers)
        subject.has_seen(TOGETHER)
        if not before or made < _FEWEST:
            writer.start_again()
            continue
        if not _missing(before, writer.numbers(), steps, made + 1):
            continue
        time.sleep(_SETTLING_S)
        # The second reading counts one call more.
        missing = writer.still_changing(_missing(before, writer.numbers(), steps, made + 2), steps)
        lost += bool(missing)
        if lost > 1:
            in_turn = writer.counting_in_turn(steps) if missing else set()
            found = {place: calls for place, calls in missing.items() if place in in_turn}
            (reader, _), calls = max(found.items(), key=lambda item: item[1], default=(("", ""), 0))
            return LostUpdate(writer.call, reader, made, calls) if found else None
    return None


class _Writer:
    """A call of a writer, and the numbers that it and the readers of the same records answer.

    Attributes:
        call: The call.
    """

    def __init__(self, subject: Subject, call: dict[str, Any]) -> None:
        self.call = call
        self._subject = subject
        others = [one for one in subject.neighbours if one[0].tier == "read" and one[0].tier_declared]
        readers = [subject.beside(*one) for one in others[:_MAX_READERS]]
        self._readers = [(reader, given) for reader in readers for given in calls_like(reader, call)[:1]]

    def numbers(self) -> _Numbers:
        """Make the call once more; return the numbers in its answer and in those of the readers, none if it fails."""
        outcome = self._subject.call(self.call)
        return _numbers(self._subject, outcome) | self._told() if outcome.succeeded else {}

    def _told(self) -> _Numbers:
        found: _Numbers = {}
        for reader, call in self._readers:
            outcome = reader.call(call)
            if outcome.succeeded:
                found |= _numbers(reader, outcome)
        return found

    def steps(self) -> _Numbers:
        """Return by how much each call in turn changes a number, if it does so by the same each time."""
        seen = [self.numbers()]
        idle = self._told()
        for number in range(_IN_TURN):
            began = own_time()
            seen.append(self.numbers())
            # A clock changes more in a pause.
            time.sleep(_PAUSE_S + 2 * (own_time() - began) if number == _IN_TURN // 2 else 0)
        found = {}
        for place, first in seen[0].items():
            values = [one[place] for one in seen if place in one]
            steps = {after - before for before, after in itertools.pairwise(values)}
            is_steady = len(values) == len(seen) and len(steps) == 1 and 0 not in steps
            if is_steady and idle.get(place, first) == first:
                [found[place]] = steps
        return found

    def start_again(self) -> None:
        """Start the server afresh: what the calls take may be used up."""
        self._subject.renew()
        # Puts the files back that its calls expect.
        plausible_calls(self._subject, limit=1)

    def still_changing(self, missing: dict[_Place, int], steps: _Numbers) -> dict[_Place, int]:
        """Keep the places that a call changes as before: a list of the latest entries is full, and loses nothing."""
        before, after = (self.numbers(), self.numbers()) if missing else ({}, {})
        return {
            place: calls
            for place, calls in missing.items()
            if place in before and place in after and after[place] - before[place] == steps[place]
        }

    def counting_in_turn(self, steps: _Numbers) -> set[_Place]:
        """Return the places in which as many calls in turn all count."""
        for _ in range(2):
            before = self.numbers()
            made = sum(self._subject.call(self.call).succeeded for _ in range(TOGETHER))
            after = self.numbers()
            if made >= _FEWEST and after:
                missing = _missing(before, after, steps, made + 1)
                return {place for place in steps if place in before and place in after and place not in missing}
            self.start_again()
        return set()


def _least(subject: Subject, call: dict[str, Any]) -> dict[str, Any]:
    """Return the call with the smallest amount of each number that works: what it takes lasts for more calls."""
    nodes = subject.schema.get("properties") or {}
    for name, value in call.items():
        low = nodes[name].get("minimum") if isinstance(nodes.get(name), Mapping) else None
        if type(value) is int and type(low) is int and max(low, 1) < value:
            smaller = {**call, name: max(low, 1)}
            call = smaller if subject.call(smaller).succeeded else call
    return call


def _missing(before: _Numbers, after: _Numbers, steps: _Numbers, made: int) -> dict[_Place, int]:
    """Return, by place, how many of the calls that were *made* do not count."""
    changed = {place: after[place] - before[place] for place in steps if place in before and place in after}
    counts = {place: round(changed[place] / steps[place]) for place in changed}
    return {place: made - count for place, count in counts.items() if 0 <= count < made}


def _numbers(tool: Subject, outcome: Outcome) -> _Numbers:
    return {(tool.facts.name, place): value for place, value in _counted(outcome.value)}


def _counted(value: Any) -> Iterator[tuple[str, float]]:
    """Yield what is counted in a value; of a text, its numbers as well."""
    yield from counted(value)
    for number, digits in enumerate(_NUMBER.findall(value)[:_MAX_NUMBERS] if isinstance(value, str) else ()):
        yield f"{number}", float(digits)
