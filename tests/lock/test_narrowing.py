"""Narrowing: what a new schema refuses although the old one accepted it is named, and nothing that it accepts."""

from __future__ import annotations

import itertools
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pytest_forge.lock.narrowing import narrowings

SCALARS = [None, True, False, -1, 0, 1, 2, 3, 0.5, 1.5, "", "a", "ab", "b1", "2024-01-01"]
INNER = [*SCALARS, [], [1], {}, {"a": 1}]
#: Small values of every type, among which the witnesses are looked for.
VALUES = [
    *SCALARS,
    *([one] for one in INNER),
    *([one, other] for one, other in itertools.product(SCALARS[:9], repeat=2)),
    [],
    [1, 2, 3],
    {},
    *({"a": one} for one in INNER),
    *({"b": one} for one in INNER),
    *({"a": one, "b": other} for one, other in itertools.product([None, 1, "a", {"b": 1}], SCALARS)),
    {"a": 1, "c": 2},
    {"c": "a"},
]
NUMBERS = st.sampled_from([-1, 0, 1, 1.5, 2, 3])
COUNTS = st.integers(0, 3)


def subset(of: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=of)


def extended(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    names = st.sampled_from(["a", "b", "c"])
    properties = st.dictionaries(names, inner, max_size=2)
    objects = subset(
        {
            "properties": properties,
            "required": st.lists(names, unique=True, max_size=2),
            "additionalProperties": inner,
            "patternProperties": st.dictionaries(st.sampled_from(["^a", "c"]), inner, max_size=2),
            "propertyNames": st.just({"maxLength": 1}),
            "dependentRequired": st.just({"a": ["b"]}),
            "minProperties": COUNTS,
            "maxProperties": COUNTS,
        }
    )
    arrays = subset(
        {
            "items": inner,
            "prefixItems": st.lists(inner, min_size=1, max_size=2),
            "contains": inner,
            "minItems": COUNTS,
            "maxItems": COUNTS,
            "uniqueItems": st.booleans(),
        }
    )
    mixed = subset(
        {
            "anyOf": st.lists(inner, min_size=1, max_size=2),
            "oneOf": st.lists(inner, min_size=1, max_size=2),
            "allOf": st.lists(inner, min_size=1, max_size=2),
            "not": inner,
            "if": inner,
            "then": inner,
            "else": inner,
        }
    )
    typed = st.sampled_from([{}, {"type": "object"}, {"type": "array"}, {"type": ["string", "object"]}])
    return st.builds(
        lambda *parts: {key: value for part in parts for key, value in part.items()}, typed, objects, arrays, mixed
    )


LEAVES = st.one_of(
    st.booleans(),
    st.builds(lambda value: {"const": value}, st.sampled_from(SCALARS)),
    st.builds(lambda values: {"enum": values}, st.lists(st.sampled_from(SCALARS), min_size=1, max_size=3)),
    subset(
        {
            "type": st.sampled_from(["integer", "number", "string", "null", "boolean", ["integer", "null"], "array"]),
            "minimum": NUMBERS,
            "maximum": NUMBERS,
            "exclusiveMinimum": NUMBERS,
            "exclusiveMaximum": NUMBERS,
            "multipleOf": st.sampled_from([0.5, 1, 2]),
            "minLength": COUNTS,
            "maxLength": COUNTS,
            "pattern": st.sampled_from(["^a", "b"]),
        }
    ),
    st.sampled_from([{"$ref": "#/$defs/x"}, {"$ref": "#/$defs/y"}]),
)
SCHEMAS = st.recursive(LEAVES, extended, max_leaves=6)
DEFINITIONS = st.fixed_dictionaries(
    {
        "x": st.sampled_from([{"type": "integer"}, {"type": "object", "properties": {"a": {"$ref": "#/$defs/x"}}}]),
        "y": st.sampled_from([{"type": "string"}, {"anyOf": [{"$ref": "#/$defs/x"}, {"type": "null"}]}]),
    }
)


def document(schema: Any, definitions: dict[str, Any]) -> Any:
    return {**schema, "$defs": definitions} if isinstance(schema, dict) else schema


@st.composite
def pairs(draw: Any) -> tuple[Any, Any]:
    """Two schemas, mostly alike: independent ones are seldom compatible."""
    definitions = draw(DEFINITIONS)
    old = draw(SCHEMAS)
    new = draw(st.one_of(SCHEMAS, st.just(old)))
    if isinstance(old, dict) and draw(st.booleans()):
        new = {**old, **draw(extended(LEAVES) | LEAVES.filter(lambda leaf: isinstance(leaf, dict)))}
        for key in draw(st.lists(st.sampled_from(sorted(new)), unique=True, max_size=2)) if new else []:
            new.pop(key)
    same = draw(st.booleans())
    return document(old, definitions), document(new, definitions if same else draw(DEFINITIONS))


@settings(max_examples=150)
@given(pairs())
def test_what_the_new_schema_refuses_is_named(pair):
    old, new = pair
    before, after = (jsonschema.Draft202012Validator(schema) for schema in pair)

    if not narrowings(old, new, is_closed=False):
        assert [value for value in VALUES if before.is_valid(value) and not after.is_valid(value)] == []


@settings(max_examples=60)
@given(SCHEMAS, DEFINITIONS)
def test_an_equal_schema_with_other_texts_is_no_narrowing(schema, definitions):
    old = document(schema, definitions)
    told = document(
        {**schema, "description": "Other.", "title": "T"} if isinstance(schema, dict) else schema, definitions
    )

    assert narrowings(old, told, is_closed=False) == []
    assert narrowings(told, old, is_closed=True) == []


OBJECT = {
    "type": "object",
    "properties": {
        "days": {"type": "integer", "minimum": 1, "maximum": 30},
        "unit": {"enum": ["c", "f"]},
        "place": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "tags": {"type": "array", "items": {"type": "string", "maxLength": 9}, "maxItems": 5},
        "inner": {"$ref": "#/$defs/Inner"},
    },
    "required": ["days"],
    "$defs": {"Inner": {"type": "object", "properties": {"deep": {"type": "boolean"}}}},
}


def changed(*path: Any, to: Any) -> dict[str, Any]:
    """Return the object's schema with another value at one place; None removes it."""
    import copy

    schema = copy.deepcopy(OBJECT)
    place: Any = schema
    for step in path[:-1]:
        place = place[step]
    if to is None:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return schema


@pytest.mark.parametrize(
    "new",
    [
        changed("properties", "days", "minimum", to=0),
        changed("properties", "days", "maximum", to=None),
        changed("properties", "days", "type", to="number"),
        changed("properties", "unit", "enum", to=["f", "c", "k"]),
        changed("properties", "unit", to={"type": "string"}),
        changed("properties", "unit", to={"oneOf": [{"const": "c"}, {"const": "f"}, {"const": "k"}]}),
        changed("properties", "place", "anyOf", to=[{"type": "null"}, {"type": "string"}, {"type": "integer"}]),
        changed("properties", "place", to={"type": ["string", "null"]}),
        changed("properties", "tags", "items", to={"type": "string"}),
        changed("properties", "more", to={"type": "string"}),
        changed("required", to=[]),
        changed("additionalProperties", to=False),
        changed("$defs", "Inner", "properties", "more", to={"type": "integer"}),
        changed("properties", "inner", to=OBJECT["$defs"]["Inner"]),
        changed("properties", "inner", to={"anyOf": [{"$ref": "#/$defs/Inner"}, {"type": "null"}]}),
        {"type": "object"},
    ],
)
def test_a_compatible_change_is_not_named(new):
    assert narrowings(OBJECT, new, is_closed=True) == []


@pytest.mark.parametrize(
    ("new", "path", "kind", "text"),
    [
        (changed("properties", "unit", to=None), ("unit",), "gone", "is gone"),
        (changed("required", to=["days", "unit"]), ("unit",), "required", "is required now"),
        (changed("properties", "days", "minimum", to=2), ("days",), "narrowed", "must be at least 2 now"),
        (changed("properties", "days", "exclusiveMaximum", to=30), ("days",), "narrowed", "must be at most 29 now"),
        (changed("properties", "unit", "enum", to=["c"]), ("unit",), "narrowed", 'no longer accepts "f"'),
        (changed("properties", "unit", to={"type": "integer"}), ("unit",), "narrowed", 'no longer accepts "c", "f"'),
        (changed("properties", "place", to={"type": "string"}), ("place",), "narrowed", "no longer accepts null"),
        (
            changed("properties", "days", to={"type": "string"}),
            ("days",),
            "narrowed",
            "no longer accepts whole numbers",
        ),
        (
            changed("properties", "tags", "items", "pattern", to="^x"),
            ("tags", "*"),
            "narrowed",
            "must match the pattern '^x' now",
        ),
        (changed("properties", "tags", "maxItems", to=2), ("tags",), "narrowed", "accepts at most 2 items now"),
        (
            changed("$defs", "Inner", "properties", "deep", "type", to="string"),
            ("inner", "deep"),
            "narrowed",
            "no longer accepts booleans",
        ),
    ],
)
def test_a_breaking_change_is_named_with_its_place(new, path, kind, text):
    [found] = narrowings(OBJECT, new, is_closed=True)

    assert (found.path, found.kind, found.text) == (path, kind, text)
