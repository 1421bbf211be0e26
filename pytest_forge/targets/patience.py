"""Patience: the time limit for the calls of a check, whose end is always reported.

A check that stops because its time is over has seen too little to pass. Asking whether the time is over therefore
reports it to the engine too, which turns a pass into an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from .own_clock import own_time

__all__ = ["Patience"]

Item = TypeVar("Item")

#: At most so many remaining items are counted: a generator may be endless.
_MAX_COUNTED = 1_000


class Patience:
    """The time limit for the calls of a check.

    Args:
        seconds: Seconds from now, by the clock of `own_time`.
        tell: Called once when the time is over, with the number of calls left; 0 if unknown.
        quiet_s: Seconds for work beside the verdict; by default as many.
    """

    def __init__(self, seconds: float, tell: Callable[[int], None], *, quiet_s: float | None = None) -> None:
        now = own_time()
        self._until = now + seconds
        self._quiet_until = now + (seconds if quiet_s is None else quiet_s)
        self._tell = tell
        self._has_told = False

    @property
    def is_over(self) -> bool:
        """Whether to stop; if so, this is reported to the engine."""
        if own_time() <= self._until:
            return False
        if not self._has_told:
            self._has_told = True
            self._tell(0)
        return True

    @property
    def has_time_to_shorten(self) -> bool:
        """Whether time is left for work beside the verdict, such as shrinking a finding; never reported."""
        return own_time() <= self._quiet_until

    def each(self, items: Iterable[Item]) -> Iterator[Item]:
        """Yield items until the time is over; the number of remaining items is reported to the engine."""
        iterator = iter(items)
        for item in iterator:
            if own_time() > self._until:
                self._has_told = True
                self._tell(1 + sum(1 for _, _ in zip(range(_MAX_COUNTED), iterator, strict=False)))
                return
            yield item
