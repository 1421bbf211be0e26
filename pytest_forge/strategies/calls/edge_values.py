"""Edge values: valid values of each argument on which tools fail: empty, equal, odd, large, and off by one."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ...profile.roles import PATH_ROLES, Role, role_of
from ..described_values import broken_forms, described_values, with_shared_examples
from ..mined_constants import MinedConstants
from ..parsed_texts import parsed_texts
from ..plausible_documents import odd_documents
from ..schemas.flat_schema import CannotMake, FlatSchema, types_of
from ..schemas.limits import bounds, count_of
from .edge_texts import BY_ROLE, FORMATTED, TEXTS, in_other_digits, mixed_moments
from .values import ValueMaker

__all__ = ["EdgeValues"]

_MAX_DEPTH = 3
_LONG_TEXT = 20_000
_MANY_ITEMS = 1_200
_MAX_MINED_LENGTH = 2_000
_LARGE = 1_000_000
_LARGEST = 1 << 31
_FAR = 1 << 63
_MAX_KEYS = 6
#: Choices, and integers between two bounds, that are all tried.
_SMALL_RANGE = 64


class EdgeValues:
    """Makes the edge values of the arguments of one schema.

    Args:
        schema: The advertised schema.
        mined: Constants of the tool's code.
    """

    def __init__(self, schema: Mapping[str, Any], mined: MinedConstants | None = None) -> None:
        self.view = FlatSchema(schema)
        self._maker = ValueMaker(self.view)
        self._mined = mined or MinedConstants()
        self.nodes: dict[str, Any] = {}
        for flat in self.view.alternatives(schema):
            for name, node in with_shared_examples(flat.get("properties") or {}).items():
                self.nodes.setdefault(name, node)

    def of(self, name: str, *, limit: int = 60) -> list[Any]:
        """Return up to *limit* different valid values of a root argument, the likeliest to fail first."""
        node = self.nodes.get(name, True)
        found: dict[str, Any] = {}
        for value in self._of(node, name, 1):
            if self.view.fits(node, value):
                found.setdefault(json.dumps(value, sort_keys=True), value)
                if len(found) >= limit:
                    break
        return list(found.values())

    def _of(self, node: Any, name: str, depth: int) -> Iterator[Any]:
        described = node.get("description") if isinstance(node, Mapping) else None
        made = []
        for flat in self.view.alternatives(node):
            if described and "description" not in flat:
                flat = {**flat, "description": described}
            if isinstance(flat.get("enum"), list):
                made.append(iter(flat["enum"][:_SMALL_RANGE]))
            elif "const" in flat:
                made.append(iter([flat["const"]]))
            elif "type" not in flat and not flat.keys() - {"description", "title", "default", "examples"}:
                made.append(iter([None, "", 0, [], {}, "a", [None], {"a": {"b": [1]}}, 1.5, True]))
            else:
                made += [self._of_type(kind, flat, name, depth) for kind in types_of(flat)]
        yield from _in_turns(made)

    def _of_type(self, kind: str, flat: Mapping[str, Any], name: str, depth: int) -> Iterator[Any]:
        if kind == "boolean":
            yield from (True, False)
        elif kind == "null":
            yield None
        elif kind in ("integer", "number"):
            yield from self._numbers(flat, name, whole=kind == "integer")
        elif kind == "string":
            yield from self._texts(flat, name)
        elif kind == "array":
            yield from self._arrays(flat, name, depth)
        elif kind == "object":
            yield from self._objects(flat, name, depth)

    def _numbers(self, flat: Mapping[str, Any], name: str, *, whole: bool) -> Iterator[Any]:
        low, high = bounds(flat, whole=whole)
        step = flat.get("multipleOf")
        step = step if isinstance(step, int | float) and step > 0 else 1
        if role_of(name, {**flat, "type": "number"}) is Role.DURATION:
            # Waiting for the given time is correct, and would only take long.
            yield from (number for number in (low, 0, 1) if number is not None)
            return
        for edge, inward in ((low, step), (high, -step)):
            if edge is not None:
                yield from (edge, edge + inward)
        yield from (0, 1, -1, 2)
        if not whole:
            yield from (0.5, -0.5, 0.1, -0.0, 1e-3)
        for number in self._mined.numbers:
            if not whole or float(number).is_integer():
                exact = int(number) if whole else number
                yield from (exact, exact + 1, exact - 1)
        if low is not None and high is not None:
            middle = (low + high) / 2
            yield int(middle) if whole else middle
        if whole and low is not None and high is not None and high - low < _SMALL_RANGE * step:
            yield from range(int(low), int(high) + 1)
        yield from (step * number for number in (3, 5, 7, 10, 13, 42, 100, 255, 1000, -100, 10_000, 100_000, _LARGE))
        yield from (-_LARGE, _LARGEST)
        if whole:
            # Beyond 64 bits, the limit of databases and indices.
            yield from (_FAR, -_FAR - 1)

    def _texts(self, flat: Mapping[str, Any], name: str) -> Iterator[str]:
        role = role_of(name, {**flat, "type": "string"})
        named_format = str(flat.get("format") or "").lower()
        yield from FORMATTED.get(named_format, ())
        least, most = count_of(flat, "minLength", 0) or 0, count_of(flat, "maxLength", None)
        # A number is valid JSON, but an unlikely document.
        plain = TEXTS if role is not Role.JSON else [text for text in TEXTS if text not in ("0", "-1", "1.5")]
        documents = odd_documents(name, str(flat.get("description") or "")) if role is Role.TEXT else []
        shown = described_values(str(flat.get("description") or "")) if role not in PATH_ROLES else []
        # The form that the description shows, broken in one place.
        broken = [text for value in shown[:2] if isinstance(value, str) for text in broken_forms(value)]
        odd = [*documents, *broken, *parsed_texts(role, self._mined)]
        yield from _in_turns([(text for text in plain if len(text) >= least), iter(odd)])
        if least:
            yield from (text * least for text in ("a", " ", "é"))
        yield from self._mined.texts[:25]
        yield from BY_ROLE.get(role, ())
        made = self._maker.several({**flat, "type": "string"}, name, limit=4, depth=1)
        yield from made
        if "pattern" in flat:
            yield from in_other_digits(text for text in made if isinstance(text, str))
        lengths = [int(number) for number in self._mined.numbers if 0 < number <= _MAX_MINED_LENGTH]
        yield from ("a" * max(length + beside, 0) for length in lengths[:12] for beside in (0, 1, -1))
        longest = _LONG_TEXT if most is None else min(most, _LONG_TEXT)
        yield from ("a" * longest, ("a b\n" * (longest // 4 + 1))[:longest])

    def _arrays(self, flat: Mapping[str, Any], name: str, depth: int) -> Iterator[list[Any]]:
        items = flat.get("items", True)
        least, most = count_of(flat, "minItems", 0) or 0, count_of(flat, "maxItems", None)
        yield []
        usual: list[Any] = []
        for count in (max(least, 1), max(least, 2), max(least, 3)):
            try:
                usual = self._maker.items(flat, name, count, depth=depth)
            except CannotMake:
                continue
            yield usual
        if usual:
            yield [usual[0]] * max(least, 2)
            yield usual[::-1]
        if usual and isinstance(usual[0], dict) and _is_free(items):
            # The text of the definition, or the code, gave the fields of these records.
            yield from ([usual[0], record] for record in _odd_records(usual[0]))
        if isinstance(items, Mapping) and depth < _MAX_DEPTH and not flat.get("prefixItems"):
            values = list(itertools.islice(self._of(items, name, depth + 1), 40))
            values = [value for value in values if self.view.fits(items, value)]
            for value in values:
                yield [value] * max(least, 1)
            for value in values[:12]:
                yield [*usual[: max(least - 1, 1)], value]
            yield from mixed_moments(values)
            for first, second in itertools.pairwise(values[:10]):
                yield [first, second]
        lengths = [int(number) for number in self._mined.numbers if 1 < number <= 200]
        yield from _circles(usual[0] if usual else None)
        for count in dict.fromkeys([*(length + beside for length in lengths[:6] for beside in (0, 1)), 7, 50]):
            if usual and (most is None or count <= most):
                yield [usual[index % len(usual)] for index in range(count)]
        if usual:
            count = _MANY_ITEMS if most is None else min(most, _MANY_ITEMS)
            yield [usual[index % len(usual)] for index in range(count)]

    def _objects(self, flat: Mapping[str, Any], name: str, depth: int) -> Iterator[dict[str, Any]]:
        made = self._maker.several({**flat, "type": "object"}, name, limit=2, depth=depth)
        bases = [value for value in made if isinstance(value, dict)]
        properties = flat.get("properties")
        if not properties:
            yield {}
        yield from bases
        if depth >= _MAX_DEPTH:
            return
        for base in bases[:1]:
            for key, node in (properties or {}).items():
                for value in itertools.islice(self._of(node, key, depth + 1), 25):
                    yield {**base, key: value}
        for base in bases[-1:]:
            for key in properties or {}:
                yield {other: value for other, value in base.items() if other != key}
        if not properties and flat.get("additionalProperties") is not False:
            yield from ({"": ""}, {"a": None}, {"a": []}, {"a": 0}, {"a": "x", "b": "x"}, _nested(30))
            # A cycle of references.
            yield from ({"a": "a"}, {"a": "b", "b": "a"}, {"a": ["a"]}, {"a": ["b"], "b": ["a"]})
            # One that does not contain the start.
            yield from ({"a": "b", "b": "c", "c": "b"}, {"a": ["b"], "b": ["c"], "c": ["b"]})
            yield from (record for base in bases[:1] for record in _odd_records(base))
            yield from _records([text for text in self._mined.texts if text.isidentifier()][:_MAX_KEYS])


def _is_free(node: Any) -> bool:
    return isinstance(node, Mapping) and not node.get("properties") and node.get("additionalProperties") is not False


def _odd_records(record: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield variants of a record, each with one field missing or odd."""
    for key, value in list(record.items())[:_MAX_KEYS]:
        yield {other: part for other, part in record.items() if other != key}
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        others: tuple[Any, ...] = (0, -1, 0.5) if is_number else ("", "a\nb") if isinstance(value, str) else ([],)
        yield from ({**record, key: other} for other in (None, *others))


def _records(keys: list[str]) -> Iterator[dict[str, Any]]:
    """Yield objects with the keys that the code may read, flat and nested."""
    if not keys:
        return
    flat = dict.fromkeys(keys, "a")
    yield flat
    yield from ({key: dict(flat)} for key in keys)
    yield {key: dict(flat) for key in keys}
    yield from ({**flat, key: value} for key in keys[:3] for value in (None, [], 0, [dict(flat)]))


def _circles(item: Any) -> Iterator[list[Any]]:
    """Yield lists of objects or pairs that refer to themselves, or to each other, in their texts and lists of texts."""
    if isinstance(item, list) and len(item) > 1 and all(isinstance(part, str) for part in item[:2]):
        rest = item[2:]
        yield [["a", "a", *rest]]
        yield [["a", "b", *rest], ["b", "a", *rest]]
        yield [["a", "b", *rest], ["b", "c", *rest], ["c", "b", *rest]]
        return
    if not isinstance(item, dict):
        return
    texts = [key for key, value in item.items() if isinstance(value, str)]
    lists = [key for key, value in item.items() if isinstance(value, list)]
    if not texts or len(texts) + len(lists) < 2:
        return
    own, others = texts[0], {**dict.fromkeys(texts[1:]), **dict.fromkeys(lists)}

    def named(name: str, other: str) -> dict[str, Any]:
        return {**item, own: name, **{key: other if key in texts else [other] for key in others}}

    yield [named("a", "a")]
    yield [named("a", "b"), named("b", "a")]


def _nested(depth: int) -> dict[str, Any]:
    value: dict[str, Any] = {"a": 1}
    for _ in range(depth):
        value = {"a": value}
    return value


def _in_turns(iterators: Iterable[Iterator[Any]]) -> Iterator[Any]:
    """Yield one value of each iterator in turn: every branch of a union has early values."""
    waiting = list(iterators)
    while waiting:
        left = []
        for iterator in waiting:
            for value in iterator:
                yield value
                left.append(iterator)
                break
        waiting = left
