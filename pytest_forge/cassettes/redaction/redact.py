"""Redactor: replaces the secrets of a recorded exchange before it is written anywhere.

A secret is found once: by its place (a credential header, a parameter, an address), its shape, the name beside it, the
environment, or a rule of the project. Then its value is replaced wherever it occurs, in every form in which it may be
written. The placeholder is the same for every secret on every machine: a redacted recording must equal the redacted
request of a replay.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from urllib.parse import unquote, unquote_plus

from msgspec.structs import replace

from ...regex import regex
from ..exchange import Exchange, Headers, RecordedFailure, RecordedRequest, RecordedResponse
from ..foreign.body import BodyError
from .body_readings import unescaped
from .chunk_cutting import replaced_chunks
from .credential_headers import (
    header_without_credential,
    is_credential_header,
    is_credential_parameter,
    parts_of_credential,
)
from .encodings import occurrences
from .found_secret import FoundSecret
from .known_values import KnownValues
from .packed_bodies import packed_as, unpacked
from .redacted_field import RedactedField
from .secret_environment import secret_values
from .secret_names import is_telling
from .secret_search import find_secrets
from .secret_value import PLACEHOLDER, is_worth_hiding

__all__ = ["REDACTION", "RedactionError", "Redactor"]

#: The version of the built-in rules; it changes with them.
REDACTION = "redacted-5"

Rule = Callable[[str], Iterable[str]]

#: Most rounds; only hostile text holds new secrets after these.
_MAX_ROUNDS = 4
_PARAMETER = regex(r"(?:(?<=[?&#;])|^)([^=&#?;\s\"<>]{1,100})=([^&#;\s\"<>]{1,5000})")
_USER_INFO = regex(r"^[a-zA-Z][a-zA-Z0-9+.-]*://([^/?#@\s]+)@")
_FORM = re.compile(rb"[\w.%+\[\]-]{1,200}=[^&\s{}\"]*(?:&[\w.%+\[\]-]{1,200}=[^&\s{}\"]*)*\s*")
_ESCAPED_FIELD = regex(r'"([\w.-]{1,60})"\s{0,5}:\s{0,5}"([^"\\]*+(?:\\.[^"\\]*+)++)(?:"|\\?\Z)', re.DOTALL)
_LENGTHENED = re.compile(rb"REDACTED_+")


class RedactionError(Exception):
    """A rule of the project failed, or a body cannot be read."""


class Redactor:
    """Replaces the secrets of requests and exchanges.

    Args:
        environ: Variables; the values of those with telling names are secrets. None for those of this process.
        rules: The project's rules; each returns the secret parts of a text.
    """

    def __init__(self, *, environ: Mapping[str, str] | None = None, rules: Iterable[Rule] = ()) -> None:
        self._values = secret_values(os.environ if environ is None else environ)
        self._rules = tuple(rules)

    def find(self, text: str) -> list[FoundSecret]:
        """Return the secrets in *text*, in order; none overlaps another.

        Raises:
            RedactionError: If a rule of the project fails.
        """
        found = find_secrets(text)
        for value in (*self._values, *self._of_rules(text)):
            found += [FoundSecret("known value", m.start(), m.end()) for m in re.finditer(re.escape(value), text)]
        found.sort(key=lambda one: (one.start, -one.end))
        return [one for index, one in enumerate(found) if all(one.start >= other.end for other in found[:index])]

    def request(self, request: RecordedRequest) -> RecordedRequest:
        """Return *request* without its secrets; a redacted request stays the same.

        Raises:
            RedactionError: If a rule of the project fails.
        """
        return self.exchange(Exchange(request, RecordedFailure(""))).request

    def exchange(self, exchange: Exchange) -> Exchange:
        """Return *exchange* without its secrets, in as many chunks as before.

        Raises:
            RedactionError: If a rule of the project fails, or a body needs a library that is not installed.
        """
        try:
            plain = unpacked(exchange)
        except BodyError:
            from forge_harness import install_extra  # a replay imports nothing of the harness

            raise RedactionError(
                "The library that decompresses a body is not installed, so nothing was recorded. "
                f"Add it with {install_extra('replay')}, or request uncompressed bodies."
            ) from None
        clean = self._cleaned(plain)
        return clean if plain is exchange else packed_as(exchange, plain, clean)

    def _cleaned(self, exchange: Exchange) -> Exchange:
        known = KnownValues()
        for _ in range(_MAX_ROUNDS):
            known = KnownValues(read=known.read)
            before, exchange = exchange, self._once(exchange, known)
            if exchange == before:
                break
        return exchange

    def _once(self, exchange: Exchange, known: KnownValues) -> Exchange:
        for value in self._values:
            known.add(value)
        answer = exchange.answer if isinstance(exchange.answer, RecordedResponse) else exchange.answer.begun
        request = exchange.request
        url = RedactedField(_bytes(request.url))
        self._search_url(url, known)
        body = RedactedField(request.body)
        self._search(body, known)
        body.spans += [m.span() for m in _LENGTHENED.finditer(body.data) if b"\0" not in body.data]
        asked = self._search_headers(request.headers, known)
        reply = RedactedField(answer.body if answer else b"")
        self._search(reply, known)
        told = self._search_headers(answer.headers if answer else (), known)
        fields = [url, body, reply, *(each for _, each in (*asked, *told) if isinstance(each, RedactedField))]
        _add_echoes(fields, known)
        for one in fields:
            _add_pieces(one, known)
        new_request = replace(request, url=_text(url.cleaned()), headers=_headers(asked), body=body.cleaned())
        if answer is None:
            return replace(exchange, request=new_request)
        new_answer = replace(
            answer, headers=_headers(told), chunks=replaced_chunks(answer.chunks, reply.replacements())
        )
        if isinstance(exchange.answer, RecordedFailure):
            return replace(exchange, request=new_request, answer=replace(exchange.answer, begun=new_answer))
        return replace(exchange, request=new_request, answer=new_answer)

    def _search_headers(self, headers: Headers, known: KnownValues) -> list[tuple[str, str | RedactedField]]:
        searched: list[tuple[str, str | RedactedField]] = []
        for name, value in headers:
            if is_credential_header(name):
                for part in parts_of_credential(name, value):
                    known.add(part)
                searched.append((name, header_without_credential(value)))
            else:
                one = RedactedField(_bytes(value))
                self._search_url(one, known) if "://" in value else self._search(one, known)
                searched.append((name, one))
        return searched

    def _search_url(self, url: RedactedField, known: KnownValues) -> None:
        text = url.data.decode("latin-1")
        if (user := _USER_INFO.match(text)) and user.group(1) != PLACEHOLDER:
            url.spans.append(user.span(1))
            for part in (user.group(1), user.group(1).partition(":")[2]):
                known.add(unquote(part))
        _search_parameters(url, text, known)
        # Secrets found so far are blanked with the sign that ends a parameter, so that none is found across them.
        rest = bytearray(url.data)
        for start, end in url.spans:
            rest[start:end] = b"&" * (end - start)
        other = RedactedField(bytes(rest))
        self._search(other, known)
        url.spans += other.spans

    def _search(self, one: RedactedField, known: KnownValues) -> None:
        """Find the secrets in a field with their places, and remember their values."""
        if not one.data:
            return
        if len(one.data) < 1_000_000 and _FORM.fullmatch(one.data):
            _search_parameters(one, one.data.decode("latin-1"), known)
        for reading, secrets in known.readings(one.data):
            for secret in secrets:
                one.take(reading.places(secret.start, secret.end))
                known.remember(secret.kind, reading.text[secret.start : secret.end])
            for value in self._of_rules(_text(reading.text.encode("latin-1"))) if self._rules else ():
                known.anywhere.add(_bytes(value))
        for match in _ESCAPED_FIELD.finditer(one.data.decode("latin-1")) if b"\\" in one.data else ():
            value = unescaped(match.group(2))
            if (
                is_telling(match.group(1))
                and " " not in value
                and "\n" not in value
                and is_worth_hiding(value, quoted=True)
            ):
                one.spans.append(match.span(2))
                known.add(value.encode("latin-1"))

    def _of_rules(self, text: str) -> Iterator[str]:
        for rule in self._rules:
            name = getattr(rule, "__qualname__", repr(rule))
            try:
                found = [value for value in rule(text) if value]
            except Exception as error:
                raise RedactionError(
                    f"The redaction rule {name!r} raised {type(error).__name__}. Fix it; nothing was recorded."
                ) from error
            if not all(isinstance(value, str) for value in found):
                raise RedactionError(
                    f"The redaction rule {name!r} returned a value that is not a string. Return parts of the text."
                )
            yield from (value for value in found if value not in PLACEHOLDER)


def _add_pieces(one: RedactedField, known: KnownValues) -> None:
    """Add the places of known values that are in pieces, or encoded once more."""
    forms = known.forms()
    for reading, _ in known.readings(one.data) if forms and one.data else ():
        data = b"" if reading.is_plain else reading.text.encode("latin-1")
        for form in forms if data else ():
            position = data.find(form)
            while position >= 0:
                one.take(reading.places(position, position + len(form)))
                position = data.find(form, position + len(form))


def _search_parameters(one: RedactedField, text: str, known: KnownValues) -> None:
    for match in _PARAMETER.finditer(text):
        value = unquote_plus(match.group(2))
        if match.group(2) != PLACEHOLDER and is_credential_parameter(unquote_plus(match.group(1)), value):
            one.spans.append(match.span(2))
            known.add(value)
            known.add(unquote(match.group(2)))


def _add_echoes(fields: list[RedactedField], known: KnownValues) -> None:
    forms = known.forms()
    words = [re.compile(rb"(?<![A-Za-z0-9])" + re.escape(word) + rb"(?![A-Za-z0-9])") for word in sorted(known.words)]
    for one in fields:
        one.spans += occurrences(one.data, forms)
        one.spans += [match.span() for word in words for match in word.finditer(one.data)]


def _headers(searched: list[tuple[str, str | RedactedField]]) -> Headers:
    return tuple(
        (name, _text(value.cleaned()) if isinstance(value, RedactedField) else value) for name, value in searched
    )


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")
