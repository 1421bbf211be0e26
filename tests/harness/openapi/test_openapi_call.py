"""`openapi_call`: an operation of an API, by its document."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from forge_harness import FORGE_TOOL_REGISTRY, EgressClient, EgressPolicy, dispatch_tool_call
from forge_harness.tools.adapters.openapi_call import openapi_call

from .documents import SHOP, document
from .loopback_api import LoopbackApi


@pytest.fixture
def call(api: LoopbackApi, tmp_path: Path) -> Iterator[Any]:
    """Call the tool in a workspace with the shop's document; this server alone is allowed."""
    client = EgressClient(EgressPolicy(mode="allowlist", allow=[api.url.removeprefix("http://")]))
    shop = {**SHOP, "servers": [{"url": f"{api.url}/v1"}]}
    (tmp_path / "shop.json").write_text(json.dumps(shop))

    def called(**arguments: Any) -> Any:
        with FORGE_TOOL_REGISTRY.restored():
            FORGE_TOOL_REGISTRY.register(openapi_call(client), replace=True)
            return dispatch_tool_call("openapi_call", arguments, workspace_root=tmp_path)

    yield called
    client.close()


def test_an_operation_of_a_document_in_the_workspace_is_called(call: Any, api: LoopbackApi) -> None:
    api.answers({"id": "7", "item": "tea"})

    result = call(spec_url="shop.json", operation_id="showOrder", params={"orderId": "7"})

    assert (result["status"], result["body"], result["mismatch"]) == (200, {"id": "7", "item": "tea"}, None)
    assert [(asked.method, asked.target) for asked in api.asked] == [("GET", "/v1/orders/7")]


def test_a_relative_server_counts_from_where_the_document_is(call: Any, api: LoopbackApi) -> None:
    api.answers(document({}, servers=[{"url": "../v2"}]))

    result = call(spec_url=f"{api.url}/docs/v1/api.json", operation_id="op")

    assert result["status"] == 200
    assert [asked.target for asked in api.asked] == ["/docs/v1/api.json", "/docs/v2/x"]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ({"operation_id": "showOder", "params": {"orderId": "7"}}, "unknown_operation", "'showOrder'"),
        ({"operation_id": "showOrder", "params": {"orderId": 7}}, "invalid_params", "orderId (type)"),
        ({"operation_id": "showOrder"}, "invalid_params", "orderId (required)"),
        ({"operation_id": "showOrder", "params": {"orderId": ".."}}, "bad_argument", "'orderId'"),
        (
            {"operation_id": "showOrder", "spec_url": "https://other.example/api.json"},
            "egress_refused",
            "other.example",
        ),
        ({"operation_id": "showOrder", "spec_url": "file:///etc/passwd"}, "unsupported_scheme", "http"),
        ({"operation_id": "showOrder", "spec_url": "../shop.json"}, "PathTraversalError", ""),
    ],
)
def test_what_cannot_be_called_is_said(
    call: Any, api: LoopbackApi, arguments: dict[str, Any], code: str, said: str
) -> None:
    result = call(**{"spec_url": "shop.json", **arguments})

    assert (result["error"], api.asked) == (code, [])
    assert said in result["message"]


@pytest.mark.parametrize("content", ["", "[]", "{", "swagger: 1.2", "openapi: 3.0.0\npaths: {a: [", "\0", "a: &a [*a]"])
def test_a_file_that_is_not_a_document_is_refused(call: Any, tmp_path: Path, content: str) -> None:
    (tmp_path / "odd.yaml").write_text(content)

    assert call(spec_url="odd.yaml", operation_id="op")["error"] == "bad_document"


@pytest.mark.requirement("adapters:openapi-no-secret-for-a-models-document")
def test_an_operation_that_needs_a_secret_is_not_called(
    call: Any, api: LoopbackApi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOP_KEY", "hunter2")
    scheme = {"type": "apiKey", "in": "header", "name": "X-Key"}
    guarded = document(
        {"security": [{"SHOP_KEY": []}]},
        servers=[{"url": api.url}],
        components={"securitySchemes": {"SHOP_KEY": scheme}},
    )
    (tmp_path / "guarded.json").write_text(json.dumps(guarded))

    result = call(spec_url="guarded.json", operation_id="op")

    assert (result["error"], api.asked) == ("operation_unusable", [])


def test_a_changed_document_is_read_again(call: Any, api: LoopbackApi, tmp_path: Path) -> None:
    for path in ("/first", "/second"):
        (tmp_path / "own.json").write_text(json.dumps(document({}, path=path, servers=[{"url": api.url}])))
        call(spec_url="own.json", operation_id="op")

    assert [asked.target for asked in api.asked] == ["/first", "/second"]
