"""TapeIndex: the start and end of each interaction in a cassette's text, for reading them on access.

The YAML parser finds the places, which proves that the whole text is YAML. If an interaction cannot be read without the
rest (an alias, a list in brackets, line breaks that only YAML knows), there is no index.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct

from ..foreign.document import CassetteError, parse_document

__all__ = ["TapeIndex", "index_text", "metadata_of"]

#: Characters that YAML reads as a line break or a byte order mark.
_ODD = (b"\r", b"\xc2\x85", b"\xe2\x80\xa8", b"\xe2\x80\xa9", b"\xef\xbb\xbf")
_LINE_BREAK = re.compile(rb"\n")
_BEGINS = (yaml.MappingStartEvent, yaml.SequenceStartEvent)
_ENDS = (yaml.MappingEndEvent, yaml.SequenceEndEvent)


class TapeIndex(Struct, frozen=True):
    """The places of a cassette's interactions.

    Attributes:
        starts: The byte offset of each interaction, and the end of the last.
        metadata: The file's metadata.
        answers: Where in each interaction, counted from its own beginning, its response begins; 0 where only the whole
            can be read. Empty until all have been read once.
    """

    starts: tuple[int, ...]
    metadata: Mapping[str, Any]
    answers: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self.starts) - 1


#: The key of a request in an interaction, or in a list of one line each.
_REQUEST = re.compile(rb"[\s-]['\"]?request['\"]?:")


class _NoIndexError(Exception):
    """An interaction cannot be read without the rest of the file."""


def index_text(data: bytes, path: Path) -> TapeIndex | None:
    """Find the interactions of a cassette; None if it must be read as a whole."""
    if any(odd in data for odd in _ODD):
        return None
    try:
        lines = _first_lines(data)
    except (yaml.YAMLError, _NoIndexError, ValueError):
        return None
    starts = tuple(_offsets(data, lines))
    # Frames and gRPC calls stand in the same list, and must be read as a whole to be told.
    if not _REQUEST.search(data, starts[0], starts[1]):
        return None
    # A file without interactions consists of its head.
    try:
        head = parse_document(data[: starts[0]] + data[starts[-1] :], path)
    except CassetteError:
        return None
    return TapeIndex(starts, metadata_of(head))


def metadata_of(document: Any) -> Mapping[str, Any]:
    """Return a file's metadata: under ``forge`` in ours, under ``metadata`` in those of VCR.py 9."""
    for key in ("forge", "metadata"):
        found = document.get(key) if isinstance(document, Mapping) else None
        if isinstance(found, Mapping):
            return found
    return {}


def _first_lines(data: bytes) -> list[int]:
    """Return the line in which each interaction begins, and the line after the last."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)(data)
    try:
        return _walk(loader)
    finally:
        loader.dispose()


def _walk(loader: Any) -> list[int]:
    lines: list[int] = []
    columns: set[int] = set()
    depth = 0
    key: str | None = None
    documents = 0
    while (event := loader.get_event()) is not None:
        kind = type(event)
        if kind in _BEGINS:
            if depth == 0 and (kind is not yaml.MappingStartEvent or event.flow_style):
                raise _NoIndexError
            if depth == 1 and key is None:
                raise _NoIndexError
            if depth == 1 and key == "interactions":
                if kind is not yaml.SequenceStartEvent or event.flow_style or event.anchor or lines:
                    raise _NoIndexError
            elif depth == 2 and key == "interactions":
                if kind is not yaml.MappingStartEvent or event.flow_style or event.anchor:
                    raise _NoIndexError
                lines.append(event.start_mark.line)
                columns.add(event.start_mark.column)
            depth += 1
        elif kind in _ENDS:
            depth -= 1
            if depth == 1:
                if key == "interactions":
                    lines.append(event.start_mark.line)
                key = None
        elif kind is yaml.ScalarEvent:
            if depth == 1:
                key = event.value if key is None else None
            elif depth == 2 and key == "interactions":
                raise _NoIndexError
        elif kind is yaml.AliasEvent:
            raise _NoIndexError
        elif kind is yaml.DocumentStartEvent:
            documents += 1
    if documents != 1 or len(lines) < 2 or len(columns) != 1 or any(one >= two for one, two in pairwise(lines)):
        raise _NoIndexError
    return lines


def _offsets(data: bytes, lines: list[int]) -> list[int]:
    breaks = _LINE_BREAK.finditer(data)
    offsets: list[int] = []
    passed = 0
    for line in lines:
        if line > passed:
            found = next(islice(breaks, line - passed - 1, None), None)
            offsets.append(len(data) if found is None else found.end())
            passed = line
        else:
            offsets.append(0)
    return offsets
