"""Typed tools: what decoration takes and refuses, what the model is shown, what reaches the function."""

from __future__ import annotations

import datetime as dt
import math
import sys
import threading
import types
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import pytest
from pydantic import AfterValidator, AliasChoices, BaseModel, ConfigDict, Field, RootModel

from forge_harness import (
    FORGE_TOOL_REGISTRY,
    FnToolExecutor,
    ForgeTool,
    RegistrationError,
    StepTimeouts,
    ToolCategory,
    ToolError,
    ToolTier,
    ToolValidationError,
    dispatch_forge_tool,
    forge_tool,
)


class EchoArgs(BaseModel):
    """Notes for programmers."""

    text: str = Field(description="What to say.")
    times: int = Field(default=1, ge=1, le=3, description="How often.")


def make(function: Callable[..., Any] | None = None, schema: type[BaseModel] = EchoArgs, **options: Any) -> ForgeTool:
    """Decorate *function* without registering it."""

    def echo(args: Any) -> dict[str, Any]:
        """Say it again.

        And again.
        """
        return {"echoed": args.text}

    return forge_tool(args_schema=schema, register=False, **options)(function or echo)


def refusal(tool: ForgeTool, arguments: dict[str, Any]) -> ToolValidationError:
    with pytest.raises(ToolValidationError) as caught:
        tool.validate(arguments)
    return caught.value


@pytest.mark.requirement("tool:rejects-a-non-pydantic-schema")
@pytest.mark.parametrize("schema", [dict, {"type": "object"}, "EchoArgs", None, EchoArgs(text="a")])
def test_a_schema_that_is_no_pydantic_model_is_refused(schema: Any) -> None:
    with pytest.raises(TypeError, match="Pydantic BaseModel"):
        make(schema=schema)


@pytest.mark.requirement("tool:name-defaults-to-the-function-name")
def test_the_name_is_the_functions_unless_given() -> None:
    def readOrders_2(args: Any) -> None:  # whatever its style
        """Read."""

    assert make(readOrders_2).name == "readOrders_2"


@pytest.mark.requirement("tool:description-defaults-to-the-docstring")
def test_the_description_is_the_first_line_of_the_docstring() -> None:
    assert make().description == "Say it again."


def test_the_description_is_the_name_where_there_is_no_docstring() -> None:
    assert make(lambda args: 1, name="silent").description == "silent"


@pytest.mark.requirement("tool:explicit-name-and-description-win")
def test_a_given_name_and_description_win() -> None:
    tool = make(name="parrot", description="Repeat a text.")

    assert tool.definition().name == "parrot"
    assert tool.definition().description == "Repeat a text."


@pytest.mark.requirement("tool:tags-are-kept")
@pytest.mark.parametrize(("tags", "kept"), [(["a", "b"], ("a", "b")), ((), ()), (None, ())])
def test_tags_are_kept(tags: Any, kept: tuple[str, ...]) -> None:
    assert make(tags=tags).tags == kept


@pytest.mark.requirement("tier:undeclared-is-the-strictest")
def test_an_undeclared_tier_is_the_strictest_and_known_to_be_undeclared() -> None:
    tool = make()

    assert tool.tier is ToolTier.EXECUTE
    assert not tool.tier_declared


@pytest.mark.parametrize("tier", ["read", ToolTier.READ])
def test_a_tier_may_be_given_by_its_name(tier: Any) -> None:
    tool = make(tier=tier)

    assert tool.tier is ToolTier.READ
    assert tool.tier_declared


def test_an_unknown_tier_is_refused() -> None:
    with pytest.raises(TypeError, match="'admin'"):
        make(tier="admin")


@pytest.mark.requirement("definition:five-fields")
def test_the_definition_carries_tier_scopes_and_category() -> None:
    definition = make(tier="write", required_scopes=["db"], category="dev").definition()

    assert (definition.tier, definition.required_scopes, definition.category) == (
        ToolTier.WRITE,
        ("db",),
        ToolCategory.DEV,
    )


@pytest.mark.parametrize("name", ["", "two words", "dotted.name", "9lives", "a" * 65, "ünicode", "line\nbreak"])
def test_a_name_that_a_provider_would_refuse_is_refused(name: str) -> None:
    with pytest.raises(RegistrationError, match="not accepted by every provider"):
        make(name=name)


def test_a_name_that_is_no_text_is_refused() -> None:
    with pytest.raises(RegistrationError, match="not accepted by every provider"):
        make(name=5)


@pytest.mark.requirement("tool:schema-comes-from-the-model")
def test_the_schema_is_made_of_the_model() -> None:
    schema = make().input_schema

    assert schema["type"] == "object"
    assert schema["required"] == ["text"]
    assert schema["properties"]["text"] == {"type": "string", "description": "What to say."}
    assert schema["properties"]["times"]["default"] == 1


@pytest.mark.requirement("args:root-is-closed")
@pytest.mark.parametrize("extra", ["ignore", "allow", "forbid"])
def test_the_advertised_root_is_closed_whatever_the_model_says(extra: Any) -> None:
    class Loose(BaseModel):
        model_config = ConfigDict(extra=extra)
        context: dict[str, Any]

    assert make(schema=Loose).input_schema["additionalProperties"] is False


def test_what_programmers_wrote_for_each_other_is_not_sent() -> None:
    schema = make().input_schema

    assert "Notes for programmers" not in str(schema)
    assert "title" not in schema


def test_a_caller_cannot_corrupt_the_schema() -> None:
    tool = make()

    tool.input_schema["properties"].clear()
    tool.definition().input_schema["properties"].clear()

    assert "text" in tool.input_schema["properties"]


@pytest.mark.requirement("args:injected-names-are-refused")
def test_a_model_that_declares_the_workspace_root_is_refused() -> None:
    class Greedy(BaseModel):
        workspace_root: str

    with pytest.raises(RegistrationError, match="injected name 'workspace_root'"):
        make(schema=Greedy)


@pytest.mark.requirement("args:injected-names-are-refused")
@pytest.mark.parametrize(
    "field", [Field(alias="root"), Field(validation_alias="root"), Field(validation_alias=AliasChoices("a", "b"))]
)
def test_a_renamed_injected_field_is_refused_too(field: Any) -> None:
    class Greedy(BaseModel):
        workspace_root: str = field

    with pytest.raises(RegistrationError, match="injected name 'workspace_root'"):
        make(schema=Greedy)


@pytest.mark.requirement("args:injected-names-are-refused")
@pytest.mark.parametrize(
    "field", [Field(alias="workspace_root"), Field(validation_alias=AliasChoices("a", "workspace_root"))]
)
def test_an_alias_that_is_an_injected_name_is_refused(field: Any) -> None:
    class Greedy(BaseModel):
        root: str = field

    with pytest.raises(RegistrationError, match="injected name 'workspace_root'"):
        make(schema=Greedy)


def test_an_aware_function_that_cannot_take_the_root_is_refused() -> None:
    with pytest.raises(RegistrationError, match="cannot take the keyword 'workspace_root'"):
        make(workspace_root_aware=True)


def test_an_aware_function_may_take_the_root_among_any_keywords() -> None:
    assert make(lambda args, **options: 1, name="any", workspace_root_aware=True).workspace_root_aware


class Number(RootModel[int]):
    pass


class Callback(BaseModel):
    then: Callable[[], int]


@pytest.mark.parametrize("schema", [Number, Callback])
def test_a_model_that_json_cannot_describe_is_refused_at_decoration(schema: type[BaseModel]) -> None:
    with pytest.raises(RegistrationError, match=schema.__name__):
        make(schema=schema)


FORWARD = """
from __future__ import annotations
from pydantic import BaseModel
from forge_harness import forge_tool

class Forward(BaseModel):
    inner: Later

@forge_tool(args_schema=Forward, register=False)
def forward(args):
    return args.inner.n

class Later(BaseModel):
    n: int
"""


def test_a_model_may_be_completed_after_decoration(monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("completed_later")
    monkeypatch.setitem(sys.modules, "completed_later", module)
    exec(compile(FORWARD, "completed_later", "exec"), vars(module))

    result = dispatch_forge_tool(module.forward, {"inner": {"n": 2}})

    assert result.value == 2
    assert module.forward.input_schema["properties"]["inner"] == {"$ref": "#/$defs/Later"}


@pytest.mark.requirement("tool:receives-the-validated-model")
def test_the_function_receives_the_validated_model() -> None:
    tool = make(lambda args: [type(args).__name__, args.text, args.times], name="seen")

    assert dispatch_forge_tool(tool, {"text": "a", "times": "2"}).value == ["EchoArgs", "a", 2]


@pytest.mark.requirement("args:required-and-optional-fields")
def test_a_missing_field_is_named_with_its_kind() -> None:
    error = refusal(make(), {"times": 2})

    assert error.reason == "text (missing)"
    assert "text (missing)" in str(error)
    assert error.tool_name == "echo"
    assert error.tool_args == {"times": 2}


@pytest.mark.requirement("args:bounds-are-enforced")
@pytest.mark.parametrize(
    ("times", "kind"), [(0, "greater_than_equal"), (4, "less_than_equal"), ("x", "int_parsing"), (None, "int_type")]
)
def test_a_value_out_of_bounds_is_refused(times: Any, kind: str) -> None:
    assert refusal(make(), {"text": "a", "times": times}).reason == f"times ({kind})"


@pytest.mark.requirement("args:unknown-keys-are-refused")
@pytest.mark.parametrize("extra", ["ignore", "allow", "forbid"])
def test_an_unknown_key_is_refused_whatever_the_model_says(extra: Any) -> None:
    class Loose(BaseModel):
        model_config = ConfigDict(extra=extra)
        text: str = ""

    error = refusal(make(schema=Loose), {"text": "a", "hunter2": 1})

    assert "unknown field" in error.reason
    assert "hunter2" not in str(error)


def secret_in_message(value: str) -> str:
    raise ValueError(f"the value {value} is wrong")


class Nested(BaseModel):
    rows: list[Inner] = Field(default_factory=list)
    table: dict[str, int] = Field(default_factory=dict)
    choice: int | Inner = 0
    checked: Annotated[str, AfterValidator(secret_in_message)] = ""


class Inner(BaseModel):
    size: int


@pytest.mark.requirement("args:refusals-never-echo-values")
@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"rows": [{"size": 1}, {"size": "hunter2"}]}, "rows.1.size (int_parsing)"),
        ({"table": {"hunter2": "x"}}, "table.* (int_parsing)"),
        ({"choice": {"size": "hunter2"}}, "choice.*"),
        ({"checked": "hunter2"}, "checked (value_error)"),
        ({"rows": "hunter2"}, "rows (list_type)"),
        ({"rows": [{"size": 1, "hunter2": 2}], "table": []}, "table (dict_type)"),
    ],
)
def test_a_refusal_names_paths_and_kinds_and_never_a_value(arguments: dict[str, Any], reason: str) -> None:
    error = refusal(make(schema=Nested), arguments)

    assert reason in error.reason
    assert "hunter2" not in str(error)
    assert "hunter2" not in error.reason


def test_a_long_list_of_refusals_is_cut() -> None:
    error = refusal(make(schema=Nested), {"rows": [{}] * 500})

    assert error.reason.count("missing") == 20


class Tree(BaseModel):
    child: Tree | None = None


def test_arguments_nested_beyond_measure_are_refused() -> None:
    deep: dict[str, Any] = {}
    for _ in range(5_000):
        deep = {"child": deep}

    error = refusal(make(schema=Tree), deep)

    assert "recursion" in error.reason


@pytest.mark.parametrize(
    "field",
    [
        Field(alias="from"),
        Field(validation_alias="from"),
        Field(validation_alias=AliasChoices("from", "since")),
    ],
)
def test_an_alias_is_advertised_and_accepted_alike(field: Any) -> None:
    class Renamed(BaseModel):
        start: str = field

    tool = make(lambda args: args.start, Renamed, name="renamed")

    assert list(tool.input_schema["properties"]) == ["from"]
    assert dispatch_forge_tool(tool, {"from": "a"}).value == "a"
    assert not dispatch_forge_tool(tool, {"start": "a"}).ok


def test_a_model_populated_by_name_takes_both_spellings() -> None:
    class Both(BaseModel):
        model_config = ConfigDict(populate_by_name=True)
        start: str = Field(alias="from")

    tool = make(lambda args: args.start, Both, name="both")

    assert [dispatch_forge_tool(tool, {key: "a"}).value for key in ("from", "start")] == ["a", "a"]


def test_a_strict_model_takes_the_text_of_a_date_as_json_has_no_other() -> None:
    class Strict(BaseModel):
        model_config = ConfigDict(strict=True)
        day: dt.date

    tool = make(lambda args: args.day.isoformat(), Strict, name="strict")

    assert dispatch_forge_tool(tool, {"day": "2024-01-01"}).value == "2024-01-01"
    assert not dispatch_forge_tool(tool, {"day": 5}).ok


@pytest.mark.requirement("args:free-form-dicts-are-allowed")
def test_a_free_form_field_takes_any_object() -> None:
    class ProposeContractArgs(BaseModel):
        context: dict[str, Any] = Field(description="User context.")
        model_config = ConfigDict(extra="allow")

    tool = make(lambda args: args.context, ProposeContractArgs, name="propose")

    assert dispatch_forge_tool(tool, {"context": {"goal": {"a": [1]}}}).value == {"goal": {"a": [1]}}


def test_calling_the_tool_calls_the_function() -> None:
    assert make()(EchoArgs(text="a")) == {"echoed": "a"}


def test_the_contract_of_a_tool_lists_its_exceptions() -> None:
    assert make(raises=[KeyError]).raises == (KeyError,)


def test_the_origin_names_the_code() -> None:
    assert make().origin == f"{__name__}.make.<locals>.echo"


@pytest.mark.requirement("legacy:typed-tools-as-legacy-entries")
def test_a_typed_tool_reads_as_a_legacy_entry() -> None:
    entry = make().legacy_dict

    assert set(entry) == {"name", "description", "input_schema", "impl"}
    assert entry["impl"](text="a") == {"echoed": "a"}


@pytest.mark.requirement("legacy:typed-tools-as-legacy-entries")
def test_a_legacy_entry_passes_the_root_on_to_an_aware_tool(tmp_path: Path) -> None:
    tool = make(lambda args, workspace_root: workspace_root, name="where", workspace_root_aware=True)

    assert tool.legacy_dict["impl"](text="a", workspace_root=tmp_path) == tmp_path


@pytest.mark.requirement("s013:legacy-impl-does-not-leak")
@pytest.mark.parametrize(("arguments", "error"), [({}, "ToolValidationError"), ({"text": "a"}, "FileNotFoundError")])
def test_a_legacy_entry_answers_a_failure_with_the_fixed_sentence(
    arguments: dict[str, str], error: str, caplog: pytest.LogCaptureFixture
) -> None:
    def boom(args: EchoArgs) -> None:
        raise FileNotFoundError("/home/alice/.aws/credentials")

    answer = make(boom).legacy_dict["impl"](**arguments)

    assert answer == {"error": error, "message": "Tool 'boom' failed — see server logs"}
    assert len(caplog.records) == 1
    assert "\n" not in caplog.records[0].getMessage()


def test_registration_is_the_default() -> None:
    with FORGE_TOOL_REGISTRY.restored() as registry:
        tool = forge_tool(args_schema=EchoArgs, name="fresh_echo")(lambda args: 1)

        assert registry["fresh_echo"] is tool


@pytest.mark.in_time(10)
def test_a_legacy_entry_of_an_async_tool_returns_its_result() -> None:
    async def later(args: Any) -> Any:
        return {"text": args.text}

    assert make(later).legacy_dict["impl"](text="a") == {"text": "a"}


@pytest.mark.in_time(10)
@pytest.mark.requirement("s013:legacy-impl-does-not-leak")
@pytest.mark.parametrize(
    ("raised", "answer"),
    [
        (SystemExit(3), {"error": "ToolExitError", "message": "Tool 'echo' failed — see server logs"}),
        (ToolError("No such city.", code="city_not_found"), {"error": "city_not_found", "message": "No such city."}),
        (ValueError("/home/alice"), {"error": "ValueError", "message": "Tool 'echo' failed — see server logs"}),
    ],
)
@pytest.mark.parametrize("is_async", [False, True])
def test_a_legacy_entry_answers_failures_as_the_dispatcher_does(is_async: bool, raised: Any, answer: Any) -> None:
    def boom(args: Any) -> Any:
        raise raised

    async def later(args: Any) -> Any:
        boom(args)

    assert make(later if is_async else boom, name="echo").legacy_dict["impl"](text="a") == answer


@pytest.mark.in_time(10)
def test_a_legacy_entry_keeps_the_time_limit() -> None:
    release = threading.Event()

    answer = make(lambda args: release.wait(), name="echo", timeout_s=0.01).legacy_dict["impl"](text="a")
    release.set()

    assert answer["error"] == "ToolTimeoutError"


@pytest.mark.parametrize("thing", [5, "text", None])
def test_what_cannot_be_called_is_not_made_a_tool(thing: Any) -> None:
    with pytest.raises(TypeError, match="cannot be called"):
        forge_tool(name="five", args_schema=EchoArgs, register=False)(thing)


@pytest.mark.parametrize("function", [lambda: 1, lambda *, args: 1, lambda args, more: 1, lambda args, *, session: 1])
def test_a_function_that_cannot_take_the_model_alone_is_refused(function: Any) -> None:
    with pytest.raises(RegistrationError, match="Make it take one positional argument"):
        make(function, name="probe")


@pytest.mark.parametrize(
    "function", [lambda args: 1, lambda *all: 1, lambda args, more=1: 1, lambda args, **options: 1, print]
)
def test_a_function_that_can_take_the_model_alone_is_accepted(function: Any) -> None:
    assert make(function, name="probe").name == "probe"


@pytest.mark.parametrize("seconds", [0, -1, math.nan, "5", True, [1]])
def test_a_time_limit_that_is_not_a_number_above_zero_is_refused(seconds: Any) -> None:
    with pytest.raises(ValueError, match="is not a time limit"):
        make(timeout_s=seconds)
    with pytest.raises(ValueError, match="is not a time limit"):
        FnToolExecutor("probe", print, timeout_s=seconds)
    with pytest.raises(ValueError, match=r"run_s=.* is not a time limit"):
        StepTimeouts(run_s=seconds)
    assert StepTimeouts(run_s=math.inf, decision_s=1).run_s == math.inf


@pytest.mark.requirement("definition:five-fields")
def test_the_definition_of_a_typed_tool_has_all_its_fields() -> None:
    definition = make(tier="write", required_scopes=["db"]).definition()

    assert (definition.name, definition.description) == ("echo", "Say it again.")
    assert definition.input_schema == make().input_schema
    assert (definition.tier, definition.required_scopes) == (ToolTier.WRITE, ("db",))
