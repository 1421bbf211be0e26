"""RequestIndex: finds the recorded request that equals a new one, in constant time, and explains a miss."""

from __future__ import annotations

import re
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..exchange import RecordedRequest
from ..foreign.document import CassetteError
from .difference import Difference, differences, distance, lines_of
from .match_options import ALL_PARTS, MatchOptions
from .normalise import NormalisedRequest, imprint, normalise
from .remedies import AskedBy, paths_to_ignore, remedies

__all__ = ["RequestIndex", "differences_by_part"]

#: How many recorded requests are ranked to find the closest one, and how many of them are compared.
_MAX_LOOKED_AT = 5000
_MAX_COMPARED = 12
_MAX_TOKENS = 20_000
_MAX_MESSAGE = 6000
_TOKEN = re.compile(rb"[^\W_]+")


class RequestIndex:
    """The recorded requests of one cassette, each of which answers once.

    Equal requests are answered in recorded order. Among recordings that are equal after normalising, the one that is
    identical goes first: a conversation continued from ``resp_1`` does not get the answer of the one continued from
    ``resp_2``.

    Thread-safe.
    """

    def __init__(
        self,
        keys: Sequence[str],
        load: Callable[[int], RecordedRequest],
        *,
        options: MatchOptions = MatchOptions(),  # noqa: B008
        imprints: Sequence[str] = (),
        redact: Callable[[RecordedRequest], RecordedRequest] | None = None,
        redacted_keys: Callable[[], Sequence[str]] | None = None,
    ) -> None:
        """Index recorded requests.

        Args:
            keys: `NormalisedRequest.key` of each, in recorded order.
            load: Reads the request at a place; called only for a miss.
            options: The options of the keys.
            imprints: The imprint of each, in the same order; a request with equal bytes need not be normalised.
            redact: Removes secrets that another recorder left, before a request is shown.
            redacted_keys: Returns the keys of the redacted requests; called once, by `widen`.
        """
        self._keys = tuple(keys)
        self._load = load
        self._options = options
        self._key_of = dict(zip(imprints, self._keys, strict=False))
        self._redact = redact
        self._redacted_keys = redacted_keys
        self._lock = threading.Lock()
        self._played = bytearray(len(self._keys))
        self._equal: defaultdict[str, deque[int]] = defaultdict(deque)
        self._same: defaultdict[str, deque[int]] = defaultdict(deque)
        self._answered_exactly: set[str] = set()
        #: The lines of a miss about recorded requests that cannot be read.
        self._unreadable: list[str] = []
        for place, key in enumerate(self._keys):
            self._put(place, key)

    def _put(self, place: int, key: str) -> None:
        self._equal[key.partition(":")[0]].append(place)
        self._same[key].append(place)

    def __len__(self) -> int:
        return len(self._keys)

    def take(self, request: RecordedRequest) -> int | None:
        """Return the place of the recorded request that equals *request*, now played; None if there is none."""
        key = self._key_of.get(imprint(request)) or normalise(request, options=self._options).key
        with self._lock:
            place = self._first_unplayed(self._same, key)
            if place is not None:
                self._answered_exactly.add(key)
            elif key not in self._answered_exactly:
                place = self._first_unplayed(self._equal, key.partition(":")[0])
            # Else the identical request was sent as often as it was recorded: the rest belongs to others.
            if place is not None:
                self._played[place] = True
            return place

    def take_place(self, place: int) -> bool:
        """Mark the recorded request at *place* as played; return False if it was before."""
        with self._lock:
            was_played = bool(self._played[place])
            self._played[place] = True
            return not was_played

    def _first_unplayed(self, places: Mapping[str, deque[int]], key: str) -> int | None:
        waiting = places.get(key)
        while waiting:
            place = waiting.popleft()
            if not self._played[place]:
                return place
        return None

    def widen(self) -> bool:
        """Also index recorded requests by their redacted form; return whether this added any."""
        with self._lock:
            ask, self._redacted_keys = self._redacted_keys, None
            if ask is None:
                return False
            keys = ask()
            differing = [(place, key) for place, key in enumerate(keys) if key != self._keys[place]]
            for place, key in differing:
                self._put(place, key)
            return bool(differing)

    def unplayed(self) -> list[int]:
        """Return the places of the unplayed requests."""
        with self._lock:
            return [place for place, played in enumerate(self._played) if not played]

    def explain_miss(self, request: RecordedRequest, *, asked_by: AskedBy = AskedBy()) -> str:  # noqa: B008
        """Explain why no recorded request answers *request*, and how to fix it.

        Args:
            request: The redacted request, which the text quotes.
            asked_by: The user of the cassette, for the command that records again.
        """
        wanted = normalise(request, options=self._options)
        self._unreadable.clear()
        closest = self._closest(request, wanted)
        found: list[Difference] = []
        ignored: list[str] = []
        if closest is None:
            lines = [] if self._keys else ["The cassette is empty."]
        else:
            place, recorded, other = closest
            found = [*differences_by_part(other.value, wanted.value)]
            lines = self._told(place, wanted, found)
            ignored = paths_to_ignore(found, request, recorded, self._options)
        is_played = closest is not None and bool(self._played[closest[0]])
        advice = remedies(
            wanted, asked_by, self._options, ignored=ignored, is_missing=is_played, is_changed=is_played and bool(found)
        )
        text = "\n".join([*lines, *self._unreadable[:3], *advice])
        return text if len(text) <= _MAX_MESSAGE else f"{text[:_MAX_MESSAGE]}…"

    def _told(self, place: int, wanted: NormalisedRequest, found: list[Difference]) -> list[str]:
        if not found:
            count = sum(key.partition(":")[0] == wanted.key.partition(":")[0] for key in self._keys)
            times = "once" if count == 1 else f"{count} times"
            return [f"It was recorded {times} (last as number {place + 1}); each answers once, and all were played."]
        played = "has been played already" if self._played[place] else "has not been played yet"
        return [
            f"The closest of {len(self._keys)} is number {place + 1}, which {played}. It differs in:",
            *(f"  {line}" for line in lines_of(iter(found))),
        ]

    def _closest(
        self, request: RecordedRequest, wanted: NormalisedRequest
    ) -> tuple[int, RecordedRequest, NormalisedRequest] | None:
        """Return the recorded request closest to *request*, with its place."""
        best: tuple[int, int, RecordedRequest, NormalisedRequest] | None = None
        for place in self._candidates(request, wanted):
            read = self._readable(place)
            if read is None:
                continue
            recorded = read if self._redact is None else self._redact(read)
            other = normalise(recorded, options=self._options)
            far = distance(other.value, wanted.value)
            # Among equally close ones, prefer one that was not played.
            rank = far * 2 + self._played[place]
            if best is None or rank < best[0]:
                best = (rank, place, recorded, other)
        return None if best is None else best[1:]

    def _readable(self, place: int) -> RecordedRequest | None:
        try:
            return self._load(place)
        except CassetteError as error:
            told = f"Number {place + 1} cannot be read: {error}"
            self._unreadable += [] if told in self._unreadable else [told]
            return None

    def _candidates(self, request: RecordedRequest, wanted: NormalisedRequest) -> list[int]:
        """Return the places of the few recordings with most in common with *request*."""
        equal = wanted.key.partition(":")[0]
        same = [place for place, key in enumerate(self._keys) if key.partition(":")[0] == equal]
        if same:
            return same[-1:]
        tokens = _tokens(request)
        address = request.url.partition("?")[0]
        ranked = []
        for place in range(min(len(self._keys), _MAX_LOOKED_AT)):
            recorded = self._readable(place)
            if recorded is None:
                continue
            theirs = _tokens(recorded)
            shared = len(tokens & theirs) / (len(tokens | theirs) or 1)
            there = (recorded.method == request.method) + 2 * (recorded.url.partition("?")[0] == address)
            ranked.append((-shared - there, place))
        return [place for _, place in sorted(ranked)[:_MAX_COMPARED]]


def _tokens(request: RecordedRequest) -> set[bytes]:
    return set(_TOKEN.findall(request.body[: _MAX_TOKENS * 8]))


def differences_by_part(recorded: Mapping[str, Any], sent: Mapping[str, Any]) -> Iterator[Difference]:
    """Yield the differences of two normalised requests, part by part."""
    for part in ALL_PARTS:
        if part in sent or part in recorded:
            # A path into the body is shown in the form that `ignore` takes.
            yield from differences(
                recorded.get(part), sent.get(part), "$" if part == "body" else part, of_requests=True
            )
