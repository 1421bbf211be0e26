"""Scrubbing: the text of a cassette without its secrets and without other changes.

our format      interactions with a secret are rewritten, the others stay as they are
other formats   only values with a secret are replaced, in place; a compressed body is compressed again

Afterwards the new text is read and must equal the old one without the secrets; otherwise the file is refused.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import yaml
from msgspec import Struct, field
from msgspec.structs import replace

from ..exchange import Exchange, Headers, RecordedResponse
from ..foreign.document import CassetteError, read_file
from ..redaction.redact import Redactor
from ..redaction.secret_value import PLACEHOLDER
from ..tape.format import cassette_text, interaction_text
from ..tape.tape import Tape
from ..tape.tape_cache import TapeCache
from ..tape.tape_index import index_text
from .changes import Changes, refusal
from .recorded_secrets import RecordedSecret, secrets_of
from .source_nodes import child, compose, scalars, spliced

__all__ = ["Scrubbed", "scrub", "without_secrets"]


class Scrubbed(Struct, frozen=True):
    """A file without its secrets.

    Attributes:
        data: The new bytes; the old ones if nothing was found.
        taken: The removed secrets, each with the number of its interaction, from 1; 0 outside of interactions.
        packed: The encodings of bodies compressed again, each with the number of its interaction.
    """

    data: bytes
    taken: tuple[tuple[int, RecordedSecret], ...] = ()
    packed: tuple[tuple[int, str], ...] = ()


class _Work(Struct):
    """The found secrets and the wanted exchanges."""

    wanted: list[Exchange] = field(default_factory=list)
    dirty: dict[int, list[RecordedSecret]] = field(default_factory=dict)


def scrub(path: Path, *, redactor: Redactor) -> Scrubbed:
    """Return the scrubbed content of *path*.

    Raises:
        CassetteError: If it is not a cassette, or cannot be rewritten without other changes.
        RedactionError: If a rule of the project fails.
    """
    data = read_file(path)
    tape = _opened(path, data)
    work = _work(tape, redactor)
    taken = [(number + 1, secret) for number, found in work.dirty.items() for secret in found]
    ours = [number for number in work.dirty if tape.is_ours(number)]
    scrubbed = _rewritten(tape, data, work, ours) if ours else data
    try:
        text = scrubbed.decode("utf-8")
    except UnicodeDecodeError:
        raise refusal(path, "is not written in UTF-8") from None
    root = compose(text, path)
    changes = Changes(path, redactor)
    entries = _entries(root)
    packed: list[tuple[int, str]] = []
    for number in work.dirty.keys() - set(ours):
        _change(changes, entries[number], tape.exchange(number), work.wanted[number])
        packed += [(number + 1, name) for name in changes.take_packed()]
    for node in scalars(root, without=("request", "response")) if entries != [root] else ():
        found = redactor.find(node.value) if isinstance(node.value, str) else []
        if found:
            changes.values[node] = _without(node.value, [(one.start, one.end) for one in found])
            taken += [(0, RecordedSecret(one.kind, "outside of the interactions", b"")) for one in found]
    if not changes.values and not ours:
        return Scrubbed(data)
    for in_lines in (True, False):
        scrubbed = spliced(text, changes.values, in_lines=in_lines).encode("utf-8")
        if _says(scrubbed, work.wanted, path):
            return Scrubbed(scrubbed, tuple(taken), tuple(packed))
    raise refusal(path, "is written in a way in which a value cannot be changed alone")


def without_secrets(exchange: Exchange, redactor: Redactor) -> tuple[Exchange, list[RecordedSecret]]:
    """Return *exchange* without its secrets, and these secrets; placeholders stay as they are.

    Raises:
        RedactionError: If a rule of the project fails.
    """
    clean = redactor.exchange(exchange)
    found = secrets_of(exchange, redactor, redacted=clean)
    return _wanted(exchange, clean, {secret.place for secret in found}), found


def _opened(path: Path, data: bytes) -> Tape:
    # A text that may never be written is not worth caching.
    return Tape(path, data, index_text(data, path), cache=TapeCache(), digest=hashlib.sha256(data).hexdigest())


def _work(tape: Tape, redactor: Redactor) -> _Work:
    work = _Work()
    for number in range(len(tape)):
        try:
            exchange = tape.exchange(number)
        except CassetteError as error:
            reason = str(error).partition(". ")[0]
            raise CassetteError(
                f"Interaction {number + 1} of {str(tape.path)!r} cannot be read ({reason}) and may hold secrets. "
                "Record the cassette again, or remove the interaction."
            ) from None
        clean, found = without_secrets(exchange, redactor)
        if found:
            work.dirty[number] = found
        work.wanted.append(clean)
    return work


def _wanted(exchange: Exchange, clean: Exchange, places: set[str]) -> Exchange:
    """Return *exchange* with the parts that hold a secret taken from *clean*."""
    if not places:
        return exchange
    request = replace(
        exchange.request,
        url=clean.request.url if "url" in places else exchange.request.url,
        headers=_chosen("request", exchange.request.headers, clean.request.headers, places),
        body=clean.request.body if "request body" in places else exchange.request.body,
    )
    before, after = _response(exchange), _response(clean)
    if before is None or after is None:
        return replace(exchange, request=request)
    response = replace(
        before,
        headers=_chosen("response", before.headers, after.headers, places),
        chunks=after.chunks if "response body" in places else before.chunks,
    )
    if isinstance(exchange.answer, RecordedResponse):
        return replace(exchange, request=request, answer=response)
    return replace(exchange, request=request, answer=replace(exchange.answer, begun=response))


def _response(exchange: Exchange) -> RecordedResponse | None:
    return exchange.answer if isinstance(exchange.answer, RecordedResponse) else exchange.answer.begun


def _chosen(owner: str, before: Headers, after: Headers, places: set[str]) -> Headers:
    return tuple(
        new if f"{owner} header {old[0].lower()!r}" in places else old for old, new in zip(before, after, strict=True)
    )


def _rewritten(tape: Tape, data: bytes, work: _Work, ours: list[int]) -> bytes:
    recorded_at = str(tape.metadata.get("recorded_at", ""))
    if tape.index is None:
        if len(ours) < len(work.dirty):
            raise refusal(tape.path, "holds interactions of several recorders in a layout of its own")
        # It was reformatted by hand.
        return cassette_text(work.wanted, tape.metadata).encode()
    parts = [data[: tape.index.starts[0]]]
    for number in range(len(tape)):
        start, end = tape.index.starts[number : number + 2]
        written = interaction_text(work.wanted[number], recorded_at=recorded_at).encode()
        parts.append(written if number in ours else data[start:end])
    return b"".join((*parts, data[tape.index.starts[-1] :]))


def _entries(root: yaml.Node) -> list[yaml.Node]:
    listed = child(root, "interactions", "http_interactions")
    if isinstance(listed, yaml.SequenceNode):
        return list(listed.value)
    return list(root.value) if isinstance(root, yaml.SequenceNode) else [root]


def _change(changes: Changes, entry: yaml.Node, before: Exchange, wanted: Exchange) -> None:
    asked, given = child(entry, "request"), child(entry, "response")
    if asked is None or given is None:
        if isinstance(wanted.answer, RecordedResponse):
            changes.put_tree(entry, wanted.answer.body)
        return
    if wanted.request.url != before.request.url:
        changes.put(child(asked, "uri", "url"), wanted.request.url)
    changes.put_headers(asked, wanted.request.headers)
    changes.put_body(asked, before.request.body, wanted.request.body)
    old, new = _response(before), _response(wanted)
    if old is not None and new is not None:
        changes.put_headers(given, new.headers)
        changes.put_body(given, old.body, new.body)


def _without(text: str, places: list[tuple[int, int]]) -> str:
    parts: list[str] = []
    position = 0
    for start, end in places:
        parts += [text[position:start], PLACEHOLDER]
        position = end
    return "".join((*parts, text[position:]))


def _says(data: bytes, wanted: list[Exchange], path: Path) -> bool:
    try:
        tape = _opened(path, data)
        found = [_bare(tape.exchange(number)) for number in range(len(tape))]
    except CassetteError:
        return False
    return found == [_bare(exchange) for exchange in wanted]


def _bare(exchange: Exchange) -> Exchange:
    """Return an exchange without content-length headers, which change with the bodies."""

    def kept(headers: Headers) -> Headers:
        return tuple((name, value) for name, value in headers if name.lower() != "content-length")

    request = replace(exchange.request, headers=kept(exchange.request.headers))
    answer = exchange.answer
    if isinstance(answer, RecordedResponse):
        answer = replace(answer, headers=kept(answer.headers), chunks=(answer.body,))
    return replace(exchange, request=request, answer=answer)
