"""Server reads: answers of a server's reader that depend on earlier reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...targets.own_clock import own_time
from ...targets.subject import Subject
from ..calls.plausible_calls import plausible_calls
from ..calls.sequences import NamedCall
from ..calls.server_story import ServerStory, Teller, played, tellers_of
from ..calls.state_view import calls_like, without_moments

__all__ = ["StaleRead", "stale_read"]

_MAX_CALLS, _MOST_READS, _MAX_SINGLE = 3, 5, 2
#: Share of a check's time.
_SHARE = 0.5

#: The answer to each call of the reader, by its place.
_Answers = dict[int, str]


@dataclass(frozen=True, slots=True)
class StaleRead:
    """A call of a reader whose answer after writes depends on whether it was made before them.

    Attributes:
        call: The call.
        writes: The writes, each with a call of the reader before it.
    """

    call: dict[str, Any]
    writes: list[NamedCall]


@dataclass(frozen=True, slots=True)
class _Story:
    """Writes of a server, and the calls of its reader.

    Attributes:
        subject: The reader.
        tellers: The writing tools.
        writes: The writes.
        reads: The calls of the reader.
    """

    subject: Subject
    tellers: Sequence[Teller]
    writes: Sequence[NamedCall]
    reads: Sequence[dict[str, Any]]

    def answers(self, *, is_read_before: bool) -> _Answers | None:
        """Return the answers after the writes, on a server that has just started; None if a call does not return."""
        self.subject.renew()
        for write in self.writes:
            if is_read_before and self.read() is None:
                return None
            if not played(self.tellers, [write]):
                return None
        return self.read()

    def read(self) -> _Answers | None:
        """Return the answer to each call of the reader that works; None if one does not return."""
        outcomes = [self.subject.call(call) for call in self.reads]
        if any(outcome.timed_out for outcome in outcomes):
            return None
        return {place: without_moments(outcome.text) for place, outcome in enumerate(outcomes) if outcome.succeeded}


def stale_read(subject: Subject) -> StaleRead | None:
    """Return a call whose answer after writes depends on whether it was made before them; None if there is none.

    Other tools of the server write, in random order. Both ways of reading must show their answers twice, each on a
    server that has just been started.
    """
    told = _told(subject)
    if told is None or not told[0].writes:
        return None
    story, seen = told
    unseen = story.answers(is_read_before=False)
    place = _differing(seen, unseen)
    if place is None or _differing(unseen, story.answers(is_read_before=False), at=place) is not None:
        return None
    if _differing(seen, story.answers(is_read_before=True), at=place) is not None:
        return None
    story = replace(story, reads=[story.reads[place]])
    named = set(map(repr, story.reads[0].values()))
    # A write that names what the reader was asked for is likelier to be the only one that is needed.
    single = sorted(story.writes, key=lambda write: named.isdisjoint(map(repr, write[1].values())))
    patience = subject.patience(_SHARE - (own_time() - subject.began) / subject.check_s)
    for write in single[:_MAX_SINGLE]:
        if not patience.has_time_to_shorten:
            break
        short = replace(story, writes=[write])
        if _differing(*(short.answers(is_read_before=before) for before in (True, False))) is not None:
            return StaleRead(story.reads[0], [write])
    return StaleRead(story.reads[0], list(story.writes))


def _told(subject: Subject) -> tuple[_Story, _Answers] | None:
    """Return a story of writes that work, before each of which the reader was called, and its answers at the end."""
    tellers = tellers_of(subject)
    reads = plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]
    subject.renew()
    told = ServerStory(subject, tellers)
    story = _Story(subject, tellers, writes := [], reads)
    for teller, call in subject.patience(_SHARE).each(told.lines()):
        seen = story.read()
        outcome = teller.subject.call(call)
        told.learn(teller, outcome)
        if seen is None or outcome.timed_out:
            return None
        if outcome.succeeded:
            writes.append((teller.subject.facts.name, call))
            reads += [one for one in calls_like(subject, call) if one not in reads and len(reads) < _MOST_READS]
    seen = story.read()
    return None if seen is None else (story, seen)


def _differing(one: _Answers | None, other: _Answers | None, *, at: int | None = None) -> int | None:
    """Return the place of the first answer that differs, or *at* if that does; None if none does."""
    if one is None or other is None:
        return at
    places = one.keys() & other.keys() if at is None else [at]
    return next((place for place in sorted(places) if one.get(place) != other.get(place)), None)
