"""Registries: what they take, what they refuse to forget, and what the model is shown of both."""

from __future__ import annotations

import copy
import json
import logging
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from forge_harness import (
    FORGE_TOOL_REGISTRY,
    TOOL_REGISTRY,
    BuilderExecutor,
    FnToolExecutor,
    ForgeTool,
    LegacyTool,
    MockToolExecutor,
    RegistrationError,
    Tool,
    ToolDefinition,
    ToolRegistry,
    _register,
    collecting_problems,
    dispatch_tool_call,
    find_tool,
    forge_tool,
    get_tool_definitions,
    register_forge_tool,
    register_staged_tool,
)
from forge_harness.registry import process_tools as registry

EMPTY = {"type": "object", "properties": {}}


class NoArgs(BaseModel):
    pass


def one(args: NoArgs) -> str:
    return "one"


def two(args: NoArgs) -> str:
    return "two"


def typed(function: Any, name: str = "echo", **options: Any) -> ForgeTool:
    return forge_tool(name=name, args_schema=NoArgs, **{"register": False, **options})(function)


@pytest.fixture(autouse=True)
def empty() -> Iterator[None]:
    """Every registry of the process, emptied for one test."""
    staged = registry._staged_tools
    with TOOL_REGISTRY.restored(), FORGE_TOOL_REGISTRY.restored(), staged.restored():
        for each in (TOOL_REGISTRY, FORGE_TOOL_REGISTRY, staged):
            each.clear()
        shadowed = set(registry._shadowed)
        registry._shadowed.clear()
        yield
        registry._shadowed.update(shadowed)


def names(definitions: list[dict[str, Any]]) -> list[str]:
    return [definition["name"] for definition in definitions]


@pytest.mark.requirement("tool:registers-at-decoration")
def test_decoration_registers() -> None:
    tool = typed(one, register=True)

    assert FORGE_TOOL_REGISTRY["echo"] is tool


@pytest.mark.requirement("tool:register-false-leaves-the-registry-alone")
def test_decoration_without_registration_leaves_the_registry_alone() -> None:
    tool = typed(one)

    assert dict(FORGE_TOOL_REGISTRY) == {}
    assert tool(NoArgs()) == "one"


def test_a_second_tool_of_the_same_name_is_refused_by_both_names() -> None:
    books = ToolRegistry()
    books.register(typed(one))

    with pytest.raises(RegistrationError, match=r"'echo' is already registered by '.*one'.*'.*two'"):
        books.register(typed(two))


def test_the_same_function_may_be_registered_again() -> None:
    books = ToolRegistry()
    books.register(typed(one))

    again = books.register(typed(one))

    assert books["echo"] is again


def mounted(answer: int) -> BuilderExecutor:
    return BuilderExecutor(ToolDefinition("echo", "Echo.", EMPTY), lambda name, arguments: answer)


@pytest.mark.parametrize("pair", [(mounted(1), mounted(2)), (MockToolExecutor("echo"), MockToolExecutor("echo"))])
def test_two_executors_of_one_class_are_two_tools(pair: tuple[Any, Any]) -> None:
    books = ToolRegistry()
    books.register(pair[0])
    books.register(pair[0])

    with pytest.raises(RegistrationError, match="already registered"):
        books.register(pair[1])


def test_a_replacement_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    books = ToolRegistry()
    books.register(typed(one))

    books.register(typed(two), replace=True)

    assert "two replaces the one of" in caplog.text
    assert books["echo"](NoArgs()) == "two"


def test_register_forge_tool_replaces(caplog: pytest.LogCaptureFixture) -> None:
    register_forge_tool(typed(one))
    register_forge_tool(typed(two))

    assert find_tool("echo")(NoArgs()) == "two"  # type: ignore[misc,operator]  # typed tools are callable


@pytest.mark.parametrize("name", ["bad name!", "", "a.b"])
def test_a_malformed_name_is_refused(name: str) -> None:
    with pytest.raises(RegistrationError, match="not accepted by every provider"):
        ToolRegistry().register(FnToolExecutor(name, lambda arguments: 1))


def test_a_tool_that_was_fit_is_judged_again_when_it_has_another_part() -> None:
    tool = typed(one)
    ToolRegistry().register(tool)
    tool.name = "no name"

    with pytest.raises(RegistrationError, match="'no name' is not accepted"):
        ToolRegistry().register(tool)


@pytest.mark.requirement("legacy:register-shim")
def test_the_legacy_shim_takes_names_of_its_time() -> None:
    _register("dbt.run", "Run.", EMPTY, lambda: "ran")

    assert dispatch_tool_call("dbt.run", {}) == "ran"


@pytest.mark.parametrize("schema", [{"type": "array"}, {"properties": []}, {"type": "object", "properties": 5}])
def test_a_schema_that_cannot_be_advertised_is_refused(schema: dict[str, Any]) -> None:
    with pytest.raises(RegistrationError):
        _register("echo", "Echo.", schema, print)

    assert get_tool_definitions() == []


@pytest.mark.parametrize("entry", [5, "echo", object(), print])
def test_what_is_no_tool_is_refused(entry: Any) -> None:
    with pytest.raises(RegistrationError, match="is not a tool"):
        ToolRegistry({"echo": entry})


@pytest.mark.parametrize("key", ["input_schema", "impl"])
def test_a_legacy_entry_that_lacks_a_part_is_refused(key: str) -> None:
    entry = {"input_schema": EMPTY, "impl": print}
    del entry[key]

    with pytest.raises(RegistrationError, match=key):
        TOOL_REGISTRY["echo"] = entry  # type: ignore[assignment]  # legacy code assigns dicts


def put_by_assignment(books: ToolRegistry, entry: Any) -> None:
    books["echo"] = entry


def put_by_union(books: ToolRegistry, entry: Any) -> None:
    books |= {"echo": entry}


@pytest.mark.requirement("registry:works-as-a-dict")
@pytest.mark.parametrize(
    "put",
    [
        put_by_assignment,
        put_by_union,
        lambda books, entry: books.update({"echo": entry}),
        lambda books, entry: books.setdefault("echo", entry),
    ],
)
def test_every_way_into_a_dict_makes_a_tool_and_renews_the_definitions(put: Any) -> None:
    books = ToolRegistry()
    before = books.get_tool_definitions()

    put(books, {"description": "Echo.", "input_schema": EMPTY, "impl": print})

    assert before == []
    assert isinstance(books["echo"], LegacyTool)
    assert names(books.get_tool_definitions()) == ["echo"]


@pytest.mark.requirement("registry:works-as-a-dict")
@pytest.mark.parametrize("take", [lambda books: books.pop("echo"), lambda books: books.clear(), ToolRegistry.popitem])
def test_every_way_out_of_a_dict_renews_the_definitions(take: Any) -> None:
    books = ToolRegistry({"echo": typed(one)})
    books.get_tool_definitions()

    take(books)

    assert books.get_tool_definitions() == []


@pytest.mark.parametrize("make_copy", [copy.copy, ToolRegistry.copy, lambda books: books | {}])
def test_a_copy_is_a_registry_of_its_own(make_copy: Any) -> None:
    books = ToolRegistry({"echo": typed(one)})
    twin = make_copy(books)

    twin["more"] = typed(two, "more")
    books["other"] = typed(two, "other")

    assert isinstance(twin, ToolRegistry)
    assert names(twin.get_tool_definitions()) == ["echo", "more"]
    assert names(books.get_tool_definitions()) == ["echo", "other"]


@pytest.mark.requirement("testing:snapshot-and-restore")
def test_restored_puts_back_what_was_there() -> None:
    books = ToolRegistry({"echo": typed(one)})

    with books.restored() as inside:
        kept = dict(inside)
        inside.clear()
        inside.register(typed(two, "other"))

    assert inside is books
    assert dict(books) == kept
    assert names(books.get_tool_definitions()) == ["echo"]


def test_restored_puts_back_after_a_failure_too() -> None:
    books = ToolRegistry()

    def fail_inside() -> None:
        with books.restored():
            books.register(typed(one))
            raise KeyError

    with pytest.raises(KeyError):
        fail_inside()

    assert dict(books) == {}


def test_tools_may_be_replaced_inside_restored() -> None:
    books = ToolRegistry({"echo": typed(one)})

    with books.restored():
        books.register(typed(two))
        inside = books["echo"](NoArgs())

    assert (inside, books["echo"](NoArgs())) == ("two", "one")


@pytest.mark.requirement("registry:legacy-wins")
def test_the_legacy_entry_wins_and_that_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    _register("echo", "The legacy one.", EMPTY, lambda: "legacy")
    typed(one, register=True)

    answers = [dispatch_tool_call("echo", {}) for _ in range(2)]
    definitions = [get_tool_definitions() for _ in range(2)]

    assert answers == ["legacy", "legacy"]
    assert [[entry["description"] for entry in each] for each in definitions] == [["The legacy one."]] * 2
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "both registries" in caplog.text


@pytest.mark.requirement("registry:both-are-resolved")
@pytest.mark.requirement("registry:merged-definitions")
def test_both_registries_answer_and_are_advertised_each_name_once() -> None:
    typed(one, "typed_tool", register=True)
    typed(one, "shared", register=True)
    _register("legacy_tool", "Legacy.", EMPTY, lambda: "legacy")
    _register("shared", "Legacy.", EMPTY, lambda: "legacy")

    assert names(get_tool_definitions()) == ["legacy_tool", "shared", "typed_tool"]
    answers = [dispatch_tool_call(name, {}) for name in ("legacy_tool", "shared", "typed_tool")]
    assert answers == ["legacy", "legacy", "one"]


@pytest.mark.requirement("registry:merged-definitions")
def test_a_definition_has_name_description_and_a_closed_schema() -> None:
    typed(one, description="Say one.", register=True)

    assert get_tool_definitions() == [
        {
            "name": "echo",
            "description": "Say one.",
            "input_schema": {"type": "object", "properties": {}, "additionalProperties": False},
        }
    ]


@pytest.mark.requirement("registry:merged-definitions")
@pytest.mark.parametrize(
    "provider",
    ["openai", "openai_strict", "openai_responses", "anthropic", "gemini", "ollama", "mcp"],
)
def test_every_provider_is_given_every_tool(provider: str) -> None:
    typed(one, register=True)
    _register("legacy_tool", "Legacy.", EMPTY, lambda: "legacy")

    definitions = get_tool_definitions(provider)

    assert len(definitions) == 2
    assert all(name in json.dumps(definitions) for name in ("echo", "legacy_tool"))


def test_an_unknown_provider_is_refused() -> None:
    typed(one, register=True)

    with pytest.raises(ValueError, match="'nobody'"):
        get_tool_definitions("nobody")


def test_the_list_of_definitions_is_the_callers() -> None:
    typed(one, register=True)

    get_tool_definitions().clear()

    assert names(get_tool_definitions()) == ["echo"]


@pytest.mark.requirement("registry:staged-fallback")
@pytest.mark.parametrize(("flag", "is_on"), [("1", True), ("0", False), ("", False), ("true", False), (None, False)])
def test_the_staged_tool_is_there_only_behind_its_flag(
    flag: str | None, is_on: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("FLUID_FORGE_STAGED_TOOL_LOOP", raising=False)
    if flag is not None:
        monkeypatch.setenv("FLUID_FORGE_STAGED_TOOL_LOOP", flag)
    register_staged_tool(typed(one, "forge_data_model"))

    assert (find_tool("forge_data_model") is not None) is is_on
    assert names(get_tool_definitions()) == (["forge_data_model"] if is_on else [])
    assert (dispatch_tool_call("forge_data_model", {}) == "one") is is_on


@pytest.mark.requirement("registry:staged-fallback")
def test_either_registry_wins_over_the_staged_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLUID_FORGE_STAGED_TOOL_LOOP", "1")
    register_staged_tool(typed(one))
    typed(two, register=True)

    assert dispatch_tool_call("echo", {}) == "two"
    assert names(get_tool_definitions()) == ["echo"]


def test_a_checker_collects_what_registration_would_refuse() -> None:
    with collecting_problems() as problems:
        refused = typed(one, "bad name", register=True)
        FORGE_TOOL_REGISTRY.register(FnToolExecutor("worse name", lambda arguments: 1))

    assert [(tool.name, len(sentences)) for tool, sentences in problems] == [("bad name", 1), ("worse name", 1)]
    assert refused.name not in FORGE_TOOL_REGISTRY
    with pytest.raises(RegistrationError):
        typed(one, "bad name")


def test_definitions_can_be_asked_for_while_tools_are_registered() -> None:
    _register("legacy_tool", "Legacy.", EMPTY, lambda: "legacy")
    stop, failures = threading.Event(), []

    def ask() -> None:
        while not stop.is_set():
            try:
                get_tool_definitions()
                find_tool("tool_5")
            except Exception as error:
                failures.append(error)
                return

    askers = [threading.Thread(target=ask) for _ in range(3)]
    for thread in askers:
        thread.start()
    tools: list[Tool] = [FORGE_TOOL_REGISTRY.register(typed(one, f"tool_{n}")) for n in range(150)]
    stop.set()
    for thread in askers:
        thread.join()

    assert failures == []
    assert len(tools) == 150
    assert len(get_tool_definitions()) == 151


class Unfinished(BaseModel):
    later: "NeverDefined"  # type: ignore[name-defined]  # noqa: F821, UP037  # that is what is tested


@pytest.mark.requirement("registry:merged-definitions")
def test_a_tool_that_cannot_be_described_is_left_out_and_named(caplog: pytest.LogCaptureFixture) -> None:
    typed(one, name="sound", register=True)
    TOOL_REGISTRY["bad"] = {"input_schema": {"type": "array"}, "impl": print}  # type: ignore[assignment]  # legacy
    forge_tool(name="unfinished", args_schema=Unfinished)(one)

    assert names(get_tool_definitions()) == ["sound"]
    assert "'bad'" in caplog.text
    assert "'unfinished'" in caplog.text


@pytest.mark.requirement("registry:merged-definitions")
@pytest.mark.parametrize(
    "entry", [typed(one, name="own"), {"name": "own", "input_schema": EMPTY, "impl": print}, MockToolExecutor("own")]
)
def test_a_key_that_is_not_the_tools_name_is_refused(entry: Any) -> None:
    with pytest.raises(RegistrationError, match="The tool 'own' is stored under the key 'other'"):
        TOOL_REGISTRY["other"] = entry


def test_a_deep_copy_holds_the_same_tools() -> None:
    tool = typed(one, register=True)

    twin = copy.deepcopy(FORGE_TOOL_REGISTRY)

    assert dict(twin) == {"echo": tool}
    assert twin is not FORGE_TOOL_REGISTRY


def test_two_lambdas_of_one_name_are_two_tools() -> None:
    first = lambda args: "first"  # noqa: E731  # a lambda is what is tested
    second = lambda args: "second"  # noqa: E731  # the same
    books = ToolRegistry()
    books.register(typed(first))

    with pytest.raises(RegistrationError, match="already registered"):
        books.register(typed(second))


def test_a_tool_that_a_factory_makes_again_replaces_the_first_and_says_so(caplog: pytest.LogCaptureFixture) -> None:
    def make(word: str) -> ForgeTool:
        def say(args: NoArgs) -> str:
            return word

        return typed(say)

    books, made = ToolRegistry(), [make("first"), make("second")]
    books.register(made[0])
    books.register(made[1])

    assert books["echo"] is made[1]
    assert "replaces the one of" in caplog.text
