"""State view: the data behind a tool, as the files of the sandbox and the answers of reading tools show it.

It is the same for functions and servers: what a server keeps in its memory shows in the answers of its other tools.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from ...oracles.file_tree import contents_below
from ...oracles.text_leaves import leaves_of
from ...profile.home_folders import CACHES, is_of_libraries
from ...profile.journals import tells_of_calls
from ...profile.side_files import is_written_aside
from ...regex import regex
from ...strategies.calls.examples import candidate_arguments
from ...strategies.schemas.flat_schema import FlatSchema
from ...targets.mcp.subject import ServedSubject
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from .fake_sleep import fake_sleep

__all__ = ["StateView", "calls_like", "is_database", "is_empty_database", "text_of_file", "without_moments"]

#: Readers that share an argument with the tool, others, and calls of each. A reader that changes what others tell would
#: hide what the tool changes, so they are few.
_MAX_NEAR, _MAX_FAR, _MAX_CALLS = 4, 2, 3
_MAX_BYTES, _MAX_FILES = 1 << 20, 200
#: Keywords that tell one kind of text from others.
_FORMS = frozenset(("pattern", "enum"))
_DATABASE = b"SQLite format 3\0"
#: How the statements begin that make a database, and one that adds a row.
_DUMP, _ROW = "BEGIN TRANSACTION;", "\nINSERT INTO "
#: Files that belong to reading or writing others.
_BY_THE_WAY = ("-journal", "-wal", "-shm", ".lock", ".pyc")
#: Moments and generated names, which differ from call to call.
_MOVING = regex(r"\d{4}-\d\d-\d\d[T ]?[\d:.+]*|\d{9,}(?:\.\d+)?|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class StateView:
    """The data behind a tool at one moment after another.

    Args:
        subject: The tool; reading tools of the same target are called.
        keeps_given: Whether moments that the call gives are data as well, and not of the clock. Data that are taken for
            different calls cannot be compared then.
        of_calls: Whether readers are asked that tell of calls, such as those of a log.
    """

    def __init__(self, subject: Subject, *, keeps_given: bool = False, of_calls: bool = True) -> None:
        self._subject = subject
        self._keeps_given = keeps_given
        readers = [one for one in subject.neighbours if one[0].tier == "read" and one[0].tier_declared]
        readers = [one for one in readers if of_calls or not tells_of_calls(one[0])]
        own, names = subject.facts.name, set(subject.schema.get("properties") or ())
        others = [subject.beside(*one) for one in readers if one[0].name != own]
        # Readers that take the same arguments are likelier to show the same data.
        near = [reader for reader in others if not names.isdisjoint(reader.schema.get("properties") or ())]
        far = [reader for reader in others if reader not in near]
        self._readers = [*near[:_MAX_NEAR], *far[:_MAX_FAR]]
        self._moving: set[str] = set()

    def taken(self, call: Mapping[str, Any], *, is_settled: bool = True) -> dict[str, str]:
        """Return the data by place, as a phrase such as "the file 'a.txt'".

        Args:
            call: A call of the tool; readers are asked for the same names.
            is_settled: Whether nothing happens meanwhile, so that places which differ all the same are left out.
        """
        found = self._taken(call)
        if is_settled:
            again = self._taken(call)
            self._moving |= {place for place in found.keys() | again.keys() if found.get(place) != again.get(place)}
        return {place: value for place, value in found.items() if place not in self._moving}

    def changed(self, before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
        """Return the places whose data differ, those that a reader sees last."""
        places = [place for place in dict.fromkeys((*before, *after)) if place not in self._moving]
        return [place for place in places if before.get(place) != after.get(place)]

    def answers(self, call: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answers of the readers by place, decoded, those that failed left out.

        Args:
            call: A call of the tool; readers are asked for the same names.
        """
        return {place: outcome.value for place, outcome in self._asked(call) if outcome.succeeded}

    def _taken(self, call: Mapping[str, Any]) -> dict[str, str]:
        found: dict[str, str] = {}
        given = {text for _, text in leaves_of(dict(call))} if self._keeps_given else set()
        sandbox = self._subject.sandbox
        for folder, prefix in ((sandbox.workspace, ""), (sandbox.home, "~/")):
            for path, content in contents_below(folder, max_bytes=_MAX_BYTES, most=_MAX_FILES).items():
                name = path.relative_to(folder)
                if is_written_aside(name) or name.name.endswith(_BY_THE_WAY) or ".git" in name.parts:
                    continue
                if prefix and (is_of_libraries(path, folder, is_folder=False) or name.as_posix().startswith(CACHES)):
                    continue
                found[f"the file {prefix + name.as_posix()!r}"] = without_moments(
                    text_of_file(path, content), but=given
                )
        found |= {place: without_moments(outcome.text, but=given) for place, outcome in self._asked(call)}
        if isinstance(self._subject, ServedSubject):
            # Another start makes up others.
            names = self._subject.names
            return {place: names.without(text) for place, text in found.items()}
        return found

    def _asked(self, call: Mapping[str, Any]) -> Iterator[tuple[str, Outcome]]:
        for reader in self._readers:
            for number, given in enumerate(calls_like(reader, call)):
                with fake_sleep():
                    outcome = reader.call(given)
                if outcome.timed_out:
                    break
                yield f"the answer of {reader.facts.name!r}" + (f" to {given}" if number or given else ""), outcome


def text_of_file(path: Path, content: bytes) -> str:
    """Return the content of a file as text: of a database, the rows that are in it now."""
    return _rows(path) if content.startswith(_DATABASE) else content.decode("utf-8", "replace")


def without_moments(text: str, *, but: Collection[str] = ()) -> str:
    """Return a text with a mark for each moment and generated name, except those of *but*."""
    return _MOVING.sub(lambda found: found[0] if found[0] in but else "N", text)


def is_database(data: str) -> bool:
    """Return whether data of a file are those of a database."""
    return data.startswith(_DUMP)


def is_empty_database(data: str) -> bool:
    """Return whether data of a file are those of a database that has no rows."""
    return is_database(data) and _ROW not in data


def calls_like(reader: Subject, call: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return calls of a reader, with the values of *call* for arguments of the same name, or of the same kind, first.

    Values are of the same kind if the reader's argument has a pattern or choices, which they fit.
    """
    calls: list[dict[str, Any]] = []
    fits = FlatSchema(reader.schema).fits
    properties = reader.schema.get("properties") or {}
    for ordinary in candidate_arguments(reader.schema, limit=_MAX_CALLS):
        named = ordinary | {name: value for name, value in call.items() if name in properties}
        alike = [
            {**named, name: value}
            for name, node in properties.items()
            if name not in call and isinstance(node, Mapping) and not _FORMS.isdisjoint(_keywords(reader, node))
            for value in call.values()
            if isinstance(value, str)
        ]
        calls += [one for one in (*alike, named, ordinary) if one not in calls and fits(reader.schema, one)]
    return calls[:_MAX_CALLS]


def _keywords(reader: Subject, node: Mapping[str, Any]) -> Iterator[str]:
    for flat in FlatSchema(reader.schema).alternatives(node):
        yield from flat


def _rows(path: Path) -> str:
    """Return the content of a database as text: its file also changes with counters of its own."""
    with suppress(sqlite3.Error), closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=0.2)) as database:
        return "\n".join(database.iterdump())
    return ""
