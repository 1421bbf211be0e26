"""Pool orders: work of thread pools that ends in another order than it was given in."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any
from unittest.mock import patch

__all__ = ["ended_in_order"]

#: Steps that are told apart; later work starts with the last one.
_MAX_STEPS = 4


@contextmanager
def ended_in_order(step_s: float, places: dict[str, int], *, is_reversed: bool) -> Iterator[list[int]]:
    """Delay the work of thread pools so that it ends in its order, or in the reversed one.

    Args:
        step_s: Seconds that lie between two ends.
        places: The place of each piece of work in its order, by what it is given; filled when it is given first. An
            event loop may hand out the same work in another order each time.
        is_reversed: Whether the first piece of work ends last.

    Yields:
        A list with one number for each piece of work.
    """
    given: list[int] = []
    submit: Any = ThreadPoolExecutor.submit
    # A fake sleep does not shorten this wait.
    never = threading.Event()

    def delayed(pool: ThreadPoolExecutor, work: Callable[..., Any], /, *words: Any, **named: Any) -> Future[Any]:
        place = min(places.setdefault(_given_to(work, words, named) or str(len(given)), len(places)), _MAX_STEPS)
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


def _given_to(work: Callable[..., Any], words: tuple[Any, ...], named: dict[str, Any]) -> str:
    """Return the values that a piece of work is given, as text; "" if there are none."""
    # An event loop hands out a function with its arguments.
    inner = work.args if isinstance(work, partial) else ()
    values = (*inner, *words, *named.values())
    plain = [value for value in values if isinstance(value, str | bytes | int | float | list | tuple | dict)]
    return repr(plain) if plain else ""
