"""The retry envelope: how often, how long, and for what; nothing here waits."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge_harness import (
    ContextOverflowError,
    CostLimitExceeded,
    ProviderAuthError,
    ProviderError,
    ProviderServerError,
    ProviderTimeoutError,
    RateLimitError,
    SchemaValidationError,
    ToolValidationError,
    retry_with_backoff,
)


class Failing:
    """A request that fails with each of *errors* in turn, then answers."""

    def __init__(self, *errors: BaseException) -> None:
        self.errors = list(errors)
        self.calls = 0

    def __call__(self) -> str:
        self.calls += 1
        if self.errors:
            raise self.errors.pop(0)
        return "answer"


def attempt(func: Callable[[], Any], **options: Any) -> tuple[list[float], BaseException | None]:
    """The delays and the error that a run without chance ends in."""
    delays: list[float] = []
    try:
        retry_with_backoff(func, sleep=delays.append, **{"random": lambda: 0.0, **options})
    except BaseException as error:
        return delays, error
    return delays, None


def http_error(status: int, headers: dict[str, str] | None = None) -> httpx.HTTPStatusError:
    request = httpx.Request("POST", "https://api.example.com")
    return httpx.HTTPStatusError(
        "no", request=request, response=httpx.Response(status, headers=headers, request=request)
    )


def test_a_first_success_does_not_wait() -> None:
    func = Failing()

    assert attempt(func) == ([], None)
    assert func.calls == 1


def test_the_answer_is_returned() -> None:
    assert retry_with_backoff(Failing(ProviderTimeoutError("t")), sleep=lambda _: None) == "answer"


@pytest.mark.requirement("retry:backoff")
@pytest.mark.parametrize(
    "error", [ProviderTimeoutError("t"), ProviderServerError("s"), RateLimitError("r"), httpx.ReadTimeout("t")]
)
def test_a_transient_failure_is_tried_three_times(error: Exception) -> None:
    func = Failing(*[error] * 5)

    assert attempt(func) == ([1.0, 2.0], error)
    assert func.calls == 3


@pytest.mark.requirement("retry:backoff")
def test_the_delay_doubles_up_to_eight_seconds() -> None:
    delays, _ = attempt(Failing(*[ProviderTimeoutError("t")] * 9), attempts=7)

    assert delays == [1.0, 2.0, 4.0, 8.0, 8.0, 8.0]


def test_a_thousand_attempts_do_not_overflow() -> None:
    delays, error = attempt(Failing(*[ProviderTimeoutError("t")] * 2000), attempts=2000)

    assert isinstance(error, ProviderTimeoutError)
    assert max(delays) == 8.0


@pytest.mark.requirement("retry:jitter")
@given(chance=st.floats(0, 1), base=st.floats(0, 20), cap=st.floats(0, 20), jitter=st.floats(0, 1))
def test_chance_adds_its_part_at_most_and_the_cap_holds(chance: float, base: float, cap: float, jitter: float) -> None:
    delays, _ = attempt(
        Failing(*[ProviderTimeoutError("t")] * 9),
        attempts=6,
        base_delay=base,
        max_delay=cap,
        jitter=jitter,
        random=lambda: chance,
    )

    for number, delay in enumerate(delays):
        bare = min(base * 2**number, cap)
        assert bare <= delay <= bare * (1 + jitter) * 1.000001
        assert delay <= cap


def test_chance_is_drawn_for_each_delay() -> None:
    drawn = iter([0.0, 1.0])

    delays, _ = attempt(Failing(*[ProviderTimeoutError("t")] * 9), random=lambda: next(drawn))

    assert delays == [1.0, pytest.approx(2.2)]


@pytest.mark.requirement("retry:retry-after-exact")
@pytest.mark.parametrize("seconds", [11.5, 0.25, 0.0, 300.0])
def test_the_provider_is_waited_for_exactly_as_long_as_it_asks(seconds: float) -> None:
    func = Failing(*[RateLimitError("r", retry_after=seconds)] * 5)

    delays, _ = attempt(func, random=lambda: 1.0)

    assert delays == [seconds, seconds]
    assert func.calls == 3


@pytest.mark.requirement("retry:retry-after-exact")
def test_a_raw_429_is_waited_for_as_well() -> None:
    delays, _ = attempt(Failing(*[http_error(429, {"retry-after": "7"})] * 5), random=lambda: 1.0)

    assert delays == [7.0, 7.0]


@pytest.mark.parametrize(("asked", "delay"), [(900.0, 300.0), (-1.0, 1.0), (float("nan"), 1.0)])
def test_a_senseless_delay_is_not_waited_for(asked: float, delay: float) -> None:
    delays, _ = attempt(Failing(RateLimitError("r", retry_after=asked)))

    assert delays == [delay]


@pytest.mark.requirement("retry:never-for-lasting-failures")
@pytest.mark.parametrize(
    "error",
    [
        ContextOverflowError("o"),
        ProviderAuthError("a"),
        ProviderAuthError("a", retry_after=1.0),
        ProviderError("generic 400"),
        SchemaValidationError("s"),
        ToolValidationError("t"),
        CostLimitExceeded("c"),
        TypeError("a bug, with 503 in it"),
        KeyError("bug"),
        AssertionError("bug"),
        FileNotFoundError("bug"),
        http_error(401),
        http_error(404),
        KeyboardInterrupt(),
        SystemExit(1),
    ],
)
def test_what_a_wait_cannot_cure_is_raised_at_once(error: BaseException) -> None:
    func = Failing(*[error] * 5)

    assert attempt(func) == ([], error)
    assert func.calls == 1


def test_the_caller_may_decide_what_is_retried() -> None:
    assert attempt(Failing(KeyError("k")), retry_if=lambda error: isinstance(error, KeyError)) == ([1.0], None)
    assert attempt(Failing(RateLimitError("r")), retry_if=lambda error: False)[0] == []


def test_one_attempt_is_one_attempt() -> None:
    func = Failing(RateLimitError("r"))

    assert attempt(func, attempts=1)[0] == []
    assert func.calls == 1


@pytest.mark.parametrize(
    "options", [{"attempts": 0}, {"attempts": -1}, {"base_delay": -1.0}, {"max_delay": float("nan")}, {"jitter": 2.0}]
)
def test_what_makes_no_attempt_or_no_delay_is_refused(options: dict[str, Any]) -> None:
    func = Failing()

    with pytest.raises(ValueError, match=r"^[^.]+(\.\d[^.]*)*\. [A-Z].*\.$"):
        retry_with_backoff(func, **options)
    assert func.calls == 0


def test_the_log_names_the_class_only(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)

    attempt(Failing(ProviderServerError("canary-4711")))

    assert "ProviderServerError" in caplog.text
    assert "canary-4711" not in caplog.text
