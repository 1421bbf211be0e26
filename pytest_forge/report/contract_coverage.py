"""Contract coverage: the parts of a tool's contract that the calls of a run have exercised.

    path given, path omitted          each argument, with and without, at any depth
    path of another type              where the schema names a type
    limit minimum kept, … broken      each keyword, by a value on either side
    mode = "fast", mode of no choice  each value of an enum, in a call that ran, and another value
    unknown argument                  where the schema is closed
    fails with NotFound, refused      each class of `raises`, and validation
    approval granted, … rejected, …   each decision of a handler; deferred, unless the tool only reads

The schema is read once; a call costs one pass over its arguments. Formats, external references, and patterns that may
be slow in `re` are left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from msgspec import Struct, field

from ..regex import regex
from ..targets.facts import ToolFacts
from ..targets.outcome import Outcome

__all__ = ["ContractCoverage", "ToolCoverage", "covered_tools"]

_MAX_DEPTH = 4
_MAX_ARGUMENTS = 200
_MAX_CHOICES = 50
_MAX_TEXT = 200
#: A repetition of something that repeats or chooses: `re` may take exponential time for it.
_RISKY = regex(r"[+*}]\)*[+*{]|\|[^)]*\)[+*{]|\\[1-9]|\(\?")
_TYPES: dict[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: _is_number(value),
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "null": lambda value: value is None,
}
#: By keyword: the type it applies to, and whether a value satisfies it.
_KEYWORDS: dict[str, tuple[str, Callable[[Any, Any], bool]]] = {
    "minLength": ("string", lambda value, limit: len(value) >= limit),
    "maxLength": ("string", lambda value, limit: len(value) <= limit),
    "minimum": ("number", lambda value, limit: value >= limit),
    "maximum": ("number", lambda value, limit: value <= limit),
    "exclusiveMinimum": ("number", lambda value, limit: value > limit),
    "exclusiveMaximum": ("number", lambda value, limit: value < limit),
    "minItems": ("array", lambda value, limit: len(value) >= limit),
    "maxItems": ("array", lambda value, limit: len(value) <= limit),
}


class ToolCoverage(Struct, frozen=True):
    """The coverage of one tool.

    Attributes:
        tool: Its name.
        target: The target it was found in.
        points: Everything in its contract, in order.
        covered: The points that were exercised.
    """

    tool: str
    target: str
    points: tuple[str, ...]
    covered: frozenset[str]

    @property
    def missing(self) -> list[str]:
        """The points that were not exercised, in order."""
        return [point for point in self.points if point not in self.covered]

    @property
    def percent(self) -> float:
        """The share that was exercised; 100 for an empty contract."""
        return 100.0 * (1 - len(self.missing) / len(self.points)) if self.points else 100.0


class _Argument(Struct):
    """One argument, or a value nested in one."""

    name: str
    types: frozenset[str] = frozenset()
    keywords: list[tuple[str, str, Callable[[Any], bool]]] = field(default_factory=list)
    choices: dict[str, str] = field(default_factory=dict)
    is_closed: bool = False
    parts: dict[str, _Argument] = field(default_factory=dict)
    items: _Argument | None = None

    def points(self) -> Iterator[str]:
        """Yield the points of this argument and of those nested in it."""
        if self.types:
            yield f"{self.name} of another type"
        for keyword, _, _ in self.keywords:
            yield f"{self.name} {keyword} kept"
            yield f"{self.name} {keyword} broken"
        yield from self.choices.values()
        if self.choices:
            yield f"{self.name} of no choice"
        if self.is_closed:
            yield "unknown argument" if not self.name else f"{self.name} unknown argument"
        for part in self.parts.values():
            yield f"{part.name} given"
            yield f"{part.name} omitted"
            yield from part.points()
        if self.items is not None:
            yield from self.items.points()


def covered_tools(tools: Iterable[ToolFacts], covered: Iterable[Iterable[str]]) -> list[ToolCoverage]:
    """Return the coverage of the tools that can be called.

    Args:
        tools: The tools of a run.
        covered: For each tool, the points that were exercised.
    """
    return [
        ToolCoverage(facts.name, facts.target, ContractCoverage(facts).points, frozenset(points))
        for facts, points in zip(tools, covered, strict=True)
        if facts.runs_code and not facts.problems
    ]


class ContractCoverage:
    """The coverage of one tool, updated with each call.

    Args:
        facts: Of the tool.

    Attributes:
        points: Everything in its contract, in order.
        covered: The points exercised so far.
    """

    def __init__(self, facts: ToolFacts) -> None:
        self.covered: set[str] = set()
        schema = facts.input_schema if isinstance(facts.input_schema, dict) else {}
        self._reader = _Reader(schema)
        self._root = self._reader.argument("", schema, 0)
        self._root.types = frozenset()
        points = [*self._root.points(), *(f"fails with {name}" for name in facts.raises)]
        if points:
            points.append("refused")
        outcomes = ["granted", "rejected"] + (["deferred"] if facts.tier != "read" else [])
        points += [f"approval {outcome}" for outcome in outcomes]
        self.points = tuple(dict.fromkeys(points))
        self._known = frozenset(self.points)

    def observe(self, outcome: Outcome, asked: bool) -> None:
        """Note one call.

        Args:
            outcome: Of the call.
            asked: Whether approval was requested.
        """
        if len(self.covered) == len(self.points):
            return
        found: set[str] = set()
        if isinstance(outcome.arguments, dict):
            self._visit(self._root, outcome.arguments, outcome.ran, found)
        if outcome.raised is not None:
            found.update(f"fails with {kind.__name__}" for kind in type(outcome.raised).__mro__)
        error_type = outcome.result.error_type if outcome.result is not None else ""
        if error_type == "ToolValidationError" and not outcome.ran:
            found.add("refused")
        if asked:
            found.add("approval granted" if outcome.ran else "approval rejected")
        if outcome.was_deferred:
            found.add("approval deferred")
        self.covered |= found & self._known

    def _visit(self, argument: _Argument, value: Any, ran: bool, found: set[str]) -> None:
        name = argument.name
        if argument.types and not any(_TYPES[kind](value) for kind in argument.types):
            found.add(f"{name} of another type")
        for keyword, kind, keeps in argument.keywords:
            if _TYPES[kind](value):
                found.add(f"{name} {keyword} {'kept' if keeps(value) else 'broken'}")
        if argument.choices:
            choice = argument.choices.get(_key(value))
            if choice is None:
                found.add(f"{name} of no choice")
            elif ran:
                found.add(choice)
        if isinstance(value, dict):
            if argument.is_closed and not argument.parts.keys() >= value.keys():
                found.add("unknown argument" if not name else f"{name} unknown argument")
            for key, part in argument.parts.items():
                if key not in value:
                    found.add(f"{part.name} omitted")
                else:
                    if ran:
                        found.add(f"{part.name} given")
                    self._visit(part, value[key], ran, found)
        elif isinstance(value, list) and argument.items is not None:
            for item in value[:20]:
                self._visit(argument.items, item, ran, found)


class _Reader:
    """Reads a schema that may be malformed."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._schema = schema
        self._left = _MAX_ARGUMENTS

    def argument(self, name: str, schema: Any, depth: int) -> _Argument:
        found = _Argument(name)
        variants = [variant for variant in self._variants(schema, 0) if variant.get("type") != "null"]
        if len(variants) == 1:
            # With several variants, each one applies to some values only.
            self._read_limits(found, variants[0])
        kinds = {kind for variant in self._variants(schema, 0) for kind in _listed(variant.get("type", "?"))}
        found.types = frozenset(kinds) if name and kinds and kinds <= _TYPES.keys() else frozenset()
        for variant in variants:
            self._read_choices(found, variant)
            found.is_closed = found.is_closed or (len(variants) == 1 and variant.get("additionalProperties") is False)
            properties = variant.get("properties")
            if isinstance(properties, dict) and depth < _MAX_DEPTH:
                for key, part in properties.items():
                    self._left -= 1
                    if self._left > 0 and key not in found.parts:
                        found.parts[key] = self.argument(f"{name}.{key}" if name else key, part, depth + 1)
            if isinstance(variant.get("items"), dict) and depth < _MAX_DEPTH and found.items is None:
                found.items = self.argument(f"{name}[]", variant["items"], depth + 1)
        return found

    def _variants(self, schema: Any, depth: int) -> list[Mapping[str, Any]]:
        """Return the schema, or the members of its union, with references resolved."""
        if not isinstance(schema, dict) or depth > _MAX_DEPTH:
            return []
        reference = schema.get("$ref")
        if isinstance(reference, str):
            target: Any = self._schema
            for part in reference.removeprefix("#/").split("/") if reference.startswith("#/") else ():
                target = target.get(part) if isinstance(target, dict) else None
            return self._variants(target, depth + 1) if target is not self._schema else []
        for keyword in ("anyOf", "oneOf"):
            if isinstance(schema.get(keyword), list):
                return [variant for part in schema[keyword][:20] for variant in self._variants(part, depth + 1)]
        if isinstance(schema.get("allOf"), list) and len(schema["allOf"]) == 1:
            return self._variants(schema["allOf"][0], depth + 1)
        return [schema]

    @staticmethod
    def _read_limits(found: _Argument, schema: Mapping[str, Any]) -> None:
        for keyword, (kind, keeps) in _KEYWORDS.items():
            limit = schema.get(keyword)
            # A minimum length of 0 cannot be violated.
            if _is_number(limit) and not (limit == 0 and keyword in ("minLength", "minItems")):
                found.keywords.append((keyword, kind, partial(_keeps, keeps, limit)))
        pattern = schema.get("pattern")
        if isinstance(pattern, str) and len(pattern) < _MAX_TEXT and not _RISKY.search(pattern):
            try:
                search = re.compile(pattern).search
            except (re.error, RecursionError, OverflowError):
                return
            found.keywords.append(("pattern", "string", lambda value: search(value[:_MAX_TEXT]) is not None))

    @staticmethod
    def _read_choices(found: _Argument, schema: Mapping[str, Any]) -> None:
        choices = schema.get("enum", [schema["const"]] if "const" in schema else None)
        for choice in choices[:_MAX_CHOICES] if isinstance(choices, list) else ():
            found.choices[_key(choice)] = f"{found.name} = {_key(choice)[:80]}"


def _keeps(keeps: Callable[[Any, Any], bool], limit: Any, value: Any) -> bool:
    return keeps(value, limit)


def _listed(value: Any) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else [str(value)]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _key(value: Any) -> str:
    try:
        return json.dumps(value, sort_keys=True, default=repr)
    except (ValueError, RecursionError, TypeError):
        return "?"
