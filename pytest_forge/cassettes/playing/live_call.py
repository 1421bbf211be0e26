"""Live call: a replayed request, sent to the provider as well; nothing is recorded."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from msgspec import Struct

from ..exchange import Exchange, RecordedRequest, RecordedResponse
from ..recognise import recognise
from ..sessions.live_difference import LiveDifference, live_differences
from ..sessions.session import session_of

if TYPE_CHECKING:
    import httpx

__all__ = ["LiveCall", "call_live"]

#: Headers of the connection, and of a compression that has been undone.
_OF_CONNECTION = frozenset(
    ["accept-encoding", "connection", "content-encoding", "content-length", "host", "keep-alive", "transfer-encoding"]
)
#: Members that refer to an earlier answer that the provider stores; there is none of the live calls.
_CONTINUING = ("previous_response_id", "conversation", "previous_interaction_id")
_REFUSED = (401, 403)
_TIMEOUT_S = 120.0
_MAX_BYTES = 50_000_000


class LiveCall(Struct, frozen=True):
    """The outcome of one request.

    Attributes:
        differences: Between the live answer and the recorded one.
        problem: Why the live answer is missing, in two sentences; empty if it is there.
        skipped: Why the request was not sent, in a few words; empty if it was.
    """

    differences: tuple[LiveDifference, ...] = ()
    problem: str = ""
    skipped: str = ""


def call_live(exchanges: Sequence[Exchange], *, timeout_s: float = _TIMEOUT_S) -> list[LiveCall]:
    """Send each request, as the test sent it, and compare the answer with the recorded one.

    Only requests to models are sent: other requests may have side effects.

    Args:
        exchanges: Requests with their credentials, and their recorded answers.
        timeout_s: The time limit of each step, in seconds.
    """
    import httpx

    calls: list[LiveCall] = []
    with httpx.Client(timeout=httpx.Timeout(timeout_s), follow_redirects=False) as client:
        for exchange in exchanges:
            recorded = exchange.answer
            if not isinstance(recorded, RecordedResponse):
                calls.append(LiveCall(skipped="a recorded failure"))
            elif why := _why_not(exchange):
                calls.append(LiveCall(skipped=why))
            else:
                calls.append(_called(client, exchange.request, recorded))
    return calls


def _called(client: httpx.Client, request: RecordedRequest, recorded: RecordedResponse) -> LiveCall:
    import httpx

    host = urlsplit(request.url).hostname or ""
    headers = [pair for pair in request.headers if pair[0].lower() not in _OF_CONNECTION]
    try:
        with client.stream(request.method, request.url, headers=headers, content=request.body) as response:
            body = b""
            for chunk in response.iter_bytes():
                body += chunk
                if len(body) > _MAX_BYTES:
                    break
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        # Without the error's text, which may quote the address with a key in it.
        what = f"The provider at {host!r} could not be reached ({type(error).__name__})."
        return LiveCall(problem=f"{what} Check the network, or run without --forge-live.")
    if response.status_code in _REFUSED and recorded.status not in _REFUSED:
        what = f"The provider at {host!r} refused the key that the test sent (HTTP {response.status_code})."
        return LiveCall(problem=f"{what} Set a valid key where the test's client reads it.")
    live = RecordedResponse(response.status_code, "", tuple(response.headers.multi_items()), (body,) if body else ())
    return LiveCall(live_differences(recorded, live))


def _why_not(exchange: Exchange) -> str:
    request = exchange.request
    turn = session_of("", [exchange]).turns[0]
    endpoint = recognise(request.method, request.url, None)
    if not turn.is_conversation or (turn.wire_format or endpoint.wire_format) is None:
        return "a request that does not call a model"
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError):
        return ""
    if isinstance(body, dict) and any(body.get(name) for name in _CONTINUING):
        return "a request that continues from an answer stored by the provider"
    return ""
