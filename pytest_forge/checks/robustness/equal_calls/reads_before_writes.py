"""Reads before writes: what a writing tool of a server answers depends on calls of a reader before it.

issue(kind="market")                                      "MKT-00001"
preview(kind="market") twice, issue(kind="market")        "MKT-00003": the preview uses up numbers
show(code="A-7"), redeem(code="A-7")                      is refused: to show the code has used it up
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from ....regex import regex
from ....targets.facts import ToolFacts
from ....targets.subject import Subject
from ...calls.state_view import calls_like, without_moments
from .read_effects import leaves_by_place

__all__ = ["ReadBeforeWrite", "read_before_write"]

_MAX_WRITERS, _MAX_OTHERS, _TIMES, _ROUNDS = 3, 2, 2, 2
#: Share of a check's time.
_SHARE = 0.15
_DIGITS = regex(r"\d+")
#: The place of a call that was refused.
_REFUSED = "refused"

_Call = tuple[Subject, dict[str, Any]]


class ReadBeforeWrite(Struct, frozen=True):
    """A call of a reader after which a writing tool's call is answered as if it had been made before.

    Attributes:
        facts: The writing tool.
        call: The call of the reader.
        place: Where the answer differs; "refused" if the call is refused.
    """

    facts: ToolFacts
    call: dict[str, Any]
    place: str

    @property
    def is_refused(self) -> bool:
        """Whether the writing tool refuses the call then."""
        return self.place == _REFUSED


def read_before_write(subject: Subject, acts: Sequence[dict[str, Any]]) -> ReadBeforeWrite | None:
    """Return a call of a reader that uses up what a call of a writing tool needs: a number, or the call itself.

    A number must be one that the writing tool counts on itself. Calls of other readers in its place must have no such
    effect: a server may count the requests, or limit them. Each run is on a server that has just been started, and is
    made again.

    Args:
        subject: The reader.
        acts: Calls of it that work.
    """
    names = set(subject.schema.get("properties") or ())
    known = [subject.beside(*one) for one in subject.neighbours if one[0].name != subject.facts.name]
    others = [one for one in known if one.facts.tier == "read" and one.facts.tier_declared]
    writers = [one for one in known if one.facts.tier != "read"]
    # Those that take the same arguments are likelier to work on the same data.
    writers.sort(key=lambda one: names.isdisjoint(one.schema.get("properties") or ()))
    if not acts or not others:
        return None
    patience = subject.patience(_SHARE)
    for writer in writers[:_MAX_WRITERS]:
        writes = calls_like(writer, acts[0])
        if not writes or patience.is_over:
            continue
        place = _used_up(subject, [(subject, acts[0])] * _TIMES, (writer, writes[0]), others[:_MAX_OTHERS])
        if place:
            return ReadBeforeWrite(writer.facts, acts[0], place)
    return None


def _used_up(subject: Subject, reads: list[_Call], write: _Call, others: Sequence[Subject]) -> str:
    """Return the place of the writing call's answer that the reads have moved on, "" if there is none."""
    rounds = []
    for _ in range(_ROUNDS):
        alone = _answers(subject, [write, write])
        if not alone or _REFUSED in alone[0] or not (_REFUSED in alone[1] or _moved(*alone)):
            return ""
        after = _answers(subject, [*reads, write])
        if not after or _REFUSED in after[0]:
            return ""
        # A call that is refused once it has been made is one that can be used up.
        is_used_up = _REFUSED in alone[1] and _REFUSED in after[-1]
        places = {_REFUSED} if is_used_up else _moved(alone[0], after[-1]) & _moved(alone[0], alone[1])
        if not places:
            return ""
        rounds.append((alone[0], after[-1], places))
    (before, after_1, places), (before_2, after_2, places_2) = rounds
    # Chance and the clock do not repeat.
    places = {
        place
        for place in places & places_2
        if before.get(place) == before_2.get(place) and after_1[place] == after_2[place]
    }
    controls = [(other, call) for other in others for call in calls_like(other, write[1])[:1]] if places else []
    for control in controls:
        made = _answers(subject, [*[control] * _TIMES, write])
        places &= made[-1].keys() | {_REFUSED} if made and _REFUSED not in made[-1] else set()
        places -= _moved(before, made[-1]) if made else set()
    return min(places) if places and controls else ""


def _answers(subject: Subject, calls: Sequence[_Call]) -> list[dict[str, str]]:
    """Return the values in the answers to calls of a server that has just been started; none if one times out."""
    subject.renew()
    found: list[dict[str, str]] = []
    for tool, call in calls:
        outcome = tool.call(dict(call))
        if outcome.timed_out:
            return []
        leaves = leaves_by_place(outcome.value) if outcome.succeeded else [(_REFUSED, "")]
        found.append({place: without_moments(json.dumps(value, default=repr)) for place, value in leaves})
    return found


def _moved(one: dict[str, str], other: dict[str, str]) -> set[str]:
    """Return the places of texts and numbers that differ in their digits alone."""
    return {
        place
        for place in one.keys() & other.keys()
        if one[place] != other[place] and _DIGITS.sub("0", one[place]) == _DIGITS.sub("0", other[place])
    }
