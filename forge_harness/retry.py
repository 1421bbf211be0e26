"""The retry envelope: the same request again, after a wait, if that can help.

::

    attempt 1 fails ── 1 s ── attempt 2 fails ── 2 s ── attempt 3 fails ── its error is raised
                              (then 4, 8, 8, ... for more attempts)

A wait that the provider asks for is kept exactly. An error of a class that is not ``retryable``, a programming error
and an exceeded limit are raised at once.
Source: seed 003, "ProviderTimeoutError" and "RateLimitError".
"""

from __future__ import annotations

import logging
import math
import random as randomness
import time
from collections.abc import Callable
from typing import TypeVar

from .classification.provider_failure import MAX_RETRY_AFTER_S, classify_provider_error
from .errors import FluidError, ProviderError

__all__ = ["is_retryable", "retry_with_backoff"]

log = logging.getLogger(__name__)

T = TypeVar("T")


def retry_with_backoff(
    func: Callable[[], T],
    *,
    attempts: int = 3,
    base_delay: float = 1.0,
    max_delay: float = 8.0,
    jitter: float = 0.1,
    sleep: Callable[[float], object] = time.sleep,
    retry_if: Callable[[Exception], bool] | None = None,
    random: Callable[[], float] = randomness.random,
) -> T:
    """Return the result of *func*; call it again while it fails with a transient error.

    Args:
        func: The request.
        attempts: The most calls, 1 or more.
        base_delay: Seconds before the second attempt; doubled for each later attempt.
        max_delay: The longest wait in seconds, jitter included; a provider may ask for more.
        jitter: The largest random addition, as a part of the delay, 0 to 1.
        sleep: Called with the seconds to wait.
        retry_if: Decides instead of `is_retryable`.
        random: Returns a number from 0 to 1.

    Raises:
        ValueError: If *attempts* is below 1, or a delay is negative.
        Exception: The last failure, as *func* raised it.
    """
    if attempts < 1:
        message = f"attempts={attempts!r} allows no call. Use 1 or more."
        raise ValueError(message)
    if not (base_delay >= 0 and max_delay >= 0 and 0 <= jitter <= 1):
        message = (
            f"base_delay={base_delay!r}, max_delay={max_delay!r} and jitter={jitter!r} are not a valid delay. "
            "Use seconds of 0 or more, and a jitter from 0 to 1."
        )
        raise ValueError(message)
    for attempt in range(1, attempts):
        try:
            return func()
        except Exception as error:
            if not (retry_if or is_retryable)(error):
                raise
            delay = _asked_delay(error)
            if delay is None:
                # The exponent is bounded: with many attempts, the delay would overflow a float.
                chosen = min(base_delay * 2 ** min(attempt - 1, 60), max_delay)
                delay = min(chosen * (1 + jitter * random()), max_delay)
            # Only the class: the text of a foreign error may hold a URL with a key.
            log.info(
                "Attempt %d of %d failed with %s; the next one is in %.2f s.",
                attempt,
                attempts,
                type(error).__name__,
                delay,
            )
            sleep(delay)
    return func()


def is_retryable(error: BaseException) -> bool:
    """Tell whether a request that failed with *error* may succeed when it is sent again.

    An error that is not ours is classified first: a timeout or a lost connection is transient, a bug is not.
    """
    if isinstance(error, FluidError):
        return error.retryable
    return classify_provider_error(error).retryable


def _asked_delay(error: Exception) -> float | None:
    typed = error if isinstance(error, FluidError) else classify_provider_error(error)
    asked = typed.retry_after if isinstance(typed, ProviderError) else None
    if asked is None or math.isnan(asked) or asked < 0:
        return None
    return min(asked, MAX_RETRY_AFTER_S)
