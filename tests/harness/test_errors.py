"""The tree of errors: what is drawn is what is declared, and every error survives the trip between processes."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
import pkgutil
import re
import threading

import httpx
import pytest
import requests

from forge_harness import (
    AgentExecutionError,
    AgentRun,
    AgentRunStopped,
    ContextOverflowError,
    CostLimitExceeded,
    FluidError,
    FluidGenerationError,
    ForbiddenPathError,
    PathNotFoundError,
    PathTraversalError,
    ProviderAuthError,
    ProviderError,
    ProviderServerError,
    ProviderTimeoutError,
    RateLimitError,
    SchemaValidationError,
    ToolCall,
    ToolCallError,
    ToolError,
    ToolValidationError,
    UnknownTool,
    errors,
)

ALL = [getattr(errors, name) for name in errors.__all__]
SEVEN = [
    RateLimitError,
    ProviderTimeoutError,
    ContextOverflowError,
    ProviderAuthError,
    ProviderServerError,
    SchemaValidationError,
    ToolValidationError,
]


def drawn_parents() -> dict[str, str | None]:
    """Each class of the docstring's tree with the class it hangs from."""
    parents: dict[str, str | None] = {}
    path: list[str] = []
    for line in (errors.__doc__ or "").splitlines():
        found = re.fullmatch(r"([│├└─ ]*)([A-Z]\w+)( .*)?", line)
        if not found or (found[1] == "" and found[2] != "FluidError"):
            continue
        depth = len(found[1]) // 4
        path = [*path[:depth], found[2]]
        parents[found[2]] = path[-2] if depth else None
    return parents


def make(error_class: type[FluidError]) -> FluidError:
    """An error with a value of its own in every field."""
    values = {
        "code": "city_not_found",
        "context": {"step": 3},
        "original_error": ValueError("inner"),
        "suggestions": ["Wait."],
        "provider": "openai",
        "status_code": 503,
        "retry_after": 1.5,
        "schema_name": "Contract",
        "validation_errors": ["a.b: missing"],
        "raw_output": "{",
        "tool_name": "echo",
        "tool_args": {"text": 1},
        "reason": "text (string_type)",
        "running_usd": 5.01,
        "limit_usd": 5.0,
    }
    taken = inspect.signature(error_class).parameters | inspect.signature(FluidError).parameters
    if error_class is ToolError:
        taken = inspect.signature(ToolError).parameters
    return error_class("It failed. Try again.", **{name: value for name, value in values.items() if name in taken})


@pytest.mark.requirement("error:tree")
def test_the_drawn_tree_is_the_tree_of_the_classes() -> None:
    declared = {cls.__name__: None if cls is FluidError else cls.__bases__[0].__name__ for cls in ALL}

    assert drawn_parents() == declared


def test_every_class_of_the_module_is_public() -> None:
    declared = [
        name
        for found in pkgutil.iter_modules(errors.__path__, f"{errors.__name__}.")
        for name, value in vars(importlib.import_module(found.name)).items()
        if isinstance(value, type) and value.__module__ == found.name
    ]

    assert sorted(declared) == errors.__all__


def test_the_drawing_marks_exactly_the_retryable_classes() -> None:
    marked = re.findall(r"(\w+) +retryable$", errors.__doc__ or "", re.MULTILINE)

    assert sorted(marked) == sorted(cls.__name__ for cls in ALL if cls.retryable)


@pytest.mark.requirement("error:catchable-as-fluid-error")
@pytest.mark.parametrize("error_class", SEVEN)
@pytest.mark.parametrize("parent", [AgentExecutionError, FluidGenerationError, FluidError])
def test_each_of_the_seven_is_caught_as_its_parents(error_class: type[FluidError], parent: type[FluidError]) -> None:
    with pytest.raises(parent):
        raise error_class("It failed. Try again.")


@pytest.mark.requirement("error:catchable-as-fluid-error")
@pytest.mark.parametrize("error_class", SEVEN[:5])
def test_each_provider_failure_is_caught_as_a_provider_error(error_class: type[FluidError]) -> None:
    with pytest.raises(ProviderError):
        raise error_class("It failed. Try again.")


@pytest.mark.requirement("error:tool-fields")
@pytest.mark.parametrize("error_class", [UnknownTool, PathTraversalError])
def test_an_unknown_tool_and_a_path_outside_are_validation_errors(error_class: type[ToolValidationError]) -> None:
    error = pickle.loads(pickle.dumps(make(error_class)))

    assert isinstance(error, ToolValidationError)
    assert (error.tool_name, error.tool_args, error.reason) == ("echo", {"text": 1}, "text (string_type)")
    assert error_class.guidance not in (ToolValidationError.guidance, FluidError.guidance)


def test_a_missing_path_is_caught_as_pythons_own_error() -> None:
    with pytest.raises(FileNotFoundError):
        raise PathNotFoundError("Nothing is there. List the folder.")


@pytest.mark.parametrize("error_class", ALL)
def test_every_error_keeps_its_message(error_class: type[FluidError]) -> None:
    error = make(error_class)

    assert str(error) == error.message == "It failed. Try again."
    assert error.args == ("It failed. Try again.",)


@pytest.mark.requirement("error:context-and-suggestions-are-kept")
@pytest.mark.parametrize("error_class", [cls for cls in ALL if cls is not ToolError])
def test_every_error_keeps_context_suggestions_and_the_original(error_class: type[FluidError]) -> None:
    inner = KeyError("a")

    error = error_class("It failed.", context={"a": 1}, original_error=inner, suggestions=("Wait.",))

    assert error.context == {"a": 1}
    assert error.original_error is inner
    assert error.suggestions == ["Wait."]


def test_the_context_is_the_errors_own() -> None:
    context = {"a": 1}

    error = FluidError("It failed.", context=context)
    context["a"] = 2

    assert error.context == {"a": 1}


@pytest.mark.requirement("cost:limit-carries-both-numbers")
def test_an_exceeded_limit_carries_both_numbers() -> None:
    error = CostLimitExceeded("Too dear. Stop.", running_usd=5.01, limit_usd=5.0)

    assert (error.running_usd, error.limit_usd) == (5.01, 5.0)


@pytest.mark.requirement("error:provider-fields")
def test_a_provider_error_carries_provider_status_and_delay() -> None:
    error = RateLimitError("Throttled. Wait.", provider="openai", status_code=429, retry_after=11.5)

    assert (error.provider, error.status_code, error.retry_after) == ("openai", 429, 11.5)


@pytest.mark.requirement("error:schema-fields")
def test_a_schema_error_carries_name_errors_and_output() -> None:
    error = SchemaValidationError("Wrong shape.", schema_name="C", validation_errors=("a: missing",), raw_output="{}")

    assert (error.schema_name, error.validation_errors, error.raw_output) == ("C", ["a: missing"], "{}")


@pytest.mark.requirement("error:tool-fields")
def test_a_tool_validation_error_carries_name_arguments_and_reason() -> None:
    error = ToolValidationError("Wrong.", tool_name="echo", tool_args={"text": 1}, reason="text (string_type)")

    assert (error.tool_name, error.tool_args, error.reason) == ("echo", {"text": 1}, "text (string_type)")


def test_a_tool_error_needs_a_code() -> None:
    with pytest.raises(TypeError, match="code"):
        ToolError("No such city.")  # type: ignore[call-arg]  # the mistake under test


@pytest.mark.requirement("error:pickles")
@pytest.mark.parametrize("error_class", ALL)
@pytest.mark.parametrize("protocol", [2, pickle.HIGHEST_PROTOCOL])
def test_every_error_pickles_with_its_fields(error_class: type[FluidError], protocol: int) -> None:
    error = make(error_class)

    back = pickle.loads(pickle.dumps(error, protocol))

    assert type(back) is error_class
    assert str(back) == str(error)
    assert back.args == error.args
    original = back.__dict__.pop("original_error")
    assert back.__dict__ == {name: value for name, value in error.__dict__.items() if name != "original_error"}
    assert repr(original) == repr(error.original_error)


def test_notes_survive_the_pickle() -> None:
    error = FluidError("It failed.")
    error.add_note("seen twice")

    assert pickle.loads(pickle.dumps(error)).__notes__ == ["seen twice"]


def test_a_copy_keeps_the_fields() -> None:
    error = ToolError("No such city.", code="city_not_found")

    assert copy.copy(error).code == "city_not_found"


class _NeedsKeywords(Exception):
    """Pickles, but cannot be read back, as `httpx.HTTPStatusError` cannot."""

    def __init__(self, message: str, *, response: object) -> None:
        super().__init__(message)
        self.response = response


@pytest.mark.requirement("error:pickles")
def test_an_error_pickles_although_its_original_cannot() -> None:
    error = ProviderError("It failed.", original_error=_NeedsKeywords("boom", response=1), status_code=500)

    back = pickle.loads(pickle.dumps(error))

    assert back.status_code == 500
    assert "_NeedsKeywords" in repr(back.original_error)
    assert "boom" in repr(back.original_error)


@pytest.mark.requirement("error:pickles")
def test_an_error_pickles_although_its_context_cannot() -> None:
    error = FluidError("It failed.", context={"lock": threading.Lock(), "step": 3})

    back = pickle.loads(pickle.dumps(error))

    assert back.context["step"] == 3
    assert "lock" in back.context["lock"]


@pytest.mark.requirement("error:pickles")
def test_an_error_pickles_although_its_fields_cannot() -> None:
    refused = ToolValidationError("No.", tool_args={"lock": threading.Lock(), "city": "Bern"})
    call = ToolCall("1", "echo", {"lock": threading.Lock()})
    stopped = AgentRunStopped("Stopped.", reason="cancelled", run=AgentRun((), text="so far", tool_calls=(call,)))

    refused, stopped = pickle.loads(pickle.dumps((refused, stopped)))

    assert refused.tool_args["city"] == "Bern"
    assert "lock" in refused.tool_args["lock"]
    assert (stopped.run.text, stopped.run.tool_calls[0].name) == ("so far", "echo")


def _answer(url: str) -> httpx.HTTPStatusError:
    request = httpx.Request("POST", url, headers={"authorization": "Bearer sk-hunter2"})
    return httpx.HTTPStatusError(f"401 for url {url!r}", request=request, response=httpx.Response(401))


@pytest.mark.requirement("error:pickles")
@pytest.mark.parametrize(
    "cause",
    [
        _answer("https://api.example/v1?key=hunter2&alt=sse"),
        _answer("https://me:hunter2@api.example/v1"),
        requests.HTTPError("401", request=requests.Request("POST", "https://api.example", {"x-api-key": "hunter2"})),
        OSError("no answer from https://api.example/v1?key=hunter2"),
    ],
)
def test_no_key_of_a_request_is_pickled(cause: Exception) -> None:
    error = ProviderAuthError("It was refused.", original_error=cause)

    written = pickle.dumps(error)

    assert b"hunter2" not in written
    assert type(cause).__name__ in repr(pickle.loads(written).original_error)


@pytest.mark.requirement("error:retryable-classes")
@pytest.mark.parametrize("error_class", [RateLimitError, ProviderTimeoutError, ProviderServerError])
def test_a_transient_failure_is_retryable(error_class: type[FluidError]) -> None:
    assert error_class.retryable is True


@pytest.mark.requirement("error:non-retryable-classes")
@pytest.mark.parametrize(
    "error_class",
    [
        ContextOverflowError,
        CostLimitExceeded,
        ProviderAuthError,
        SchemaValidationError,
        ToolValidationError,
        ProviderError,
        ToolError,
    ],
)
def test_a_lasting_failure_is_not_retryable(error_class: type[FluidError]) -> None:
    assert error_class.retryable is False


@pytest.mark.requirement("s013:guidance-text")
def test_the_guidance_on_bad_arguments_is_the_seeds_sentence() -> None:
    assert ToolValidationError.guidance == (
        "Your tool arguments did not match the tool's input schema. Re-read the tool's schema definition above and "
        "submit values that satisfy every required field with the correct types."
    )


@pytest.mark.requirement("s013:guidance-is-by-class")
@pytest.mark.parametrize("error_class", ALL)
def test_guidance_is_a_fact_of_the_class_and_never_quotes_the_error(error_class: type[FluidError]) -> None:
    error = error_class("hunter2", **({"code": "hunter2"} if error_class is ToolError else {}))

    assert error.guidance is error_class.guidance
    assert error.guidance.endswith(".")
    assert "hunter2" not in error.guidance
    assert not re.search(r"[{}%]", error.guidance)


@pytest.mark.requirement("error:catalogued-names-have-guidance")
@pytest.mark.parametrize(
    "error_class",
    [UnknownTool, ToolValidationError, PathTraversalError, ForbiddenPathError, PathNotFoundError],
)
def test_each_catalogued_failure_has_guidance_of_its_own(error_class: type[FluidError]) -> None:
    assert error_class.guidance != FluidError.guidance


@pytest.mark.parametrize("error_class", [cls for cls in ALL if issubclass(cls, ToolCallError)])
def test_every_failure_of_a_call_is_an_agent_error(error_class: type[FluidError]) -> None:
    assert issubclass(error_class, AgentExecutionError)
