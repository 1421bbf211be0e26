"""Functions that ask a service, with and without a limit to their patience."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as LateError
from typing import Any

from ..marks import breaks, keeps

_SERVICE = "http://tides.example.com/today"
_POOL = ThreadPoolExecutor(max_workers=1)


def _level(body: bytes) -> dict[str, Any]:
    try:
        level = json.loads(body)["level"]
    except (ValueError, KeyError, TypeError):
        raise ValueError("The service gives no usable answer.") from None
    return {"level": str(level)[:40]}


def _fetched(timeout_s: float | None) -> bytes:
    try:
        with urllib.request.urlopen(_SERVICE, timeout=timeout_s) as response:
            return response.read(10_000)
    except (OSError, http.client.HTTPException):
        raise ValueError("The service cannot be reached.") from None


@breaks("call_returns")
def tide() -> dict[str, Any]:
    """Tell the level of the tide, as the harbour's service gives it."""
    return _level(_fetched(None))


@keeps("call_returns", judged=True)
def tide_in_time() -> dict[str, Any]:
    """Tell the level of the tide, as the harbour's service gives it."""
    return _level(_fetched(20.0))


@keeps("call_returns", judged=True)
def tide_of_worker() -> dict[str, Any]:
    """Tell the level of the tide, as the harbour's service gives it, if it does so within a second."""
    waiting = _POOL.submit(_fetched, None)
    try:
        return _level(waiting.result(timeout=1.0))
    except LateError:
        raise ValueError("The service is too slow.") from None


@breaks("call_returns")
def send_catch(kilos: int) -> dict[str, Any]:
    """Report a catch to the harbour's service.

    Args:
        kilos: The weight of the catch.
    """
    connection = http.client.HTTPConnection("catch.example.com")
    try:
        connection.request("POST", "/catch", body=json.dumps({"kilos": kilos}))
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException):
        raise ValueError("The service cannot be reached.") from None
    finally:
        connection.close()
    return {"is_taken": status == 200}


@keeps("call_returns", judged=True)
def send_catch_in_time(kilos: int) -> dict[str, Any]:
    """Report a catch to the harbour's service.

    Args:
        kilos: The weight of the catch.
    """
    connection = http.client.HTTPConnection("catch.example.com", timeout=15)
    try:
        connection.request("POST", "/catch", body=json.dumps({"kilos": kilos}))
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException):
        raise ValueError("The service cannot be reached.") from None
    finally:
        connection.close()
    return {"is_taken": status == 200}


@breaks("call_returns")
def send_weights(kilos: int) -> dict[str, Any]:
    """Report a catch to the harbour's service, and add up its weights meanwhile.

    Args:
        kilos: The weight of the catch.
    """
    connection = http.client.HTTPConnection("catch.example.com")
    try:
        connection.request("POST", "/catch", body=json.dumps({"kilos": kilos}))
        # Some hundredths of a second, in which the connection is not read.
        weights = sum(number % 7 for number in range(500_000))
        status = connection.getresponse().status
    except (OSError, http.client.HTTPException):
        raise ValueError("The service cannot be reached.") from None
    finally:
        connection.close()
    return {"is_taken": status == 200, "weights": weights}
