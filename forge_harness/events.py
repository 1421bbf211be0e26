"""Events: what happened in a run, delivered to subscribers.

A bus delivers synchronously, in the order of subscription, on the thread that emits. A subscriber that fails is
isolated and logged at DEBUG; it cannot break the work that it observes, nor change what the next subscriber receives.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Event", "EventBus", "get_event_bus"]

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened.

    Attributes:
        event_type: A dotted name, for example ``"tool.invoked"``.
        payload: The facts; each subscriber gets its own shallow copy.
        timestamp_ms: Milliseconds since the epoch; 0 means "stamp it when it is emitted".
    """

    event_type: str
    payload: Mapping[str, Any] = field(default_factory=dict)
    timestamp_ms: int = 0


Handler = Callable[[Event], object]


class EventBus:
    """Delivers events to its subscribers; any thread may subscribe, unsubscribe and emit.

    A subscriber is called on the thread that emits, before `emit` returns, so several threads may call it at once. An
    exception that it raises is swallowed and logged at DEBUG.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._subscriptions: tuple[tuple[object, Handler], ...] = ()

    @property
    def has_subscribers(self) -> bool:
        """Whether there is a subscriber; a hot path need not build an event without one."""
        return bool(self._subscriptions)

    def subscribe(self, handler: Handler) -> Callable[[], None]:
        """Call *handler* with every event from now on.

        Returns:
            A function that ends this subscription, and no other; calling it again does nothing.
        """
        token = object()
        with self._lock:
            self._subscriptions += ((token, handler),)

        def unsubscribe() -> None:
            with self._lock:
                self._subscriptions = tuple(entry for entry in self._subscriptions if entry[0] is not token)

        return unsubscribe

    def emit(self, event: Event) -> None:
        """Deliver *event* to everyone subscribed at this moment.

        Exceptions of subscribers are swallowed, except a KeyboardInterrupt on the main thread.
        """
        timestamp_ms = event.timestamp_ms or time.time_ns() // 1_000_000
        interrupt: KeyboardInterrupt | None = None
        for _, handler in self._subscriptions:
            try:
                handler(Event(event.event_type, dict(event.payload), timestamp_ms))
            except BaseException as error:  # a subscriber must not break the work it observes, nor end the process
                log.debug("A subscriber failed on %s.", event.event_type, exc_info=True)
                if isinstance(error, KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
                    # It came from the user, not from the subscriber. The other subscribers get the event first.
                    interrupt = error
        if interrupt is not None:
            raise interrupt

    def reset(self) -> None:
        """End every subscription."""
        with self._lock:
            self._subscriptions = ()


_bus = EventBus()


def get_event_bus() -> EventBus:
    """Return the bus of this process."""
    return _bus
