"""`register_openapi_tools`: operations of an API as tools, called on a server of this machine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from forge_harness import (
    FORGE_TOOL_REGISTRY,
    EgressPolicy,
    RegistrationError,
    ToolRegistry,
    ToolSettings,
    ToolTier,
    dispatch_tool_call,
    register_openapi_tools,
)

from .documents import SHOP, document
from .loopback_api import LoopbackApi


def called(registry: ToolRegistry, name: str, arguments: Mapping[str, Any]) -> Any:
    """Return what the model gets."""
    with FORGE_TOOL_REGISTRY.restored():
        FORGE_TOOL_REGISTRY.register(registry[name], replace=True)
        return dispatch_tool_call(name, dict(arguments))


Registered = Callable[..., tuple[ToolRegistry, list[str]]]


@pytest.fixture
def registered() -> Iterator[Registered]:
    """The tools of a document, and what was told; their connections are closed afterwards."""
    made: list[Any] = []

    def register(source: Any, **options: Any) -> tuple[ToolRegistry, list[str]]:
        registry, told = ToolRegistry(), []
        register_openapi_tools(source, registry, tell=told.append, **options)
        made.extend(registry.values())
        return registry, told

    yield register
    for tool in made:
        tool.client.close()


@pytest.mark.requirement("adapters:openapi-operations-are-tools")
def test_an_operation_of_a_file_is_called_on_its_server(
    api: LoopbackApi, tmp_path: Path, registered: Registered
) -> None:
    file = tmp_path / "shop.json"
    file.write_text(json.dumps(SHOP))
    api.answers({"id": "7", "item": "tea"})

    registry, told = registered(file, base_url=f"{api.url}/v1")
    result = called(registry, "showOrder", {"orderId": "a/../b?x", "fields": ["id", "it&em"]})

    assert (sorted(registry), told) == (["createOrder", "showOrder"], [])
    assert result == {
        "status": 200,
        "content_type": "application/json",
        "body": {"id": "7", "item": "tea"},
        "mismatch": None,
        "truncated": False,
    }
    [asked] = api.asked
    assert (asked.method, asked.target) == ("GET", "/v1/orders/a%2F..%2Fb%3Fx?fields=id&fields=it%26em")


def test_the_fields_of_a_plain_body_are_arguments(api: LoopbackApi, registered: Registered) -> None:
    api.answers({}, 201)
    registry, _ = registered(SHOP, base_url=api.url, name="shop")

    result = called(registry, "shop__createOrder", {"item": "tea", "note": None, "parts": [{"item": "cup"}]})

    [asked] = api.asked
    assert json.loads(asked.body) == {"item": "tea", "note": None, "parts": [{"item": "cup"}]}
    assert (asked.headers["content-type"], result["status"]) == ("application/json", 201)


@pytest.mark.parametrize(
    "arguments",
    [
        {},
        {"item": 5},
        {"item": "x" * 21},
        {"item": "tea", "id": "7"},
        {"item": "tea", "parts": [{"note": "without an item"}]},
        {"item": "tea", "colour": "red"},
    ],
)
def test_arguments_that_do_not_fit_are_not_sent(
    api: LoopbackApi, arguments: dict[str, Any], registered: Registered
) -> None:
    registry, _ = registered(SHOP, base_url=api.url)

    result = called(registry, "createOrder", arguments)

    assert (result["error"], api.asked) == ("ToolValidationError", [])


@pytest.mark.parametrize(
    ("body", "mismatch"),
    [
        ({"id": "7"}, "item (required)"),
        ({"id": 7, "item": "tea"}, "id (type)"),
        ({"id": "7", "item": "tea", "parts": [{"id": "8"}]}, "parts.0.item (required)"),
        ([], "the body (type)"),
    ],
)
def test_a_reply_that_does_not_fit_is_told_with_its_body(
    api: LoopbackApi, body: Any, mismatch: str, registered: Registered
) -> None:
    api.answers(body)
    registry, _ = registered(SHOP, base_url=api.url)

    result = called(registry, "showOrder", {"orderId": "7"})

    assert (result["body"], result["mismatch"]) == (body, mismatch)


def test_a_reply_that_is_not_described_is_told(api: LoopbackApi, registered: Registered) -> None:
    registry, _ = registered(SHOP, base_url=api.url)

    api.status, api.body = 500, b"{}"
    undescribed = called(registry, "createOrder", {"item": "tea"})
    api.status, api.body = 200, b"{"
    broken = called(registry, "showOrder", {"orderId": "7"})
    api.content_type, api.body = "text/html", b"<p>"
    page = called(registry, "showOrder", {"orderId": "7"})

    assert undescribed["mismatch"] == "the status 500 is not described"
    assert (broken["body"], broken["mismatch"]) == ("{", "its body is not valid JSON")
    assert (page["body"], page["mismatch"]) == ("<p>", "its content type is not described")


def test_operations_that_read_have_the_tier_read_unless_told_otherwise(registered: Registered) -> None:
    registry, _ = registered(SHOP)
    chosen, _ = registered(SHOP, tiers={"showOrder": "execute"})

    assert {name: tool.tier for name, tool in registry.items()} == {
        "showOrder": ToolTier.READ,
        "createOrder": ToolTier.EXECUTE,
    }
    assert chosen["showOrder"].tier is ToolTier.EXECUTE


@pytest.mark.requirement("adapters:openapi-follows-the-egress-policy")
def test_a_document_cannot_open_this_machine(api: LoopbackApi, registered: Registered) -> None:
    own, _ = registered({**SHOP, "servers": [{"url": api.url}]})
    denied, _ = registered(SHOP, base_url=api.url, settings=ToolSettings(egress=EgressPolicy()))

    for registry in (own, denied):
        assert called(registry, "showOrder", {"orderId": "7"})["error"] == "egress_refused"
    assert api.asked == []


def test_only_allowed_operations_are_registered(registered: Registered) -> None:
    assert sorted(registered(SHOP, allow=["showOrder"])[0]) == ["showOrder"]
    assert sorted(registered(SHOP, deny=["showOrder"])[0]) == ["createOrder"]


@pytest.mark.parametrize(
    ("source", "options", "message"),
    [
        ([], {}, "'document' does not hold an object"),
        ({"openapi": "4.0.0"}, {}, "names the version '4.0.0' of OpenAPI"),
        ({}, {}, "names no version of OpenAPI"),
        (SHOP, {"name": "Shop"}, "'Shop' is not a name for an API"),
        (SHOP, {"base_url": "shop.example.com"}, "'shop.example.com' is not a server"),
        (SHOP, {"allow": "showOrder"}, "'showOrder' is a single text"),
        (SHOP, {"allow": ["showOder"]}, "has no operation 'showOder'"),
        (SHOP, {"security": {"key": "KEY"}}, "has no security scheme 'key'"),
        (SHOP, {"tiers": {"showOrder": "reads"}}, "'reads' is not a tier"),
        ("/nowhere/api.json", {}, "The file '/nowhere/api.json' cannot be read"),
    ],
)
def test_what_cannot_be_used_is_refused_in_two_sentences(source: Any, options: dict[str, Any], message: str) -> None:
    registry = ToolRegistry()

    with pytest.raises(RegistrationError) as refused:
        register_openapi_tools(source if source != [] else "document", registry, **options)

    assert message in str(refused.value) or source == []
    assert not registry
    assert str(refused.value).count(". ") == 1


def test_a_taken_name_registers_nothing(registered: Registered) -> None:
    registry, _ = registered(document({}))
    other = document({}, path="/y")
    other["paths"]["/z"] = {"get": {"operationId": "second"}}

    with pytest.raises(RegistrationError, match="A tool named 'op' is already registered"):
        register_openapi_tools({**other, "info": {"title": "other"}}, registry)

    assert sorted(registry) == ["op"]


def test_registering_twice_replaces_the_tools() -> None:
    registry = ToolRegistry()

    assert register_openapi_tools(SHOP, registry) == register_openapi_tools(SHOP, registry) == sorted(registry)
