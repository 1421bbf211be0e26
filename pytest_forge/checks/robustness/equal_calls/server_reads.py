"""Server reads: answers of a server's reader that depend on earlier reads."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ....targets.own_clock import own_time
from ....targets.patience import Patience
from ....targets.subject import Subject
from ...calls.plausible_calls import plausible_calls
from ...calls.sequences import NamedCall
from ...calls.server_story import ServerStory, Teller, played, tellers_of
from ...calls.state_view import calls_like, without_moments
from .stale_changes import StaleRead

__all__ = ["stale_read"]

_MAX_CALLS, _MOST_READS, _MAX_SINGLE, _MAX_ORDINARY = 3, 5, 2, 2
#: Numbers of writes after which the answers are compared.
_COUNTS = (2, 5, 10, 20, 60)
#: How many of them count where no answer has changed.
_LATE = 2
#: Share of a check's time for the story, which is told again up to three times, and for all of it.
_TOLD, _SHARE = 0.2, 0.6

#: The answer to each call of the reader, by its place.
_Answers = dict[int, str]


class _Story(Struct, frozen=True):
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

    def stale_read(self, place: int) -> StaleRead:
        """Return the finding of a story with a read whose answer depends on whether it was made before the writes."""
        call = self.reads[place]
        before = [one for write in self.writes for one in ((self.subject.facts.name, call), write)]
        return StaleRead(call, sorted({name for name, _ in self.writes}), before)

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
    whole, seen = told
    for write in _named_writes(whole, seen[0])[:_MAX_SINGLE]:
        if _patience(subject).is_over:
            break
        place = _stale_place(replace(whole, writes=[write]))
        if place is not None:
            return replace(whole, writes=[write]).stale_read(place)
    usual = [min(count, len(whole.writes)) for count in _COUNTS]
    if all(answers == seen[0] for answers in seen):
        # Most often no write concerns the reader, and then late answers are the same as well.
        usual = usual[-_LATE:]
    for count in dict.fromkeys((*usual, *_suspect_counts(whole, seen))):
        if count not in usual and not _patience(subject).has_time_to_shorten:
            # `stale_change` has judged a change by each tool.
            break
        # A later write may make an old answer right again.
        story = replace(whole, writes=whole.writes[:count])
        unseen = story.answers(is_read_before=False)
        place = _differing(seen[count], unseen)
        if place is None or _differing(unseen, story.answers(is_read_before=False), at=place) is not None:
            continue
        if _differing(seen[count], story.answers(is_read_before=True), at=place) is None:
            return _shortened(replace(story, reads=[story.reads[place]]))
    return None


def _named_writes(story: _Story, answers: _Answers) -> list[NamedCall]:
    """Return the ordinary writes that name a value which an answer shows at the beginning, such as its removal."""
    return [
        (teller.subject.facts.name, call)
        for teller in story.tellers
        for call in teller.calls[:_MAX_ORDINARY]
        for values in [[json.dumps(value) for value in call.values() if isinstance(value, str | int) and value]]
        if any(value in text for value in values for text in answers.values())
    ]


def _stale_place(story: _Story) -> int | None:
    """Return the call whose answer depends on whether it was made before the writes, twice; None without one."""
    seen, unseen = (story.answers(is_read_before=before) for before in (True, False))
    place = _differing(seen, unseen)
    if place is None:
        return None
    again = [_differing(seen, story.answers(is_read_before=True), at=place)]
    again.append(_differing(unseen, story.answers(is_read_before=False), at=place))
    return place if again == [None, None] else None


def _suspect_counts(story: _Story, seen: Sequence[_Answers]) -> list[int]:
    """Return, for each writing tool, the number of writes after which an answer should be another one, but is not.

    It is the tool's first write that names a value which the answer shows and that leaves the answer as it was, as when
    an entry is deleted that is listed still. A write of a value that has been written before may be meant to leave it.
    """
    found: dict[str, int] = {}
    for count, (name, call) in enumerate(story.writes, start=1):
        before, after = seen[count - 1], seen[count]
        named = [json.dumps(value) for value in call.values() if isinstance(value, str | int) and value]
        shown = [text for place, text in before.items() if after.get(place) == text]
        if any(value in text for value in named for text in shown) and (name, call) not in story.writes[: count - 1]:
            found.setdefault(name, count)
    return sorted(found.values())


def _shortened(story: _Story) -> StaleRead:
    """Return the finding of a story that has one call of the reader, if possible with one write alone."""
    named = set(map(repr, story.reads[0].values()))
    # A write that names what the reader was asked for is likelier to be the only one that is needed.
    single = sorted(story.writes, key=lambda write: named.isdisjoint(map(repr, write[1].values())))
    patience = _patience(story.subject)
    for write in single[:_MAX_SINGLE]:
        if not patience.has_time_to_shorten:
            break
        short = replace(story, writes=[write])
        if _differing(*(short.answers(is_read_before=before) for before in (True, False))) is not None:
            return short.stale_read(0)
    return story.stale_read(0)


def _patience(subject: Subject) -> Patience:
    return subject.patience(_SHARE - (own_time() - subject.began) / subject.check_s)


def _told(subject: Subject) -> tuple[_Story, list[_Answers]] | None:
    """Return a story of writes that work, and the answers of a reader that is called before and after each of them."""
    tellers = tellers_of(subject)
    reads = plausible_calls(subject, limit=_MAX_CALLS)[:_MAX_CALLS]
    subject.renew()
    told = ServerStory(subject, tellers)
    story = _Story(subject, tellers, writes := [], reads)
    seen = [story.read()]
    for teller, call in told.lines(_TOLD):
        outcome = teller.subject.call(call)
        told.learn(teller, outcome)
        if outcome.timed_out:
            return None
        if outcome.succeeded:
            writes.append((teller.subject.facts.name, call))
            reads += [one for one in calls_like(subject, call) if one not in reads and len(reads) < _MOST_READS]
            seen.append(story.read())
    found = [answers for answers in seen if answers is not None]
    return (story, found) if len(found) == len(seen) else None


def _differing(one: _Answers | None, other: _Answers | None, *, at: int | None = None) -> int | None:
    """Return the place of the first answer that differs, or *at* if that does; None if none does."""
    if one is None or other is None:
        return at
    places = one.keys() & other.keys() if at is None else [at]
    return next((place for place in sorted(places) if one.get(place) != other.get(place)), None)
