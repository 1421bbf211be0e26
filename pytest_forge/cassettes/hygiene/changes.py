"""Changes: the new values of the nodes of a file."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct, field

from ..exchange import Exchange, Headers, RecordedRequest, RecordedResponse
from ..foreign.document import CassetteError
from ..foreign.packing import packed_again
from ..redaction.redact import Redactor
from ..redaction.secret_value import PLACEHOLDER
from .source_nodes import child, elements, pairs_of

__all__ = ["Changes", "refusal"]


class Changes(Struct):
    """The new values of the nodes of a file.

    Attributes:
        path: The file.
        redactor: Removes the secrets; it gets the pieces of a body as pieces.
        values: The new value of each node that changes; of a ``!!binary`` node, base64.
        packed: The encodings of bodies compressed again since the last `take_packed`.
    """

    path: Path
    redactor: Redactor
    values: dict[yaml.ScalarNode, str] = field(default_factory=dict)
    packed: list[str] = field(default_factory=list)

    def take_packed(self) -> list[str]:
        """Return the encodings of bodies compressed again, and clear the list."""
        packed, self.packed = self.packed, []
        return packed

    def put(self, node: yaml.Node | None, value: str) -> None:
        """Give *node* a value.

        Raises:
            CassetteError: If it is not text, or was already given another value.
        """
        if not isinstance(node, yaml.ScalarNode) or self.values.get(node, value) != value:
            raise refusal(self.path, "says the same in several places at once, or has a form of its own")
        self.values[node] = value

    def put_headers(self, owner: yaml.Node, wanted: Headers) -> None:
        """Change the headers of a request or an answer with removed secrets."""
        # Reading leaves out headers about compression, so headers are matched by name.
        left = list(wanted)
        for name, node in pairs_of(child(owner, "headers")):
            if not left or left[0][0] != name:
                continue
            _, value = left.pop(0)
            if PLACEHOLDER in value and value != node.value:
                self.put(node, value)

    def put_body(self, owner: yaml.Node, before: bytes, wanted: bytes) -> None:
        """Change the body of a request or an answer, in its stored form.

        Raises:
            CassetteError: If that form cannot be written.
        """
        if before == wanted:
            return
        parsed = child(owner, "parsed_body")
        node = parsed or child(owner, "body", "content", "chunks")
        if isinstance(node, yaml.MappingNode):
            node = child(node, "string", "chunks", "base64_string", "base64") or node
        if node is None:
            raise refusal(self.path, "keeps a body in a form of its own")
        if parsed is None and isinstance(node, yaml.ScalarNode):
            stored, put = self._put_whole(owner, node, before, wanted)
        elif parsed is None and _is_in_pieces(node):
            stored, put = self._put_pieces(owner, elements(node), before, wanted)
        else:
            self.put_tree(node, wanted)
            return
        for name, header in pairs_of(child(owner, "headers")):
            if name.lower() == "content-length" and header.value == str(stored) and put != stored:
                self.put(header, str(put))

    def put_tree(self, node: yaml.Node, wanted: bytes) -> None:
        """Change the texts of a body that was recorded decoded."""
        try:
            value = json.loads(wanted)
        except (ValueError, RecursionError):
            raise refusal(self.path, "keeps a body in a form of its own") from None
        for one, new in _leaves(node, value):
            if isinstance(new, str) and new != one.value:
                self.put(one, new)

    def _put_whole(self, owner: yaml.Node, node: yaml.ScalarNode, before: bytes, wanted: bytes) -> tuple[int, int]:
        stored = node.value.encode("utf-8")
        if stored == before:
            self.put(node, wanted.decode("utf-8"))
            return len(stored), len(wanted)
        stored = self._decoded(node)
        packed = wanted if stored == before else self._packed(owner, stored, wanted)
        self.put(node, base64.b64encode(packed).decode("ascii"))
        return len(stored), len(packed)

    def _put_pieces(
        self, owner: yaml.Node, nodes: Sequence[yaml.Node], before: bytes, wanted: bytes
    ) -> tuple[int, int]:
        texts = [node for node in nodes if isinstance(node, yaml.ScalarNode)]
        pieces = [self._decoded(node) if _is_binary(node) else node.value.encode("utf-8") for node in texts]
        stored = b"".join(pieces)
        if stored == before:
            new = self._cut(pieces, wanted)
        else:
            # Compressed data can be cut anywhere, since its pieces are not read one by one.
            packed = self._packed(owner, stored, wanted)
            size = -(-len(packed) // len(pieces))
            new = [packed[index * size : (index + 1) * size] for index in range(len(pieces))]
        for node, old, piece in zip(texts, pieces, new, strict=True):
            if piece != old:
                self.put(node, base64.b64encode(piece).decode("ascii") if _is_binary(node) else self._text(piece))
        return len(stored), sum(map(len, new))

    def _cut(self, pieces: Sequence[bytes], wanted: bytes) -> list[bytes]:
        said = RecordedResponse(200, chunks=tuple(pieces))
        answer = self.redactor.exchange(Exchange(RecordedRequest("GET", ""), said)).answer
        if isinstance(answer, RecordedResponse) and answer.body == wanted:
            return list(answer.chunks)
        # A secret known only from the rest of the exchange was removed: the pieces around it keep their boundaries.
        first = next(
            index for index, piece in enumerate(pieces) if not wanted.startswith(b"".join(pieces[: index + 1]))
        )
        after = list(pieces[first + 1 :])
        before = b"".join(pieces[:first])
        while after and not wanted[len(before) :].endswith(b"".join(after)):
            after.pop(0)
        middle = wanted[len(before) : len(wanted) - len(b"".join(after))]
        empty = [b""] * (len(pieces) - first - 1 - len(after))
        return [*pieces[:first], middle, *empty, *after]

    def _packed(self, owner: yaml.Node, stored: bytes, wanted: bytes) -> bytes:
        encodings = ", ".join(
            header.value for name, header in pairs_of(child(owner, "headers")) if name.lower() == "content-encoding"
        )
        packed = packed_again(stored, wanted, encodings)
        if packed is None:
            raise refusal(self.path, "keeps a body packed in a way that cannot be repeated")
        self.packed.append(packed[1])
        return packed[0]

    def _decoded(self, node: yaml.ScalarNode) -> bytes:
        try:
            return base64.b64decode("".join(node.value.split()), validate=True)
        except ValueError:
            raise refusal(self.path, "keeps a body in a form of its own") from None

    def _text(self, piece: bytes) -> str:
        try:
            return piece.decode("utf-8")
        except UnicodeDecodeError:
            raise refusal(self.path, "keeps the pieces of a body as texts that end inside of a character") from None


def refusal(path: Path, what: str) -> CassetteError:
    """Return the error for a file that cannot be rewritten because it *what*."""
    return CassetteError(
        f"{str(path)!r} {what}, so it cannot be scrubbed in place. Record it again, or convert it first."
    )


def _is_binary(node: yaml.ScalarNode) -> bool:
    return node.tag.endswith("binary")


def _is_in_pieces(node: yaml.Node) -> bool:
    """Whether a body is a list of texts and bytes, and not a decoded JSON list."""
    return isinstance(node, yaml.SequenceNode) and all(
        isinstance(one, yaml.ScalarNode) and one.tag.endswith(("binary", "str")) for one in node.value
    )


def _leaves(node: yaml.Node, value: Any) -> Iterator[tuple[yaml.ScalarNode, Any]]:
    if isinstance(node, yaml.MappingNode) and isinstance(value, dict) and len(node.value) == len(value):
        for (key, inner), (name, new) in zip(node.value, value.items(), strict=True):
            yield from _leaves(key, name)
            yield from _leaves(inner, new)
    elif isinstance(node, yaml.SequenceNode) and isinstance(value, list) and len(node.value) == len(value):
        for inner, new in zip(elements(node), value, strict=True):
            yield from _leaves(inner, new)
    elif isinstance(node, yaml.ScalarNode):
        yield node, value
