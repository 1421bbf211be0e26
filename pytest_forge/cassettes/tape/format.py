"""The text of a cassette: the entries that VCR.py plays, and what VCR.py would lose, in keys that it ignores.

    version: 1
    forge: …                       about the whole file; VCR.py's own key for this breaks pytest-recording
    interactions:
    - request:                     method, uri, headers, body
      response:                    status {code, message}, headers, body {string}
      forge: …                     ignored by plain VCR.py

JSON is written one value per line, other text as it is, and other bytes in base64. The keys under ``forge`` restore
the exact bytes:

    recorded_at                    if it differs from that of the file
    failure                        the connection failed in this way, after the response below; if ``begun`` is false,
                                   nothing had arrived, and the response, with status 599, is for VCR.py only
    request_json, response_json    the layout of the JSON as sent; absent if the body is unchanged
    chunks                         the lengths in bytes of the pieces of the answer
    delays_s                       seconds before each, to the microsecond
    reason                         if it is not ASCII
    request_headers, response_headers
                                   all pairs, if a mapping from names to lists would lose order or spelling

A body may be edited by hand without adjusting the lengths: if they do not add up, the answer is one piece.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...regex import regex
from ..exchange import Exchange, Headers, RecordedFailure, RecordedResponse
from ..foreign.document import CassetteError
from .json_layout import readable
from .yaml_text import NOT_PLAIN, PLAIN_URL, bytes_node, flow, key, quoted

__all__ = ["FAILURE_STATUS", "cassette_text", "fitting_length", "header_text", "interaction_text", "shown_answer"]

#: A status that servers do not use, and that clients treat as a temporary server error.
FAILURE_STATUS = 599

_PLAIN_METHOD = regex("[A-Z]+")
_PLAIN_URL = regex(PLAIN_URL)
_LENGTHS_A_LINE = 20


def cassette_text(exchanges: Iterable[Exchange], metadata: Mapping[str, Any]) -> str:
    """Return the whole text of a cassette.

    Raises:
        CassetteError: If *metadata* cannot be written as JSON.
    """
    recorded_at = str(metadata.get("recorded_at", ""))
    items = "".join(interaction_text(exchange, recorded_at=recorded_at) for exchange in exchanges)
    return header_text(metadata) + (f"interactions:\n{items}" if items else "interactions: []\n")


def header_text(metadata: Mapping[str, Any]) -> str:
    """Return the beginning of a cassette, up to its interactions."""
    lines = ["version: 1\n"]
    if metadata:
        lines.append("forge:\n")
        for name in sorted(metadata):
            written = key(name)
            if written is None:
                raise CassetteError(
                    f"The name {name[:40]!r}… of a cassette's metadata is too long. Choose a shorter one."
                )
            try:
                lines.append(f"  {written}: {flow(metadata[name])}\n")
            except (TypeError, ValueError, RecursionError):
                raise CassetteError(
                    f"The value of {name!r} in a cassette's metadata is not JSON. Use text, numbers, lists or mappings."
                ) from None
    return "".join(lines)


def interaction_text(exchange: Exchange, *, recorded_at: str = "") -> str:
    """Return one interaction as an item of the list.

    Args:
        exchange: The recorded exchange.
        recorded_at: The time of the whole file.
    """
    request, response = exchange.request, shown_answer(exchange)
    beside: dict[str, str] = {}
    if exchange.recorded_at and exchange.recorded_at != recorded_at:
        beside["recorded_at"] = quoted(exchange.recorded_at)
    if isinstance(exchange.answer, RecordedFailure):
        beside["failure"] = quoted(exchange.answer.kind)
        if exchange.answer.begun is None:
            beside["begun"] = "false"
    sent, layout = _readable_bytes(request.body)
    if layout:
        beside["request_json"] = layout
    answered, layout = _readable_bytes(response.body)
    if layout:
        beside["response_json"] = layout
    beside["chunks"] = _lengths(response.chunks)
    if response.delays_s:
        beside["delays_s"] = "[" + ", ".join(f"{delay:.6f}" for delay in response.delays_s) + "]"
    reason = response.reason
    if not reason.isascii():
        # VCR.py supports no other.
        reason = reason.encode("ascii", "replace").decode("ascii")
        beside["reason"] = quoted(response.reason)
    request_headers, exact = _headers(request.headers)
    if exact:
        beside["request_headers"] = exact
    facing = fitting_length(response.headers, len(response.body), len(answered))
    same = fitting_length(facing, len(answered), len(response.body)) == response.headers
    response_headers, exact = _headers(facing, None if same else response.headers)
    if exact:
        beside["response_headers"] = exact
    return (
        f"- request:\n    method: {_method(request.method)}\n    uri: {_url(request.url)}\n"
        f"    headers:{request_headers}    body: {bytes_node(sent, indent=6)}"
        f"  response:\n    status:\n      code: {response.status:d}\n      message: {quoted(reason)}\n"
        f"    headers:{response_headers}    body:\n      string: {bytes_node(answered, indent=8)}"
        "  forge:\n" + "".join(f"    {name}: {value}\n" for name, value in beside.items())
    )


def fitting_length(headers: Headers, length: int, other: int) -> Headers:
    """Return *headers* with a ``content-length`` of *other* where it was *length*.

    A client of plain VCR.py reads the body as it is written, and some count.
    """
    if length == other:
        return headers
    return tuple(
        (name, str(other) if name.lower() == "content-length" and value == str(length) else value)
        for name, value in headers
    )


def shown_answer(exchange: Exchange) -> RecordedResponse:
    """Return the response that VCR.py plays: the answer, or a substitute for a failed connection."""
    answer = exchange.answer
    if isinstance(answer, RecordedResponse):
        return answer
    if answer.begun is not None:
        return answer.begun
    said = f"{answer.kind}: the connection failed when this was recorded"
    return RecordedResponse(FAILURE_STATUS, answer.kind, chunks=(said.encode("utf-8", "replace"),))


def _readable_bytes(body: bytes) -> tuple[bytes, str]:
    if body[:1] not in (b"{", b"["):
        return body, ""
    try:
        found = readable(body.decode("utf-8"))
    except UnicodeDecodeError:
        return body, ""
    return (found[0].encode(), found[1]) if found is not None else (body, "")


def _headers(headers: Headers, exact: Headers | None = None) -> tuple[str, str]:
    """Return the headers as a mapping from names to lists, and all pairs if that loses something."""
    grouped: dict[str, list[str]] = {}
    for name, value in headers:
        grouped.setdefault(name, []).append(value)
    lines: list[str] = []
    whole = True
    for name, values in grouped.items():
        written = key(name)
        if written is None:
            whole = False
            continue
        lines.append(f"      {written}:\n")
        lines += [f"      - {quoted(value)}\n" for value in values]
    if exact is None and (not whole or tuple((name, value) for name in grouped for value in grouped[name]) != headers):
        exact = headers
    pairs = "" if exact is None else flow([list(pair) for pair in exact])
    return ("\n" + "".join(lines) if lines else " {}\n"), pairs


def _lengths(chunks: Sequence[bytes]) -> str:
    lengths = [str(len(chunk)) for chunk in chunks]
    lines = [", ".join(lengths[start : start + _LENGTHS_A_LINE]) for start in range(0, len(lengths), _LENGTHS_A_LINE)]
    return "[" + ",\n      ".join(lines) + "]"


def _method(method: str) -> str:
    return method if _PLAIN_METHOD.fullmatch(method) and method.lower() not in NOT_PLAIN else quoted(method)


def _url(url: str) -> str:
    return url if _PLAIN_URL.fullmatch(url) else quoted(url)
