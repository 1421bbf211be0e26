"""Entries: the exchanges in a cassette's document, whichever recorder wrote it.

Rewritten to VCR.py's form: HAR, the archive of requests that browsers and proxies save; the lists of EasyVCR for C#,
whose names begin with capitals; and those of nock for JavaScript.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["http_entries"]


def http_entries(document: Any) -> list[Any] | None:
    """Return the raw exchanges in a document; None if it holds no list of them."""
    if isinstance(document, list):
        return [_rewritten(entry) for entry in document] or None
    if isinstance(document, Mapping):
        for key in ("interactions", "http_interactions"):
            if isinstance(document.get(key), list):
                return list(document[key])
        if isinstance(document.get("request"), Mapping) and isinstance(document.get("response"), Mapping):
            return [document]
    return _har_entries(document)


def _rewritten(entry: Any) -> Any:
    if not isinstance(entry, Mapping) or "request" in entry:
        return entry
    if isinstance(entry.get("Request"), Mapping) and isinstance(entry.get("Response"), Mapping):
        asked, given = _lower(entry["Request"]), _lower(entry["Response"])
        status = given.get("status")
        given["status"] = _lower(status) if isinstance(status, Mapping) else status
        asked["headers"], given["headers"] = asked.get("requestheaders"), given.get("responseheaders")
        return {"request": asked, "response": given}
    if isinstance(entry.get("scope"), str) and "response" in entry and "path" in entry:
        return _of_nock(entry)
    return entry


def _lower(owner: Mapping[str, Any]) -> dict[str, Any]:
    return {str(key).lower(): value for key, value in owner.items()}


def _of_nock(entry: Mapping[str, Any]) -> dict[str, Any]:
    told, raw = entry["response"], entry.get("rawHeaders", entry.get("headers"))
    if isinstance(raw, list):
        raw = dict(zip(raw[::2], raw[1::2], strict=False))
    if isinstance(told, list) and told and all(isinstance(piece, str) for piece in told):
        # Bytes that are not text are written in hexadecimal digits.
        try:
            told = b"".join(bytes.fromhex(piece) for piece in told)
        except ValueError:
            told = "".join(told)
    request = {
        "method": entry.get("method"),
        "uri": f"{entry['scope']}{entry['path']}",
        "headers": entry.get("reqheaders"),
        "body": entry.get("body") or None,
    }
    return {"request": request, "response": {"status": entry.get("status"), "headers": raw, "body": told}}


def _har_entries(document: Any) -> list[Any] | None:
    log = document.get("log") if isinstance(document, Mapping) else None
    entries = log.get("entries") if isinstance(log, Mapping) else None
    if not isinstance(entries, list):
        return None
    return [_entry(entry) if isinstance(entry, Mapping) else entry for entry in entries]


def _entry(entry: Mapping[str, Any]) -> dict[str, Any]:
    request, response = (entry[key] if isinstance(entry.get(key), Mapping) else {} for key in ("request", "response"))
    sent, content = request.get("postData"), response.get("content")
    read: dict[str, Any] = {
        "request": {
            "method": request.get("method"),
            "uri": request.get("url"),
            "headers": _headers(request.get("headers")),
            "body": _body(sent),
        },
        "response": {
            "status": {"code": response.get("status"), "message": response.get("statusText")},
            "headers": _headers(response.get("headers")),
            "body": _body(content),
        },
    }
    if "_webSocketMessages" in entry:
        read["_webSocketMessages"] = entry["_webSocketMessages"]
    if isinstance(entry.get("startedDateTime"), str):
        read["recorded_at"] = entry["startedDateTime"]
    return read


def _headers(found: Any) -> dict[str, list[str]]:
    headers: dict[str, list[str]] = {}
    for header in found if isinstance(found, list) else ():
        if isinstance(header, Mapping) and isinstance(header.get("name"), str):
            headers.setdefault(header["name"], []).append(str(header.get("value", "")))
    return headers


def _body(found: Any) -> dict[str, Any] | None:
    text = found.get("text") if isinstance(found, Mapping) else None
    if not isinstance(text, str) or not isinstance(found, Mapping):
        return None
    return {"encoding": found.get("encoding") or "utf-8", "string": text}
