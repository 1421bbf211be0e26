"""Narrowing: values that one schema accepts and another one refuses, found without trying values.

`narrowings` compares keyword by keyword, and names every place where it cannot show that the new schema accepts what
the old one accepts. What it does not name is accepted, as the property test of this module shows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from ..regex import regex
from .bounds import bound_changes
from .schema_group import SchemaGroup, group_of

__all__ = ["Narrowing", "narrowings"]

_BRANCHES = ("anyOf", "oneOf")
#: Keywords that are compared as a whole: with their neighbours, on which they depend.
_WHOLE: Mapping[str, tuple[str, ...]] = {
    "propertyNames": ("propertyNames",),
    "dependentSchemas": ("dependentSchemas",),
    "dependencies": ("dependencies",),
    "not": ("not",),
    "if": ("if", "then", "else"),
    "contains": ("contains", "minContains", "maxContains"),
    "unevaluatedProperties": ("unevaluatedProperties", "properties", "patternProperties", "additionalProperties"),
    "unevaluatedItems": ("unevaluatedItems", "items", "prefixItems", "contains"),
    "$dynamicRef": ("$dynamicRef",),
    "$ref": ("$ref",),
}
_OF_OBJECTS = ("propertyNames", "dependentSchemas", "dependencies", "unevaluatedProperties")
_OF_ARRAYS = ("contains", "unevaluatedItems")
_MAX_DEPTH = 40
_MAX_STEPS = 4_000
_MAX_SHOWN = 60
_REFERENCE = regex(r'"\$(?:ref|dynamicRef|recursiveRef)": "([^"]*)"')


class Narrowing(Struct, frozen=True):
    """A place where the new schema may refuse what the old one accepts.

    Attributes:
        path: The names on the way to it; items of a list are ``*``.
        kind: ``gone``, ``required`` or ``narrowed``.
        text: What changed, to follow the name of the place.
    """

    path: tuple[str, ...]
    kind: str
    text: str


def narrowings(old: Any, new: Any, *, is_closed: bool) -> list[Narrowing]:
    """Return where *new* may refuse a value that *old* accepts; empty if it accepts them all.

    Args:
        old: A JSON schema.
        new: A JSON schema.
        is_closed: Whether objects that declare properties refuse all others unless they say otherwise, as the root of
            a tool's arguments does.
    """
    comparison = _Comparison()
    found = comparison.of(group_of(old, old, is_closed=is_closed), group_of(new, new, is_closed=is_closed), ())
    return list(dict.fromkeys(found))


class _Comparison(Struct):
    """One comparison of two documents."""

    underway: set[tuple[str, str]] = field(default_factory=set)
    steps: int = 0

    def of(self, old: SchemaGroup, new: SchemaGroup, path: tuple[str, ...]) -> list[Narrowing]:
        """Return where *new* may refuse what *old* accepts."""
        self.steps += 1
        if old.is_empty or not new.parts:
            return []
        key = (old.key, new.key)
        if key in self.underway:
            # A schema that contains itself: the answer is being found further up.
            return []
        if self.steps > _MAX_STEPS or len(path) > _MAX_DEPTH:
            return [Narrowing(path, "narrowed", "is too complex to compare")]
        self.underway.add(key)
        try:
            return self._compared(old, new, path)
        finally:
            self.underway.discard(key)

    def _compared(self, old: SchemaGroup, new: SchemaGroup, path: tuple[str, ...]) -> list[Narrowing]:
        if new.is_empty:
            return [Narrowing(path, "gone", "is gone")]
        listed = _listed(old)
        if listed is not None:
            refused = _refused(listed, old, new)
            shown = ", ".join(_shown(value) for value in refused[:3])
            return [Narrowing(path, "narrowed", f"no longer accepts {shown}")] if refused else []
        if old.key == new.key and _same_references(old, new):
            return []
        branch = next(
            ((index, word) for index, part in enumerate(old.parts) for word in _BRANCHES if _is_list(part, word)), None
        )
        if branch is not None and not self._proven_whole(old, new, branch):
            index, word = branch
            found: list[Narrowing] = []
            for schema in old.parts[index][word]:
                found += self.of(old.without(word, index, schema), new, path)
            return found
        return [one for name in sorted(old.types()) for one in self._of_type(name, old, new, path)]

    def _proven_whole(self, old: SchemaGroup, new: SchemaGroup, branch: tuple[int, str]) -> bool:
        """Tell whether the branches of *old* are those of *new*, so that they need not be compared one by one."""
        index, word = branch
        given = SchemaGroup(({word: old.parts[index][word]},), old.root).key
        same = [value for value in new.values(word) if SchemaGroup(({word: value},), new.root).key == given]
        others = sum(word in part for part in new.parts if isinstance(part, dict) for word in _BRANCHES)
        return bool(same) and others == len(same) and _same_references(old, new)

    def _of_type(self, name: str, old: SchemaGroup, new: SchemaGroup, path: tuple[str, ...]) -> list[Narrowing]:
        """Compare the values of one type."""
        accepted = new.types()
        if name not in accepted and not (name == "integer" and "number" in accepted):
            what = "numbers with a fraction" if name == "number" and "integer" in accepted else _named(name)
            return [Narrowing(path, "narrowed", f"no longer accepts {what}")]
        if name in ("null", "boolean"):
            refused = _refused([None] if name == "null" else [True, False], old, new)
            shown = ", ".join(map(_shown, refused))
            return [Narrowing(path, "narrowed", f"no longer accepts {shown}")] if refused else []
        found: list[Narrowing] = []
        if new.values("enum") or new.values("const"):
            values = [one for given in new.values("enum") for one in given] + new.values("const")
            shown = ", ".join(map(_shown, values[:4])) + (", …" if len(values) > 4 else "")
            found.append(Narrowing(path, "narrowed", f"accepts only {shown}"))
        typed = old.with_type(name)
        found += self._branches(typed, new, path)
        found += [Narrowing(path, "narrowed", text) for text in bound_changes(name, old, new)]
        found += self._wholes(name, typed, new, path)
        if name == "array":
            found += self._items(typed, new, path)
        if name == "object":
            found += self._members(typed, new, path)
        return found

    def _branches(self, old: SchemaGroup, new: SchemaGroup, path: tuple[str, ...]) -> Iterator[Narrowing]:
        for word in _BRANCHES:
            for schemas in new.values(word):
                whole = SchemaGroup(({word: schemas},), new.root)
                if _has_part(old, whole.parts[0], only=(word,)) and _same_references(old, new):
                    continue
                fitting = [schema for schema in schemas if not self.of(old, new.of([schema]), path)]
                if not fitting:
                    yield Narrowing(path, "narrowed", f"fits none of the forms in {word!r} for certain")
                elif word == "oneOf":
                    chosen = fitting[0]
                    others = [new.of([schema]) for schema in schemas if schema is not chosen]
                    if not all(_is_disjoint(old, other) for other in others):
                        yield Narrowing(path, "narrowed", "may fit several of the forms in 'oneOf', which refuses it")

    def _wholes(self, name: str, old: SchemaGroup, new: SchemaGroup, path: tuple[str, ...]) -> Iterator[Narrowing]:
        for part in new.parts:
            for word, neighbours in _WHOLE.items():
                if word not in part or (word in _OF_OBJECTS and name != "object"):
                    continue
                if word in _OF_ARRAYS and name != "array":
                    continue
                if _is_true(part[word]) and word not in ("not", "if", "contains"):
                    continue
                if _has_part(old, part, only=neighbours) and _same_references(old, new):
                    continue
                if word == "if" and self._fits_both(old, new, part, path):
                    continue
                yield Narrowing(path, "narrowed", f"has another {word!r}")

    def _fits_both(self, old: SchemaGroup, new: SchemaGroup, part: Mapping[str, Any], path: tuple[str, ...]) -> bool:
        return all(not self.of(old, new.of([part.get(word, True)]), path) for word in ("then", "else"))

    def _items(self, old: SchemaGroup, new: SchemaGroup, path: tuple[str, ...]) -> list[Narrowing]:
        length = max((len(given) for group in (old, new) for given in group.values("prefixItems")), default=0)
        longest = min((given for given in old.values("maxItems") if isinstance(given, int)), default=None)
        found: list[Narrowing] = []
        for index in range(length + 1):
            if longest is not None and index >= longest:
                break
            inside = (*path, "*" if index == length else str(index))
            found += self.of(_item(old, index), _item(new, index), inside)
        return found

    def _members(self, old: SchemaGroup, new: SchemaGroup, path: tuple[str, ...]) -> Iterator[Narrowing]:
        for name in sorted(new.required() - old.required()):
            yield Narrowing((*path, name), "required", "is required now")
        for name in dict.fromkeys([*old.properties(), *new.properties()]):
            if name in new.required() - old.required() and name not in old.properties():
                # One sentence about a new argument is enough.
                continue
            yield from self.of(old.property(name), new.property(name), (*path, name))
        yield from self._undeclared(old, new, path)
        yield from _dependencies(old, new, path)

    def _undeclared(self, old: SchemaGroup, new: SchemaGroup, path: tuple[str, ...]) -> Iterator[Narrowing]:
        before = {pattern: schema for given in old.maps("patternProperties") for pattern, schema in given.items()}
        after = {pattern: schema for given in new.maps("patternProperties") for pattern, schema in given.items()}
        for found in self.of(old.others(), new.others(), (*path, "…")):
            text = "are refused" if found.kind == "gone" else found.text
            yield Narrowing(found.path, "narrowed", text)
        for pattern in dict.fromkeys([*before, *after]):
            # Names that match may be declared by either side, too.
            earlier = old.of([before[pattern]]) if pattern in before else old.others()
            later = new.of([after[pattern]]) if pattern in after else new.others()
            for found in self.of(earlier, later, (*path, f"/{pattern}/")):
                yield Narrowing(found.path, "narrowed", found.text)
        if len(before.keys() | after.keys()) > 1 and before.keys() != after.keys():
            yield Narrowing(path, "narrowed", "has other 'patternProperties'")


def _item(group: SchemaGroup, index: int) -> SchemaGroup:
    schemas: list[Any] = []
    for part in group.parts:
        if not isinstance(part, dict):
            continue
        first, rest = part.get("prefixItems"), part.get("items")
        if isinstance(rest, list):
            # The form of older drafts.
            first, rest = rest, part.get("additionalItems")
        if isinstance(first, list) and index < len(first):
            schemas.append(first[index])
        elif rest is not None:
            schemas.append(rest)
    return group.of(schemas)


def _dependencies(old: SchemaGroup, new: SchemaGroup, path: tuple[str, ...]) -> Iterator[Narrowing]:
    known: dict[str, set[str]] = {}
    for given in old.maps("dependentRequired"):
        for name, names in given.items():
            known.setdefault(name, set()).update(names)
    for given in new.maps("dependentRequired"):
        for name, names in given.items():
            for missing in sorted(set(names) - known.get(name, set()) - old.required()):
                if not old.property(name).is_empty:
                    yield Narrowing((*path, missing), "required", f"is required now beside {name!r}")


def _listed(group: SchemaGroup) -> list[Any] | None:
    """Return the values that may fit, if the group lists them; else None."""
    for given in group.values("const"):
        return [given]
    return next((list(given) for given in group.values("enum") if isinstance(given, list)), None)


def _refused(values: Sequence[Any], old: SchemaGroup, new: SchemaGroup) -> list[Any]:
    """Return the values that *old* accepts and *new* refuses; one that cannot be tried counts as refused."""
    return [value for value in values if _fits(value, old) is not False and _fits(value, new) is not True]


def _fits(value: Any, group: SchemaGroup) -> bool | None:
    import jsonschema  # slow to import, and needed for listed values only

    if group.is_empty:
        return False
    try:
        return bool(jsonschema.Draft202012Validator(group.document()).is_valid(value))
    except Exception:  # noqa: BLE001  # a broken schema, or a reference that leads nowhere
        return None


def _has_part(group: SchemaGroup, part: Any, *, only: Sequence[str] = ()) -> bool:
    """Tell whether a part of the group equals *part*, or has the same keywords *only*."""

    def bare(one: Any) -> str:
        kept = {key: one[key] for key in only if key in one} if only and isinstance(one, dict) else one
        return SchemaGroup((kept,), None).key

    wanted = bare(part)
    return any(bare(one) == wanted for one in group.parts)


def _same_references(old: SchemaGroup, new: SchemaGroup) -> bool:
    """Tell whether references of both documents lead to equal schemas."""
    targets = set(_REFERENCE.findall(old.key + new.key))
    if not targets:
        return True
    if all(target.startswith(("#/$defs/", "#/definitions/")) for target in targets):
        return _definitions(old.root) == _definitions(new.root)
    return (
        SchemaGroup((old.root, _definitions(old.root)), None).key
        == SchemaGroup((new.root, _definitions(new.root)), None).key
    )


def _definitions(root: Any) -> str:
    places = ("$defs", "definitions")
    found = [root.get(key) for key in places] if isinstance(root, Mapping) else []
    # Definitions may reference others, and whatever lies outside them.
    key = SchemaGroup(tuple({"properties": one} for one in found if isinstance(one, dict)), None).key
    outside = any(not target.startswith("#/") for target in _REFERENCE.findall(key))
    return key + (SchemaGroup((root,), None).key if outside else "")


def _is_disjoint(one: SchemaGroup, other: SchemaGroup) -> bool:
    """Tell whether surely no value fits both."""
    if one.is_empty or other.is_empty:
        return True
    types = one.types() & other.types()
    if "integer" in one.types() | other.types() and "number" in one.types() | other.types():
        types |= {"integer"}
    if not types:
        return True
    if types != {"object"}:
        return False
    for name in one.required() & other.required():
        first, second = _listed(one.property(name)), _listed(other.property(name))
        if first is not None and second is not None and not any(value in second for value in first):
            return True
    return False


def _is_list(part: Any, word: str) -> bool:
    return isinstance(part, dict) and isinstance(part.get(word), list)


def _is_true(schema: Any) -> bool:
    return schema is True or schema == {}


def _named(name: str) -> str:
    words = {"null": "null", "integer": "whole numbers", "array": "lists", "object": "objects"}
    return words.get(name, f"{name}s")


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= _MAX_SHOWN else text[:_MAX_SHOWN] + "…"
