"""What a document may hold: versions, YAML, references, servers, names and parameters of any style."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from forge_harness import RegistrationError, ToolError, ToolRegistry, register_openapi_tools
from forge_harness.openapi.document import OpenApiDocument, parsed_document
from forge_harness.openapi.document_text import DocumentTextError, read_document_text
from forge_harness.openapi.operation import LeftOutOperation, Operation, operation_names, read_operations
from forge_harness.openapi.pattern import is_usable_pattern
from forge_harness.openapi.request import prepared_request

from .documents import document


def only(data: dict[str, Any], **options: Any) -> Operation:
    [found] = read_operations(OpenApiDocument(data), **options)
    assert isinstance(found, Operation), found
    return found


def reason(data: dict[str, Any]) -> str:
    [found] = read_operations(OpenApiDocument(data))
    assert isinstance(found, LeftOutOperation)
    return found.reason


def parameter(location: str, schema: Any = True, **more: Any) -> dict[str, Any]:
    return {"name": "p", "in": location, "required": True, "schema": schema, **more}


# --- YAML ---------------------------------------------------------------------------------------------


@pytest.mark.requirement("adapters:openapi-yaml-is-read-as-meant")
def test_yaml_is_read_as_openapi_means_it() -> None:
    text = "on: off\nday: 2020-01-02\n200: yes\ntime: 1:30\nwhole: 012\nreal: 1e3\ntrue: true\nnone: ~\nold: 0777\n"

    assert read_document_text(text) == {
        "on": "off",
        "day": "2020-01-02",
        "200": "yes",
        "time": "1:30",
        "whole": 12,
        "real": 1000.0,
        "true": True,
        "none": None,
        "old": 777,
    }


def test_aliases_are_read_and_those_that_explode_are_not() -> None:
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 10)
    )

    assert read_document_text("a: &x {b: 1}\nc: *x\nd: {<<: *x}") == {"a": {"b": 1}, "c": {"b": 1}, "d": {"b": 1}}
    with pytest.raises(DocumentTextError, match="too large with its aliases"):
        read_document_text(bomb)
    with pytest.raises(DocumentTextError, match="too large with its aliases"):
        read_document_text("a: &a [*a]")


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 100_000, "? [a]\n: 1", "a: !!python/name:os.system", "- a\nb"]
)
def test_what_is_not_a_value_is_refused(text: str) -> None:
    with pytest.raises(DocumentTextError):
        read_document_text(text)


def test_a_document_in_another_encoding_is_refused() -> None:
    with pytest.raises(RegistrationError, match="'d' is not text in UTF-8"):
        parsed_document("é: ü".encode("latin-1"), label="d")


# --- references ---------------------------------------------------------------------------------------


@pytest.mark.requirement("adapters:openapi-remote-references-are-never-fetched")
@pytest.mark.parametrize(
    ("part", "said"),
    [
        ({"parameters": [{"$ref": "https://evil.example/p.json"}]}, "leads to another document, and none is fetched"),
        ({"parameters": [parameter("query", {"$ref": "other.yaml#/S"})]}, "leads to another document"),
        ({"parameters": [parameter("query", {"$ref": "file:///etc/passwd"})]}, "leads to another document"),
        ({"parameters": [parameter("query", {"$ref": "#/nowhere"})]}, "nothing is where the reference"),
        ({"parameters": [{"$ref": "#/components/parameters/a"}]}, "leads to itself"),
        ({"requestBody": {"$ref": "#/x"}}, "nothing is where the reference '#/x' leads to"),
    ],
)
def test_an_operation_with_a_reference_that_is_not_local_is_left_out(part: dict[str, Any], said: str) -> None:
    loop = {"parameters": {"a": {"$ref": "#/components/parameters/b"}, "b": {"$ref": "#/components/parameters/a"}}}

    assert said in reason(document(part, components=loop))


def test_a_remote_path_is_left_out_by_its_path() -> None:
    data = {**document({}), "paths": {"/far": {"$ref": "https://evil.example/far.yaml"}}}

    [found] = read_operations(OpenApiDocument(data))

    assert isinstance(found, LeftOutOperation)
    assert found.name == "get_far"


def test_cycles_of_schemas_stay_cycles() -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/components/schemas/Node"}}}
    body = {
        "content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Node"}}}}
    }

    schema = only(
        document({"requestBody": body}, method="post", components={"schemas": {"Node": node}})
    ).arguments.schema

    assert schema["properties"]["body"]["items"] == {"$ref": "#/$defs/Node"}
    assert schema["$defs"]["Node"]["properties"]["next"] == {"$ref": "#/$defs/Node"}


# --- names --------------------------------------------------------------------------------------------


def test_operations_without_a_usable_name_get_one() -> None:
    data = document({})
    data["paths"] = {
        "/pets/{id}": {"get": {"operationId": "find pet by id"}, "delete": {}},
        "/a": {"get": {"operationId": "same"}, "put": {"operationId": "Same"}},
        "/b": {"get": {"operationId": "日本"}, "put": {"operationId": "x" * 80}, "patch": {"operationId": "a__b"}},
    }
    for item in data["paths"].values():
        for operation in item.values():
            operation["parameters"] = [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}]

    assert operation_names(OpenApiDocument(data)) == [
        *("find pet by id", "delete_pets/{id}", "same", "put_a", "get_b", "x" * 80, "a__b"),
    ]
    registered = register_openapi_tools(data, ToolRegistry(), name="api")
    assert [name for name in registered if "x" not in name] == [
        *("api__a_b", "api__delete_pets_id", "api__find_pet_by_id", "api__get_b", "api__put_a", "api__same"),
    ]
    assert {len(name) for name in registered if "xx" in name} == {64}


def test_arguments_of_one_name_and_of_odd_names_are_told_apart() -> None:
    names = [("id", "path"), ("id", "query"), ("filter[x]", "query"), ("workspace_root", "query"), ("日", "query")]
    parameters = [{"name": name, "in": place, "required": True, "schema": {}} for name, place in names]

    operation = only(document({"parameters": parameters}, path="/{id}"))
    arguments = {"id": "1", "query_id": "2", "filter_x": "3", "query_workspace_root": "4", "query": "5"}

    assert set(operation.arguments.schema["properties"]) == set(arguments)
    assert prepared_request(operation, arguments).url == (
        "https://api.example.com/1?id=2&filter%5Bx%5D=3&workspace_root=4&%E6%97%A5=5"
    )


# --- styles: the table of the specification -----------------------------------------------------------

ARRAY, OBJECT = ["blue", "black"], {"R": 100, "G": 200}
STYLES = [  # location, style, explode, value, what is sent
    ("path", "simple", False, "blue", "/blue"),
    ("path", "simple", False, ARRAY, "/blue,black"),
    ("path", "simple", False, OBJECT, "/R,100,G,200"),
    ("path", "simple", True, OBJECT, "/R=100,G=200"),
    ("path", "label", False, "blue", "/.blue"),
    ("path", "label", False, ARRAY, "/.blue,black"),
    ("path", "label", True, ARRAY, "/.blue.black"),
    ("path", "label", True, OBJECT, "/.R=100.G=200"),
    ("path", "matrix", False, "blue", "/;p=blue"),
    ("path", "matrix", False, ARRAY, "/;p=blue,black"),
    ("path", "matrix", True, ARRAY, "/;p=blue;p=black"),
    ("path", "matrix", True, OBJECT, "/;R=100;G=200"),
    ("query", "form", True, "a b&c=d", "?p=a%20b%26c%3Dd"),
    ("query", "form", False, ARRAY, "?p=blue,black"),
    ("query", "form", True, ARRAY, "?p=blue&p=black"),
    ("query", "form", False, OBJECT, "?p=R,100,G,200"),
    ("query", "form", True, OBJECT, "?R=100&G=200"),
    ("query", "spaceDelimited", False, ARRAY, "?p=blue%20black"),
    ("query", "pipeDelimited", False, ARRAY, "?p=blue%7Cblack"),
    ("query", "deepObject", True, OBJECT, "?p[R]=100&p[G]=200"),
    ("query", "form", True, True, "?p=true"),
    ("query", "form", True, 1.5, "?p=1.5"),
]


@pytest.mark.parametrize(("location", "style", "explode", "value", "sent"), STYLES)
def test_a_value_is_written_in_its_style(location: str, style: str, explode: bool, value: Any, sent: str) -> None:
    path = "/{p}" if location == "path" else "/"
    operation = only(document({"parameters": [parameter(location, style=style, explode=explode)]}, path=path))

    url = prepared_request(operation, {"p": value}).url

    assert url.removeprefix("https://api.example.com").removeprefix("/" if location == "query" else "") == sent


@pytest.mark.parametrize(
    ("collection", "sent"), [("csv", "a,b"), ("ssv", "a%20b"), ("tsv", "a%09b"), ("pipes", "a%7Cb"), ("multi", "a&p=b")]
)
def test_swaggers_collections_are_written(collection: str, sent: str) -> None:
    own = {"name": "p", "in": "query", "type": "array", "items": {"type": "string"}, "collectionFormat": collection}
    data = {"swagger": "2.0", "host": "h.example", "basePath": "/v1", "schemes": ["http", "https"], "paths": {}}
    data["paths"] = {"/x": {"get": {"parameters": [own]}}}

    assert prepared_request(only(data), {"p": ["a", "b"]}).url == f"https://h.example/v1/x?p={sent}"


def test_headers_and_cookies_are_written() -> None:
    parameters = [
        {"name": "X-Ids", "in": "header", "schema": {"type": "array"}},
        {"name": "session", "in": "cookie", "schema": {"type": "string"}},
        {"name": "meta", "in": "query", "content": {"application/json": {"schema": {"type": "object"}}}},
        {"name": "Authorization", "in": "header", "schema": {"type": "string"}},
        {"name": "Content-Length", "in": "header", "schema": {"type": "string"}},
    ]
    operation = only(document({"parameters": parameters}))

    request = prepared_request(operation, {"X-Ids": [1, 2], "session": "a; b=c", "meta": {"a": [1]}})

    assert [request.headers[name] for name in ("X-Ids", "Cookie")] == ["1,2", "session=a%3B%20b%3Dc"]
    assert request.url.endswith("?meta=%7B%22a%22%3A%20%5B1%5D%7D")
    assert set(operation.arguments.schema["properties"]) == {"X-Ids", "session", "meta"}


@pytest.mark.requirement("adapters:openapi-headers-cannot-be-injected")
@pytest.mark.parametrize("text", ["a\r\nX-Evil: 1", "a\nb", "a\rb", "a\0b", " a", "a ", "é", "a\x7fb", "\ud800"])
def test_a_header_value_that_is_not_one_line_of_ascii_is_refused(text: str) -> None:
    operation = only(document({"parameters": [{"name": "X-A", "in": "header", "schema": {}}]}))

    with pytest.raises(ToolError) as refused:
        prepared_request(operation, {"X-A": text})

    assert refused.value.code == "bad_argument"


@pytest.mark.parametrize("value", ["", ".", "..", "...", None, [], {}, [["a"]], {"a": {"b": 1}}, "\ud800"])
def test_what_is_not_a_part_of_a_path_is_refused(value: Any) -> None:
    with pytest.raises(ToolError) as refused:
        prepared_request(only(document({"parameters": [parameter("path")]}, path="/{p}")), {"p": value})

    assert refused.value.code == "bad_argument"


def test_what_is_put_into_a_path_does_not_name_another_place() -> None:
    parameters = [{"name": name, "in": "path", "required": True, "schema": {}} for name in ("a", "b")]

    operation = only(document({"parameters": parameters}, path="/{a}/{b}"))

    assert prepared_request(operation, {"a": "{b}", "b": "x/..;?#"}).url == (
        "https://api.example.com/%7Bb%7D/x%2F..%3B%3F%23"
    )


# --- what is left out ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ({"parameters": [parameter("matrix")]}, "its parameter 'p' stands in 'matrix'"),
        ({"parameters": [parameter("query", style="label")]}, "its parameter 'p' has the style 'label'"),
        ({"parameters": [parameter("query", {"type": "file"})]}, "it takes or returns a file"),
        ({"parameters": [parameter("query", {"type": "float"})]}, "one of its schemas has the type 'float'"),
        ({"parameters": [parameter("query", 5)]}, "one of its schemas is not an object"),
        ({"parameters": [{"in": "query"}]}, "one of its parameters has no name"),
        ({"parameters": [{"name": "Host", "in": "header", "required": True}]}, "its header 'Host' is not one that"),
        ({"servers": [{"url": "/v1"}]}, "its server '/v1' is not a whole address"),
        ({"servers": [{"url": "https://u:p@h.example"}]}, "is not a whole address"),
        ({"servers": [{"url": "https://{region}.example"}]}, "its server needs a value for 'region'"),
        ({"security": [{"key": []}]}, "it needs the security scheme 'key', which is not declared"),
        ({"requestBody": {"required": True, "content": {"application/xml": {}}}}, "its body is of the type"),
        ({"requestBody": {"required": True, "content": {"application/json": {}}}}, "it is a GET with a body"),
    ],
)
def test_what_cannot_be_sent_is_left_out_with_its_reason(part: dict[str, Any], said: str) -> None:
    assert said in reason(document(part))


@pytest.mark.parametrize("part", [{"parameters": [5]}, {"parameters": {"a": 1}}, {"requestBody": 7}, {"security": 5}])
def test_odd_parts_never_end_the_reading(part: dict[str, Any]) -> None:
    assert len(list(read_operations(OpenApiDocument(document(part))))) == 1


# --- schemas ------------------------------------------------------------------------------------------


def test_what_older_versions_say_in_their_own_way_is_json_schema() -> None:
    own = {
        "type": "integer",
        "nullable": True,
        "minimum": 0,
        "exclusiveMinimum": True,
        "maximum": 9,
        "exclusiveMaximum": False,
        "example": 5,
        "xml": {"name": "x"},
    }
    data = {
        **document({"requestBody": {"content": {"application/json": {"schema": own}}}}, method="post"),
        "openapi": "3.0.0",
    }

    assert only(data).arguments.schema["properties"]["body"] == {
        "type": ["integer", "null"],
        "exclusiveMinimum": 0,
        "maximum": 9,
        "examples": [5],
    }


def test_a_schema_is_as_large_as_a_request_to_a_model_may_be() -> None:
    wide = {"type": "object", "properties": {f"p{n}": {"$ref": "#/components/schemas/S"} for n in range(30_000)}}
    body = {"content": {"application/json": {"schema": {"oneOf": [{"$ref": "#/components/schemas/S"}]}}}}

    data = document({"requestBody": body}, method="post", components={"schemas": {"S": wide}})

    assert reason(data) == "its schemas are too large"


@pytest.mark.parametrize(
    ("pattern", "is_usable"),
    [
        (r"^[a-z]+$", True),
        (r"^(\d{1,3}\.){3}\d{1,3}$", True),
        (r"^([0-9a-f]{2})+$", True),
        (r"^[a-z]+(-[a-z]+)?$", True),
        (r"^(a+)+$", False),
        (r"^(a|a)*b*c*$", False),
        (r"^(a*b?)*$", False),
        (r"(.*)(.*)(.*)x", False),
        (r"\p{L}", False),
        (r"(a)\1", False),
        (r"(", False),
        (r"(?i)a", False),
        (5, False),
    ],
)
def test_patterns_are_matched_only_in_bounded_time(pattern: Any, is_usable: bool) -> None:
    assert is_usable_pattern(pattern) is is_usable


# --- bodies -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("media_type", "arguments", "sent"),
    [
        ("application/json", {"a": "é", "b": [1]}, '{"a": "é", "b": [1]}'),
        ("application/vnd.api+json", {"a": "x"}, '{"a": "x"}'),
        ("application/x-www-form-urlencoded", {"a": "x y&z", "b": [1, 2]}, "a=x+y%26z&b=1&b=2"),
    ],
)
def test_a_body_is_written_in_its_media_type(media_type: str, arguments: dict[str, Any], sent: str) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "array", "items": {}}}}
    body = {"required": True, "content": {media_type: {"schema": schema}}}

    request = prepared_request(only(document({"requestBody": body}, method="post")), arguments)

    assert (request.headers["Content-Type"], (request.content or b"").decode()) == (media_type, sent)


def test_a_form_of_parts_cannot_be_broken_out_of() -> None:
    schema = {"type": "object", "properties": {'a"\r\nX: 1': {}, "f": {"type": "string", "format": "binary"}}}
    body = {"required": True, "content": {"multipart/form-data": {"schema": schema}}}
    operation = only(document({"requestBody": body}, method="post"))

    [name] = operation.arguments.schema["properties"]
    request = prepared_request(operation, {name: "--forge-\r\n\r\nx"})

    content = (request.content or b"").decode()
    assert 'name="a%22%0D%0AX: 1"\r\n\r\n--forge-\r\n\r\nx\r\n--forge-' in content
    assert request.headers["Content-Type"].partition("boundary=")[2] not in "--forge-"


def test_a_body_that_is_not_a_plain_object_is_one_argument() -> None:
    body = {"content": {"application/json": {"schema": {"oneOf": [{"type": "string"}, {"type": "integer"}]}}}}
    operation = only(document({"requestBody": body}, method="post"))

    assert prepared_request(operation, {}).content is None
    assert prepared_request(operation, {"body": 5}).content == b"5"


def test_documents_are_told_by_the_names_of_their_files(tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    file.write_text(json.dumps(document({"parameters": [{"$ref": "x.json"}]})))
    told: list[str] = []

    assert register_openapi_tools(file, ToolRegistry(), tell=told.append) == []
    [sentence] = told
    assert sentence.startswith("The operation 'op' of 'odd.json' is left out: the reference 'x.json' leads to another")
