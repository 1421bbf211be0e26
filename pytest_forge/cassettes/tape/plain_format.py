"""A cassette in VCR.py's own format, as YAML or JSON, with bodies exact to the byte.

That format cannot hold the pieces of streams, pauses, times, and failed connections, of which the answer with status
599 stays.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ..exchange import Exchange, Headers, RecordedFailure, RecordedResponse
from ..foreign.document import CassetteError
from .format import shown_answer
from .yaml_text import bytes_node, key, quoted

__all__ = ["losses", "plain_json", "plain_yaml"]


def plain_yaml(exchanges: Iterable[Exchange]) -> str:
    """Return the YAML that VCR.py's serializer of that name reads."""
    items = "".join(_item(exchange) for exchange in exchanges)
    return (f"interactions:\n{items}" if items else "interactions: []\n") + "version: 1\n"


def plain_json(exchanges: Iterable[Exchange]) -> str:
    """Return the JSON that VCR.py's serializer of that name reads.

    Raises:
        CassetteError: If a body is not text, which that format cannot hold.
    """
    entries = []
    for number, exchange in enumerate(exchanges, 1):
        request, answer = exchange.request, shown_answer(exchange)
        entries.append(
            {
                "request": {
                    "method": request.method,
                    "uri": request.url,
                    "body": _text(request.body, number),
                    "headers": _grouped(request.headers),
                },
                "response": {
                    "status": {"code": answer.status, "message": _ascii(answer.reason)},
                    "headers": _grouped(answer.headers),
                    "body": {"string": _text(answer.body, number)},
                },
            }
        )
    return json.dumps({"version": 1, "interactions": entries}, indent=1, ensure_ascii=False) + "\n"


def losses(exchanges: Iterable[Exchange]) -> list[str]:
    """Return the names of what a plain cassette cannot hold; empty if nothing is lost."""
    pieces = pauses = failures = 0
    for exchange in exchanges:
        answer = exchange.answer
        response = answer if isinstance(answer, RecordedResponse) else answer.begun
        failures += isinstance(answer, RecordedFailure)
        pieces += response is not None and len(response.chunks) > 1
        pauses += response is not None and bool(response.delays_s)
    told = (
        (pieces, "the pieces of {} streams"),
        (pauses, "the pauses of {} streams"),
        (failures, "how {} connections failed"),
    )
    return [text.format(count) for count, text in told if count]


def _item(exchange: Exchange) -> str:
    request, answer = exchange.request, shown_answer(exchange)
    body = bytes_node(request.body, indent=6)
    given = bytes_node(answer.body, indent=8)
    return (
        f"- request:\n    body: {body}    headers:{_headers(request.headers)}"
        f"    method: {quoted(request.method)}\n    uri: {quoted(request.url)}\n"
        f"  response:\n    body:\n      string: {given}    headers:{_headers(answer.headers)}"
        f"    status:\n      code: {answer.status:d}\n      message: {quoted(_ascii(answer.reason))}\n"
    )


def _headers(headers: Headers) -> str:
    lines: list[str] = []
    for name, values in _grouped(headers).items():
        written = key(name)
        if written is None:
            raise CassetteError(f"The header {name[:40]!r}… has too long a name for YAML. Convert to JSON.")
        lines += [f"      {written}:\n", *(f"      - {quoted(value)}\n" for value in values)]
    return "\n" + "".join(lines) if lines else " {}\n"


def _grouped(headers: Headers) -> dict[str, Any]:
    grouped: dict[str, list[str]] = {}
    for name, value in headers:
        grouped.setdefault(name, []).append(value)
    return grouped


def _text(body: bytes, number: int) -> str:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        raise CassetteError(
            f"A body of interaction {number} is not text, which VCR.py's JSON cannot hold. Convert to YAML."
        ) from None


def _ascii(reason: str) -> str:
    # VCR.py supports no other.
    return reason.encode("ascii", "replace").decode("ascii")
