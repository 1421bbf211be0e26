"""A stored entry, an interaction as plain values, read as an `Exchange`; our own entries are exact to the byte.

An entry with the key ``forge`` was written by `format`; any other by another recorder.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import accumulate, pairwise
from typing import Any

from ..exchange import CutBytes, Headers, RecordedFailure, RecordedRequest, RecordedResponse
from ..foreign.body import BodyError, body_bytes, decompressed
from ..foreign.document import CassetteError
from ..foreign.interaction import UnreadableInteraction, read_interaction
from .format import fitting_length
from .json_layout import LAYOUTS, one_line

__all__ = ["as_sent", "entry_answer", "entry_request", "entry_time", "our_answer", "pieces_of", "unbegun"]


def entry_request(entry: Any) -> RecordedRequest:
    """Read the request.

    Args:
        entry: One interaction, as YAML or JSON gives it.

    Raises:
        CassetteError: If it cannot be read; with the reason.
    """
    asked, _, beside = _parts(entry)
    try:
        body = _body(asked)
        headers = _pairs(asked.get("headers"))
        if beside is not None:
            body = as_sent(body, beside.get("request_json"))
            headers = _pairs(beside.get("request_headers", asked.get("headers")))
        else:
            encodings = ", ".join(value for name, value in headers if name.lower() == "content-encoding")
            body = decompressed(body, encodings) if encodings else body
    except BodyError as error:
        raise CassetteError(str(error)) from None
    url = next((asked[key] for key in ("uri", "url") if isinstance(asked.get(key), str)), "")
    method = _text(asked.get("method"))
    return RecordedRequest(method if beside is not None else method.upper(), url, headers, body)


def entry_answer(entry: Any) -> RecordedResponse | RecordedFailure:
    """Read the answer.

    Raises:
        CassetteError: If it cannot be read; with the reason.
    """
    _, given, beside = _parts(entry)
    if beside is None:
        return _foreign_answer(entry, given)
    if (failure := unbegun(beside)) is not None:
        return failure
    try:
        shown = _body(given)
    except BodyError as error:
        raise CassetteError(str(error)) from None
    status = given.get("status")
    if not isinstance(status, Mapping) or type(status.get("code")) is not int:
        raise CassetteError("An answer has no HTTP status. Record it again.")
    body = as_sent(shown, beside.get("response_json"))
    headers = fitting_length(_pairs(given.get("headers")), len(shown), len(body))
    cut = partial(pieces_of, lengths=beside.get("chunks"))
    return our_answer(status["code"], _text(status.get("message")), headers, CutBytes(body, cut), beside)


def unbegun(beside: Mapping[str, Any]) -> RecordedFailure | None:
    """Return the failure of an answer of which nothing arrived; None for any other answer."""
    failure = _text(beside.get("failure"))
    return RecordedFailure(failure) if failure and beside.get("begun") is False else None


def our_answer(
    status: int, message: str, headers: Headers, chunks: CutBytes, beside: Mapping[str, Any]
) -> RecordedResponse | RecordedFailure:
    """Return the response of an entry and our own keys for it."""
    if "response_headers" in beside:
        headers = _pairs(beside["response_headers"])
    reason = _text(beside["reason"]) if "reason" in beside else message
    delays = _delays(beside["delays_s"], len(chunks)) if "delays_s" in beside else ()
    response = RecordedResponse(status, reason, headers, chunks, delays)
    failure = _text(beside.get("failure"))
    return RecordedFailure(failure, response) if failure else response


def entry_time(entry: Any) -> str:
    """Return the time of an interaction; empty if its entry has none."""
    if not isinstance(entry, Mapping):
        return ""
    beside = entry.get("forge")
    return _text((beside if isinstance(beside, Mapping) else entry).get("recorded_at"))


def _parts(entry: Any) -> tuple[Mapping[str, Any], Mapping[str, Any], Mapping[str, Any] | None]:
    """Return the request, the response and our own keys."""
    if not isinstance(entry, Mapping):
        raise CassetteError("An interaction is not a mapping. Record it again.")
    asked, given, beside = entry.get("request"), entry.get("response"), entry.get("forge")
    if not isinstance(asked, Mapping) or not isinstance(given, Mapping):
        raise CassetteError("An interaction lacks its request or its response. Record it again.")
    return asked, given, beside if isinstance(beside, Mapping) else None


def _body(owner: Mapping[str, Any]) -> bytes:
    body = owner.get("body")
    if isinstance(body, Mapping):
        body = body.get("string")
    # Text was text when it was written; `body_bytes` guesses only for other recorders.
    return body.encode("utf-8", "replace") if isinstance(body, str) else body_bytes(owner) or b""


def as_sent(body: bytes, layout: Any) -> bytes:
    """Return a body as it was sent, by the recorded layout."""
    if layout not in LAYOUTS:
        return body
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return body
    return one_line(body, layout)


def pieces_of(body: bytes, lengths: Any) -> tuple[bytes, ...]:
    """Cut a body into pieces of *lengths*; one piece if they do not add up."""
    # A stream has hundreds of pieces, so work is done for all at once where possible.
    if not isinstance(lengths, list) or not lengths or set(map(type, lengths)) != {int} or min(lengths) <= 0:
        lengths = []
    if sum(lengths) != len(body):
        return (body,) if body else ()
    ends = list(accumulate(lengths, initial=0))
    return tuple([body[start:end] for start, end in pairwise(ends)])


def _delays(found: Any, count: int) -> tuple[float, ...]:
    if not isinstance(found, list) or len(found) != count:
        return ()
    if not all(type(delay) in (int, float) and 0 <= delay < 86_400 for delay in found):
        return ()
    return tuple(float(delay) for delay in found)


def _foreign_answer(entry: Any, given: Mapping[str, Any]) -> RecordedResponse:
    read = read_interaction(entry)
    if isinstance(read, UnreadableInteraction):
        raise CassetteError(read.reason)
    status = given.get("status")
    reason = status.get("message") if isinstance(status, Mapping) else given.get("reason_phrase")
    # The body is decompressed; the header's length is that of the compressed body, or wrong.
    headers = tuple(
        (name, value)
        for name, value in _pairs(given.get("headers"))
        if name.lower() != "content-encoding"
        and (name.lower() != "content-length" or not read.body or value == str(len(read.body)))
    )
    return RecordedResponse(read.status or 0, _text(reason), headers, (read.body,) if read.body else ())


def _pairs(found: Any) -> Headers:
    if isinstance(found, Mapping):
        entries = list(found.items())
    elif isinstance(found, list):
        entries = [tuple(pair) for pair in found if isinstance(pair, list | tuple) and len(pair) == 2]
    else:
        return ()
    pairs: list[tuple[str, str]] = []
    for name, value in entries:
        values = value if isinstance(value, list | tuple) else [value]
        pairs += [(_text(name), _text(one)) for one in values if isinstance(one, str | bytes | int | float)]
    return tuple(pairs)


def _text(value: Any) -> str:
    if value is None:
        return ""
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)
