"""Normalising: a request without the parts that change from run to run, and its key in the index.

Left out or renamed                                         how
generated ids, UUIDs                                        ``⟪id 1⟫``, by order of first appearance
timestamps, in texts as prose or machines write them, and in
fields that are named so                                    ``⟪time⟫``
temporary paths, workspace roots                            ``⟪tmp 1⟫/notes.txt``, ``⟪root 1⟫/notes.txt``
order and spacing of JSON, also in a call's ``arguments``   compared as values; 1 and 1.0 are one number
default parameters, telemetry fields                        left out
boundaries of multipart bodies, order of query parameters   compared as parts, by name

Everything else counts: each character of a prompt, including white space and dates without a time; the order of
lists; ``metadata.user_id`` apart from UUIDs in it. Headers do not count, see `MatchOptions`.
"""

from __future__ import annotations

import hashlib
import json
import re
from functools import lru_cache
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from msgspec import Struct

from ...regex import regex
from ..exchange import RecordedRequest
from ..recognise import Endpoint, recognise
from .default_parameters import without_defaults
from .generated_ids import is_generated_id
from .json_path import IGNORED, parse_path, without
from .match_options import MatchOptions
from .multipart import form_pairs, multipart_parts
from .renaming import CLOSE, OPEN, Renaming
from .volatile_json import MAX_DEPTH, VolatileJson, is_deep
from .volatile_text import text_rules

__all__ = ["NormalisedRequest", "imprint", "normalise"]

_DEFAULT_PORTS = {"http": 80, "https": 443}
#: The parameters of AWS's presigned addresses, which change with every request.
_SIGNATURE = regex(r"X-Amz-(?:Signature|Date|Credential|Security-Token)", re.IGNORECASE)
_NO_BODY = f"{OPEN}no body{CLOSE}"


class NormalisedRequest(Struct, frozen=True):
    """A request as it is compared.

    Attributes:
        key: Equal for equal requests, on every machine and in every process; two digests with a colon between. The
            first is of the normalised request; the second is of the request as it was sent, and only prefers, among
            recorded requests that are equal, the very same one.
        value: The compared values by part: ``method``, ``host``, ``path``, ``query``, ``body``.
        changes: The omissions and renamings, in words.
    """

    key: str
    value: Any
    changes: tuple[str, ...]


def normalise(request: RecordedRequest, *, options: MatchOptions = MatchOptions()) -> NormalisedRequest:  # noqa: B008
    """Return the compared form of a request.

    Args:
        request: Already redacted, as what is recorded is.
        options: What counts of it.
    """
    renaming = Renaming()
    volatile = VolatileJson(text_rules(options.roots, dates=options.ignores_dates), renaming)
    address = _split(request.url)
    sent: dict[str, Any] = {"method": request.method.upper()}
    value: dict[str, Any] = {"method": request.method.upper()}
    if "host" in options.parts:
        sent["host"] = value["host"] = _host(address)
    if "path" in options.parts:
        segments = [unquote(segment).replace("/", "%2F") for segment in (address.path or "/").split("/")]
        sent["path"] = segments
        value["path"] = "/".join(volatile.whole(segment, is_generated_id(segment)) for segment in segments)
    if "query" in options.parts:
        sent["query"], value["query"] = _query(address.query, volatile)
    if "body" in options.parts:
        sent["body"], value["body"] = _body(request, options, volatile, renaming)
    if "method" not in options.parts:
        del sent["method"], value["method"]
    key = f"{_digest(value)}:{_digest(sent)}"
    return NormalisedRequest(key=key, value=value, changes=renaming.changes())


def imprint(request: RecordedRequest) -> str:
    """Return a digest of a request's bytes; requests with the same imprint have the same key."""
    head = f"{request.method}\0{request.url}\0".encode("utf-8", "surrogatepass")
    # Computed for each replayed request, so with a hash that processors support.
    return hashlib.sha256(head + request.body).hexdigest()[:32]


def _digest(value: dict[str, Any]) -> str:
    if isinstance(body := value.get("body"), str):
        # The longest part: avoid copying it.
        value = {**value, "body": _hash(body.encode("utf-8", "surrogatepass"))}
    # The C encoder, and one spelling of each text.
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return _hash(text.encode("utf-8", "surrogatepass"))


def _split(url: str) -> SplitResult:
    try:
        return urlsplit(url)
    except ValueError:
        # An invalid URL is compared as it is.
        return SplitResult("", "", url, "", "")


def _host(address: SplitResult) -> str:
    scheme = address.scheme.lower()
    try:
        name, port = (address.hostname or "").lower(), address.port
    except ValueError:
        return f"{scheme}://{address.netloc}"
    # User info before an @ is a credential.
    return f"{scheme}://{name}" + (f":{port}" if port not in (None, _DEFAULT_PORTS.get(scheme)) else "")


def _query(query: str, volatile: VolatileJson) -> tuple[Any, Any]:
    sent: dict[str, list[str]] = {}
    for name, text in parse_qsl(query, keep_blank_values=True):
        if _SIGNATURE.fullmatch(name):
            volatile.renaming.note(f"signature parameter {name!r}")
            continue
        sent.setdefault(name, []).append(text)
    return sent, {
        name: [volatile.whole(text, is_generated_id(text)) for text in texts] for name, texts in sorted(sent.items())
    }


def _body(request: RecordedRequest, options: MatchOptions, volatile: VolatileJson, renaming: Renaming) -> Any:
    """Return the body as it was sent, as a JSON value, and as it is compared."""
    data = request.body
    if not data:
        return None, _NO_BODY
    decoded = _decoded(data)
    if decoded is None:
        parts = multipart_parts(data)
        if parts is not None:
            renaming.note("multipart boundary")
            found: Any = [
                {name: volatile.text(text) for name, text in headers.items()} | {"body": _content(content, volatile)}
                for headers, content in parts
            ]
            mark = f"{OPEN}multipart{CLOSE}"
        elif (text := _text(data)) is None:
            return data.hex() if len(data) < 100 else _hash(data), _unreadable(data)
        elif (pairs := form_pairs(text)) is not None:
            found = {name: [volatile.text(each) for other, each in pairs if other == name] for name in dict(pairs)}
            mark = f"{OPEN}form{CLOSE}"
        else:
            found, mark = volatile.text(text), f"{OPEN}text{CLOSE}"
        # Parts of a form can be ignored by path like those of any body.
        found = _ignoring(found, options, renaming)
        return _hash(data), {mark: found}
    sent = decoded[0]
    found = _ignoring(sent, options, renaming)
    if isinstance(found, dict):
        found = without_defaults(found, _endpoint(request.method, request.url.partition("?")[0]), renaming)
    compared = volatile.value(found)
    return volatile.written, compared


def _ignoring(value: Any, options: MatchOptions, renaming: Renaming) -> Any:
    for path in options.ignored_paths:
        left = without(value, parse_path(path))
        if left is not value:
            renaming.note(f"ignored {path}")
        value = None if left is IGNORED else left
    return value


@lru_cache(maxsize=1024)
def _endpoint(method: str, address: str) -> Endpoint:
    return recognise(method, address, None)


def _decoded(data: bytes) -> tuple[Any] | None:
    """Return the JSON value of a body, or None; too deeply nested JSON is read as text."""
    try:
        text = data.decode("utf-8")
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    # Brackets inside of texts count here, too, which only costs time.
    if text.count("[") + text.count("{") > MAX_DEPTH and is_deep(value, MAX_DEPTH):
        return None
    return (value,)


def _text(data: bytes) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _content(data: bytes, volatile: VolatileJson) -> Any:
    """Return the value of a part of a body."""
    decoded = _decoded(data)
    if decoded is not None and isinstance(decoded[0], dict | list):
        return volatile.value(decoded[0])
    text = _text(data)
    return _unreadable(data) if text is None else volatile.text(text)


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _unreadable(data: bytes) -> str:
    return f"{OPEN}{len(data)} bytes, {_hash(data)}{CLOSE}"
