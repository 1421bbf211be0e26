"""Hygiene: what is wrong with a cassette; one plain function a rule, each given the file as it could be read."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from urllib.parse import urlsplit

from ..exchange import Exchange, RecordedRequest, RecordedResponse
from ..foreign.document import CassetteError
from ..recognise import recognise
from ..redaction.redact import Redactor
from ..tape.tape import open_tape
from ..tape.tape_cache import TapeCache
from .hygiene_finding import HygieneFinding
from .recorded_secrets import secrets_of
from .retired_models import READ_ON, retired_model

__all__ = ["HygieneOptions", "ReadCassette", "judge", "read_for_judgement"]

_MODEL_FIELD = re.compile(rb'"model(?:Id)?"\s*:\s*"')


@dataclass(frozen=True, slots=True)
class HygieneOptions:
    """The limits of a judgement.

    Attributes:
        today: The date for ages and retirements.
        redactor: Finds secrets.
        max_age_days: The age of the oldest recording allowed; None for any.
        max_bytes: The size of the largest file allowed.
    """

    today: date
    redactor: Redactor
    max_age_days: int | None = None
    max_bytes: int = 5 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ReadCassette:
    """A file, as far as it could be read.

    Attributes:
        name: The name in reports.
        size: In bytes.
        exchanges: One for each interaction; if it cannot be read, the reason in two sentences.
        problem: Why nothing could be read; None if the file is a cassette.
        recorded_at: The date in the file's metadata; empty if there is none.
    """

    name: str
    size: int
    exchanges: tuple[Exchange | str, ...] = ()
    problem: str | None = None
    recorded_at: str = ""
    readable: tuple[tuple[int, Exchange], ...] = field(init=False)

    def __post_init__(self) -> None:
        readable = tuple((number, one) for number, one in enumerate(self.exchanges, 1) if isinstance(one, Exchange))
        object.__setattr__(self, "readable", readable)


def read_for_judgement(path: Path, name: str, *, cache: TapeCache | None = None) -> ReadCassette:
    """Read a file, even if it is damaged.

    Args:
        path: The file.
        name: The name in reports.
        cache: As in `open_tape`.
    """
    try:
        size = path.stat().st_size
        tape = open_tape(path, cache=cache)
    except CassetteError as error:
        return ReadCassette(name, 0, problem=str(error))
    except OSError as error:
        reason = f"{name!r} cannot be read ({error.strerror}). Check that it is a file and that you may read it."
        return ReadCassette(name, 0, problem=reason)
    exchanges: list[Exchange | str] = []
    for number in range(len(tape)):
        try:
            exchanges.append(tape.exchange(number))
        except CassetteError as error:
            exchanges.append(str(error))
    return ReadCassette(name, size, tuple(exchanges), recorded_at=str(tape.metadata.get("recorded_at", "")))


def judge(cassette: ReadCassette, options: HygieneOptions) -> Iterator[HygieneFinding]:
    """Yield the problems of a cassette itself, regardless of the tests that use it."""
    for rule in _RULES:
        yield from rule(cassette, options)


def unreadable(cassette: ReadCassette, _: HygieneOptions) -> Iterator[HygieneFinding]:
    """Find files and interactions that cannot be read."""
    if cassette.problem is not None:
        yield HygieneFinding(cassette.name, "unreadable", cassette.problem)
    numbers: dict[str, list[int]] = {}
    for number, reason in enumerate(cassette.exchanges, 1):
        if isinstance(reason, str):
            numbers.setdefault(reason, []).append(number)
    for reason, affected in numbers.items():
        if len(affected) == 1:
            yield HygieneFinding(cassette.name, "unreadable", reason, affected[0], about=reason)
        else:
            told = f"{len(affected)} of {len(cassette.exchanges)} interactions cannot be read: {reason}"
            yield HygieneFinding(cassette.name, "unreadable", told, affected[0], about=f"{len(affected)} {reason}")


def secret(cassette: ReadCassette, options: HygieneOptions) -> Iterator[HygieneFinding]:
    """Find credentials anywhere in an exchange."""
    for number, exchange in cassette.readable:
        for found in secrets_of(exchange, options.redactor):
            times = "" if found.count == 1 else f", {found.count} times"
            # A secret in another text is another finding: accepting one must not accept the next.
            about = f"{found.place} {found.kind} {_digest(found.part)}"
            yield HygieneFinding(
                cassette.name,
                "secret",
                f"{_capitalised(found.place)} holds {_named(found.kind)}{times}. "
                "Revoke it if it was real, and scrub the file.",
                number,
                about,
            )


def unmatchable(cassette: ReadCassette, _: HygieneOptions) -> Iterator[HygieneFinding]:
    """Find interactions that no request of a client can match."""
    for number, exchange in cassette.readable:
        reason = _why_unmatchable(exchange.request)
        if reason is not None:
            yield HygieneFinding(
                cassette.name,
                "unmatchable",
                f"{reason}, so no request can match it. Record it again.",
                number,
                f"{reason} {_digest(repr(exchange.request).encode())}",
            )


def retired(cassette: ReadCassette, options: HygieneOptions) -> Iterator[HygieneFinding]:
    """Find models that are no longer served."""
    told: set[str] = set()
    for number, exchange in cassette.readable:
        if not isinstance(exchange.answer, RecordedResponse) or exchange.answer.status >= 400:
            # The test may be about the error of a retired model.
            continue
        provider, name = _asked(exchange.request)
        found = retired_model(provider, name, today=options.today) if name else None
        if found is not None and found.name not in told:
            told.add(found.name)
            yield HygieneFinding(
                cassette.name,
                "retired_model",
                f"{found.name!r} was retired on {found.retired_on} ({found.reference}, as of {READ_ON:%Y-%m}). "
                "Record with a model that is still served.",
                number,
                found.name,
            )


def age(cassette: ReadCassette, options: HygieneOptions) -> Iterator[HygieneFinding]:
    """Find recordings that are too old."""
    if options.max_age_days is None:
        return
    days = [day for day in (_day_of(exchange) for _, exchange in cassette.readable) if day is not None]
    if cassette.readable and not days:
        yield HygieneFinding(
            cassette.name,
            "age",
            "The date of the recording is unknown. Record it again, or run without --max-age.",
            about="unknown",
        )
    elif days and (old := (options.today - min(days)).days) > options.max_age_days:
        yield HygieneFinding(
            cassette.name,
            "age",
            f"It was recorded on {min(days)}, {old} days ago; the limit is {options.max_age_days}. Record it again.",
            about=str(min(days)),
        )


def too_large(cassette: ReadCassette, options: HygieneOptions) -> Iterator[HygieneFinding]:
    """Find files that are too large to review."""
    if cassette.size > options.max_bytes:
        yield HygieneFinding(
            cassette.name,
            "too_large",
            f"It has {cassette.size / 1024**2:.1f} MiB; the limit is {options.max_bytes / 1024**2:g}. "
            "Record shorter sessions, one per file.",
        )


_RULES: tuple[Callable[[ReadCassette, HygieneOptions], Iterator[HygieneFinding]], ...] = (
    unreadable,
    secret,
    unmatchable,
    retired,
    age,
    too_large,
)


def _why_unmatchable(request: RecordedRequest) -> str | None:
    try:
        parts = urlsplit(request.url)
        has_host = bool(parts.scheme and parts.hostname)
    except ValueError:
        has_host = False
    if not has_host:
        return f"The recorded request names no host (its address is {request.url[:100]!r})"
    if not request.method:
        return "The recorded request has no method"
    length = next((value for name, value in request.headers if name.lower() == "content-length"), "")
    if not request.body and length.strip().isdecimal() and int(length) > 0:
        return f"The recorded request lacks its body of {int(length)} bytes"
    return None


def _asked(request: RecordedRequest) -> tuple[str, str]:
    endpoint = recognise(request.method, request.url, None)
    if endpoint.model or not _MODEL_FIELD.search(request.body):
        return endpoint.provider, endpoint.model
    try:
        body = json.loads(request.body)
    except (ValueError, RecursionError):
        return endpoint.provider, ""
    model = body.get("model") if isinstance(body, dict) else None
    return endpoint.provider, model if isinstance(model, str) else ""


def _day_of(exchange: Exchange) -> date | None:
    """Return the date of an exchange: its own, else that of the answer's Date header."""
    with contextlib.suppress(ValueError, OverflowError):
        return datetime.fromisoformat(exchange.recorded_at).astimezone(UTC).date()
    answer = exchange.answer if isinstance(exchange.answer, RecordedResponse) else exchange.answer.begun
    told = next((value for name, value in answer.headers if name.lower() == "date"), "") if answer else ""
    try:
        return parsedate_to_datetime(told).date()
    except (ValueError, TypeError, OverflowError):
        return None


def _digest(part: bytes) -> str:
    return hashlib.sha256(part).hexdigest()[:16]


def _named(kind: str) -> str:
    # The search reports "value of 'passw'" for a value whose name holds 'passw'.
    return f"a {kind.replace('value of', 'value whose name holds')}" if kind.startswith("value of") else kind


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]
