"""Legacy entries: hand-written tools drop in, and are guarded as the others are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from forge_harness import TOOL_REGISTRY, LegacyTool, ToolTier, _register, dispatch_forge_tool, get_tool_definitions

SCHEMA = {
    "type": "object",
    "properties": {"path": {"type": "string", "description": "Where."}},
    "required": ["path"],
    "additionalProperties": False,
}


@pytest.fixture(autouse=True)
def restored() -> Iterator[None]:
    with TOOL_REGISTRY.restored():
        TOOL_REGISTRY.clear()
        yield


@pytest.mark.requirement("legacy:register-shim")
def test_the_seeds_own_legacy_tool_drops_in() -> None:
    def _dispatch_my_tool(*, path: str, **_kw: Any) -> dict[str, Any]:
        return {"path": path}

    _register(name="my_tool", description="Mine.", input_schema=SCHEMA, impl=_dispatch_my_tool)

    assert dispatch_forge_tool("my_tool", {"path": "a.csv"}).value == {"path": "a.csv"}
    assert get_tool_definitions() == [{"name": "my_tool", "description": "Mine.", "input_schema": SCHEMA}]


def test_an_entry_reads_as_the_mapping_it_was() -> None:
    _register("my_tool", "Mine.", SCHEMA, print)

    entry = TOOL_REGISTRY["my_tool"]

    assert isinstance(entry, LegacyTool)
    assert dict(entry) == {"name": "my_tool", "description": "Mine.", "input_schema": SCHEMA, "impl": print}
    assert entry["impl"] is print
    with pytest.raises(KeyError):
        _ = entry["tier"]


@pytest.mark.requirement("legacy:receives-the-root")
@pytest.mark.parametrize("signature", ["named", "any keyword"])
def test_a_legacy_tool_receives_the_resolved_root(signature: str, tmp_path: Path) -> None:
    def named(path: str, workspace_root: Any = None) -> str:
        return str(workspace_root)

    def any_keyword(path: str, **options: Any) -> str:
        return str(options["workspace_root"])

    _register("my_tool", "Mine.", SCHEMA, named if signature == "named" else any_keyword)

    assert dispatch_forge_tool("my_tool", {"path": "a"}, workspace_root=tmp_path).value == str(tmp_path.resolve())


def test_a_legacy_tool_that_names_the_root_fails_closed_without_one() -> None:
    _register("my_tool", "Mine.", SCHEMA, lambda path, workspace_root=None: 1)

    assert dispatch_forge_tool("my_tool", {"path": "a"}).error_type == "WorkspaceRequiredError"


def test_a_legacy_tool_that_takes_no_root_is_given_none(tmp_path: Path) -> None:
    _register("my_tool", "Mine.", SCHEMA, lambda path: path)

    assert dispatch_forge_tool("my_tool", {"path": "a"}, workspace_root=tmp_path).value == "a"


ROOTED = {
    "type": "object",
    "properties": {"path": {"type": "string"}, "workspace_root": {"type": "string"}},
    "required": ["path", "workspace_root"],
}


@pytest.mark.requirement("tool:model-cannot-supply-the-root")
def test_a_schema_that_declares_the_root_does_not_advertise_it_nor_take_it(tmp_path: Path) -> None:
    _register("my_tool", "Mine.", ROOTED, lambda path, workspace_root: str(workspace_root))

    (definition,) = get_tool_definitions()
    refused = dispatch_forge_tool("my_tool", {"path": "a", "workspace_root": "/"}, workspace_root=tmp_path)
    taken = dispatch_forge_tool("my_tool", {"path": "a"}, workspace_root=tmp_path)

    assert list(definition["input_schema"]["properties"]) == ["path"]
    assert definition["input_schema"]["required"] == ["path"]
    assert refused.error_type == "ToolValidationError"
    assert taken.value == str(tmp_path.resolve())


@pytest.mark.requirement("args:root-is-closed")
@pytest.mark.requirement("args:unknown-keys-are-refused")
def test_a_legacy_schema_is_closed_although_it_says_otherwise() -> None:
    _register("my_tool", "Mine.", {**SCHEMA, "additionalProperties": True}, lambda **arguments: 1)

    (definition,) = get_tool_definitions()

    assert definition["input_schema"]["additionalProperties"] is False
    assert dispatch_forge_tool("my_tool", {"path": "a", "extra": 1}).error_type == "ToolValidationError"


@pytest.mark.requirement("tier:undeclared-is-the-strictest")
def test_a_legacy_tool_counts_as_the_strictest() -> None:
    _register("my_tool", "Mine.", SCHEMA, print)

    tool = TOOL_REGISTRY["my_tool"]

    assert (tool.tier, tool.required_scopes, tool.tier_declared) == (ToolTier.EXECUTE, (), False)


def test_a_typed_tool_may_stand_among_the_legacy_entries() -> None:
    from pydantic import BaseModel

    from forge_harness import forge_tool

    class PathArgs(BaseModel):
        path: str

    tool = forge_tool(name="my_tool", args_schema=PathArgs, register=False)(lambda args: args.path)
    TOOL_REGISTRY["my_tool"] = tool.legacy_dict  # type: ignore[assignment]  # legacy code assigns dicts

    assert dispatch_forge_tool("my_tool", {"path": "a"}).value == "a"


@pytest.mark.parametrize("schema", [5, "object", None, [("type", "object")]])
def test_a_schema_that_is_no_mapping_is_refused(schema: Any) -> None:
    with pytest.raises(ValueError, match="needs a mapping"):
        _register("my_tool", "Mine.", schema, print)


@pytest.mark.requirement("tier:undeclared-is-the-strictest")
def test_a_legacy_tool_has_the_strictest_tier() -> None:
    tool = LegacyTool(name="old", description="", input_schema={"type": "object"}, impl=print)

    assert (tool.tier, tool.definition().tier, tool.tier_declared) == (ToolTier.EXECUTE, ToolTier.EXECUTE, False)
