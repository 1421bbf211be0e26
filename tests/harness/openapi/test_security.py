"""Secrets of operations: from the environment, where the document says, and nowhere else."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from forge_harness import FORGE_TOOL_REGISTRY, ToolRegistry, ToolSettings, dispatch_tool_call, register_openapi_tools

from .documents import document
from .loopback_api import LoopbackApi

SCHEMES: dict[str, Any] = {
    "header": {"type": "apiKey", "in": "header", "name": "X-Key"},
    "query": {"type": "apiKey", "in": "query", "name": "api_key"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "sid"},
    "bearer": {"type": "http", "scheme": "Bearer"},
    "basic": {"type": "http", "scheme": "basic"},
    "oauth": {"type": "oauth2", "flows": {}},
    "tls": {"type": "mutualTLS"},
}
SECRET = "user:hunter2&more"


def guarded(*alternatives: dict[str, Any], **operation: Any) -> dict[str, Any]:
    return document({"security": list(alternatives), **operation}, components={"securitySchemes": SCHEMES})


def called(api: LoopbackApi, data: Any, arguments: Any = None, *, security: Any, variables: Any = None) -> Any:
    registry = ToolRegistry()
    settings = ToolSettings(environment={"SECRET": SECRET} if variables is None else variables)
    register_openapi_tools(data, registry, base_url=api.url, security=security, settings=settings)
    try:
        with FORGE_TOOL_REGISTRY.restored():
            FORGE_TOOL_REGISTRY.register(registry["op"], replace=True)
            return dispatch_tool_call("op", arguments or {})
    finally:
        registry["op"].client.close()


@pytest.mark.requirement("adapters:openapi-secrets-come-from-the-environment")
@pytest.mark.parametrize(
    ("scheme", "place", "sent"),
    [
        ("header", "x-key", SECRET),
        ("query", "target", "/x?api_key=user%3Ahunter2%26more"),
        ("cookie", "cookie", "sid=user%3Ahunter2%26more"),
        ("bearer", "authorization", f"Bearer {SECRET}"),
        ("oauth", "authorization", f"Bearer {SECRET}"),
        ("basic", "authorization", f"Basic {base64.b64encode(SECRET.encode()).decode()}"),
    ],
)
def test_a_secret_is_sent_where_the_document_says(api: LoopbackApi, scheme: str, place: str, sent: str) -> None:
    called(api, guarded({scheme: []}), security={scheme: "SECRET"})

    [asked] = api.asked
    assert {"target": asked.target, **asked.headers}[place] == sent


def test_of_alternatives_the_first_with_a_variable_is_taken(api: LoopbackApi) -> None:
    data = guarded({}, {"tls": []}, {"header": [], "query": []}, {"query": []})

    called(api, data, security={"query": "SECRET"})
    called(api, data, security={})

    assert [("x-key" in asked.headers, "api_key" in asked.target) for asked in api.asked] == [
        (False, True),
        (False, False),
    ]


def test_an_operation_without_a_variable_for_its_scheme_is_left_out() -> None:
    told: list[str] = []

    assert register_openapi_tools(guarded({"header": []}), ToolRegistry(), tell=told.append) == []
    assert register_openapi_tools(guarded({"tls": []}), ToolRegistry(), tell=told.append) == []
    begin = "The operation 'op' of 'T' is left out: it needs the security scheme"
    assert told == [
        f"{begin} 'header'. Pass security={{'header': 'VARIABLE'}}.",
        f"{begin} 'tls', which cannot be taken from a variable.",
    ]


@pytest.mark.parametrize("value", [None, "", " ", "a\r\nX-Evil: 1", "é"])
def test_a_secret_that_is_not_there_is_not_sent(api: LoopbackApi, value: str | None) -> None:
    variables = {} if value is None else {"SECRET": value}

    result = called(api, guarded({"header": []}), security={"header": "SECRET"}, variables=variables)

    assert (result["error"], api.asked) == ("no_credentials", [])
    assert "SECRET" not in json.dumps(result)


def test_a_secret_that_the_server_echoes_does_not_reach_the_model(api: LoopbackApi) -> None:
    api.answers({"you": f"sent {SECRET}", "url": "/x?api_key=user%3Ahunter2%26more"})

    result = called(api, guarded({"query": []}), security={"query": "SECRET"})

    assert result["body"] == {"you": "sent [secret]", "url": "/x?api_key=[secret]"}


def test_a_model_cannot_send_another_secret(api: LoopbackApi) -> None:
    parameters = [{"name": "x-key", "in": "header", "schema": {}}, {"name": "q", "in": "query", "schema": {}}]

    result = called(
        api, guarded({"header": []}, parameters=parameters), {"x-key": "mine"}, security={"header": "SECRET"}
    )

    assert (result["error"], api.asked) == ("ToolValidationError", [])


def test_a_secret_stays_with_the_server_it_is_for(api: LoopbackApi) -> None:
    api.status, api.headers = 302, {"location": "https://other.example/x"}

    result = called(api, guarded({"header": []}), security={"header": "SECRET"})

    assert (result["error"], len(api.asked)) == ("egress_refused", 1)
