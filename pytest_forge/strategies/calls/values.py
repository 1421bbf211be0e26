"""Values: realistic JSON values that fit a schema."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import timedelta
from typing import Any

from ..described_values import described_values, with_shared_examples
from ..inner_lists import with_entries
from ..role_values import quoted_examples, value_examples
from ..schemas.flat_schema import CannotMake, FlatSchema, types_of
from ..schemas.limits import count_of, dependents, positions
from ..schemas.patterns import text_matching
from ..shown_texts import shown_texts
from ..told_fields import item_with_fields, joined_words, with_told_fields
from .plain_values import command_words, numbers, texts
from .written_moments import later_moment

__all__ = ["ValueMaker"]

_MAX_STEPS = 4_000
_MAX_DEPTH = 9
_FULL_DEPTH = 3
#: Longest list of choices that is passed as a whole.
_MAX_CHOICES = 50
_MAX_COUNT = 10_000
#: Types whose values a description can show as literals; texts are chosen by their role as well.
_LITERAL: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "integer": (int,),
    "number": (int, float),
}
_DAY = timedelta(days=1)
_FREE_KEYS = ("name", "value", "kind", "note", "color", "size")


class ValueMaker:
    """Makes values for the nodes of one schema; the same seed gives the same values.

    Args:
        view: The schema.
        seed: Decides the texts for patterns.
    """

    def __init__(self, view: FlatSchema, *, seed: int = 0) -> None:
        self.view = view
        self._seed = seed
        self._steps = 0

    def make(self, node: Any, name: str = "", *, full: bool = False, depth: int = 0) -> Any:
        """Return the likeliest value for *node*.

        Args:
            node: A schema.
            name: The argument's name.
            full: Whether to include optional fields.
            depth: The depth of the value in the arguments; deep values are kept small.

        Raises:
            CannotMake: If none was found.
        """
        for value in self._values(node, name, full=full, depth=depth):
            return value
        raise CannotMake(f"No value was found for {name or 'the schema'!r}.")

    def several(self, node: Any, name: str = "", *, limit: int, full: bool = False, depth: int = 0) -> list[Any]:
        """Return up to *limit* different values for *node*, the likeliest first; may be empty."""
        found: dict[str, Any] = {}
        # Far beyond the limit, every combination of a large object would be tried in vain.
        for value in itertools.islice(self._values(node, name, full=full, depth=depth), limit * 6):
            found.setdefault(json.dumps(value, sort_keys=True, default=repr), value)
            if len(found) >= limit:
                break
        return list(found.values())

    def _values(self, node: Any, name: str, *, full: bool, depth: int) -> Iterator[Any]:
        self._steps += 1
        if self._steps > _MAX_STEPS or depth > _MAX_DEPTH:
            return
        for value in self._guesses(node, name, full=full, depth=depth):
            if self.view.fits(node, value):
                yield value

    def _guesses(self, node: Any, name: str, *, full: bool, depth: int) -> Iterator[Any]:
        if isinstance(node, Mapping):
            yield from _offered(node)
        flats = self.view.alternatives(node)
        described = node.get("description") if isinstance(node, Mapping) else None
        ordered = [(flat, kind) for flat in flats for kind in types_of(flat)]
        small = ("null", "string", "boolean", "integer", "number", "array", "object")
        ordered.sort(
            key=lambda pair: small.index(pair[1]) if depth > _FULL_DEPTH and pair[1] in small else pair[1] == "null"
        )
        described = described if isinstance(described, str) else ""
        if described and "$ref" in node:
            # A class tells of its fields.
            described = joined_words(described, self.view.alternatives({"$ref": node["$ref"]}))
        made = [self._of_branch(flat, kind, name, described, full=full, depth=depth) for flat, kind in ordered]
        # Each declared type of a union gives one value before any gives a second one.
        declared = [branch for branch, (flat, kind) in zip(made, ordered, strict=True) if _is_declared(flat, kind)]
        for branch in declared if len(declared) > 1 else ():
            yield from itertools.islice(branch, 1)
        for branch in made:
            yield from branch

    def _of_branch(
        self, flat: Mapping[str, Any], kind: str, name: str, described: str, *, full: bool, depth: int
    ) -> Iterator[Any]:
        if described and "description" not in flat:
            flat = {**flat, "description": described}
        elif described and kind == "object":
            flat = {**flat, "description": joined_words(described, [flat])}
        yield from _offered(flat)
        if "const" not in flat and "enum" not in flat and kind in _LITERAL:
            shown = described_values(str(flat.get("description") or ""))
            yield from (value for value in shown if type(value) in _LITERAL[kind])
            # "Entries like {...}" are the items of a list.
            items = [value for value in shown if kind == "array" and isinstance(value, dict)]
            yield from [items] if items else ()
        if "const" not in flat and "enum" not in flat:
            yield from self._of_type(kind, flat, name, full=full, depth=depth)

    def _of_type(self, kind: str, flat: Mapping[str, Any], name: str, *, full: bool, depth: int) -> Iterator[Any]:
        if kind == "object":
            yield from self._objects(flat, full=full, depth=depth)
        elif kind == "array":
            yield from self._arrays(flat, name, full=full, depth=depth)
        elif kind == "string":
            yield from texts(flat, name, seed=self._seed)
        elif kind in ("integer", "number"):
            yield from numbers(flat, name, whole=kind == "integer")
        elif kind == "boolean":
            yield from (True, False)
        elif kind == "null":
            yield None

    def _arrays(self, flat: Mapping[str, Any], name: str, *, full: bool, depth: int) -> Iterator[list[Any]]:
        least, most = count_of(flat, "minItems", 0) or 0, count_of(flat, "maxItems", None)
        if least > _MAX_COUNT:
            return
        wanted = max(least, 1)
        contained = flat.get("contains")
        told = str(flat.get("description") or "")
        flat = with_entries(flat, told)
        if quoted_examples(told) or value_examples(told):
            # In "in turn, e.g. e4, e5, Nf3", the list is a value.
            listed = [shown.text for shown in shown_texts(told)]
            if len(listed) > 1 and self.view.fits(flat, listed):
                yield listed
            with suppress(CannotMake):
                # Examples of the description first.
                yield self.items(flat, name, wanted, full=full, depth=depth)
            flat = {**flat, "description": ""}
        _, rest = positions(flat)
        for words in command_words(name, rest):
            if self.view.fits(flat, words):
                yield words
        for count in dict.fromkeys((wanted, least, wanted + 1)):
            if most is not None and count > most:
                continue
            try:
                items = self.items(flat, name, count, full=full, depth=depth)
            except CannotMake:
                continue
            if contained is not None and items:
                needed = count_of(flat, "minContains", 1) or 0
                items[: min(needed, len(items))] = self.several(contained, name, limit=needed, depth=depth + 1)
            yield items
            choices = rest.get("enum") if count == wanted and isinstance(rest, Mapping) else None
            if isinstance(choices, list) and 1 < len(choices) <= (most or _MAX_CHOICES):
                yield list(choices)

    def items(self, flat: Mapping[str, Any], name: str, count: int, *, full: bool = False, depth: int = 0) -> list[Any]:
        """Return *count* items for an array, different ones if possible.

        Raises:
            CannotMake: If there are none, or too few different ones for unique items.
        """
        prefix, rest = positions(flat)
        items: list[Any] = []
        for node in prefix[:count]:
            label = str(_title(node) or name)
            made = self.make(node, label, full=full, depth=depth + 1)
            if isinstance(made, str) and made in items:
                # A span ends after it begins, and a way leads to another place.
                others = self.several(node, label, limit=len(items) + 2, full=full, depth=depth + 1)
                different = (other for other in others if other not in items)
                made = later_moment(made) or later_moment(made, _DAY) or next(different, made)
            items.append(made)
        missing = count - len(items)
        if missing > 0:
            # Examples in the description of a list are usually items of it.
            told = str(flat.get("description") or "")
            shown = [item for value in described_values(told) if isinstance(value, list) for item in value]
            named = [*shown, *quoted_examples(told), *value_examples(told)]
            given = list({repr(item): item for item in named if self.view.fits(rest, item)}.values())
            # Records that the description shows are more than any that the schema alone would give.
            is_shown = any(isinstance(item, dict) for item in given)
            item = _told_with(rest, told)
            other = [] if is_shown else self.several(item, name, limit=min(missing, 50), full=full, depth=depth + 1)
            several = _grown([*given, *other], missing, self.view, rest)
            if not several or (flat.get("uniqueItems") and len(several) < missing):
                raise CannotMake(f"Too few items were found for {name!r}.")
            items += [several[index % len(several)] for index in range(missing)]
        return items

    def _objects(self, flat: Mapping[str, Any], *, full: bool, depth: int) -> Iterator[dict[str, Any]]:
        for one in (*with_told_fields(flat), flat):
            yield from self._objects_of(one, full=full, depth=depth)

    def _objects_of(self, flat: Mapping[str, Any], *, full: bool, depth: int) -> Iterator[dict[str, Any]]:
        required = [name for name in flat.get("required") or () if isinstance(name, str)]
        properties = flat.get("properties") if isinstance(flat.get("properties"), Mapping) else {}
        optional = [name for name in properties or {} if name not in required]
        all_names = [*required, *(optional if depth <= _FULL_DEPTH else ())]
        first, second = (all_names, required) if full else (required, all_names)
        made = [self._object(flat, names, required, full=full, depth=depth) for names in (first, second)]
        yield from (value for value in made if value is not None)
        for base in made[:1]:
            for name, value in (base or {}).items():
                for other in self.several(self.property_schema(flat, name), name, limit=3, full=full, depth=depth + 1)[
                    1:
                ]:
                    if other != value:
                        yield {**(base or {}), name: other}

    def _object(
        self, flat: Mapping[str, Any], names: list[str], required: list[str], *, full: bool, depth: int
    ) -> dict[str, Any] | None:
        value: dict[str, Any] = {}
        most = count_of(flat, "maxProperties", None)
        waiting = list(names)
        while waiting:
            name = waiting.pop(0)
            if name in value or (most is not None and len(value) >= most and name not in required):
                continue
            try:
                value[name] = self.make(self.property_schema(flat, name), name, full=full, depth=depth + 1)
            except CannotMake:
                if name in required:
                    return None
                continue
            waiting += dependents(flat, name)
        least = count_of(flat, "minProperties", 0) or 0
        is_free = not names and depth > 0 and full and not flat.get("properties")
        for key in self._free_keys(flat):
            if len(value) >= (max(least, 2) if is_free else least) or (most is not None and len(value) >= most):
                break
            if key in value:
                continue
            try:
                value[key] = self.make(self.property_schema(flat, key), key, full=full, depth=depth + 1)
            except CannotMake:
                break
        return value

    def _free_keys(self, flat: Mapping[str, Any]) -> Iterator[str]:
        yield from flat.get("properties") or ()
        named = flat.get("propertyNames")
        if named is not None:
            yield from (key for key in self.several(named, "name", limit=8) if isinstance(key, str))
            return
        for pattern in flat.get("patternProperties") or ():
            key = text_matching(pattern, seed=self._seed)
            if key is not None:
                yield key
        yield from _FREE_KEYS

    def property_schema(self, flat: Mapping[str, Any], name: str) -> Any:
        """Return the schema of a property of a flat object schema, declared or not."""
        parts = []
        properties = flat.get("properties")
        if isinstance(properties, Mapping) and name in properties:
            parts.append(with_shared_examples(properties)[name])
        for pattern, node in (flat.get("patternProperties") or {}).items():
            if self.view.fits({"pattern": pattern}, name):
                parts.append(node)
        if not parts:
            additional = flat.get("additionalProperties", True)
            # A simple number reads better than a text for an unconstrained value.
            return {"type": "integer"} if additional is True and name in ("value", "size") else additional
        return parts[0] if len(parts) == 1 else {"allOf": parts}


def _offered(node: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the values in the schema itself, examples first."""
    examples = node.get("examples")
    if isinstance(examples, Mapping):
        examples = [part.get("value") if isinstance(part, Mapping) else part for part in examples.values()]
    yield from examples if isinstance(examples, list) else ()
    if "example" in node:
        yield node["example"]
    # An empty default only means that the argument is usually omitted.
    if node.get("default") not in (None, "", [], {}):
        yield node["default"]
    if "const" in node:
        yield node["const"]
    enum = node.get("enum")
    if isinstance(enum, list):
        yield from sorted(enum, key=lambda value: value is None)


def _title(node: Any) -> Any:
    """Return the name of an entry that stands at a place of its own."""
    return node.get("title") if isinstance(node, Mapping) else None


def _is_declared(flat: Mapping[str, Any], kind: str) -> bool:
    """Tell whether a schema declares a type other than null."""
    return kind != "null" and "type" in flat


def _grown(made: list[Any], wanted: int, view: FlatSchema, node: Any) -> list[Any]:
    """Return *made*, extended with numbered variants of its texts or numbers."""
    grown = list(made)
    for number in range(1, wanted * 2 + 20):
        if len(grown) >= wanted or not made:
            break
        seed = made[0]
        value: Any
        if isinstance(seed, dict):
            value = {key: _other(part, number) for key, part in seed.items()}
        elif isinstance(seed, bool) or not isinstance(seed, str | int | float):
            break
        else:
            value = f"{seed}-{number}" if isinstance(seed, str) else seed + number
        if value not in grown[: len(made)] and view.fits(node, value):
            grown.append(value)
    return grown


def _other(part: Any, number: int) -> Any:
    """Return another value for a field of a record: a number moves on, a plain word gets a number."""
    if isinstance(part, str) and part.strip().isalpha():
        return f"{part}{number}"
    return part + number if isinstance(part, int | float) and not isinstance(part, bool) else part


def _told_with(item: Any, told: str) -> Any:
    """Return the schema of a list's items, with the description of the list where a text has none of its own."""
    if told and isinstance(item, Mapping) and item.get("type") == "string" and "description" not in item:
        return {**item, "description": told}
    return item_with_fields(item, told)
