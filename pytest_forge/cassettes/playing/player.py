"""Player: one session with a cassette: answers requests from it, and notes what is not in it.

It knows no client and no file: `intercept` asks it, `cassette_use` opens and writes.
"""

from __future__ import annotations

import fnmatch
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from ..exchange import Exchange, RecordedFailure, RecordedRequest, RecordedResponse
from ..matching.remedies import AskedBy
from .faults import faulty
from .miss_errors import CassetteDriftError, CassetteMissError
from .nesting import inner_ones
from .recording import Recording
from .reshaping import PlayerOptions, reshaped

if TYPE_CHECKING:
    from ..sessions.result_drift import ResultDrift

__all__ = ["Answer", "FindDrifted", "Played", "Player"]

Answer = RecordedResponse | RecordedFailure

#: Takes a redacted request and returns the number of a recording that was not taken yet and equals it except for the
#: results of tools, with how those differ; None if there is none.
FindDrifted = Callable[[RecordedRequest], "tuple[int, tuple[ResultDrift, ...]] | None"]


class Index(Protocol):
    """What is recorded, found by request."""

    def take(self, request: RecordedRequest) -> int | None:
        """Return the number of the next recording of *request* that was not taken yet."""

    def widen(self) -> bool:
        """Find requests also by what they are without secrets; whether that is new."""

    def take_place(self, place: int, /) -> bool:
        """Take the recording of this number; False if it was taken already."""

    def unplayed(self) -> list[int]:
        """Return the numbers that nothing took."""

    def explain_miss(self, request: RecordedRequest, *, asked_by: AskedBy = ...) -> str:
        """Say what is nearest to *request*, and how it differs."""


@dataclass(frozen=True, slots=True)
class Played:
    """One request that was answered from the cassette.

    Attributes:
        number: That of the recording, from 0.
        request: What was sent, where it holds secrets or other results than the recorded one, or all are kept.
        answer: What was answered, where a fault has changed it; else None.
    """

    number: int
    request: RecordedRequest | None = None
    answer: Answer | None = None


class Player:
    """One session with a cassette.

    Args:
        name: The cassette, as errors call it.
        index: What is recorded; None for nothing.
        answer_of: Returns the answer of a number that `index` gave.
        redacted: Takes the secrets of a request out, as it was done before it was recorded.
        is_recording: Whether a request that is not in the cassette is sent and noted.
        hint: What to do about a miss; a sentence.
        asked_by: Who asks, for what is said about a miss.
        find_drifted: Finds requests by all but the results of tools; None if they are compared as the rest.
        request_of: Returns the request of a number, for `so_far`.
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
        asked_by: AskedBy | None = None,
        options: PlayerOptions | None = None,
        find_drifted: FindDrifted | None = None,
        request_of: Callable[[int], RecordedRequest] | None = None,
    ) -> None:
        self.name = name
        self.is_recording = is_recording
        self.options = options or PlayerOptions()
        self.misses: list[CassetteMissError] = []
        self.drift: list[ResultDrift] = []
        self.log: list[Played | Recording] = []
        self._noted_drift: set[str] = set()
        self._find_drifted = find_drifted
        self._request_of = request_of
        self._index = index
        self._answer_of = answer_of
        self._redacted = redacted
        self._hint = hint
        self._asked_by = AskedBy() if asked_by is None else asked_by
        self._faults = [None if word is None else faulty(word) for word in self.options.faults]
        self._recordings: list[Recording] = []
        self._lock = threading.Lock()
        self._played = 0
        self._is_over = False

    @property
    def played(self) -> int:
        """How many requests were answered from the cassette."""
        # Counted, since each request asks.
        return self._played

    @property
    def recorded(self) -> int:
        """How many requests were sent and noted."""
        return len(self._recordings)

    def lets_through(self, url: str) -> bool:
        """Whether a request to *url* is none of the cassette's business."""
        if not self.options.allowed_hosts and inner_ones(self) == []:
            return False
        return not self.takes(urlsplit(url).hostname or "")

    def takes(self, host: str) -> bool:
        """Whether requests to *host* are answered here, and not by a cassette inside of this one."""
        inner = inner_ones(self)
        return not self.is_allowed(host) and inner is not None and all(one.is_allowed(host) for one in inner)

    def opens(self, host: str) -> bool:
        """Whether *host* may be reached: by the user's word, or because a cassette inside of this one records."""
        inner = inner_ones(self)
        return self.is_allowed(host) or inner is None or any(one.is_recording for one in inner)

    def is_allowed(self, host: str) -> bool:
        """Whether the user said that *host* may be reached."""
        return any(fnmatch.fnmatchcase(host.lower(), pattern.lower()) for pattern in self.options.allowed_hosts)

    def answer(self, request: RecordedRequest) -> Answer | None:
        """Return what was recorded; None if the request is to be sent, and noted with `recording`.

        Raises:
            CassetteMissError: If it is not recorded and may not be sent.
        """
        __tracebackhide__ = True
        kept: RecordedRequest | None = request if self.options.keeps_requests else None
        number = None
        if self._index is not None:
            number, is_as_recorded = self._take(request, self._index)
            kept = kept if is_as_recorded else request
        if number is None:
            if self.is_recording and not self._is_over:
                return None
            redacted, kept = self._redacted(request), request
            number = self._with_drift(redacted)
            if number is None:
                raise self._missed(redacted)
        with self._lock:
            fault = self._faults[self._played] if self._played < len(self._faults) else None
            place = len(self.log)
            self.log.append(Played(number, kept))
            self._played += 1
        answer = reshaped(self._answer_of(number), self.options)
        if fault is None:
            return answer
        answer = fault(answer)
        self.log[place] = Played(number, kept, answer)
        return answer

    def _with_drift(self, request: RecordedRequest) -> int | None:
        """Return the number of the recording that *request* is but for the results of tools.

        Raises:
            CassetteDriftError: If there is one, and drift is not only to be reported.
        """
        while self._index is not None and self._find_drifted is not None:
            found = self._find_drifted(request)
            if found is None:
                return None
            number, drift = found
            if not self.options.reports_drift:
                raise self._noted_miss(CassetteDriftError(self._drift_text(drift), drift))
            if self._index.take_place(number):
                # Each later request of a conversation repeats the result.
                named = [(repr(replace(each, request=0)), each) for each in drift]
                with self._lock:
                    self.drift += [each for name, each in named if name not in self._noted_drift]
                    self._noted_drift.update(name for name, _ in named)
                return number
            # Another thread was quicker.
        return None

    def _drift_text(self, drift: tuple[ResultDrift, ...]) -> str:
        # Reading sessions needs the providers' formats, which a replayed request does not.
        from ..sessions.result_drift import drift_lines

        count = "A tool result has" if len(drift) == 1 else f"{len(drift)} tool results have"
        return (
            f"{count} drifted from {self.name}. Record the session anew, mend the tool, or go on with the recorded "
            f"answers by drift='report'.\n{drift_lines(drift)}"
        )

    def _take(self, request: RecordedRequest, index: Index) -> tuple[int | None, bool]:
        """Return the number of the recording of *request*, and whether it holds no secret that the recording lacks."""
        # As it is first: most requests hold no secret, and to look for one takes longer than all else.
        number = index.take(request)
        if number is not None:
            return number, True
        redacted = self._redacted(request)
        if redacted != request:
            number = index.take(redacted)
        if number is None and index.widen():
            number = index.take(redacted)
        return number, redacted.body == request.body

    def recording(self, request: RecordedRequest) -> Recording:
        """Begin to note an answer; requests keep the order in which they were sent."""
        begun = Recording(request, keeps_delays=self.options.timings)
        with self._lock:
            self._recordings.append(begun)
            self.log.append(begun)
        return begun

    def exchanges(self) -> list[Exchange]:
        """What was noted, in the order in which it was asked; with their secrets still in them."""
        return [each for each in self.asked() if isinstance(each, Exchange)]

    def asked(self) -> list[Played | Exchange]:
        """What was answered from the cassette and what was noted, in the order in which it was asked."""
        with self._lock:
            self._is_over = True
            asked = [each if isinstance(each, Played) else each.exchange() for each in self.log]
        return [each for each in asked if each is not None]

    def so_far(self) -> list[Exchange]:
        """What was asked and answered until now, in the order in which it was asked; with the secrets in it."""
        with self._lock:
            log = list(self.log)
        found: list[Exchange] = []
        for each in log:
            if isinstance(each, Played):
                answer = each.answer or self._answer_of(each.number)
                request = each.request or (self._request_of(each.number) if self._request_of else None)
                found += [] if request is None else [Exchange(request, answer)]
            elif (exchange := each.so_far()) is not None:
                found.append(exchange)
        return found

    def kept(self) -> list[Exchange]:
        """Each request that was answered from the cassette and kept as it was sent, with the recorded answer."""
        with self._lock:
            log = list(self.log)
        return [
            Exchange(each.request, self._answer_of(each.number))
            for each in log
            if isinstance(each, Played) and each.request is not None
        ]

    def unplayed(self) -> Sequence[int]:
        """The numbers of recordings that nothing asked for."""
        return [] if self._index is None else self._index.unplayed()

    def _missed(self, request: RecordedRequest) -> CassetteMissError:
        why = "" if self._index is None else self._index.explain_miss(request, asked_by=self._asked_by)
        head = f"{self.name} has no answer for {request.method} {request.url!r}. {self._hint}".rstrip()
        return self._noted_miss(CassetteMissError(f"{head}\n{why}".rstrip()))

    def _noted_miss(self, missed: CassetteMissError) -> CassetteMissError:
        with self._lock:
            # A client that tries again must not tell the same story again.
            if str(missed) not in map(str, self.misses):
                self.misses.append(missed)
        return missed
