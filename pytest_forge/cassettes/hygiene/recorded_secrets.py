"""Recorded secrets: the secrets that the `Redactor` finds in a stored exchange, by kind and place.

Stand-ins such as ``<filtered>``, and cookies with which proxies distinguish visitors, are not secrets, though recording
redacts them, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

from msgspec import Struct

from ...regex import regex
from ..exchange import Exchange, Headers, RecordedResponse
from ..redaction.body_readings import readings_of
from ..redaction.credential_headers import is_credential_header, parts_of_credential
from ..redaction.redact import Redactor
from ..redaction.secret_value import PLACEHOLDER, is_random, is_stand_in

__all__ = ["RecordedSecret", "secrets_of"]

_LENGTHENED = re.compile(rb"REDACTED_+")
_REPEATED = "a value that is secret elsewhere in the exchange or the environment"
_SIGNATURE = regex(r"\bSignature=([^,\s]+)")
#: Short-lived cookies with which proxies and load balancers distinguish visitors; they grant no access.
_HARMLESS_COOKIE = regex(
    r"^\s*(?:__cf_bm|_cfuvid|__cflb|__cfruid|cf_clearance|AWSALB\w*|ARRAffinity\w*|GCLB|incap_ses_\w+|visid_incap_\w+)=",
    re.IGNORECASE,
)


class RecordedSecret(Struct, frozen=True):
    """One or several secrets of a kind in one place.

    Attributes:
        kind: The vendor, or how it was recognised.
        place: ``url``, ``request header 'x'``, ``request body``, ``response header 'x'`` or ``response body``.
        part: The text of the place, for a digest.
        count: The number of occurrences.
    """

    kind: str
    place: str
    part: bytes
    count: int = 1


def secrets_of(exchange: Exchange, redactor: Redactor, *, redacted: Exchange | None = None) -> list[RecordedSecret]:
    """Return the secrets of *exchange*, in the order of its parts.

    Args:
        exchange: The stored exchange, decoded.
        redactor: Finds the secrets.
        redacted: The exchange redacted by *redactor*, if already known.

    Raises:
        RedactionError: If a rule of the project fails.
    """
    clean = redacted or redactor.exchange(exchange)
    found = [*_of_url(exchange.request.url, clean.request.url, redactor)]
    found += _of_headers("request", exchange.request.headers, clean.request.headers, redactor)
    found += _of_body("request body", exchange.request.body, clean.request.body, redactor)
    before, after = _response(exchange), _response(clean)
    if before is not None and after is not None:
        found += _of_headers("response", before.headers, after.headers, redactor)
        found += _of_body("response body", before.body, after.body, redactor)
    return found


def _response(exchange: Exchange) -> RecordedResponse | None:
    return exchange.answer if isinstance(exchange.answer, RecordedResponse) else exchange.answer.begun


def _of_url(before: str, after: str, redactor: Redactor) -> Iterator[RecordedSecret]:
    if before == after:
        return
    part = before.encode("utf-8", "surrogateescape")
    named = [*_changed_parameters(_query(before), _query(after))]
    for name in named:
        yield RecordedSecret(f"the parameter {name!r}", "url", part)
    kinds = {} if named else _kinds(part, redactor)
    for kind, count in kinds.items():
        yield RecordedSecret(kind, "url", part, count)
    if not named and not kinds and _without_query(before) != _without_query(after):
        yield RecordedSecret(_REPEATED, "url", part)


def _of_headers(owner: str, before: Headers, after: Headers, redactor: Redactor) -> Iterator[RecordedSecret]:
    for (name, value), (_, clean) in zip(before, after, strict=True):
        if value == clean:
            continue
        part = value.encode("utf-8", "surrogateescape")
        place = f"{owner} header {name.lower()!r}"
        if is_credential_header(name):
            if not _is_harmless(name, value):
                yield RecordedSecret("a credential", place, part)
            continue
        named = [*_changed_parameters(_query(value), _query(clean))] if "://" in value else []
        kinds = {f"the parameter {name!r}": 1 for name in named} or _kinds(part, redactor)
        if kinds or "://" not in value:
            for kind, count in (kinds or {_REPEATED: 1}).items():
                yield RecordedSecret(kind, place, part, count)


def _of_body(place: str, before: bytes, after: bytes, redactor: Redactor) -> Iterator[RecordedSecret]:
    if before == after or _LENGTHENED.sub(PLACEHOLDER.encode(), before) == after:
        return
    kinds = _kinds(before, redactor)
    if not kinds:
        form, clean = _form(before), _form(after)
        if form and [name for name, _ in form] == [name for name, _ in clean]:
            kinds = {f"the parameter {name!r}": 1 for name in _changed_parameters(form, clean)}
        else:
            kinds = {_REPEATED: 1}
    for kind, count in kinds.items():
        yield RecordedSecret(kind, place, before, count)


def _kinds(data: bytes, redactor: Redactor) -> dict[str, int]:
    """Return the kinds of secrets in *data*, in any encoding, with their counts."""
    kinds: dict[str, int] = {}
    for reading in readings_of(data):
        own: dict[str, int] = {}
        for secret in redactor.find(reading.text):
            own[secret.kind] = own.get(secret.kind, 0) + 1
        # The readings are the same text with fewer escapes.
        kinds = {kind: max(own.get(kind, 0), kinds.get(kind, 0)) for kind in {**kinds, **own}}
    return kinds


def _is_harmless(name: str, value: str) -> bool:
    if "cookie" in name.lower():
        # The rest of a Set-Cookie header are attributes.
        pairs = value.split(";")[:1] if name.lower().startswith("set-") else value.split(";")
        value = "; ".join(pair.strip() for pair in pairs if not _HARMLESS_COOKIE.match(pair))
    signature = _SIGNATURE.search(value)
    # In a signed request only the signature grants access; the rest is public.
    parts = [signature[1]] if signature else parts_of_credential(name, value)
    if name.lower().endswith("session"):
        # Some servers name their deployment like this.
        return not any(is_random(part, least=12) for part in parts)
    # A recorder may replace a value by its header's name, as in ``X-API-KEY-XXX``.
    words = [word for word in re.split(r"[^a-z]+", name.lower()) if len(word) > 1]
    own = re.compile("|".join(words or ["(?!)"]), re.IGNORECASE)
    return all(is_stand_in(own.sub("", part)) for part in parts)


def _changed_parameters(before: list[tuple[str, str]], after: list[tuple[str, str]]) -> Iterator[str]:
    if len(before) == len(after):
        for (name, value), (_, clean) in zip(before, after, strict=True):
            if value != clean and not is_stand_in(value):
                yield name


def _query(url: str) -> list[tuple[str, str]]:
    try:
        return parse_qsl(urlsplit(url).query, keep_blank_values=True)
    except ValueError:
        return []


def _without_query(url: str) -> str:
    return url.partition("?")[0]


def _form(body: bytes) -> list[tuple[str, str]]:
    try:
        text = body.decode("ascii")
        return [] if "\n" in text.strip() or "{" in text else parse_qsl(text, strict_parsing=True)
    except ValueError:
        return []
