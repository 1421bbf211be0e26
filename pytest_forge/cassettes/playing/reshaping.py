"""PlayerOptions: how a session goes; and answers with the pieces and pauses that the options ask for."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..exchange import RecordedFailure, RecordedResponse

__all__ = ["PlayerOptions", "rechunked", "reshaped"]

#: Short pieces are common, so that borders fall inside words, numbers and characters.
_LENGTHS = (1, 2, 3, 5, 8, 13, 34, 144, 610)


@dataclass(frozen=True, slots=True)
class PlayerOptions:
    """How a session goes.

    Attributes:
        allowed_hosts: Hosts that are neither recorded nor replayed; ``*`` stands for any part of a name.
        rechunk_seed: Cuts the pieces of answers anew; None leaves them as they were recorded.
        faults: What is done to the first, second, … answer; None for nothing. See `faults`.
        timings: Whether pieces come as slowly as they were recorded.
        reports_drift: Whether a request that differs in the results of tools alone is answered, and noted.
        keeps_requests: Whether what is sent is kept, though it is recorded.
    """

    allowed_hosts: tuple[str, ...] = ()
    rechunk_seed: int | None = None
    faults: tuple[str | None, ...] = ()
    timings: bool = False
    reports_drift: bool = False
    keeps_requests: bool = False


def reshaped(answer: RecordedResponse | RecordedFailure, options: PlayerOptions) -> RecordedResponse | RecordedFailure:
    """Return *answer* in the pieces, and with the pauses, that *options* ask for."""
    if isinstance(answer, RecordedFailure):
        return answer if answer.begun is None else replace(answer, begun=_cut(answer.begun, options))
    return _cut(answer, options)


def _cut(response: RecordedResponse, options: PlayerOptions) -> RecordedResponse:
    if options.rechunk_seed is not None:
        return replace(response, chunks=rechunked(response.chunks, options.rechunk_seed), delays_s=())
    return replace(response, delays_s=()) if response.delays_s and not options.timings else response


def rechunked(chunks: Sequence[bytes], seed: int) -> tuple[bytes, ...]:
    """Return the same bytes in other pieces; the same seed cuts the same bytes alike."""
    data = b"".join(chunks)
    # No clock and no counter: concurrent requests must not change how each is cut.
    dice = random.Random(hashlib.sha256(b"%d:" % seed + data).digest())  # noqa: S311  # it hides nothing
    pieces = []
    start = 0
    while start < len(data):
        end = start + dice.randint(1, dice.choice(_LENGTHS))
        pieces.append(data[start:end])
        start = end
    return tuple(pieces)
