"""Pool orders: work of thread pools that ends in another order than it was given in."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

__all__ = ["ended_in_order"]

#: Steps that are told apart; later work starts with the last one.
_MAX_STEPS = 4


@contextmanager
def ended_in_order(step_s: float, *, is_reversed: bool) -> Iterator[list[int]]:
    """Delay the work of thread pools so that it ends in its order, or in the reversed one.

    Args:
        step_s: Seconds that lie between two ends.
        is_reversed: Whether the first piece of work ends last.

    Yields:
        A list with one number for each piece of work.
    """
    given: list[int] = []
    submit: Any = ThreadPoolExecutor.submit
    # A fake sleep does not shorten this wait.
    never = threading.Event()

    def delayed(pool: ThreadPoolExecutor, work: Callable[..., Any], /, *words: Any, **named: Any) -> Future[Any]:
        place = min(len(given), _MAX_STEPS)
        given.append(place)
        delay_s = step_s * (_MAX_STEPS - place if is_reversed else place)

        def made() -> Any:
            done = work(*words, **named)
            never.wait(delay_s)
            return done

        made_future: Future[Any] = submit(pool, made)
        return made_future

    with patch.object(ThreadPoolExecutor, "submit", delayed):
        yield given
