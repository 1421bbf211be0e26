"""The code blocks of seed 000, typed again against forge_harness."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Dict, Optional  # noqa: UP035  # as the seed writes them

import pytest
from pydantic import BaseModel, Field

from forge_harness import (
    FORGE_TOOL_REGISTRY,
    _register,
    dispatch_forge_tool,
    dispatch_tool_call,
    forge_tool,
    get_tool_definitions,
)


class FetchOrdersArgs(BaseModel):
    since: str = Field(description="ISO-8601 lower bound, e.g. 2024-01-01")
    limit: int = Field(default=100, ge=1, le=1000)


class EchoArgs(BaseModel):
    text: str = Field(description="...")


class ReadFileArgs(BaseModel):
    relative_path: str = Field(description="...")


class ProposeContractArgs(BaseModel):
    context: Dict[str, Any] = Field(  # noqa: UP006  # as the seed writes it
        description="User context with project_goal, data_sources, use_case, etc."
    )
    template: str = Field(default="starter")
    provider: str = Field(default="local")

    model_config = {"extra": "allow"}


class ReadSampleSchemaArgs(BaseModel):
    path: str = Field(description="Absolute or relative path to the sample file.")
    max_rows: int = Field(default=1000, ge=1, le=100_000, description="Cap on rows read for inference.")


@pytest.fixture(autouse=True)
def _reset_registry() -> Iterator[None]:
    """Snapshot and restore, as the seed's own fixture does it."""
    saved = dict(FORGE_TOOL_REGISTRY)
    FORGE_TOOL_REGISTRY.clear()
    yield
    FORGE_TOOL_REGISTRY.clear()
    FORGE_TOOL_REGISTRY.update(saved)


@pytest.mark.requirement("tool:quick-start-runs-as-printed")
def test_the_quick_start_tool_runs(tmp_path: Path) -> None:
    calls: list[Any] = []

    def _fetch_impl(workspace_root: Optional[Path], since: str, limit: int) -> dict[str, Any]:  # noqa: UP045  # as the seed
        calls.append((workspace_root, since, limit))
        return {"rows": []}

    @forge_tool(
        name="fetch_orders",
        description="Page through the orders table since a given date.",
        args_schema=FetchOrdersArgs,
        workspace_root_aware=True,
    )
    def fetch_orders(args: FetchOrdersArgs, *, workspace_root: Optional[Path] = None):  # type: ignore[no-untyped-def]  # noqa: ANN202, UP045, RUF100  # as the seed
        return _fetch_impl(workspace_root, args.since, args.limit)

    answer = dispatch_tool_call("fetch_orders", {"since": "2024-01-01"}, workspace_root=tmp_path)

    assert answer == {"rows": []}
    assert calls == [(tmp_path.resolve(), "2024-01-01", 100)]
    assert FORGE_TOOL_REGISTRY["fetch_orders"] is fetch_orders


@pytest.mark.requirement("tool:root-is-not-in-the-schema")
def test_the_quick_start_tool_is_advertised_without_the_root() -> None:
    @forge_tool(name="fetch_orders", description="...", args_schema=FetchOrdersArgs, workspace_root_aware=True)
    def fetch_orders(args: FetchOrdersArgs, *, workspace_root: Path) -> None: ...

    (definition,) = get_tool_definitions()

    assert definition["input_schema"] == {
        "type": "object",
        "properties": {
            "since": {"type": "string", "description": "ISO-8601 lower bound, e.g. 2024-01-01"},
            "limit": {"type": "integer", "default": 100, "minimum": 1, "maximum": 1000},
        },
        "required": ["since"],
        "additionalProperties": False,
    }


@pytest.mark.requirement("tool:receives-the-validated-model")
def test_the_echo_tool_receives_its_arguments_first() -> None:
    @forge_tool(name="echo", description="...", args_schema=EchoArgs)
    def echo(args: EchoArgs):  # type: ignore[no-untyped-def]  # noqa: ANN202, RUF100  # as the seed
        return {"echoed": args.text}

    assert dispatch_tool_call("echo", {"text": "hi"}) == {"echoed": "hi"}


@pytest.fixture
def read_file() -> None:
    @forge_tool(name="read_file", description="...", args_schema=ReadFileArgs, workspace_root_aware=True)
    def read_file(args: ReadFileArgs, *, workspace_root: Path) -> dict[str, str]:
        confined = workspace_root / args.relative_path
        confined.resolve().relative_to(workspace_root.resolve())  # confinement check
        return {"content": confined.read_text()}


@pytest.mark.requirement("tool:aware-receives-a-resolved-root")
@pytest.mark.usefixtures("read_file")
def test_the_read_file_tool_reads_inside_its_root(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("hello")

    answer = dispatch_tool_call("read_file", {"relative_path": "a.txt"}, workspace_root=tmp_path)

    assert answer == {"content": "hello"}


@pytest.mark.requirement("s013:fixed-sentence")
@pytest.mark.usefixtures("read_file")
@pytest.mark.parametrize(("path", "error"), [("../secret.txt", "ValueError"), ("none.txt", "FileNotFoundError")])
def test_the_read_file_tool_gives_no_path_away(path: str, error: str, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("hunter2")
    (tmp_path / "root").mkdir()

    answer = dispatch_tool_call("read_file", {"relative_path": path}, workspace_root=tmp_path / "root")

    assert answer == {"error": error, "message": "Tool 'read_file' failed — see server logs"}


@pytest.mark.requirement("args:required-and-optional-fields")
def test_the_sample_schema_arguments_follow_the_three_rules() -> None:
    @forge_tool(name="read_sample_schema", args_schema=ReadSampleSchemaArgs, workspace_root_aware=True)
    def read_sample_schema(args: ReadSampleSchemaArgs, *, workspace_root: Path) -> int:
        """Infer the schema of a single data file."""
        return args.max_rows

    schema = get_tool_definitions()[0]["input_schema"]

    assert schema["required"] == ["path"]
    assert schema["properties"]["max_rows"]["default"] == 1000
    assert schema["properties"]["path"]["description"] == "Absolute or relative path to the sample file."
    assert "workspace_root" not in schema["properties"]
    assert schema["additionalProperties"] is False


@pytest.mark.requirement("args:extra-allow-keeps-the-root-closed")
def test_the_contract_arguments_take_a_free_form_context_and_no_unknown_key() -> None:
    @forge_tool(name="propose_contract", description="...", args_schema=ProposeContractArgs)
    def propose_contract(args: ProposeContractArgs) -> Any:
        return args.context

    context = {"project_goal": "x", "data_sources": [{"kind": "csv"}]}

    assert dispatch_tool_call("propose_contract", {"context": context}) == context
    assert dispatch_tool_call("propose_contract", {"context": {}, "sneaked": 1})["error"] == "ToolValidationError"
    assert get_tool_definitions()[0]["input_schema"]["additionalProperties"] is False


@pytest.mark.requirement("error:typed-dict-passes-through")
def test_a_typed_error_is_passed_through() -> None:
    @forge_tool(name="read_sample_schema", description="...", args_schema=ReadSampleSchemaArgs)
    def read_sample_schema(args: ReadSampleSchemaArgs) -> dict[str, str]:
        return {"error": "path_outside_workspace", "message": "Path is outside the workspace root."}

    assert dispatch_tool_call("read_sample_schema", {"path": "/"}) == {
        "error": "path_outside_workspace",
        "message": "Path is outside the workspace root.",
    }


@pytest.mark.requirement("s013:fixed-sentence")
def test_the_boom_tool_answers_as_the_seed_prints_it(caplog: pytest.LogCaptureFixture) -> None:
    @forge_tool(name="boom", description="...", args_schema=EchoArgs)
    def boom(args: EchoArgs) -> None:
        raise RuntimeError("internal-detail-do-not-leak")

    answer = dispatch_tool_call("boom", {"text": "a"})

    assert answer == {"error": "RuntimeError", "message": "Tool 'boom' failed — see server logs"}
    assert "internal-detail-do-not-leak" in caplog.text


@pytest.mark.requirement("testing:happy-path-dispatch")
def test_fetch_orders_dispatches_and_returns_value() -> None:
    @forge_tool(name="fetch_orders", description="...", args_schema=FetchOrdersArgs)
    def impl(args):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, RUF100  # as the seed
        return {"rows": []}

    result = dispatch_forge_tool("fetch_orders", {"since": "2024-01-01", "limit": 50})
    assert result.ok
    assert result.value == {"rows": []}


@pytest.mark.requirement("testing:validation-failure-dispatch")
def test_fetch_orders_validates_args() -> None:
    @forge_tool(name="fetch_orders", description="...", args_schema=FetchOrdersArgs)
    def impl(args):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, RUF100  # as the seed
        return {"rows": []}

    result = dispatch_forge_tool("fetch_orders", {"limit": 50})
    assert not result.ok
    assert result.error_type == "ToolValidationError"


class MyArgs(BaseModel):
    path: str = Field(description="...")


@pytest.mark.requirement("legacy:migration")
def test_a_migrated_tool_is_advertised_and_answers_as_the_legacy_one_did() -> None:
    from forge_harness import TOOL_REGISTRY

    def _dispatch_my_tool(*, path: str, **_kw: Any) -> str:
        return path

    with TOOL_REGISTRY.restored():
        TOOL_REGISTRY.clear()
        _register(
            name="my_tool",
            description="...",
            input_schema={
                "type": "object",
                "properties": {"path": {"type": "string", "description": "..."}},
                "required": ["path"],
                "additionalProperties": False,
            },
            impl=_dispatch_my_tool,
        )
        legacy = (get_tool_definitions(), dispatch_tool_call("my_tool", {"path": "a"}))

    @forge_tool(name="my_tool", description="...", args_schema=MyArgs)
    def my_tool(args: MyArgs) -> str:
        return args.path

    assert (get_tool_definitions(), dispatch_tool_call("my_tool", {"path": "a"})) == legacy
