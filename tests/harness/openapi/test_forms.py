"""Bodies that are forms: how each field is written, and the fields that no model can send."""

from __future__ import annotations

import email
from typing import Any

import pytest

from forge_harness.openapi.document import OpenApiDocument
from forge_harness.openapi.operation import LeftOutOperation, Operation, read_operations
from forge_harness.openapi.request import prepared_request

from .documents import document

FORM, MULTIPART = "application/x-www-form-urlencoded", "multipart/form-data"
ANY: dict[str, Any] = {"type": "object", "properties": {"a": {}, "b": {}}}


def read(kind: str, schema: Any, encoding: Any = None, **more: Any) -> Operation | LeftOutOperation:
    media = {"schema": schema, **({} if encoding is None else {"encoding": encoding})}
    data = document({"requestBody": {"required": True, "content": {kind: media, **more}}}, method="post")
    [found] = read_operations(OpenApiDocument(data))
    return found


def only(kind: str, schema: Any, encoding: Any = None) -> Operation:
    found = read(kind, schema, encoding)
    assert isinstance(found, Operation), found
    return found


def reason(kind: str, schema: Any, encoding: Any = None) -> str:
    found = read(kind, schema, encoding)
    assert isinstance(found, LeftOutOperation), found
    return found.reason


def parts(operation: Operation, arguments: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return the name, the Content-Type that is told, and the text of each part, as a mail reader sees them."""
    request = prepared_request(operation, arguments)
    head = f"Content-Type: {request.headers['Content-Type']}\r\n\r\n".encode()
    message = email.message_from_bytes(head + (request.content or b""))
    return [
        (
            str(part.get_param("name", header="content-disposition")),
            str(part.get("content-type", "")),
            bytes(part.get_payload(decode=True)).decode(),  # type: ignore[arg-type]  # one part is not a list
        )
        for part in message.get_payload()  # type: ignore[union-attr]  # parts are messages
    ]


@pytest.mark.parametrize(
    ("encoding", "value", "sent"),
    [
        (None, [1, 2], "a=1&a=2"),
        (None, {"k": "v w"}, "a=%7B%22k%22%3A+%22v+w%22%7D"),
        (None, None, "a="),
        ({"style": "form"}, [1, 2], "a=1&a=2"),
        ({"style": "form", "explode": False}, ["1,", 2], "a=1%2C,2"),
        ({"explode": False}, {"k": 1}, "a=k,1"),
        ({"style": "form"}, {"k": 1, "l": 2}, "k=1&l=2"),
        ({"style": "spaceDelimited"}, [1, 2], "a=1%202"),
        ({"style": "pipeDelimited"}, [1, 2], "a=1%7C2"),
        ({"style": "deepObject"}, {"k": 1}, "a[k]=1"),
        ({"allowReserved": True}, "a/b?c&d", "a=a/b?c%26d"),
        ({"contentType": "text/plain"}, "x", "a=x"),
        ({"style": "form"}, None, "a="),
    ],
)
def test_a_field_is_written_as_its_encoding_says(encoding: Any, value: Any, sent: str) -> None:
    operation = only(FORM, ANY, None if encoding is None else {"a": encoding})

    assert (prepared_request(operation, {"a": value}).content or b"").decode() == sent


@pytest.mark.parametrize(
    ("encoding", "value", "found"),
    [
        (None, "x", [("a", "", "x")]),
        (None, [1, "é"], [("a", "", "1"), ("a", "", "é")]),
        (None, {"k": 1}, [("a", "application/json", '{"k": 1}')]),
        ({"contentType": "text/csv"}, "1;2", [("a", "text/csv", "1;2")]),
        ({"contentType": "application/vnd.x+json"}, {"k": 1}, [("a", "application/vnd.x+json", '{"k": 1}')]),
        ({"contentType": "image/png, image/jpeg"}, "x", [("a", "", "x")]),
        ({"style": "deepObject", "contentType": "text/csv"}, {"k": "v w"}, [("a[k]", "", "v w")]),
        ({"style": "form", "explode": False}, [1, 2], [("a", "", "1,2")]),
    ],
)
def test_a_part_is_written_as_its_encoding_says(encoding: Any, value: Any, found: list[Any]) -> None:
    assert parts(only(MULTIPART, ANY, None if encoding is None else {"a": encoding}), {"a": value}) == found


@pytest.mark.parametrize(
    ("part", "encoding", "said"),
    [
        ({"type": "string", "format": "binary"}, None, "it takes a file"),
        ({"type": "array", "items": {"type": "string", "format": "binary"}}, None, "it takes a file"),
        ({"contentMediaType": "image/png"}, None, "it takes a file"),
        ({"type": "object"}, {"contentType": "application/xml"}, "its part 'a' is of the type 'application/xml'"),
        (
            {"type": "array", "items": {"type": "object"}},
            {"contentType": "text/csv"},
            "its part 'a' is of the type 'text/csv'",
        ),
    ],
)
@pytest.mark.parametrize("kind", [FORM, MULTIPART])
def test_a_field_that_no_model_can_send_is_left_out_and_the_operation_with_it_if_it_is_required(
    kind: str, part: Any, encoding: Any, said: str
) -> None:
    schema = {"type": "object", "properties": {"a": part, "b": {"type": "string"}}}
    encodings = None if encoding is None else {"a": encoding}

    assert set(only(kind, schema, encodings).arguments.schema["properties"]) == {"b"}
    assert reason(kind, {**schema, "required": ["a"]}, encodings) == said


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ({"style": "matrix"}, "its field 'a' has the style 'matrix'"),
        ({"headers": {"X-Sum": {"required": True}}}, "its part 'a' needs a header"),
    ],
)
def test_a_form_that_cannot_be_written_is_left_out_unless_there_is_another_type(encoding: Any, said: str) -> None:
    assert reason(MULTIPART, ANY, {"a": encoding}) == said
    other = read(MULTIPART, ANY, {"a": encoding}, **{"text/plain": {"schema": {"type": "string"}}})
    assert isinstance(other, Operation)
    assert other.body is not None
    assert other.body.kind == "text"


def test_lists_in_forms_of_swagger_are_written_as_its_collections() -> None:
    formats = {"a": {}, "b": {"collectionFormat": "multi"}, "c": {"collectionFormat": "pipes"}}
    fields = [
        {"name": name, "in": "formData", "type": "array", "items": {"type": "string"}, **more}
        for name, more in formats.items()
    ]
    data = {
        "swagger": "2.0",
        "info": {},
        "host": "api.example.com",
        "paths": {"/x": {"post": {"parameters": fields, "responses": {}}}},
    }
    [operation] = read_operations(OpenApiDocument(data))
    assert isinstance(operation, Operation)

    sent = prepared_request(operation, {name: ["1", "2"] for name in formats}).content

    assert sent == b"a=1,2&b=1&b=2&c=1%7C2"


@pytest.mark.parametrize(
    ("scheme", "said"),
    [
        ({"type": "mutualTLS"}, "it needs the security scheme 's', which cannot be taken from a variable"),
        ({"type": "http", "scheme": "digest"}, "it needs the security scheme 's', which cannot be taken from a var"),
    ],
)
def test_a_scheme_that_no_variable_holds_is_left_out_by_name(scheme: Any, said: str) -> None:
    data = document({"security": [{"s": []}]}, components={"securitySchemes": {"s": scheme}})

    [found] = read_operations(OpenApiDocument(data), security={"s": "S"})

    assert isinstance(found, LeftOutOperation)
    assert said in found.reason
