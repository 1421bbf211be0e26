"""Odd file calls: ordinary calls with odd content in the files that they open, or in documents that they pass."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from ...observe.observation import Observation, Unseen
from ...profile.reads import reads
from ...profile.roles import Role, role_of
from ...strategies.circular_records import with_circles
from ...strategies.mined_constants import mined_constants
from ...strategies.odd_files import (
    TOO_LARGE,
    format_of,
    odd_contents,
    with_gaps,
    with_own_types,
    with_too_large_numbers,
    with_zeros,
)
from ...strategies.odd_rows import odd_rows
from ...strategies.schemas.flat_schema import FlatSchema
from ...strategies.workspace_files import path_arguments, plant_missing
from ...targets.outcome import Outcome
from ...targets.subject import Subject
from .known_values import quoted_values
from .observing import observe
from .plausible_calls import plausible_calls
from .worlds.own_world import own_world, plant_world

__all__ = [
    "calls_with_circles",
    "calls_with_gaps",
    "calls_with_own_types",
    "calls_with_too_large_numbers",
    "odd_file_calls",
]

#: Calls that are observed for the files they open; a tool that opens none in the first ones is not asked again.
_MAX_CALLS, _FIRST = 6, 2
_MAX_FILES = 3
#: Values of a call that are tried as identifiers.
_MAX_NAMED = 3
#: Forms of rows that are quoted for an argument.
_MAX_FORMS = 3
_MAX_SIZE = 100_000
#: Share of a check's time.
_SHARE = 0.2
#: Texts that are run.
_PROGRAMS = frozenset((Role.COMMAND, Role.CODE, Role.SQL, Role.EXPRESSION))


def odd_file_calls(
    subject: Subject, calls: Sequence[dict[str, Any]] | None = None
) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield calls and the oddity of what they open, "cells 'nan' in 'data.csv'"; the file is there meanwhile.

    A text of a call that is a document with a format is changed in the same ways.

    Args:
        subject: The tool.
        calls: Ordinary calls.
    """
    patience = subject.patience(_SHARE)
    mined = None
    for call, path in _opened(subject, calls if calls is not None else plausible_calls(subject, limit=_MAX_CALLS)):
        ordinary = path.read_bytes()
        mined = mined or mined_constants(subject.tool)
        name = path.relative_to(subject.sandbox.workspace).as_posix()
        try:
            for what, content in odd_contents(path.suffix, ordinary, mined):
                if not path.parent.is_dir() or patience.is_over:
                    return
                path.write_bytes(content)
                yield call, f"{what} in {name!r}"
        finally:
            with contextlib.suppress(OSError):
                path.write_bytes(ordinary)
    for call, what in _with_odd_documents(subject):
        if patience.is_over:
            return
        yield call, what
    for call, path, content in _with_zeros(subject):
        if not path.is_file() or patience.is_over:
            return
        path.write_bytes(content)
        yield call, f"a number that is 0 in {path.name!r}"


def calls_with_gaps(subject: Subject) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield a call of a reader that works among files of its own, and the key that another record there lacks.

    Code that asks for a key in brackets expects it in every record, and answers as it likes. What gets None for it is
    code that knows records without the key.
    """
    return _with_contents(
        subject,
        (
            (call, path, content, f"a record without {key!r}")
            for call, path, data in _own_files(subject)
            for key, content in with_gaps(data)
        ),
    )


def calls_with_own_types(subject: Subject) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield a call that works among files of its own, and the value there that only its format has.

    What the code converts or refuses is fine; what it returns as it is, is a date, a time or no number.
    """
    return _with_contents(
        subject,
        (
            (call, path, content, f"{value} as {key!r}")
            for call, path, data in _own_files(subject, is_any=True)
            for key, value, content in with_own_types(path.suffix, data)
        ),
    )


def calls_with_too_large_numbers(subject: Subject) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield calls with documents, lists of texts and rows in which a number is not finite, and what is odd about them.

    The form of a row may be quoted in a description, as in "sample,value", and not be that of an ordinary call.
    """
    patience = subject.patience(_SHARE)
    fits = FlatSchema(subject.schema).fits
    quoted = quoted_values(subject)
    nodes = FlatSchema(subject.schema).arguments
    for call in plausible_calls(subject, limit=_FIRST)[:_FIRST]:
        for name, value in call.items():
            forms = [value, *quoted.values_for(name, value)[:_MAX_FORMS]] if isinstance(value, str) else []
            # A program computes what it says, and has no rows.
            is_program = role_of(name, nodes.get(name) or {}) in _PROGRAMS
            rows = (row for form in forms if not is_program for row in odd_rows(form))
            for what, changed in chain(_too_large(value), rows):
                if patience.is_over:
                    return
                if fits(subject.schema, made := {**call, name: changed}):
                    yield made, f"{what} in {name!r}"


def _too_large(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, str) and (suffix := format_of(value)):
        for what, content in with_too_large_numbers(suffix, value.encode()):
            yield what, content.decode("utf-8", "replace")
    elif isinstance(value, list) and value:
        first, *rest = value
        for number in TOO_LARGE:
            if isinstance(first, str):
                yield "a number beyond floats", [number, *rest]
            elif isinstance(first, list):
                yield from (("a number beyond floats", [row, *rest]) for row in _rows(first, range(len(first)), number))
            elif isinstance(first, dict):
                yield from (("a number beyond floats", [row, *rest]) for row in _rows(first, [*first], number))


def _rows(row: Any, places: Iterable[Any], number: str) -> Iterator[Any]:
    """Yield a row with the number in place of each of its texts, one at a time."""
    for place in places:
        if isinstance(row[place], str):
            changed = row.copy()
            changed[place] = number
            yield changed


def calls_with_circles(subject: Subject) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield a call that works among files of its own while the records in one of them refer to one that it names."""
    return _with_contents(
        subject,
        (
            (call, path, content, f"records that refer to themselves by {key!r}")
            for call, path, data in _own_files(subject, is_any=True)
            for key, content in with_circles(path.suffix, data, _identifiers(call))
        ),
    )


def _identifiers(call: dict[str, Any]) -> list[str | int]:
    """Return the values of a call that may identify a record."""
    values = [value for value in call.values() if isinstance(value, str | int) and not isinstance(value, bool)]
    return values[:_MAX_NAMED]


def _with_contents(
    subject: Subject, contents: Iterable[tuple[dict[str, Any], Path, bytes, str]]
) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield each call while a file of the tool's own world has another content, and what is odd about it."""
    patience = subject.patience(_SHARE)
    for call, path, content, what in contents:
        plant_world(subject, [call])
        if not path.is_file() or patience.is_over:
            return
        path.write_bytes(content)
        yield call, f"{what} in {path.name!r}"


def _with_odd_documents(subject: Subject) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield a call that works with odd documents in place of the one that it passes."""
    calls = [] if subject.is_served else [*own_world(subject).calls, *plausible_calls(subject, limit=1)][:1]
    fits = FlatSchema(subject.schema).fits
    for call, name, value in ((one, *item) for one in calls for item in one.items()):
        suffix = format_of(value) if isinstance(value, str) else ""
        if not suffix:
            continue
        plant_world(subject, [call])
        for what, content in odd_contents(suffix, value.encode(), mined_constants(subject.tool)):
            text = content.decode("utf-8", "replace")
            if fits(subject.schema, changed := {**call, name: text}):
                yield changed, f"{what} in {name!r}"


def _with_zeros(subject: Subject) -> Iterator[tuple[dict[str, Any], Path, bytes]]:
    """Yield a call of a reader that works among files of its own, and one of them with a number that is 0."""
    for call, path, data in _own_files(subject):
        for content in with_zeros(path.suffix, data):
            plant_world(subject, [call])
            yield call, path, content


def _own_files(subject: Subject, *, is_any: bool = False) -> Iterator[tuple[dict[str, Any], Path, bytes]]:
    """Yield the call with which a reader, or any tool, works, and each of the files that it needs, with its content."""
    world = own_world(subject) if is_any or reads(subject.facts) else None
    call = None if world is None else next(iter([*world.calls, *plausible_calls(subject, limit=1)]), None)
    if world is not None and call is not None:
        for name, data in world.files.items():
            yield call, subject.sandbox.workspace / name, data or b""


def _opened(subject: Subject, calls: Sequence[dict[str, Any]]) -> list[tuple[dict[str, Any], Path]]:
    """Return calls, each with an ordinary file that it opens; calls that succeed come first."""
    found: dict[Path, tuple[bool, dict[str, Any]]] = {}
    for number, call in enumerate(calls[:_MAX_CALLS]):
        if number >= _FIRST and not found:
            break
        seen = observe(subject, call)
        if isinstance(seen.operations, Unseen):
            break
        if not found and plant_missing(subject.sandbox.workspace, seen.names_asked):
            seen = observe(subject, call)
        if seen.answer.timed_out:
            break
        for path in _files(subject, seen):
            if path not in found or (seen.answer.succeeded and not found[path][0]):
                found[path] = (seen.answer.succeeded, call)
    chosen = sorted(found.items(), key=lambda item: not item[1][0])[:_MAX_FILES]
    return [(call, path) for path, (_, call) in chosen]


def _files(subject: Subject, seen: Observation[Outcome]) -> Iterator[Path]:
    """Yield the ordinary files of the workspace that a call names, or whose folder it names, and has read."""
    workspace = subject.sandbox.workspace
    # A tool may have changed into a folder that an argument names.
    texts = [(name, text) for name, text in seen.answer.arguments.items() if isinstance(text, str) and "\0" not in text]
    # A server that keeps each entry in a file of its name has written the file itself.
    paths = path_arguments(subject.schema) if subject.is_served else None
    given = [(text, paths is None or name in paths) for name, text in texts]
    names = [name for event in seen.operations.value if event.action == "read" for name in event.paths]
    for name in dict.fromkeys(name for name in names if "\0" not in name):
        places = [Path(os.path.normpath(workspace / folder / name)) for folder in ("", *(text for _, text in texts))]
        path = next((place for place in places if _is_ordinary(place, workspace)), None)
        # A file that no argument names is the tool's own, and has the content that the tool gave it.
        if path is not None and any(_leads_to(path, workspace, text, by_stem=by_stem) for text, by_stem in given):
            yield path


def _leads_to(path: Path, workspace: Path, text: str, *, by_stem: bool) -> bool:
    """Return whether an argument names a file, by its path, its name or its stem, or a folder around it."""
    named = Path(os.path.normpath(workspace / text))
    if path.name == named.name or (path.is_relative_to(named) and named.is_dir()):
        return True
    return by_stem and path.stem == named.name


def _is_ordinary(path: Path, workspace: Path) -> bool:
    try:
        is_file = path.is_relative_to(workspace) and not path.is_symlink() and path.is_file()
        return is_file and path.stat().st_size <= _MAX_SIZE and "__pycache__" not in path.parts
    except OSError:
        return False
