"""Operations of an API as tools: the recorded cases. The documents say in OpenAPI what the cases configure."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from forge_harness import (
    FORGE_TOOL_REGISTRY,
    EgressClient,
    ToolRegistry,
    ToolSettings,
    dispatch_tool_call,
    register_openapi_tools,
)

from .deviations import outcomes

TOKEN = "FORGE_TEST_API_TOKEN"

READ: dict[str, Any] = {"name": "op", "method": "get", "path": "/p/{id}"}

API_TOOL = [  # server, operation, arguments, the request and the status; or the error
    (
        "memberservice",
        {"name": "reverse_fee", "method": "post", "path": "/fees/reverse", "token": True},
        {"amount": 25, "fee_type": "overdraft"},
        ["POST", "/fees/reverse", {"amount": 25, "fee_type": "overdraft"}, "Bearer t0ken", 200],
    ),
    (
        "memberservice",
        {"name": "get_account_history", "method": "get", "path": "/accounts/{account_id}/history"},
        {"account_id": "12345", "destination": "member_account"},
        ["GET", "/accounts/12345/history?destination=member_account", None, None, 200],
    ),
    (
        "s",
        {"name": "op", "method": "get", "path": "/p/{id}"},
        {"id": "a/../b?x"},
        ["GET", "/p/a%2F..%2Fb%3Fx", None, None, 200],
    ),
    ("s", {"name": "op", "method": "get", "path": "/p/{id}"}, {}, "ToolValidationError"),
]


def described(operation: dict[str, Any]) -> dict[str, Any]:
    """Return the document of one operation whose arguments are those of the cases."""
    names = {"reverse_fee": ["amount", "fee_type"], "get_account_history": ["destination"]}.get(operation["name"], [])
    fields = {"type": "object", "properties": {name: {} for name in names}}
    in_path = [part[1:-1] for part in operation["path"].split("/") if part.startswith("{")]
    node: dict[str, Any] = {
        "operationId": operation["name"],
        "parameters": [{"name": name, "in": "path", "required": True, "schema": {}} for name in in_path],
        "responses": {"200": {"description": "ok"}},
    }
    if operation["method"] == "post":
        node["requestBody"] = {"required": True, "content": {"application/json": {"schema": fields}}}
    else:
        node["parameters"] += [{"name": name, "in": "query", "schema": {}} for name in names]
    if "token" in operation:
        node["security"] = [{"token": []}]
    return {
        "openapi": "3.1.0",
        "info": {"title": "Cases", "version": "1"},
        "servers": [{"url": "https://api.example.com"}],
        "paths": {operation["path"]: {operation["method"]: node}},
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
    }


@pytest.mark.parametrize(("server", "operation", "arguments", "outcome"), outcomes(API_TOOL=API_TOOL))
def test_an_operation_is_sent_as_configured(
    server: str, operation: dict[str, Any], arguments: dict[str, Any], outcome: Any
) -> None:
    asked: list[httpx.Request] = []

    def reply(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        return httpx.Response(200, json={})

    registry = ToolRegistry()
    client = EgressClient(None, transport=httpx.MockTransport(reply))
    [name] = register_openapi_tools(
        described(operation),
        registry,
        name=server,
        security={"token": TOKEN},
        settings=ToolSettings(egress=client, environment={TOKEN: "t0ken"}),
    )
    with FORGE_TOOL_REGISTRY.restored():
        FORGE_TOOL_REGISTRY[name] = registry[name]
        result = dispatch_tool_call(name, arguments)

    assert (name, registry[name].definition().category.value) == (f"{server}__{operation['name']}", "adapter")
    if isinstance(outcome, str):
        assert (result["error"], asked) == (outcome, [])
    else:
        [request] = asked
        body = json.loads(request.content) if request.content else None
        target = request.url.raw_path.decode()
        assert [request.method, target, body, request.headers.get("authorization"), result["status"]] == outcome
