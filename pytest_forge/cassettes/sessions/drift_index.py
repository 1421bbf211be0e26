"""DriftIndex: finds the recorded request that differs from a new one only in tool results.

The comparison ignores the results, their error flags, and the guidance that a loop adds to a failure. The number of
results, the calls they answer, and every other part of the request must match.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ..exchange import RecordedRequest
from ..matching.match_options import MatchOptions
from ..matching.normalise import normalise
from ..matching.renaming import CLOSE, OPEN
from .conversation import RecordedCall
from .guidance import take_guidance
from .recorded_results import SentResult, results_in
from .result_drift import ResultDrift, result_drifts
from .turn import arguments_as_sent

__all__ = ["DriftIndex"]

_MASK = f"{OPEN}tool result{CLOSE}"


class DriftIndex:
    """The recorded requests of a cassette with tool results; read on first access.

    Args:
        load: Reads a recorded request, redacted.
        unplayed: Returns the places of unplayed requests.
        options: The options of the comparison.
        calls: Returns the recorded calls, for requests that do not repeat them.
    """

    def __init__(
        self,
        load: Callable[[int], RecordedRequest],
        unplayed: Callable[[], Sequence[int]],
        *,
        options: MatchOptions,
        calls: Callable[[], Sequence[RecordedCall]] = tuple,
    ) -> None:
        self._load = load
        self._unplayed = unplayed
        self._options = options
        self._calls = calls
        self._by_key: dict[str, dict[int, _Masked]] | None = None
        self._lock = threading.Lock()

    def find(self, request: RecordedRequest) -> tuple[int, tuple[ResultDrift, ...]] | None:
        """Return the place of the matching request with the drift of its results; None if there is none.

        Among several, identical ids go first, then the fewest differing results, then recorded order.

        Args:
            request: Redacted.
        """
        wanted = _masked(request, self._options)
        if wanted is None:
            return None
        best: tuple[tuple[bool, int, int], tuple[ResultDrift, ...], _Masked] | None = None
        alike = self._recorded().get(wanted.key)
        unplayed = set(self._unplayed()) if alike else set()
        for place, other in (alike or {}).items():
            if place not in unplayed or len(other.results) != len(wanted.results):
                continue
            drifts = result_drifts(place + 1, other.results, wanted.results)
            rank = (other.exact_key != wanted.exact_key, len(drifts), place)
            if drifts and (best is None or rank < best[0]):
                best = rank, drifts, other
        if best is None:
            return None
        rank, drifts, other = best
        return rank[2], _with_guidance(tuple(map(self._named, drifts)), other.guidance, wanted.guidance)

    def _recorded(self) -> dict[str, dict[int, _Masked]]:
        """Return the requests that were unplayed at the first access, by the key of their compared parts."""
        with self._lock:
            if self._by_key is None:
                self._by_key = {}
                for place in self._unplayed():
                    masked = _masked(self._load(place), self._options)
                    if masked is not None:
                        self._by_key.setdefault(masked.key, {})[place] = masked
            return self._by_key

    def _named(self, drift: ResultDrift) -> ResultDrift:
        if drift.arguments is not None or not drift.call_id:
            return drift
        # A request that continues a stored conversation holds only the id of the call.
        made = [call for call in self._calls() if call.turn < drift.request and call.call.id == drift.call_id]
        if not made:
            return drift
        return replace(drift, name=made[-1].call.name, arguments=arguments_as_sent(made[-1].call))


class _Masked(Struct, frozen=True):
    """The compared form of a request, without results and guidance, and both of these."""

    key: str
    exact_key: str
    results: tuple[SentResult, ...]
    guidance: tuple[str, ...]


def _masked(request: RecordedRequest, options: MatchOptions) -> _Masked | None:
    try:
        body: Any = json.loads(request.body)
        results = results_in(json.loads(request.body))
        places = results_in(body)
        for place in places:
            # The body was decoded here, so it may be changed.
            entry: Any = place.entry
            for member in place.members:
                entry.pop(member, None)
            entry[place.members[0]] = _MASK
        guidance = tuple(take_guidance(body)) if places else ()
        text = json.dumps(body).encode() if places else b""
    except (ValueError, RecursionError):
        return None
    if not text:
        return None
    exact_key = normalise(replace(request, body=text), options=options).key
    return _Masked(exact_key.partition(":")[0], exact_key, tuple(results), guidance)


def _with_guidance(
    drifts: tuple[ResultDrift, ...], recorded: Sequence[str], now: Sequence[str]
) -> tuple[ResultDrift, ...]:
    """Return each drift with the new and the recorded guidance, if they differ."""
    told, untold = Counter(now) - Counter(recorded), Counter(recorded) - Counter(now)
    found = [replace(each, guidance=_of_call(each, told), recorded_guidance=_of_call(each, untold)) for each in drifts]
    # Guidance about all calls comes after them.
    last = found[-1]
    found[-1] = replace(
        last,
        guidance=" ".join(filter(None, (last.guidance, *told.elements()))),
        recorded_guidance=" ".join(filter(None, (last.recorded_guidance, *untold.elements()))),
    )
    return tuple(found)


def _of_call(drift: ResultDrift, texts: Counter[str]) -> str:
    # Guidance names the tool, unless the name was malformed.
    left = (text for text, count in texts.items() if count > 0 and (not drift.name or f"``{drift.name}``" in text))
    found = next(left, "")
    texts[found] -= 1
    return found
