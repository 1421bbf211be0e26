"""Version forms: the ways in which calls of a tool take two versions.

latest(tags=["1.2.0", "1.3.0"])                       two items of a list
is_newer(current="1.2.0", found="1.3.0")              two arguments
outdated(packages=[{"name": "a", "version": "1.2.0"}, {"name": "b", "version": "1.3.0"}])     two records
oldest(installed={"a": "1.2.0", "b": "1.3.0"})        two values of an object
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from msgspec import Struct

from ....profile.roles import name_words
from ....profile.told_versions import numbered_prereleases, tells_of_versions
from ....regex import regex
from ....strategies.own_names import texts_of_own_patterns
from ....strategies.schemas.flat_schema import FlatSchema, types_of
from ....targets.subject import Subject
from ...calls.told_words import told_words
from ..lasting_reads import calls_that_fit

__all__ = ["VERSION", "Form", "version_forms"]

#: With the label of a pre-release, behind a dash or as in PEP 440: the second or third group.
VERSION = regex(r"v?(\d+\.\d+\.\d+)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)|((?:a|b|rc|\.dev)\d+))?")
#: Makes the call with two versions.
Form: TypeAlias = Callable[[str, str], dict[str, Any]]

_MAX_BASES, _MAX_TEXTS, _MAX_FORMS = 3, 4, 12
_SAMPLES = ("1.0.0", "2.0.0")
_NAMES = frozenset(("version", "versions", "tag", "tags", "release", "releases", "semver"))


def version_forms(subject: Subject) -> Iterator[Form]:
    """Yield the ways in which ordinary calls may take two versions, also with each switch turned on and off.

    Where neither a word of the tool tells of versions nor its code has a pattern of them, they take some already.
    """
    known = [] if subject.is_served else texts_of_own_patterns(subject.tool)
    has_pattern = any(VERSION.fullmatch(text) for text in known)
    is_reader = subject.facts.tier in (None, "read")
    words = f"{subject.facts.name} {told_words(subject)}"
    is_told = has_pattern or (is_reader and (tells_of_versions(words) or bool(numbered_prereleases(words))))
    yield from itertools.islice(_forms(subject, _Reader(has_pattern, is_told)), _MAX_FORMS)


class _Reader(Struct, frozen=True):
    """What is known of the versions that a tool takes.

    Attributes:
        has_pattern: Whether its code has a pattern of versions: texts that it takes may be some.
        is_told: Whether the words of a reader, or its code, tell of versions: texts that are named so may be some.
    """

    has_pattern: bool
    is_told: bool

    def may_take(self, name: str, values: Collection[Any]) -> bool:
        """Tell whether texts of some name may be versions."""
        if self.has_pattern or (self.is_told and not _NAMES.isdisjoint(name_words(name))):
            return True
        return bool(values) and all(VERSION.fullmatch(str(value)) for value in values)


def _forms(subject: Subject, reader: _Reader) -> Iterator[Form]:
    view = FlatSchema(subject.schema)
    seen: list[dict[str, Any]] = []
    for base in _bases(subject, view):
        for form in (*_in_lists(reader, base), *_in_maps(reader, base), *_in_arguments(reader, view, base)):
            call = form(*_SAMPLES)
            if call not in seen and view.fits(subject.schema, call):
                seen.append(call)
                yield form


def _bases(subject: Subject, view: FlatSchema) -> list[dict[str, Any]]:
    """Return ordinary calls, and the first of them with all switches on, and with all off."""
    calls = calls_that_fit(subject, limit=_MAX_BASES)[:_MAX_BASES]
    nodes = (view.root.get("properties") or {}).items()
    switches = [name for name, node in nodes if any("boolean" in types_of(flat) for flat in view.alternatives(node))]
    return [*({**calls[0], **dict.fromkeys(switches, is_on)} for is_on in (True, False)), *calls] if calls else []


def _in_lists(reader: _Reader, base: dict[str, Any]) -> Iterator[Form]:
    for name, value in base.items():
        if not isinstance(value, list) or not value:
            continue
        if all(isinstance(item, str) for item in value) and reader.may_take(name, value):
            yield partial(_with_list, base, name)
        elif isinstance(value[0], Mapping):
            for key, part in value[0].items():
                if isinstance(part, str) and reader.may_take(key, [part]):
                    yield from (partial(_with_records, base, name, key, letters) for letters in ("ab", ("", "")))


def _in_maps(reader: _Reader, base: dict[str, Any]) -> Iterator[Form]:
    maps = [
        name
        for name, value in base.items()
        if isinstance(value, Mapping)
        and all(isinstance(part, str) for part in value.values())
        and reader.may_take(name, [*value.values()])
    ]
    yield from (partial(_with_map, base, name) for name in maps)
    yield from (partial(_with_maps, base, *both) for both in itertools.combinations(maps, 2))


def _in_arguments(reader: _Reader, view: FlatSchema, base: dict[str, Any]) -> Iterator[Form]:
    nodes = view.root.get("properties") or {}
    texts = [name for name, node in nodes.items() if _is_text(view, node)]
    likely = [name for name in texts if reader.may_take(name, [base.get(name, "")])]
    # "Compare two versions", a and b.
    names = likely if len(likely) > 1 else texts if reader.is_told else []
    for both in itertools.combinations(names[:_MAX_TEXTS], 2):
        yield partial(_with_texts, base, *both)


def _with_list(base: dict[str, Any], name: str, one: str, other: str) -> dict[str, Any]:
    return {**base, name: [one, other]}


def _with_map(base: dict[str, Any], name: str, one: str, other: str) -> dict[str, Any]:
    return {**base, name: {"ada": one, "bob": other}}


def _with_maps(base: dict[str, Any], first: str, second: str, one: str, other: str) -> dict[str, Any]:
    return {**base, first: {"ada": one}, second: {"ada": other}}


def _with_texts(base: dict[str, Any], first: str, second: str, one: str, other: str) -> dict[str, Any]:
    return {**base, first: one, second: other}


def _with_records(
    base: dict[str, Any], name: str, key: str, letters: Sequence[str], one: str, other: str
) -> dict[str, Any]:
    """Return the call with two records that have a version each, and a letter behind their other texts."""
    form = base[name][0]
    records = []
    for letter, version in zip(letters, (one, other), strict=True):
        texts = {field: f"{part}{letter}" for field, part in form.items() if isinstance(part, str)}
        records.append({**form, **texts, key: version})
    return {**base, name: records}


def _is_text(view: FlatSchema, node: Any) -> bool:
    return any("string" in types_of(flat) and "enum" not in flat for flat in view.alternatives(node))
