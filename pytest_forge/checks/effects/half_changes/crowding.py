"""Crowding: calls that make records, and move them together to where there is hardly room for one.

    book(day="2024-01-01", animal="hello")     a maker, with another text each time: its answers name 6, 7 and 8
    book(day="2024-01-01", animal="hello2")
    move(numbers=[6, 7, 8], day="2024-01-01")  the newest records, to one place after the other
    move(numbers=[6, 7, 8], day="2030-05-17")
    book(...)                                  and again, until a place has room for some of them and not for all

Each of them alone finds a place, so a call with one record never meets this.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from ....targets.own_clock import own_time
from ....targets.subject import Subject
from ...calls.preparation.record_makers import makers_of
from ...calls.server_story import ServerStory, Teller

__all__ = ["crowding_calls"]

_ROUNDS, _MAX_MAKERS, _MAX_MADE, _MAX_PLACES, _MAX_TOGETHER = 3, 2, 3, 3, 4


def crowding_calls(
    subject: Subject, tellers: Sequence[Teller], story: ServerStory, share: float
) -> Iterator[tuple[Teller, dict[str, Any]]]:
    """Yield calls of the tool with several records in a list, after calls that make records; none if it has no list.

    Args:
        subject: A writing tool of a server.
        tellers: The tool itself and others of the server.
        story: Takes note of how each call has ended, and so knows the records.
        share: Share of a check's time.
    """
    own = next((teller for teller in tellers if teller.subject is subject), None)
    listed = None if own is None else next((call for call in own.calls if _has_list(call)), None)
    if own is None or listed is None:
        return
    until = own_time() + share * subject.check_s
    names = [facts.name for facts, _ in makers_of(subject, listed)]
    makers = [teller for teller in tellers if teller is not own and teller.subject.facts.name in names][:_MAX_MAKERS]
    places = list(_to_places(own, listed))
    for number in range(_ROUNDS):
        made = [(maker, call) for maker in makers for call in _new_records(maker, number)]
        together = ((own, call) for place in places if (call := _with_newest(own, place, story)) is not None)
        for line in itertools.chain(made, together):
            if story.is_over or own_time() > until:
                return
            yield line


def _has_list(call: dict[str, Any]) -> bool:
    return any(isinstance(value, list) and value for value in call.values())


def _to_places(own: Teller, listed: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the call with other texts beside its lists: they may say where the records go."""
    texts = {name: [value] for name, value in listed.items() if isinstance(value, str)}
    for name, found in texts.items():
        for value in (*own.choices.get(name, ()), *(call.get(name) for call in own.calls)):
            if isinstance(value, str) and value not in found and own.fits({**listed, name: value}):
                found.append(value)
    yield listed
    for number in range(1, _MAX_PLACES):
        others = {name: found[number % len(found)] for name, found in texts.items()}
        if others != {name: found[0] for name, found in texts.items()}:
            yield {**listed, **others}


def _new_records(maker: Teller, number: int) -> Iterator[dict[str, Any]]:
    """Yield an ordinary call of a maker with other texts, as far as its schema allows them."""
    call = maker.calls[0]
    for sign in range(number * _MAX_MADE, (number + 1) * _MAX_MADE):
        texts = [{**call, name: f"{value}{sign}"} for name, value in call.items() if isinstance(value, str)]
        yield next((other for other in texts if maker.fits(other)), call)


def _with_newest(own: Teller, call: dict[str, Any], story: ServerStory) -> dict[str, Any] | None:
    """Return the call with as many of the newest records as its lists may have; None if fewer than two are known."""
    beside = {name: value for name, value in call.items() if not isinstance(value, list)}
    lists = {name: value for name, value in call.items() if isinstance(value, list)}
    for most in range(_MAX_TOGETHER, 1, -1):
        placed = story.pool.newest_placed(lists, lambda found: own.fits({**beside, **found}), most=most)
        if placed is not None and any(len(value) > 1 for value in placed.values()):
            return {**call, **placed}
    return None
