"""Tape: a cassette, opened once and read on access; in our format or any other that we read."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from ..exchange import Exchange, RecordedFailure, RecordedRequest, RecordedResponse
from ..foreign.document import CassetteError, parse_document, read_file
from ..foreign.interaction import Interaction
from ..foreign.reading import read_entries
from ..matching.match_options import MatchOptions
from ..matching.normalise import imprint, normalise
from .quick_answer import quick_answer
from .quick_entry import quickly_read
from .stored_entry import entry_answer, entry_request, entry_time
from .tape_cache import TapeCache
from .tape_index import TapeIndex, index_text, metadata_of

__all__ = ["Tape", "open_tape"]

#: The key of an unreadable request, which equals no other key.
_UNREADABLE = "unreadable:"
#: The start of our own keys of an interaction.
_OURS = b"\n  forge:\n"
#: The name under which imprints are kept beside keys.
_IMPRINTS = "imprints"


def open_tape(path: Path, *, cache: TapeCache | None = None) -> Tape:
    """Open a cassette.

    Args:
        path: The file.
        cache: Where places and keys are cached; None for the user's cache folder.

    Raises:
        CassetteError: If it cannot be read, or is not a cassette.
    """
    data = read_file(path)
    cache = cache or TapeCache()
    digest = hashlib.sha256(data).hexdigest()
    found = cache.load(digest, len(data))
    if found is not None:
        index, keys = found
        return Tape(path, data, index, cache=cache, digest=digest, keys=keys)
    fresh = index_text(data, path)
    tape = Tape(path, data, fresh, cache=cache, digest=digest)
    if fresh is not None:
        cache.store(digest, len(data), fresh, {})
    return tape


class Tape:
    """The recorded interactions of a file, by number from 0; each is decoded on access.

    Attributes:
        path: The file.
        metadata: The file's metadata.
        index: The places of its interactions in its text; None if it must be read as a whole.
    """

    def __init__(
        self,
        path: Path,
        data: bytes,
        index: TapeIndex | None,
        *,
        cache: TapeCache,
        digest: str,
        keys: dict[str, list[str]] | None = None,
    ) -> None:
        self.path = path
        self.index = index
        self.metadata: Mapping[str, Any] = {}
        self._data = data
        self._cache = cache
        self._digest = digest
        self._keys = keys or {}
        self._entries: list[Any] | Interaction | None = None
        # The starts of the answers of quickly read interactions.
        self._answers: dict[int, int] = {}
        # The request and the answer of an interaction are often read one after the other.
        self._last: tuple[int, Any] = (-1, None)
        if index is None:
            self.metadata = self._read_whole()
        else:
            self.metadata = index.metadata

    @property
    def is_foreign(self) -> bool:
        """Whether another recorder wrote any of it, so that it may hold secrets."""
        if self.index is not None and self.index.answers and all(self.index.answers):
            return False
        return self._data.count(_OURS) < len(self)

    def __len__(self) -> int:
        if self.index is not None:
            return len(self.index)
        return len(self._entries) if isinstance(self._entries, list) else 1

    def request(self, number: int) -> RecordedRequest:
        """Return the request.

        Raises:
            CassetteError: If it cannot be read.
        """
        if isinstance(self._entries, Interaction):
            return RecordedRequest("", "")
        return entry_request(self._entry(number))

    def answer(self, number: int) -> RecordedResponse | RecordedFailure:
        """Return the answer.

        Raises:
            CassetteError: If it cannot be read.
        """
        if isinstance(self._entries, Interaction):
            return RecordedResponse(self._entries.status or 0, chunks=(self._entries.body,))
        return self._quick_answer(number) or entry_answer(self._entry(number))

    def is_ours(self, number: int) -> bool:
        """Whether an interaction has the form of `format` and can be written in it again."""
        entry = None if isinstance(self._entries, Interaction) else self._entry(number)
        return isinstance(entry, Mapping) and isinstance(entry.get("forge"), Mapping)

    def exchange(self, number: int) -> Exchange:
        """Return request and answer with their time.

        Raises:
            CassetteError: If one of them cannot be read.
        """
        bare = isinstance(self._entries, Interaction)
        when = "" if bare else entry_time(self._entry(number)) or str(self.metadata.get("recorded_at", ""))
        return Exchange(self.request(number), self.answer(number), when)

    def keys(
        self,
        options: MatchOptions | None = None,
        *,
        redact: Callable[[RecordedRequest], RecordedRequest] | None = None,
        redaction: str = "",
    ) -> list[str]:
        """Return the key of each request by which it is matched; one that cannot be read has a key of its own.

        Args:
            options: The parts that are compared.
            redact: Applied to each request first, for a file that was recorded without redaction.
            redaction: The name of *redact* under which the keys are cached; empty for no cache.
        """
        chosen = options or MatchOptions()
        name = chosen.fingerprint + (f"-{redaction}" if redact is not None else "")
        if (redact is None or redaction) and name in self._keys:
            return list(self._keys[name])
        keys: list[str] = []
        imprints: list[str] = []
        self._answers.clear()
        for number in range(len(self)):
            try:
                request = self.request(number)
            except CassetteError:
                keys.append(f"{_UNREADABLE}{number}")
                imprints.append(f"{_UNREADABLE}{number}")
                continue
            keys.append(normalise(redact(request) if redact is not None else request, options=chosen).key)
            imprints.append(imprint(request))
        if redact is None or redaction:
            self._keys |= {name: keys, _IMPRINTS: imprints}
            if self.index is not None:
                answers = tuple(self._answers.get(number, 0) for number in range(len(self)))
                self.index = replace(self.index, answers=answers)
                self._cache.store(self._digest, len(self._data), self.index, self._keys)
        return list(keys)

    def imprints(self) -> list[str]:
        """Return the imprint of each request; one that cannot be read has one of its own."""
        if _IMPRINTS not in self._keys:
            self.keys()
        return list(self._keys[_IMPRINTS])

    def _entry(self, number: int) -> Any:
        last, entry = self._last
        if last == number:
            return entry
        if not 0 <= number < len(self):
            raise IndexError(number)
        entry = self._read_entry(number)
        self._last = (number, entry)
        return entry

    def _quick_answer(self, number: int) -> RecordedResponse | RecordedFailure | None:
        """Return the answer without reading the request; None if the whole interaction must be read."""
        if self.index is None or self._last[0] == number or not 0 <= number < len(self.index.answers):
            return None
        start, end = self.index.starts[number : number + 2]
        begin = self.index.answers[number]
        return quick_answer(self._data, start + begin, end) if begin else None

    def _read_entry(self, number: int) -> Any:
        if self.index is not None and self._entries is None:
            start, end = self.index.starts[number : number + 2]
            part = self._data[start:end]
            read = quickly_read(part.decode("utf-8", "replace"))
            if read is not None:
                self._answers[number] = read.answer_at
                return read.entry
            try:
                found = parse_document(part, self.path)
            except CassetteError:
                found = None
            if isinstance(found, list) and len(found) == 1:
                return found[0]
            # The places do not fit: read the file.
            self._read_whole()
        if not isinstance(self._entries, list) or number >= len(self._entries):
            raise CassetteError(f"{str(self.path)!r} has no interaction {number + 1}. Record it again.")
        return self._entries[number]

    def _read_whole(self) -> Mapping[str, Any]:
        document = parse_document(self._data, self.path)
        self._entries = read_entries(document, self.path)
        return metadata_of(document)
