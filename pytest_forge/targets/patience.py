"""Patience: how long a check goes on calling; that it has run out is always told.

A check that finds nothing because its time was over has seen too little for a pass. So whoever asks whether the time
is over, and hears that it is, has told the engine too, and the engine turns a pass into an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from .own_clock import own_time

__all__ = ["Patience"]

Item = TypeVar("Item")

#: How many of the items that were left are counted: a generator may have no end.
_MAX_COUNTED = 1_000


class Patience:
    """How long a check goes on calling.

    Args:
        seconds: Seconds from now, by the clock of `own_time`.
        tell: Told how many calls are known to be left, once the time is over; 0 if their number is not known.
    """

    def __init__(self, seconds: float, tell: Callable[[int], None]) -> None:
        self._until = own_time() + seconds
        self._tell = tell
        self._has_told = False

    @property
    def is_over(self) -> bool:
        """Whether to stop; the engine is told if so."""
        if own_time() <= self._until:
            return False
        if not self._has_told:
            self._has_told = True
            self._tell(0)
        return True

    @property
    def has_time_to_shorten(self) -> bool:
        """Whether there is time left to shorten or to word a finding that is made in any case; nobody is told."""
        return own_time() <= self._until

    def each(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield the items until the time is over; the engine is told how many were left."""
        iterator = iter(items)
        for item in iterator:
            if own_time() > self._until:
                self._has_told = True
                self._tell(1 + sum(1 for _, _ in zip(range(_MAX_COUNTED), iterator, strict=False)))
                return
            yield item
