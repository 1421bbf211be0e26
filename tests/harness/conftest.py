"""What the tests of the harness share."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest

from forge_harness.workspace.beneath import Backend, has_openat2


@pytest.fixture(params=["openat2", "walk"])
def backend(request: pytest.FixtureRequest) -> Backend:
    if request.param == "openat2" and not has_openat2():
        pytest.skip("this kernel or its sandbox has no openat2")
    return request.param


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> None:
    """Give a test marked ``in_time`` a deadline of its own: a call that hangs fails it, and the suite goes on."""
    marker = pyfuncitem.get_closest_marker("in_time")
    if marker is not None:
        seconds = marker.args[0] if marker.args else marker.kwargs.get("seconds", 30)
        pyfuncitem.obj = in_time(pyfuncitem.obj, seconds)


def in_time(function: Callable[..., Any], seconds: float) -> Callable[..., Any]:
    """Return *function* run on a thread that is left behind, and the test failed, after *seconds*."""

    def on_a_thread(*args: Any, **options: Any) -> Any:
        ended: list[tuple[Any, BaseException | None]] = []

        def call() -> None:
            try:
                ended.append((function(*args, **options), None))
            except BaseException as error:  # raised again below
                ended.append((None, error))

        thread = threading.Thread(target=call, daemon=True)
        thread.start()
        thread.join(seconds)
        if not ended:
            pytest.fail(f"It did not end within {seconds} s.", pytrace=False)
        ((value, error),) = ended
        if error is not None:
            raise error
        return value

    return on_a_thread
