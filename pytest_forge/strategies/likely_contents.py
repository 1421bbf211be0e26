"""Likely contents: what the files that a tool asks for may hold, by their endings and by what its code parses."""

from __future__ import annotations

import bz2
import gzip
import io
import itertools
import json
import lzma
import zipfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import PurePosixPath
from typing import Any

from forge_harness import Tool

from ..regex import regex
from .mined_constants import mined_constants
from .other_choices import contents_with_choices
from .own_keys import Kind
from .own_shape import own_choices, own_document
from .shaped_database import own_statements, shaped_database, untyped_columns
from .shaped_files import shaped_contents, with_given_texts
from .workspace_files import ordinary_content

__all__ = ["READERS", "LikelyContents"]

_DATABASES = frozenset((".db", ".sqlite", ".sqlite3"))
_DOCUMENTS = frozenset((".json", ".yaml", ".yml"))
#: Endings of compressed files, with what compresses them.
_PACKED: Mapping[str, Callable[[bytes], bytes]] = {
    ".gz": partial(gzip.compress, mtime=0),
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
}
#: The name of a member of an archive, and how many are made, and tried in several forms.
_MEMBER = regex(r"(?:[\w-]+/)*[\w-]+(?:\.[\w-]+)*\.[A-Za-z][A-Za-z0-9]{1,7}")
_MAX_MEMBERS = 3
#: What front matter stands between.
_MATTER = "---"
_TEXTUAL = frozenset((".json", ".csv", ".yaml", ".xml", ".ini", ".toml"))
#: The kinds tried for values of which nothing is known.
_UNKNOWN: tuple[Kind, Kind] = ("text", "number")
#: What is taken from one record and put into another has to be there, and to fit: see `shaped_database`.
_ROOMS = (1, -1)
#: Columns of a table that are numbers, one or two of them.
_MAX_COLUMNS = 5
#: Names in code that reads a format.
_READERS = {
    ".db": frozenset(("connect",)),
    ".json": frozenset(("loads", "load", "raw_decode", "model_validate_json", "validate_json")),
    ".csv": frozenset(("DictReader", "reader")),
    ".yaml": frozenset(("safe_load", "yaml")),
    ".xml": frozenset(("fromstring", "XMLParser", "parseString", "XML")),
    ".ini": frozenset(("ConfigParser", "RawConfigParser")),
    ".toml": frozenset(("tomllib",)),
    ".zip": frozenset(("ZipFile",)),
}
READERS = frozenset().union(*_READERS.values())
"""Names in code that reads a document or a file with a format."""


class LikelyContents:
    """Contents for the files of one tool.

    Args:
        tool: The tool.
        keys: The keys that its code looks up, each with the kind of its values.

    Attributes:
        texts: The endings of the text formats that its code reads.
    """

    def __init__(self, tool: Tool, keys: Mapping[str, Kind]) -> None:
        self._tool = tool
        self._keys = keys
        mined = mined_constants(tool)
        self._tags = mined.texts
        self._choices = own_choices(tool)
        self._members = [text for text in mined.texts if _MEMBER.fullmatch(text) and not text.endswith(".zip")][
            :_MAX_MEMBERS
        ]
        self._parsed = [ending for ending, readers in _READERS.items() if not readers.isdisjoint(mined.names)]
        self.texts = [ending for ending in self._parsed if ending in _TEXTUAL]
        if ".yaml" in self._parsed and any(text.startswith(_MATTER) for text in mined.texts):
            self.texts.append(".md")

    def contents(self, name: str, call: Mapping[str, Any]) -> Iterator[bytes | None]:
        """Yield contents for a file, the likeliest for a call first; None for a folder.

        Args:
            name: Of the file. Without an ending, its format is one that the code reads.
            call: The arguments of the call that is to find something in it.
        """
        suffix = ".tgz" if name.lower().endswith(".tar.gz") else PurePosixPath(name).suffix.lower()
        if not suffix:
            yield None
        if suffix in _PACKED:
            yield from shaped_contents(suffix, self._keys, call, self._tags)
            inner = self.contents(PurePosixPath(name).stem, call)
            yield from (_PACKED[suffix](data) for data in inner if data is not None)
            return
        if suffix == ".zip" and self._members:
            yield from self._archives(call)
            return
        likely = [suffix] if suffix else self._parsed
        shaped = [data for ending in likely for data in shaped_contents(ending, self._keys, call, self._tags)]
        if not _DOCUMENTS.isdisjoint(likely):
            # JSON is YAML as well.
            shaped = [*self.documents(call), *shaped]
        if likely:
            shaped = self._with_choices(likely[0], shaped, call)
        if _DATABASES.intersection(likely):
            statements = own_statements(self._tool)
            found = [shaped_database(statements, call, unknown=kind) for kind in _UNKNOWN]
            found += [shaped_database(statements, call, unknown="number", room=room) for room in _ROOMS]
            # A table without a definition may have columns of both kinds.
            columns = untyped_columns(statements)[:_MAX_COLUMNS]
            some = [numbers for most in (1, 2) for numbers in itertools.combinations(columns, most)]
            found += [shaped_database(statements, call, numbers=numbers) for numbers in some]
            shaped += list(dict.fromkeys(made for made in found if made is not None)) or [ordinary_content(".db")]
        ordinary = ordinary_content(likely[0] if likely else suffix)
        yield from shaped or dict.fromkeys((with_given_texts(ordinary, call), ordinary))

    def _archives(self, call: Mapping[str, Any]) -> Iterator[bytes]:
        """Yield archives with the members that the code names, one for each likely content of the first one."""
        found = [[data for data in self.contents(name, call) if data is not None] for name in self._members]
        for first in found[0][:_MAX_MEMBERS]:
            made = io.BytesIO()
            with zipfile.ZipFile(made, "w") as archive:
                archive.writestr(zipfile.ZipInfo("notes.txt"), ordinary_content(".txt"))
                for name, contents in zip(self._members, ([first], *found[1:]), strict=True):
                    archive.writestr(zipfile.ZipInfo(name), contents[0] if contents else b"")
            yield made.getvalue()

    def documents(self, call: Mapping[str, Any]) -> list[bytes]:
        """Return documents of JSON in which the tool finds what it looks up, for a call."""
        found = [own_document(self._tool, call, unknown=kind) for kind in _UNKNOWN]
        found += [own_document(self._tool, call, unknown=kind, room=room) for room in _ROOMS for kind in _UNKNOWN]
        shown = [json.dumps(one).encode() for one in found if one is not None]
        return self._with_choices(".json", list(dict.fromkeys(shown)), call)

    def _with_choices(self, suffix: str, contents: list[bytes], call: Mapping[str, Any]) -> list[bytes]:
        """Return contents, and each again with the texts with which the code compares its values."""
        made = (next(contents_with_choices(suffix, data, self._choices, call), data) for data in contents)
        return list(dict.fromkeys((*contents, *made)))
