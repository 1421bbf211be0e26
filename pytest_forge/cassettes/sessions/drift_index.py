"""DriftIndex: which recorded request a new one would be, if its tools had returned what they did then.

Only what tools returned is left out of the comparison, whether that says that they failed, and the guidance that a
loop adds to a failure. How many results there are, which calls they answer, and every other part of the request must
match as ever.
"""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

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
    """The recorded requests of a cassette that carry tool results; read when the first is asked for.

    Args:
        load: Reads a recorded request, redacted as those that are asked for.
        unplayed: Returns the places of those that have answered nothing yet.
        options: With which requests are compared.
        calls: Returns the recorded calls; asked where requests do not repeat what was called.
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
        """Return the place of the request that *request* would be, with the drift of its results; None for none.

        Of several, the one with the very same ids goes first, then the one in which fewest results differ, then the
        first.

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
        """Return what had answered nothing when it was first asked for, by what of it is compared."""
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
        # A request that continues what the provider keeps says no more than the id.
        made = [call for call in self._calls() if call.turn < drift.request and call.call.id == drift.call_id]
        if not made:
            return drift
        return replace(drift, name=made[-1].call.name, arguments=arguments_as_sent(made[-1].call))


@dataclass(frozen=True, slots=True)
class _Masked:
    """A request without its results and the guidance beside them, as it is compared, and both of these."""

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
            # Read from this very body, which is nobody else's.
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
    """Return each drift with what the model is told beside the result, and was told then, where that differs."""
    told, untold = Counter(now) - Counter(recorded), Counter(recorded) - Counter(now)
    found = [replace(each, guidance=_of_call(each, told), recorded_guidance=_of_call(each, untold)) for each in drifts]
    # What is said of all calls together comes behind them.
    last = found[-1]
    found[-1] = replace(
        last,
        guidance=" ".join(filter(None, (last.guidance, *told.elements()))),
        recorded_guidance=" ".join(filter(None, (last.recorded_guidance, *untold.elements()))),
    )
    return tuple(found)


def _of_call(drift: ResultDrift, texts: Counter[str]) -> str:
    # It names the tool, unless the name was malformed.
    left = (text for text, count in texts.items() if count > 0 and (not drift.name or f"``{drift.name}``" in text))
    found = next(left, "")
    texts[found] -= 1
    return found
