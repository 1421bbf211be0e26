"""Redactor: takes the secrets out of what is recorded, before it is written anywhere.

A secret is found once, by its place (a credential header, a parameter, an address), its shape, the name beside it, the
environment, or a rule of the project; from then on its value is taken wherever it is, in every form in which it may be
written. What stands in its place is the same for every secret on every machine, so that a request that was redacted
when it was recorded equals one that is redacted when it is replayed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import unquote, unquote_plus

from ..exchange import Exchange, Headers, RecordedFailure, RecordedRequest, RecordedResponse
from ..foreign.body import BodyError
from .body_readings import Reading, readings_of, unescaped
from .chunk_cutting import Replacement, placeholder_for, replaced, replaced_chunks
from .credential_headers import (
    header_without_credential,
    is_credential_header,
    is_credential_parameter,
    parts_of_credential,
)
from .encodings import occurrences, written_forms
from .found_secret import FoundSecret
from .packed_bodies import packed_as, unpacked
from .secret_environment import secret_values
from .secret_names import is_telling
from .secret_search import find_secrets
from .secret_value import PLACEHOLDER, is_random, is_stand_in, is_worth_hiding

__all__ = ["REDACTION", "RedactionError", "Redactor"]

#: A name for what is taken without rules of a project; another one whenever something else is.
REDACTION = "redacted-4"

Rule = Callable[[str], Iterable[str]]

#: After so many rounds nothing new can turn up in any sensible text; hostile text is as it is.
_MAX_ROUNDS = 4
#: More secrets than these are no recording but a list of secrets; of the rest, only the plain form is looked for.
_MAX_ENCODED = 300
_PLACEHOLDER = PLACEHOLDER.encode()

_JSON_STARTS = (b"{", b"[", b"data:", b"event:", b"id:", b":")
_PARAMETER = re.compile(r"(?:(?<=[?&#;])|^)([^=&#?;\s\"<>]{1,100})=([^&#;\s\"<>]{1,5000})")
_USER_INFO = re.compile(r"^[a-zA-Z][a-zA-Z0-9+.-]*://([^/?#@\s]+)@")
_FORM = re.compile(rb"[\w.%+\[\]-]{1,200}=[^&\s{}\"]*(?:&[\w.%+\[\]-]{1,200}=[^&\s{}\"]*)*\s*")
_ESCAPED_FIELD = re.compile(r'"([\w.-]{1,60})"\s{0,5}:\s{0,5}"([^"\\]*+(?:\\.[^"\\]*+)++)(?:"|\\?\Z)', re.DOTALL)
_LENGTHENED = re.compile(rb"REDACTED_+")
_CODE_POINT = re.compile(rb"u[0-9a-fA-F]{4}")
_ESCAPES = tuple(bytes([character]) for character in b'"\\/bfnrtu')
_NUMBER = re.compile(rb"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")


class RedactionError(Exception):
    """A project's own rule failed; its text is two sentences."""


@dataclass(slots=True)
class _Field:
    """A part of an exchange: its bytes, and what of them is to be taken."""

    data: bytes
    spans: list[tuple[int, int]] = field(default_factory=list)
    removed: list[tuple[int, int]] = field(default_factory=list)


@dataclass(slots=True)
class _Known:
    """The values that are known to be secret: those that may stand inside of words, and those that may not.

    Attributes:
        anywhere: The former.
        words: The latter.
        read: The readings of each text, with what was found in them; a round changes few texts.
        written: How many of the former there were when their forms were asked for, and those.
    """

    anywhere: set[bytes] = field(default_factory=set)
    words: set[bytes] = field(default_factory=set)
    read: dict[bytes, list[tuple[Reading, list[FoundSecret]]]] = field(default_factory=dict)
    written: tuple[int, tuple[bytes, ...]] | None = None

    def readings(self, data: bytes) -> list[tuple[Reading, list[FoundSecret]]]:
        found = self.read.get(data)
        if found is None:
            found = self.read[data] = [(reading, find_secrets(reading.text)) for reading in readings_of(data)]
        return found

    def forms(self) -> tuple[bytes, ...]:
        """Return how the values that may stand anywhere may be written."""
        if self.written is None or self.written[0] != len(self.anywhere):
            values = sorted(self.anywhere, key=lambda value: (-len(value), value))
            forms = {form for value in values[:_MAX_ENCODED] for form in written_forms(value)}.union(values)
            self.written = len(values), tuple(sorted(forms, key=lambda form: (-len(form), form)))
        return self.written[1]

    def add(self, value: str | bytes, *, word: bool = True) -> None:
        raw = value if isinstance(value, bytes) else value.encode("utf-8", "surrogateescape")
        text = raw.decode("latin-1")
        if len(raw) < 6 or is_stand_in(text):
            return
        plain = text.isalpha() or text.isdigit()
        if len(raw) >= 16 or is_random(text, least=8) or (len(raw) >= 8 and not plain):
            self.anywhere.add(raw)
        elif word:
            self.words.add(raw)


class Redactor:
    """Takes secrets out of requests and exchanges.

    Args:
        environ: Where variables with telling names have their values; None for the environment of this process.
        rules: A project's own: each is given a text and returns the parts of it that are secret.
    """

    def __init__(self, *, environ: Mapping[str, str] | None = None, rules: Iterable[Rule] = ()) -> None:
        self._values = secret_values(os.environ if environ is None else environ)
        self._rules = tuple(rules)

    def find(self, text: str) -> list[FoundSecret]:
        """Return the secrets in *text*, in order, without overlap.

        Raises:
            RedactionError: If a rule of the project fails.
        """
        found = find_secrets(text)
        for value in (*self._values, *self._of_rules(text)):
            found += [FoundSecret("known value", m.start(), m.end()) for m in re.finditer(re.escape(value), text)]
        found.sort(key=lambda one: (one.start, -one.end))
        return [one for index, one in enumerate(found) if all(one.start >= other.end for other in found[:index])]

    def request(self, request: RecordedRequest) -> RecordedRequest:
        """Return *request* without its secrets; the same for the same, and for what was redacted before.

        Raises:
            RedactionError: If a rule of the project fails.
        """
        return self.exchange(Exchange(request, RecordedFailure(""))).request

    def exchange(self, exchange: Exchange) -> Exchange:
        """Return *exchange* without its secrets, in as many chunks as before.

        Raises:
            RedactionError: If a rule of the project fails, or a body is packed so that nobody can read it here.
        """
        try:
            plain = unpacked(exchange)
        except BodyError:
            raise RedactionError(
                "A body is packed in a way for which the library is not installed, so nothing was recorded. "
                "Install forge-harness[replay], or ask for bodies that are not packed."
            ) from None
        clean = self._cleaned(plain)
        return clean if plain is exchange else packed_as(exchange, plain, clean)

    def _cleaned(self, exchange: Exchange) -> Exchange:
        known = _Known()
        for _ in range(_MAX_ROUNDS):
            known = _Known(read=known.read)
            before, exchange = exchange, self._once(exchange, known)
            if exchange == before:
                break
        return exchange

    def _once(self, exchange: Exchange, known: _Known) -> Exchange:
        for value in self._values:
            known.add(value)
        answer = exchange.answer if isinstance(exchange.answer, RecordedResponse) else exchange.answer.begun
        request = exchange.request
        url = _Field(_bytes(request.url))
        self._search_url(url, known)
        body = _Field(request.body)
        self._search(body, known)
        body.spans += [m.span() for m in _LENGTHENED.finditer(body.data) if b"\0" not in body.data]
        asked = self._search_headers(request.headers, known)
        reply = _Field(answer.body if answer else b"")
        self._search(reply, known)
        told = self._search_headers(answer.headers if answer else (), known)
        fields = [url, body, reply, *(each for _, each in (*asked, *told) if isinstance(each, _Field))]
        _add_echoes(fields, known)
        for one in fields:
            _add_pieces(one, known)
        new_request = replace(request, url=_text(_made(url)), headers=_headers(asked), body=_made(body))
        if answer is None:
            return replace(exchange, request=new_request)
        new_answer = replace(
            answer, headers=_headers(told), chunks=replaced_chunks(answer.chunks, _replacements(reply))
        )
        if isinstance(exchange.answer, RecordedFailure):
            return replace(exchange, request=new_request, answer=replace(exchange.answer, begun=new_answer))
        return replace(exchange, request=new_request, answer=new_answer)

    def _search_headers(self, headers: Headers, known: _Known) -> list[tuple[str, str | _Field]]:
        searched: list[tuple[str, str | _Field]] = []
        for name, value in headers:
            if is_credential_header(name):
                for part in parts_of_credential(name, value):
                    known.add(part)
                searched.append((name, header_without_credential(value)))
            else:
                one = _Field(_bytes(value))
                self._search_url(one, known) if "://" in value else self._search(one, known)
                searched.append((name, one))
        return searched

    def _search_url(self, url: _Field, known: _Known) -> None:
        text = url.data.decode("latin-1")
        if (user := _USER_INFO.match(text)) and user.group(1) != PLACEHOLDER:
            url.spans.append(user.span(1))
            for part in (user.group(1), user.group(1).partition(":")[2]):
                known.add(unquote(part))
        _search_parameters(url, text, known)
        # What is taken already is blanked: a password might go on into the fragment, a parameter does not.
        rest = bytearray(url.data)
        for start, end in url.spans:
            rest[start:end] = b"&" * (end - start)
        other = _Field(bytes(rest))
        self._search(other, known)
        url.spans += other.spans

    def _search(self, one: _Field, known: _Known) -> None:
        """Find the secrets in a text, with their places, and remember their values."""
        if not one.data:
            return
        if len(one.data) < 1_000_000 and _FORM.fullmatch(one.data):
            _search_parameters(one, one.data.decode("latin-1"), known)
        for reading, secrets in known.readings(one.data):
            for secret in secrets:
                _take(one, reading.places(secret.start, secret.end))
                _remember(secret.kind, reading.text[secret.start : secret.end], known)
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
                    f"The redaction rule {name!r} raised {type(error).__name__}. Mend it; nothing was recorded."
                ) from error
            if not all(isinstance(value, str) for value in found):
                raise RedactionError(f"The redaction rule {name!r} returned what is no text. Return parts of the text.")
            yield from (value for value in found if value not in PLACEHOLDER)


def _take(one: _Field, places: list[tuple[int, int]]) -> None:
    # Of a secret in pieces, the first gives way to the placeholder, the others to nothing.
    one.spans += places[:1]
    one.removed += places[1:]


def _add_pieces(one: _Field, known: _Known) -> None:
    """Add the places of known values that are written in pieces, or encoded once more."""
    forms = known.forms()
    for reading, _ in known.readings(one.data) if forms and one.data else ():
        data = b"" if reading.is_plain else reading.text.encode("latin-1")
        for form in forms if data else ():
            position = data.find(form)
            while position >= 0:
                _take(one, reading.places(position, position + len(form)))
                position = data.find(form, position + len(form))


def _search_parameters(one: _Field, text: str, known: _Known) -> None:
    for match in _PARAMETER.finditer(text):
        value = unquote_plus(match.group(2))
        if match.group(2) != PLACEHOLDER and is_credential_parameter(unquote_plus(match.group(1)), value):
            one.spans.append(match.span(2))
            known.add(value)
            known.add(unquote(match.group(2)))


def _remember(kind: str, text: str, known: _Known) -> None:
    if kind.startswith(("user", "netrc")):
        return
    value = text.encode("latin-1")
    if kind == "password in an address":
        pair = value.rpartition(b"@")[0] or value
        known.add(pair.partition(b":")[2])
        value = pair
    # A word that any sentence may hold is taken where it was found, and nowhere else.
    known.add(value, word=False)


def _add_echoes(fields: list[_Field], known: _Known) -> None:
    forms = known.forms()
    words = [re.compile(rb"(?<![A-Za-z0-9])" + re.escape(word) + rb"(?![A-Za-z0-9])") for word in sorted(known.words)]
    for one in fields:
        one.spans += occurrences(one.data, forms)
        one.spans += [match.span() for word in words for match in word.finditer(one.data)]


def _replacements(one: _Field) -> list[Replacement]:
    is_json = one.data[:200].lstrip().startswith(_JSON_STARTS)
    spans = [(start, end, True) for start, end in one.spans] + [(start, end, False) for start, end in one.removed]
    if is_json:
        spans = [(*_within_string(one.data, start, end), shown) for start, end, shown in spans]
    merged: list[list[int]] = []
    for start, end, shown in sorted(spans):
        if start >= end:
            continue
        if merged and start < merged[-1][1]:
            merged[-1][1] = max(end, merged[-1][1])
            merged[-1][2] |= shown
        else:
            merged.append([start, end, shown])
    return [
        (start, end, _replacement(one.data, start, end, is_json=is_json) if shown else b"")
        for start, end, shown in merged
        if one.data[start:end] != _PLACEHOLDER
    ]


def _replacement(data: bytes, start: int, end: int, *, is_json: bool) -> bytes:
    if b"\0" in data:
        return placeholder_for(end - start)
    if is_json and _NUMBER.fullmatch(data, start, end):
        before, after = data[max(0, start - 20) : start].rstrip()[-1:], data[end : end + 20].lstrip()[:1]
        if before in (b":", b",", b"[") and after in (b",", b"]", b"}"):
            return b"0"
    return _PLACEHOLDER


def _within_string(data: bytes, start: int, end: int) -> tuple[int, int]:
    """Keep a span of JSON from reaching out of its string, or into half of an escape."""
    if _backslashes(data, start) and data[start : start + 1] in _ESCAPES:
        start = min(end, start + (5 if _CODE_POINT.match(data, start) else 1))
    position = data.find(b'"', start, end)
    while position >= 0 and _backslashes(data, position) % 2:
        position = data.find(b'"', position + 1, end)
    if position >= 0:
        end = position
    while end > start and data[end - 1] == 0x5C:
        end -= 1
    return start, end


def _backslashes(data: bytes, position: int) -> int:
    count = 0
    while position > count and data[position - count - 1] == 0x5C:
        count += 1
    return count


def _made(one: _Field) -> bytes:
    return replaced(one.data, _replacements(one))


def _headers(searched: list[tuple[str, str | _Field]]) -> Headers:
    return tuple((name, _text(_made(value)) if isinstance(value, _Field) else value) for name, value in searched)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")
