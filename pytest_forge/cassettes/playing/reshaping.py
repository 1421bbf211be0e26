"""PlayerOptions: the options of a session; and answers in the pieces, and with the pauses, of these options."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from ..exchange import RecordedFailure, RecordedResponse

__all__ = ["PlayerOptions", "rechunked", "reshaped"]

#: Mostly short, so that boundaries fall inside words, numbers and characters.
_LENGTHS = (1, 2, 3, 5, 8, 13, 34, 144, 610)


class PlayerOptions(Struct, frozen=True):
    """The options of a session.

    Attributes:
        allowed_hosts: Hosts that are neither recorded nor replayed; ``*`` matches any part of a name.
        rechunk_seed: The seed for other chunk boundaries; None keeps the recorded ones.
        faults: The fault of the first, second, … answer; None for no fault. See `faults`.
        timings: Whether pieces arrive with the recorded pauses.
        reports_drift: Whether a request that differs only in tool results is answered, and reported.
        keeps_requests: Whether requests are kept as they were sent.
    """

    allowed_hosts: tuple[str, ...] = ()
    rechunk_seed: int | None = None
    faults: tuple[str | None, ...] = ()
    timings: bool = False
    reports_drift: bool = False
    keeps_requests: bool = False


def reshaped(answer: RecordedResponse | RecordedFailure, options: PlayerOptions) -> RecordedResponse | RecordedFailure:
    """Return *answer* in the pieces, and with the pauses, of *options*."""
    if isinstance(answer, RecordedFailure):
        return answer if answer.begun is None else replace(answer, begun=_cut(answer.begun, options))
    return _cut(answer, options)


def _cut(response: RecordedResponse, options: PlayerOptions) -> RecordedResponse:
    if options.rechunk_seed is not None:
        return replace(response, chunks=rechunked(response.chunks, options.rechunk_seed), delays_s=())
    return replace(response, delays_s=()) if response.delays_s and not options.timings else response


def rechunked(chunks: Sequence[bytes], seed: int) -> tuple[bytes, ...]:
    """Return the same bytes in other pieces; the same seed and bytes give the same pieces."""
    data = b"".join(chunks)
    # Seeded by the bytes alone: concurrent requests must not change each other's pieces.
    dice = random.Random(hashlib.sha256(b"%d:" % seed + data).digest())  # noqa: S311  # not for security
    pieces = []
    start = 0
    while start < len(data):
        end = start + dice.randint(1, dice.choice(_LENGTHS))
        pieces.append(data[start:end])
        start = end
    return tuple(pieces)
