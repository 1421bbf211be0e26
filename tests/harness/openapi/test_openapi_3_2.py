"""What OpenAPI 3.2 added: methods, whole queries, plain cookies, sequences, and documents that name themselves."""

from __future__ import annotations

from typing import Any

import pytest

from forge_harness import ToolError
from forge_harness.openapi.document import OpenApiDocument
from forge_harness.openapi.operation import LeftOutOperation, Operation, read_operations
from forge_harness.openapi.reply import ReplyReader
from forge_harness.openapi.request import PreparedRequest, prepared_request
from forge_harness.openapi.security import credentials_of

from .documents import document

PETS = {"type": "object", "properties": {"name": {"type": "string"}, "tags": {"type": "array", "items": {}}}}
FORM, JSON = "application/x-www-form-urlencoded", "application/json"


def newest(operation: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {**document(operation, **more), "openapi": "3.2.0"}


def read(data: dict[str, Any], **options: Any) -> list[Operation | LeftOutOperation]:
    return list(read_operations(OpenApiDocument(data, address="https://api.example.com/docs/openapi.json"), **options))


def only(data: dict[str, Any], **options: Any) -> Operation:
    [found] = read(data, **options)
    assert isinstance(found, Operation), found
    return found


def reason(data: dict[str, Any], **options: Any) -> str:
    [found] = read(data, **options)
    assert isinstance(found, LeftOutOperation), found
    return found.reason


def whole(kind: str, schema: Any = PETS, **media: Any) -> dict[str, Any]:
    return {"name": "filter", "in": "querystring", "content": {kind: {"schema": schema, **media}}}


# --- methods ------------------------------------------------------------------------------------------


def test_every_method_is_an_operation_or_left_out_by_name() -> None:
    data = newest({})
    others = {name: {"operationId": name} for name in ("COPY", "copy", "CONNECT", "a b", "GET")}
    data["paths"]["/x"] = {
        "query": {"operationId": "search", "requestBody": {"content": {JSON: {"schema": PETS}}}},
        "trace": {"operationId": "echo"},
        "additionalOperations": others,
    }

    found = {one.name: one.method if isinstance(one, Operation) else one.reason for one in read(data)}

    assert found == {
        "echo": "its method 'trace' is not one that is sent",
        "search": "QUERY",
        "COPY": "COPY",
        "copy_x": "its method 'copy' is not written in capitals",
        "CONNECT": "its method 'CONNECT' is not one that is sent",
        "a b": "its method 'a b' is not one that is sent",
        "GET": "GET",
    }
    assert only(newest({"requestBody": {"content": {JSON: {}}}}, method="query")).is_read


def test_older_versions_have_neither() -> None:
    data = document({})
    data["paths"]["/x"] = {"query": {"operationId": "search"}, "additionalOperations": {"COPY": {}}}

    assert read(data) == []


# --- whole queries ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameter", "value", "query"),
    [
        (whole(FORM), {"name": "a b&c", "tags": [1, 2]}, "?name=a+b%26c&tags=1&tags=2"),
        (whole(FORM, encoding={"tags": {"explode": False}}), {"tags": [1, 2]}, "?tags=1,2"),
        (whole(FORM), {}, ""),
        (whole(JSON), {"name": "é"}, "?%7B%22name%22%3A%20%22%C3%A9%22%7D"),
    ],
)
def test_a_whole_query_is_written_in_its_media_type(parameter: dict[str, Any], value: Any, query: str) -> None:
    operation = only(newest({"parameters": [parameter]}))

    assert prepared_request(operation, {"filter": value}).url == f"https://api.example.com/x{query}"


SECRET = {"type": "apiKey", "in": "query", "name": "key"}


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ([whole("text/plain")], "its parameter 'filter' is of the type 'text/plain'"),
        ([{"name": "filter", "in": "querystring", "schema": {}}], "'filter' is a whole query without a media type"),
        ([whole(FORM), {"name": "p", "in": "query", "schema": {}}], "its query is described as a whole and in parts"),
        ([whole(FORM), {**whole(FORM), "name": "q"}], "its query is described as a whole and in parts"),
        ([whole(JSON)], "its query is JSON as a whole, and has no place for a secret"),
    ],
)
def test_a_whole_query_that_cannot_be_sent_is_left_out(parameters: list[Any], said: str) -> None:
    data = newest(
        {"parameters": parameters, "security": [{"key": []}]}, components={"securitySchemes": {"key": SECRET}}
    )

    assert said in reason(data, security={"key": "KEY"})


def test_a_secret_stands_behind_a_whole_query() -> None:
    schemes = {"securitySchemes": {"key": SECRET}}
    operation = only(
        newest({"parameters": [whole(FORM)], "security": [{"key": []}]}, components=schemes), security={"key": "KEY"}
    )
    proofs = [credential.proof({"KEY": "s"}) for credential in operation.credentials]

    assert prepared_request(operation, {"filter": {"name": "a"}}, proofs).url.endswith("/x?name=a&key=s")


# --- cookies ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("explode", "value", "sent"),
    [
        (True, "a/b=c", "p=a/b=c"),
        (True, [3, 4], "p=3; p=4"),
        (False, [3, 4], "p=3,4"),
        (True, {"a": 1, "b": 2}, "a=1; b=2"),
        (False, {"a": 1}, "p=a,1"),
    ],
)
def test_cookies_of_the_style_cookie_are_sent_as_they_are(explode: bool, value: Any, sent: str) -> None:
    cookie = {"name": "p", "in": "cookie", "style": "cookie", "explode": explode, "schema": {}}

    assert prepared_request(only(newest({"parameters": [cookie]})), {"p": value}).headers["Cookie"] == sent


@pytest.mark.parametrize("value", ["a; admin=1", "a b", "a,b", 'a"b', "a\r\nX: 1", "é"])
def test_a_value_that_would_end_a_cookie_is_refused(value: str) -> None:
    cookie = {"name": "p", "in": "cookie", "style": "cookie", "schema": {"type": "string"}}

    with pytest.raises(ToolError, match="sent as a cookie"):
        prepared_request(only(newest({"parameters": [cookie]})), {"p": value})


# --- sequences ----------------------------------------------------------------------------------------

EVENTS = {"itemSchema": {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}}


def posted(kind: str, media: dict[str, Any], arguments: dict[str, Any]) -> PreparedRequest:
    body = {"required": True, "content": {kind: media}}
    return prepared_request(only(newest({"requestBody": body}, method="post")), arguments)


@pytest.mark.parametrize(
    ("kind", "sent"),
    [
        ("application/jsonl", '{"n": 1}\n{"n": 2}\n'),
        ("application/x-ndjson", '{"n": 1}\n{"n": 2}\n'),
        ("application/json-seq", '\x1e{"n": 1}\n\x1e{"n": 2}\n'),
    ],
)
def test_a_sequence_is_an_argument_that_is_a_list(kind: str, sent: str) -> None:
    request = posted(kind, EVENTS, {"body": [{"n": 1}, {"n": 2}]})

    assert (request.headers["Content-Type"], request.content) == (kind, sent.encode())


@pytest.mark.parametrize("kind", ["text/event-stream", "multipart/mixed", "application/octet-stream"])
def test_a_sequence_that_a_model_cannot_send_is_left_out(kind: str) -> None:
    body = {"required": True, "content": {kind: EVENTS}}

    assert reason(newest({"requestBody": body}, method="post")) == f"its body is of the type {kind!r}"


@pytest.mark.parametrize(
    ("text", "value", "mismatch"),
    [
        ('{"n": 1}\n{"n": 2, "t": "\u2028"}\n', [{"n": 1}, {"n": 2, "t": "\u2028"}], None),
        ('\x1e{"n": 1}\n', [{"n": 1}], None),
        ('{"n": "1"}\n', [{"n": "1"}], "n (type)"),
        ("{}\n", [{}], "n (required)"),
        ("[1\n2]", "[1\n2]", "its body is not a value of JSON in each line"),
        (f"{'[' * 500}\n", f"{'[' * 500}\n", "its body is not a value of JSON in each line"),
    ],
)
def test_a_reply_in_lines_is_a_list_that_is_compared(text: str, value: Any, mismatch: str | None) -> None:
    replies = {"200": {"description": "ok", "content": {"application/jsonl": EVENTS}}}

    found, problem = ReplyReader(only(newest({"responses": replies}))).read(200, "application/jsonl", text)

    assert found == value
    assert (problem or "").endswith(mismatch or "")
    assert (problem is None) == (mismatch is None)


# --- references ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("own", "ref"),
    [
        ("https://example.com/api", "https://example.com/api#/components/schemas/S"),
        ("https://example.com/api", "/api#/components/schemas/S"),
        ("/v2/api", "https://api.example.com/v2/api#/components/schemas/S"),
        ("api", "#/components/schemas/S"),
    ],
)
def test_a_reference_to_the_documents_own_address_is_one_within_it(own: str, ref: str) -> None:
    body = {"content": {JSON: {"schema": {"$ref": ref}}}}
    data = newest(
        {"requestBody": body}, method="post", components={"schemas": {"S": {"type": "string"}}}, **{"$self": own}
    )

    schema = only(data).arguments.schema
    assert schema["$defs"] == {"S": {"type": "string"}}


@pytest.mark.parametrize("own", ["https://example.com/api", 5, ""])
def test_a_reference_to_another_address_is_not_followed(own: Any) -> None:
    body = {"content": {JSON: {"schema": {"$ref": "https://example.com/other#/components/schemas/S"}}}}

    assert "another document" in reason(newest({"requestBody": body}, method="post", **{"$self": own}))


def test_a_relative_server_counts_from_where_the_document_was_found_and_not_from_its_own_address() -> None:
    data = {**newest({}), "$self": "https://elsewhere.example/foo", "servers": [{"url": "v1"}]}

    assert only(data).base_url == "https://api.example.com/docs/v1"


def test_descriptions_of_media_types_may_be_references() -> None:
    ref = {"$ref": "#/components/mediaTypes/Pets"}
    operation = only(
        newest(
            {"parameters": [{**whole(FORM), "content": {FORM: ref}}], "requestBody": {"content": {JSON: ref}}},
            method="post",
            components={"mediaTypes": {"Pets": {"schema": PETS}}},
        )
    )

    assert set(operation.arguments.schema["properties"]) == {"filter", "name", "tags"}


def test_a_requirement_may_be_a_reference_to_a_scheme() -> None:
    ref = "#/components/securitySchemes/key"
    data = newest({"security": [{ref: []}]}, components={"securitySchemes": {"key": SECRET}})
    node = data["paths"]["/x"]["get"]

    [credential] = credentials_of(OpenApiDocument(data), node, {ref: "KEY"})

    assert (credential.variable, credential.location, credential.name) == ("KEY", "query", "key")
    assert "it needs the security scheme" in reason(data)
