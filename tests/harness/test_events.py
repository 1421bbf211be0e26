"""The event bus: delivery, isolation of subscribers, and ends of subscriptions."""

from __future__ import annotations

import logging
import threading

import pytest

from forge_harness import Event, EventBus, get_event_bus


def test_a_subscriber_gets_what_is_emitted() -> None:
    bus, seen = EventBus(), []
    bus.subscribe(seen.append)

    bus.emit(Event("tool.invoked", {"a": 1}, timestamp_ms=7))

    assert seen == [Event("tool.invoked", {"a": 1}, timestamp_ms=7)]


def test_subscribers_are_called_in_the_order_of_subscription() -> None:
    bus, seen = EventBus(), []
    bus.subscribe(lambda event: seen.append("first"))
    bus.subscribe(lambda event: seen.append("second"))

    bus.emit(Event("x"))

    assert seen == ["first", "second"]


def test_an_unstamped_event_is_stamped() -> None:
    bus, seen = EventBus(), []
    bus.subscribe(seen.append)

    bus.emit(Event("x"))

    assert seen[0].timestamp_ms > 1_600_000_000_000


def test_an_ended_subscription_gets_nothing() -> None:
    bus, seen = EventBus(), []
    unsubscribe = bus.subscribe(seen.append)

    unsubscribe()
    bus.emit(Event("x"))

    assert seen == []


def test_ending_twice_leaves_an_equal_subscription_alone() -> None:
    bus, seen = EventBus(), []
    first = bus.subscribe(seen.append)
    bus.subscribe(seen.append)

    first()
    first()
    bus.emit(Event("x", timestamp_ms=1))

    assert seen == [Event("x", timestamp_ms=1)]


def test_a_failing_subscriber_is_isolated_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    bus, seen = EventBus(), []

    def fail(event: Event) -> None:
        raise ValueError("listener")

    bus.subscribe(fail)
    bus.subscribe(seen.append)
    with caplog.at_level(logging.DEBUG, logger="forge_harness.events"):
        bus.emit(Event("tool.invoked"))

    assert len(seen) == 1
    assert [record.levelname for record in caplog.records] == ["DEBUG"]
    assert "tool.invoked" in caplog.text


@pytest.mark.parametrize("raised", [SystemExit(3), KeyboardInterrupt(), GeneratorExit()])
def test_a_subscriber_cannot_end_the_work_it_watches(raised: BaseException) -> None:
    bus, seen, thrown = EventBus(), [], []

    def leave(event: Event) -> None:
        raise raised

    def emit() -> None:
        try:
            bus.emit(Event("tool.invoked"))
        except BaseException as error:
            thrown.append(error)

    bus.subscribe(leave)
    bus.subscribe(seen.append)
    thread = threading.Thread(target=emit)
    thread.start()
    thread.join()

    assert (len(seen), thrown) == (1, [])


def test_an_interrupt_of_the_user_is_raised_when_everyone_has_heard() -> None:
    bus, seen = EventBus(), []

    def interrupted(event: Event) -> None:
        raise KeyboardInterrupt

    bus.subscribe(interrupted)
    bus.subscribe(seen.append)

    with pytest.raises(KeyboardInterrupt):
        bus.emit(Event("tool.invoked"))
    assert len(seen) == 1


def test_a_subscriber_cannot_change_what_the_next_one_sees() -> None:
    bus, seen = EventBus(), []
    payload = {"a": 1}
    bus.subscribe(lambda event: event.payload.clear())
    bus.subscribe(lambda event: seen.append(dict(event.payload)))

    bus.emit(Event("x", payload))

    assert seen == [{"a": 1}]
    assert payload == {"a": 1}


def test_a_subscriber_may_end_itself_while_it_is_called() -> None:
    bus, seen = EventBus(), []

    def once(event: Event) -> None:
        seen.append(event.event_type)
        end()

    end = bus.subscribe(once)
    bus.subscribe(lambda event: seen.append("other"))
    bus.emit(Event("x"))
    bus.emit(Event("y"))

    assert seen == ["x", "other", "other"]


def test_reset_ends_every_subscription() -> None:
    bus, seen = EventBus(), []
    bus.subscribe(seen.append)

    bus.reset()
    bus.emit(Event("x"))

    assert seen == []
    assert not bus.has_subscribers


def test_the_bus_knows_whether_anybody_listens() -> None:
    bus = EventBus()
    before = bus.has_subscribers
    end = bus.subscribe(print)
    during = bus.has_subscribers
    end()

    assert (before, during, bus.has_subscribers) == (False, True, False)


def test_no_subscription_is_lost_between_threads() -> None:
    bus, seen = EventBus(), []
    barrier = threading.Barrier(8)

    def subscribe_many() -> None:
        barrier.wait()
        for _ in range(50):
            bus.subscribe(seen.append)

    threads = [threading.Thread(target=subscribe_many) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    bus.emit(Event("x"))

    assert len(seen) == 400


def test_the_process_has_one_bus() -> None:
    assert get_event_bus() is get_event_bus()
