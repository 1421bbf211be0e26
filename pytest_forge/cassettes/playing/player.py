"""Player: one session with a cassette: answers requests from it and records those that are not in it.

It does not depend on a client or a file: `intercept` calls it, and `use` reads and writes the file.
"""

from __future__ import annotations

import fnmatch
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import replace

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

#: Takes a redacted request. Returns the number of an unused recording that differs from it only in the results of
#: tools, and these differences; None if there is no such recording.
FindDrifted = Callable[[RecordedRequest], "tuple[int, tuple[ResultDrift, ...]] | None"]


class Index(Protocol):
    """The recorded requests."""

    def take(self, request: RecordedRequest) -> int | None:
        """Return the number of the next unused recording of *request*, which is used then."""

    def widen(self) -> bool:
        """Also index requests by their redacted form; return False if that was done before."""

    def take_place(self, place: int, /) -> bool:
        """Use the recording of this number; return False if it was used before."""

    def unplayed(self) -> list[int]:
        """Return the numbers of unused recordings."""

    def explain_miss(self, request: RecordedRequest, *, asked_by: AskedBy = ...) -> str:
        """Describe the recorded request that is closest to *request*, and the differences."""


class Played(Struct, frozen=True):
    """One request that was answered from the cassette.

    Attributes:
        number: The number of the recording, from 0.
        request: The request as it was sent, if it holds secrets or differs in tool results, or if all are kept.
        answer: The answer, if a fault has changed it; else None.
    """

    number: int
    request: RecordedRequest | None = None
    answer: Answer | None = None


class Player:
    """One session with a cassette.

    Args:
        name: The cassette, as errors call it.
        index: The recorded requests; None if there are none.
        answer_of: Returns the answer with a number of `index`.
        redacted: Removes the secrets from a request, as when it was recorded.
        is_recording: Whether a request that is not in the cassette is sent and recorded.
        hint: What to do about a miss, in a sentence.
        asked_by: The user of the cassette, for the text of a miss.
        find_drifted: Finds requests that differ only in tool results; None if tool results must match.
        request_of: Returns the request with a number, for `so_far`.
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
        """How many requests were sent and recorded."""
        return len(self._recordings)

    def lets_through(self, url: str) -> bool:
        """Whether a request to *url* bypasses the cassette."""
        if not self.options.allowed_hosts and inner_ones(self) == []:
            return False
        return not self.takes(urlsplit(url).hostname or "")

    def takes(self, host: str) -> bool:
        """Whether requests to *host* are answered here, and not by a nested cassette."""
        inner = inner_ones(self)
        return not self.is_allowed(host) and inner is not None and all(one.is_allowed(host) for one in inner)

    def opens(self, host: str) -> bool:
        """Whether *host* may be reached: the user allows it, or a nested cassette records."""
        inner = inner_ones(self)
        return self.is_allowed(host) or inner is None or any(one.is_recording for one in inner)

    def is_allowed(self, host: str) -> bool:
        """Whether the user allows *host*."""
        return any(fnmatch.fnmatchcase(host.lower(), pattern.lower()) for pattern in self.options.allowed_hosts)

    def answer(self, request: RecordedRequest) -> Answer | None:
        """Return the recorded answer; None if the request must be sent and recorded with `recording`.

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
        """Return the number of the recording that differs from *request* only in tool results.

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
                # Every later request of the conversation repeats the result.
                named = [(repr(replace(each, request=0)), each) for each in drift]
                with self._lock:
                    self.drift += [each for name, each in named if name not in self._noted_drift]
                    self._noted_drift.update(name for name, _ in named)
                return number
            # Another thread has used it meanwhile.
        return None

    def _drift_text(self, drift: tuple[ResultDrift, ...]) -> str:
        # Reading sessions needs the providers' formats, which a replayed request does not.
        from ..sessions.result_drift import drift_lines

        count = "A tool result has" if len(drift) == 1 else f"{len(drift)} tool results have"
        return (
            f"{count} drifted from {self.name}. Record the session again, fix the tool, or set drift='report' to "
            f"continue with the recorded answers.\n{drift_lines(drift)}"
        )

    def _take(self, request: RecordedRequest, index: Index) -> tuple[int | None, bool]:
        """Return the number of the recording of *request*, and whether *request* is free of secrets."""
        # Unredacted first: most requests hold no secret, and the search is the slowest step.
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
        """Begin to record an answer; requests stay in the order in which they were sent."""
        begun = Recording(request, keeps_delays=self.options.timings)
        with self._lock:
            self._recordings.append(begun)
            self.log.append(begun)
        return begun

    def exchanges(self) -> list[Exchange]:
        """The recorded exchanges, in the order of the requests, with their secrets."""
        return [each for each in self.asked() if isinstance(each, Exchange)]

    def asked(self) -> list[Played | Exchange]:
        """The replayed and the recorded requests, in order."""
        with self._lock:
            self._is_over = True
            asked = [each if isinstance(each, Played) else each.exchange() for each in self.log]
        return [each for each in asked if each is not None]

    def so_far(self) -> list[Exchange]:
        """All exchanges until now, in the order of the requests, with their secrets."""
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
        """The replayed requests that were kept as they were sent, with their recorded answers."""
        with self._lock:
            log = list(self.log)
        return [
            Exchange(each.request, self._answer_of(each.number))
            for each in log
            if isinstance(each, Played) and each.request is not None
        ]

    def unplayed(self) -> Sequence[int]:
        """The numbers of unused recordings."""
        return [] if self._index is None else self._index.unplayed()

    def _missed(self, request: RecordedRequest) -> CassetteMissError:
        why = "" if self._index is None else self._index.explain_miss(request, asked_by=self._asked_by)
        head = f"{self.name} has no answer for {request.method} {request.url!r}. {self._hint}".rstrip()
        return self._noted_miss(CassetteMissError(f"{head}\n{why}".rstrip()))

    def _noted_miss(self, missed: CassetteMissError) -> CassetteMissError:
        with self._lock:
            # A client that retries must not repeat the same miss.
            if str(missed) not in map(str, self.misses):
                self.misses.append(missed)
        return missed
