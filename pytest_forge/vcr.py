"""The redaction, the matching and the hygiene of our cassettes, for tests that stay on VCR.py.

With pytest-recording, in ``conftest.py``::

    from pytest_forge import vcr

    @pytest.fixture(scope="session")
    def vcr_config():
        return vcr.config()

With VCR.py alone::

    recorder = VCR(cassette_library_dir="cassettes")
    pytest_forge.vcr.configure(recorder)

before an interaction is saved   its secrets are replaced, echoes in the response included
to find a response               requests are compared without generated ids, times and temporary paths; every other
                                 character of a prompt counts
after the test                   `assert_clean` fails a cassette with unplayed interactions or with a secret
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from .cassettes.exchange import Exchange, RecordedRequest, RecordedResponse
from .cassettes.matching.difference import lines_of
from .cassettes.matching.normalise import NormalisedRequest, normalise
from .cassettes.matching.request_index import differences_by_part
from .cassettes.redaction.redact import Redactor
from .cassettes.use.opened import match_options
from .cassettes.use.settings import CassetteSettings, RedactionRule

if TYPE_CHECKING:
    from vcr import VCR
    from vcr.cassette import Cassette
    from vcr.request import Request

__all__ = ["assert_clean", "config", "configure", "register_matchers"]

#: The cassettes that were opened under these settings, with what takes their secrets out.
_opened: WeakKeyDictionary[Cassette, Redactor] = WeakKeyDictionary()
#: By name, the matchers that `config` has named: VCR.py takes them by name only.
_matchers: dict[str, Callable[[Request, Request], None]] = {}


def config(
    *,
    redact: Sequence[RedactionRule] = (),
    ignore: Sequence[str] = (),
    parts: Sequence[str] | None = None,
    roots: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the keywords of ``VCR.use_cassette``, for the fixture ``vcr_config`` of pytest-recording.

    The matcher is named in ``match_on`` and registered by our plugin; elsewhere, use `configure`.

    Args:
        redact: Rules of the project, besides ours: each returns the secret parts of a text.
        ignore: JSON paths in request bodies that are not compared, such as ``$.metadata``.
        parts: The parts that are compared; method, host, path, query and body unless given.
        roots: Folders whose location is not compared.

    Raises:
        RuntimeError: If the installed VCR.py has no hook for whole interactions.
        ValueError: If an argument has no meaning.
    """
    settings = CassetteSettings(redact=list(redact), ignore=ignore, parts=parts, roots=roots).settled()
    _require_hooks()
    redactor = Redactor(rules=tuple(settings.redact))
    options = match_options(settings)
    name = "forge"
    if redact or options != match_options(CassetteSettings()):
        rules = [f"{rule.__module__}.{rule.__qualname__}:{id(rule)}" for rule in settings.redact]
        name += "-" + hashlib.sha256(f"{options.fingerprint} {rules}".encode()).hexdigest()[:8]
    seen: WeakKeyDictionary[Request, NormalisedRequest] = WeakKeyDictionary()

    def compared(request: Request) -> NormalisedRequest:
        found = seen.get(request)
        if found is None:
            found = seen[request] = normalise(redactor.request(_recorded_request(request)), options=options)
        return found

    def matcher(sent: Request, recorded: Request) -> None:
        one, other = compared(sent), compared(recorded)
        if one.key.partition(":")[0] != other.key.partition(":")[0]:
            raise AssertionError("\n".join(lines_of(differences_by_part(other.value, one.value))))

    def save(request: Request, response: dict[str, Any]) -> tuple[Request, dict[str, Any]]:
        return _without_secrets(request, response, redactor)

    def load(request: Request, response: dict[str, Any], cassette: Cassette) -> tuple[Request, dict[str, Any]]:
        _opened[cassette] = redactor
        return request, response

    matcher.__name__ = name
    _matchers[name] = matcher
    # VCR.py shows the differences only of requests that agree in another matcher.
    match_on = ("method", name) if "method" in options.parts else (name,)
    return {"match_on": match_on, "before_save_interaction": save, "after_load_interaction": load}


def configure(
    vcr: VCR,
    *,
    redact: Sequence[RedactionRule] = (),
    ignore: Sequence[str] = (),
    parts: Sequence[str] | None = None,
    roots: Sequence[str] = (),
) -> None:
    """Have every cassette of *vcr* redacted and matched as ours are; hooks that it has already run first.

    Args:
        vcr: Changed in place.
        redact: As for `config`.
        ignore: As for `config`.
        parts: As for `config`.
        roots: As for `config`.

    Raises:
        RuntimeError: If the installed VCR.py has no hook for whole interactions.
        ValueError: If an argument has no meaning.
    """
    words = config(redact=redact, ignore=ignore, parts=parts, roots=roots)
    register_matchers(vcr)
    vcr.match_on = words["match_on"]
    for word in ("before_save_interaction", "after_load_interaction"):
        before = getattr(vcr, word) or ()
        setattr(vcr, word, [*(before if isinstance(before, Sequence) else [before]), words[word]])


def register_matchers(vcr: VCR) -> None:
    """Register under their names the matchers that `config` has returned."""
    for name, matcher in _matchers.items():
        vcr.register_matcher(name, matcher)


def assert_clean(cassette: Cassette) -> None:
    """Fail if a replayed cassette has unplayed interactions, or holds a secret.

    A cassette that records, or that was not opened under `config` or `configure`, is not judged. Our plugin calls it
    after each test of pytest-recording under ``--forge-cassettes strict``.

    Args:
        cassette: Still open, or just closed.

    Raises:
        AssertionError: With the numbers of the interactions, counted from 1.
    """
    redactor = _opened.get(cassette)
    if redactor is None or not cassette.write_protected:
        return
    interactions = list(zip(cassette.requests, cassette.responses, strict=True))
    left = [number for number in range(len(interactions)) if not cassette.play_counts[number]]
    if left:
        raise AssertionError(
            f"{cassette.path}: played {len(interactions) - len(left)} of {len(interactions)} interactions "
            f"(not {_numbers(left)}). Record it again, or trim it."
        )
    unredacted = [
        number
        for number, (request, response) in enumerate(interactions)
        if (exchange := _exchange(request, response)) != redactor.exchange(exchange)
    ]
    if unredacted:
        raise AssertionError(
            f"{cassette.path}: {_numbers(unredacted)} of {len(interactions)} interactions hold a secret. "
            "Revoke it, and run forge cassettes scrub on the file."
        )


def _numbers(places: Sequence[int]) -> str:
    return ", ".join(str(place + 1) for place in places[:10]) + ("…" if len(places) > 10 else "")


def _require_hooks() -> None:
    from vcr import VCR
    from vcr import __version__ as version

    if "before_save_interaction" not in inspect.signature(VCR).parameters:
        raise RuntimeError(
            f"VCR.py {version} has no hook that sees a request with its response, so secrets that a response echoes "
            "would be saved. Install vcrpy 9 or newer."
        )


def _without_secrets(request: Request, response: dict[str, Any], redactor: Redactor) -> tuple[Request, dict[str, Any]]:
    from vcr.request import Request

    exchange = _exchange(request, response)
    clean = redactor.exchange(exchange)
    if clean == exchange:
        return request, response
    answer = clean.answer
    if not isinstance(answer, RecordedResponse):
        raise TypeError(f"A response became {type(answer).__name__} when it was redacted. Report this as a bug.")
    told = list(answer.headers)
    if "url" in response:
        response["url"] = told.pop()[1]
    asked = _with_length(list(clean.request.headers), exchange.request.body, clean.request.body)
    told = _with_length(told, _body_of(response), answer.body)
    response["headers"] = _grouped(response.get("headers") or {}, told)
    if "content" in response:
        response["content"] = answer.body
    else:
        response["body"] = {"string": answer.body}
    body = None if request.body is None else clean.request.body
    return Request(clean.request.method, clean.request.url, body, _grouped(request.headers, asked)), response


def _exchange(request: Request, response: Mapping[str, Any]) -> Exchange:
    """Read an interaction as ours; the URL of a response, which the stub of aiohttp keeps, is its last header."""
    headers = [
        *_flat(response.get("headers") or {}),
        *([("location", str(response["url"]))] if "url" in response else []),
    ]
    status = response.get("status") or {}
    body = _body_of(response)
    return Exchange(
        _recorded_request(request),
        RecordedResponse(
            int(status.get("code") or response.get("status_code") or 0),
            str(status.get("message") or ""),
            tuple(headers),
            (body,) if body else (),
        ),
    )


def _recorded_request(request: Request) -> RecordedRequest:
    body = request.body
    if hasattr(body, "read"):
        body = body.read()
    elif body is not None and not isinstance(body, str | bytes | bytearray):
        body = b"".join(_bytes(part) for part in body)
    return RecordedRequest(request.method, request.uri, tuple(_flat(request.headers)), _bytes(body))


def _body_of(response: Mapping[str, Any]) -> bytes:
    return _bytes(response["content"] if "content" in response else (response.get("body") or {}).get("string"))


def _with_length(headers: list[tuple[str, str]], before: bytes, after: bytes) -> list[tuple[str, str]]:
    """Let a length that was right stay right."""
    return [
        (name, str(len(after)) if name.lower() == "content-length" and value == str(len(before)) else value)
        for name, value in headers
    ]


def _grouped(before: Mapping[str, Any], headers: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Return headers in the shape that they had: a text, or a list of them."""
    values = iter([value for _, value in headers])
    return {
        name: [next(values) for _ in held] if isinstance(held, list | tuple) else next(values)
        for name, held in before.items()
    }


def _flat(headers: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, held in headers.items():
        for value in held if isinstance(held, list | tuple) else [held]:
            yield str(name), value.decode("latin-1") if isinstance(value, bytes | bytearray) else str(value)


def _bytes(value: Any) -> bytes:
    if value is None:
        return b""
    return value.encode("utf-8", "surrogateescape") if isinstance(value, str) else bytes(value)
