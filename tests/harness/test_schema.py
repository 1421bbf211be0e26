import dataclasses
import enum
import json
from collections.abc import Callable
from typing import Annotated, Any, Literal

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel, ConfigDict, Field, RootModel
from typing_extensions import TypedDict

from forge_harness.errors import RegistrationError
from forge_harness.schema.hand_written import close_schema
from forge_harness.schema.json_schema import copied, inline_refs, recursive_refs, resolve_ref
from forge_harness.schema.model_schema import input_schema


class Colour(enum.Enum):
    """The colour of the cover."""

    RED = "red"
    BLUE = "blue"


@dataclasses.dataclass
class Point:
    """A point on the map."""

    x: int
    y: int


class Span(TypedDict):
    """A span of pages."""

    start: int


class Book(BaseModel):
    """A book of the library."""

    title: str = Field(description="As printed on the cover.")
    year: int | None = None


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    known: int


class Told(BaseModel):
    """Notes for programmers."""

    model_config = ConfigDict(json_schema_extra={"description": "A place the model may name."})
    city: str


class Args(BaseModel):
    """SECURITY_REVIEW: internal notes."""

    title: str
    book: Book = Field(description="The book to lend.")
    others: list[Book] = []
    open: Open | None = None
    told: Told | None = None
    colour: Colour = Colour.RED
    point: Point | None = None
    span: Span | None = None
    mode: Literal["title", "author"] = "title"
    extra: dict[str, Any] = Field(default={"title": "kept"}, examples=[{"title": "kept too"}])


class Node(BaseModel):
    """Notes for programmers."""

    label: str
    children: list["Node"] = []


def test_the_schema_is_valid_draft_2020_12_and_its_root_is_closed() -> None:
    schema = input_schema(Args)

    Draft202012Validator.check_schema(schema)
    assert schema["type"] == "object"
    assert schema["additionalProperties"] is False


@pytest.mark.requirement("args:extra-allow-keeps-the-root-closed")
@pytest.mark.parametrize("extra", ["allow", "ignore", "forbid", None])
def test_the_root_is_closed_whatever_the_model_says(extra: Any) -> None:
    config = ConfigDict(extra=extra) if extra else ConfigDict()
    model = type("Model", (BaseModel,), {"__annotations__": {"a": int}, "model_config": config, "__module__": __name__})

    assert input_schema(model)["additionalProperties"] is False


@pytest.mark.requirement("args:nested-objects-are-closed")
@pytest.mark.requirement("args:extra-allow-keeps-the-root-closed")
def test_nested_objects_are_closed_unless_they_allow_extras() -> None:
    definitions = input_schema(Args)["$defs"]

    assert {name: definitions[name]["additionalProperties"] for name in ("Book", "Point", "Span", "Open")} == {
        "Book": False,
        "Point": False,
        "Span": False,
        "Open": True,
    }


@pytest.mark.requirement("tool:schema-holds-no-programmers-notes")
@pytest.mark.parametrize("model", [Args, Node])
def test_the_models_own_docstring_is_not_shipped(model: type[BaseModel]) -> None:
    text = json.dumps(input_schema(model))

    assert "Notes for programmers" not in text
    assert "SECURITY_REVIEW" not in text


def test_the_docstring_of_a_nested_class_describes_the_argument() -> None:
    definitions = input_schema(Args)["$defs"]

    assert {name: definitions[name].get("description") for name in ("Book", "Point", "Span", "Colour", "Open")} == {
        "Book": "A book of the library.",
        "Point": "A point on the map.",
        "Span": "A span of pages.",
        "Colour": "The colour of the cover.",
        "Open": None,
    }


def test_descriptions_written_for_the_model_are_kept() -> None:
    schema = input_schema(Args)

    assert schema["properties"]["book"]["description"] == "The book to lend."
    assert schema["$defs"]["Book"]["properties"]["title"]["description"] == "As printed on the cover."
    assert schema["$defs"]["Told"]["description"] == "A place the model may name."


def test_a_root_description_is_left_out_even_when_it_was_declared() -> None:
    assert "description" not in input_schema(Told)


@pytest.mark.requirement("tool:schema-holds-no-programmers-notes")
def test_titles_go_but_properties_and_data_of_that_name_stay() -> None:
    schema = input_schema(Args)

    assert schema["properties"]["title"] == {"type": "string"}
    assert schema["$defs"]["Book"]["properties"]["title"]["type"] == "string"
    assert schema["properties"]["extra"]["default"] == {"title": "kept"}
    assert schema["properties"]["extra"]["examples"] == [{"title": "kept too"}]
    assert schema["properties"]["mode"]["enum"] == ["title", "author"]
    assert "title" not in schema
    assert "title" not in schema["$defs"]["Book"]


def test_a_property_named_like_a_keyword_is_no_keyword() -> None:
    class Keywords(BaseModel):
        properties: dict[str, int] = Field(title="Heading")
        items: list[str] = Field(title="Heading")

    schema = input_schema(Keywords)

    assert set(schema["properties"]) == {"properties", "items"}
    assert "Heading" not in json.dumps(schema)


@pytest.mark.requirement("tool:root-is-not-in-the-schema")
def test_an_injected_field_never_appears() -> None:
    class Sneaky(BaseModel):
        path: str
        workspace_root: str

    schema = input_schema(Sneaky)

    assert set(schema["properties"]) == {"path"}
    assert schema["required"] == ["path"]


def test_a_model_without_fields_still_has_properties() -> None:
    class Nothing(BaseModel):
        pass

    assert input_schema(Nothing) == {"type": "object", "properties": {}, "additionalProperties": False}


def test_a_recursive_root_is_an_object_of_its_own() -> None:
    schema = input_schema(Node)

    assert schema["type"] == "object"
    assert set(schema["properties"]) == {"label", "children"}
    assert schema["properties"]["children"]["items"] == {"$ref": "#/$defs/Node"}
    assert schema["$defs"]["Node"]["additionalProperties"] is False


def test_a_default_that_json_cannot_carry_is_left_out_silently() -> None:
    class Odd(BaseModel):
        value: Any = Field(default=object())

    assert input_schema(Odd)["properties"]["value"] == {}


class Numbers(RootModel[list[int]]):
    pass


class Mapping_(RootModel[dict[str, int]]):
    pass


class Calls(BaseModel):
    hook: Callable[[], int]


class Rewritten(BaseModel):
    model_config = ConfigDict(json_schema_extra={"type": "array"})
    a: int


class Unfinished(BaseModel):
    other: "NowhereToBeFound"  # type: ignore[name-defined]  # noqa: F821  # the missing name is the point


@pytest.mark.parametrize(
    "model", [Numbers, Mapping_, Calls, Rewritten, Unfinished, int, Args(title="a", book=Book(title="b"))]
)
def test_a_model_without_named_json_arguments_is_refused(model: Any) -> None:
    with pytest.raises(RegistrationError) as caught:
        input_schema(model)

    assert str(caught.value).count(". ") == 1
    assert str(caught.value).endswith(".")


def test_every_call_returns_the_same_text_and_a_fresh_value() -> None:
    first, second = input_schema(Args), input_schema(Args)
    first["properties"]["title"]["type"] = "spoiled"

    assert json.dumps(second) == json.dumps(input_schema(Args))
    assert second["properties"]["title"]["type"] == "string"


def test_an_alias_is_the_advertised_name() -> None:
    class Aliased(BaseModel):
        source: Annotated[str, Field(alias="from")]

    assert set(input_schema(Aliased)["properties"]) == {"from"}


@pytest.mark.parametrize(
    "schema",
    [
        {},
        {"properties": {"a": {"type": "string"}}},
        {"type": "object"},
        {"type": "object", "properties": {"a": {"type": "object"}}, "additionalProperties": {"type": "string"}},
        {"$ref": "#/$defs/A", "$defs": {"A": {"type": "object", "properties": {"b": {}}}}},
    ],
)
def test_a_hand_written_schema_is_closed_in_a_copy(schema: dict[str, Any]) -> None:
    before = json.dumps(schema)

    closed = close_schema(schema)

    assert (closed["type"], closed["additionalProperties"]) == ("object", False)
    assert isinstance(closed["properties"], dict)
    assert json.dumps(schema) == before


def test_what_a_hand_written_schema_says_inside_is_left_alone() -> None:
    inner = {"type": "object", "title": "T", "description": "d", "properties": {"b": {"type": "object"}}}

    closed = close_schema({"type": "object", "description": "root", "properties": {"a": inner}})

    assert closed["properties"]["a"] == inner
    assert closed["properties"]["a"] is not inner
    assert closed["description"] == "root"


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "dict", "properties": {}},
        {"type": "array"},
        {"type": ["object", "null"]},
        {"type": "object", "properties": []},
        {"$ref": "#"},
        {"$ref": "#/$defs/A"},
        {"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}}},
        [],
        None,
    ],
)
def test_a_hand_written_root_that_is_no_object_is_refused(schema: Any) -> None:
    with pytest.raises(RegistrationError, match=r"\. \w"):
        close_schema(schema)


def test_a_schema_deeper_than_the_call_stack_can_be_closed() -> None:
    schema: dict[str, Any] = {"type": "object"}
    for _ in range(5_000):
        schema = {"type": "object", "properties": {"a": schema}}

    closed = close_schema(schema)

    assert closed["properties"]["a"]["properties"]["a"]["type"] == "object"


def test_a_copy_shares_no_container_with_its_source() -> None:
    source = {"a": [{"b": (1, 2)}], "c": {"d": []}}

    copy = copied(source)

    assert copy == {"a": [{"b": [1, 2]}], "c": {"d": []}}
    assert copy["a"][0] is not source["a"][0]
    assert copy["c"]["d"] is not source["c"]["d"]  # type: ignore[call-overload]  # the mixed dict is the point


@pytest.mark.parametrize(
    ("ref", "target"),
    [
        ("#", "root"),
        ("#/$defs/a~1b", 1),
        ("#/$defs/c%20d", 2),
        ("#/list/1", 4),
        ("#/list/9", None),
        ("#/$defs/none", None),
        ("#anchor", None),
        ("other.json#/a", None),
    ],
)
def test_a_reference_leads_where_its_pointer_says(ref: str, target: Any) -> None:
    root = {"$defs": {"a/b": 1, "c d": 2}, "list": [3, 4]}

    assert resolve_ref(root, ref) == (root if target == "root" else target)


def test_references_that_end_are_inlined_and_their_definitions_dropped() -> None:
    inlined = inline_refs(input_schema(Args))

    assert "$defs" not in inlined
    assert inlined["properties"]["book"]["description"] == "The book to lend."
    assert set(inlined["properties"]["book"]["properties"]) == {"title", "year"}


def test_recursion_survives_inlining() -> None:
    schema = input_schema(Node)

    inlined = inline_refs(schema)

    assert recursive_refs(schema) == {"#/$defs/Node"}
    assert inlined["properties"]["children"]["items"] == {"$ref": "#/$defs/Node"}
    assert set(inlined["$defs"]) == {"Node"}


def test_inlining_does_not_explode() -> None:
    definitions: dict[str, Any] = {"D0": {"type": "string"}}
    for level in range(1, 40):
        ref = {"$ref": f"#/$defs/D{level - 1}"}
        definitions[f"D{level}"] = {"type": "object", "properties": {"a": dict(ref), "b": dict(ref)}}

    inlined = inline_refs({"type": "object", "properties": {"x": {"$ref": "#/$defs/D39"}}, "$defs": definitions})

    assert len(json.dumps(inlined)) < 5_000_000
    assert "$defs" in inlined
