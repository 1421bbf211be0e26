"""Player: one session with a cassette: answers requests from it, and notes what is not in it.

It knows no client and no file: `intercept` asks it, `cassette_use` opens and writes.
"""

from __future__ import annotations

import fnmatch
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol
from urllib.parse import urlsplit

from ..exchange import Exchange, RecordedFailure, RecordedRequest, RecordedResponse
from .faults import faulty
from .rechunk import rechunked
from .recording import Recording

__all__ = ["MODES", "Answer", "CassetteMissError", "Player", "PlayerOptions"]

MODES = ("none", "once", "new_episodes", "all")

Answer = RecordedResponse | RecordedFailure


class CassetteMissError(Exception):
    """A request is not in the cassette, and may not be sent."""


class Index(Protocol):
    """What is recorded, found by request."""

    def take(self, request: RecordedRequest) -> int | None:
        """Return the number of the next recording of *request* that was not taken yet."""

    def widen(self) -> bool:
        """Find requests also by what they are without secrets; whether that is new."""

    def unplayed(self) -> list[int]:
        """Return the numbers that nothing took."""

    def explain_miss(self, request: RecordedRequest, *, node_id: str = ...) -> str:
        """Say what is nearest to *request*, and how it differs."""


@dataclass(frozen=True, slots=True)
class PlayerOptions:
    """How a session goes.

    Attributes:
        allowed_hosts: Hosts that are neither recorded nor replayed; ``*`` stands for any part of a name.
        rechunk_seed: Cuts the pieces of answers anew; None leaves them as they were recorded.
        faults: What is done to the first, second, … answer; None for nothing. See `faults`.
        timings: Whether pieces come as slowly as they were recorded.
    """

    allowed_hosts: tuple[str, ...] = ()
    rechunk_seed: int | None = None
    faults: tuple[str | None, ...] = ()
    timings: bool = False


class Player:
    """One session with a cassette.

    Args:
        name: The cassette, as errors call it.
        index: What is recorded; None for nothing.
        answer_of: Returns the answer of a number that `index` gave.
        redacted: Takes the secrets of a request out, as it was done before it was recorded.
        is_recording: Whether a request that is not in the cassette is sent and noted.
        hint: What to do about a miss; a sentence.
        node_id: The test's id, for what is said about a miss.
    """

    def __init__(
        self,
        name: str,
        *,
        index: Index | None,
        answer_of: Callable[[int], Answer],
        redacted: Callable[[RecordedRequest], RecordedRequest],
        is_recording: bool,
        hint: str = "",
        node_id: str | None = None,
        options: PlayerOptions | None = None,
    ) -> None:
        self.name = name
        self.is_recording = is_recording
        self.options = options or PlayerOptions()
        self.misses: list[CassetteMissError] = []
        self.played = 0
        self._index = index
        self._answer_of = answer_of
        self._redacted = redacted
        self._hint = hint
        self._named = {} if node_id is None else {"node_id": node_id}
        self._faults = [None if word is None else faulty(word) for word in self.options.faults]
        self._recordings: list[Recording] = []
        self._lock = threading.Lock()
        self._is_over = False

    @property
    def recorded(self) -> int:
        """How many requests were sent and noted."""
        return len(self._recordings)

    def lets_through(self, url: str) -> bool:
        """Whether a request to *url* is none of the cassette's business."""
        host = (urlsplit(url).hostname or "").lower()
        return self.is_allowed(host)

    def is_allowed(self, host: str) -> bool:
        """Whether the user said that *host* may be reached."""
        return any(fnmatch.fnmatchcase(host.lower(), pattern.lower()) for pattern in self.options.allowed_hosts)

    def answer(self, request: RecordedRequest) -> Answer | None:
        """Return what was recorded; None if the request is to be sent, and noted with `recording`.

        Raises:
            CassetteMissError: If it is not recorded and may not be sent.
        """
        number = None if self._index is None else self._take(request, self._index)
        if number is None:
            if self.is_recording and not self._is_over:
                return None
            raise self._missed(self._redacted(request))
        with self._lock:
            fault = self._faults[self.played] if self.played < len(self._faults) else None
            self.played += 1
        answer = self._shaped(self._answer_of(number))
        return answer if fault is None else fault(answer)

    def _take(self, request: RecordedRequest, index: Index) -> int | None:
        # As it is first: most requests hold no secret, and to look for one takes longer than all else.
        number = index.take(request)
        if number is None:
            redacted = self._redacted(request)
            if redacted != request:
                number = index.take(redacted)
            if number is None and index.widen():
                number = index.take(redacted)
        return number

    def recording(self, request: RecordedRequest) -> Recording:
        """Begin to note an answer; requests keep the order in which they were sent."""
        begun = Recording(request, keeps_delays=self.options.timings)
        with self._lock:
            self._recordings.append(begun)
        return begun

    def exchanges(self) -> list[Exchange]:
        """What was noted, in the order in which it was asked; with their secrets still in them."""
        with self._lock:
            self._is_over = True
            noted = [recording.exchange() for recording in self._recordings]
        return [exchange for exchange in noted if exchange is not None]

    def unplayed(self) -> Sequence[int]:
        """The numbers of recordings that nothing asked for."""
        return [] if self._index is None else self._index.unplayed()

    def _shaped(self, answer: Answer) -> Answer:
        if isinstance(answer, RecordedFailure):
            return answer if answer.begun is None else replace(answer, begun=self._reshaped(answer.begun))
        return self._reshaped(answer)

    def _reshaped(self, response: RecordedResponse) -> RecordedResponse:
        if self.options.rechunk_seed is not None:
            chunks = rechunked(response.chunks, self.options.rechunk_seed)
            return replace(response, chunks=chunks, delays_s=())
        return response if self.options.timings else replace(response, delays_s=())

    def _missed(self, request: RecordedRequest) -> CassetteMissError:
        why = "" if self._index is None else self._index.explain_miss(request, **self._named)
        head = f"{self.name} has no answer for {request.method} {request.url!r}. {self._hint}".rstrip()
        missed = CassetteMissError(f"{head}\n{why}".rstrip())
        with self._lock:
            # A client that tries again must not tell the same story again.
            if str(missed) not in map(str, self.misses):
                self.misses.append(missed)
        return missed
