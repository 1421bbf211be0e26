"""S-013: whatever a tool raises, the model reads a class name and a fixed sentence, and the log has the rest, once."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from forge_harness import (
    FORGE_TOOL_REGISTRY,
    TOOL_REGISTRY,
    Dispatcher,
    EventBus,
    FnToolExecutor,
    ToolDispatchResult,
    ToolError,
    UnknownTool,
    _register,
    dispatch_forge_tool,
    dispatch_tool_call,
    forge_tool,
)

SECRET = "/home/alice/.aws/credentials"


class NoArgs(BaseModel):
    pass


def as_typed(function: Callable[[], Any]) -> None:
    forge_tool(name="probe", args_schema=NoArgs)(lambda args: function())


def as_legacy(function: Callable[[], Any]) -> None:
    _register("probe", "Probe.", {"type": "object", "properties": {}}, function)


def as_executor(function: Callable[[], Any]) -> None:
    FORGE_TOOL_REGISTRY.register(FnToolExecutor("probe", lambda arguments: function()))


@pytest.fixture(params=[as_typed, as_legacy, as_executor])
def declare(request: pytest.FixtureRequest) -> Iterator[Callable[[Callable[[], Any]], None]]:
    """Registers a function as a tool named "probe", in each way there is."""
    with TOOL_REGISTRY.restored(), FORGE_TOOL_REGISTRY.restored():
        yield request.param


def call(function: Callable[[], Any]) -> ToolDispatchResult:
    """The outcome of a typed tool that runs *function*."""
    tool = forge_tool(name="probe", args_schema=NoArgs, register=False)(lambda args: function())
    return dispatch_forge_tool(tool, {})


def raising(error: BaseException, cause: BaseException | None = None) -> Callable[[], Any]:
    def boom() -> None:
        raise error from cause

    return boom


def sealed(result: ToolDispatchResult, error_type: str) -> bool:
    """Whether the model reads the fixed sentence under *error_type*, and nothing else."""
    expected = {"error": error_type, "message": "Tool 'probe' failed — see server logs"}
    return result.llm_payload() == expected and json.loads(result.llm_json()) == expected and SECRET not in repr(result)


@pytest.mark.requirement("s013:fixed-sentence")
@pytest.mark.requirement("s013:both-registries")
def test_an_exception_reaches_the_model_as_class_and_fixed_sentence(declare: Callable[..., None]) -> None:
    declare(raising(FileNotFoundError(2, "No such file", SECRET)))

    assert dispatch_tool_call("probe", {}) == {
        "error": "FileNotFoundError",
        "message": "Tool 'probe' failed — see server logs",
    }


@pytest.mark.requirement("s013:full-detail-is-logged-once")
def test_the_full_detail_is_logged_once_with_its_traceback(
    declare: Callable[..., None], caplog: pytest.LogCaptureFixture
) -> None:
    declare(raising(RuntimeError(f"cannot read {SECRET}")))

    dispatch_tool_call("probe", {})

    (record,) = caplog.records
    assert record.levelname == "WARNING"
    assert f"cannot read {SECRET}" in record.getMessage()
    assert "Traceback (most recent call last)" in record.getMessage()
    assert "in boom" in record.getMessage()


@pytest.mark.requirement("s013:host-keeps-the-detail")
def test_the_host_may_read_the_detail() -> None:
    result = call(raising(RuntimeError(SECRET)))

    assert (result.ok, result.error_type, result.error_message) == (False, "RuntimeError", SECRET)


@pytest.mark.requirement("s013:log-lines-cannot-be-forged")
def test_a_message_cannot_forge_a_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    call(raising(RuntimeError("a\nWARNING root: all is well\r\x1b[2J\u2028")))

    message = caplog.records[0].getMessage()
    assert not any(character in message for character in "\n\r\x1b\u2028")
    assert "\\nWARNING root: all is well\\r\\x1b" in message


@pytest.mark.requirement("s013:log-lines-cannot-be-forged")
def test_a_code_made_of_an_argument_forges_nothing(caplog: pytest.LogCaptureFixture) -> None:
    code = "unknown_x\nWARNING root forged: admin logged in"

    result = call(raising(ToolError("No city of that name.", code=code)))

    assert "\n" not in caplog.records[0].getMessage()
    assert result.llm_payload() == {"error": "ToolError", "message": "No city of that name."}
    assert result.error_type == "ToolError"


def noted() -> BaseException:
    error = ValueError("outer")
    error.add_note(SECRET)
    return error


CARRIERS: dict[str, tuple[Callable[[], Any], str]] = {
    "message": (raising(PermissionError(13, "denied", SECRET)), "PermissionError"),
    "note": (raising(noted()), "ValueError"),
    "cause": (raising(ValueError("outer"), OSError(SECRET)), "ValueError"),
    "group": (raising(ExceptionGroup(SECRET, [OSError(SECRET)])), "ExceptionGroup"),
    "arguments": (raising(KeyError({"path": [SECRET]})), "KeyError"),
    "syntax error": (raising(SyntaxError("bad", (SECRET, 1, 1, SECRET))), "SyntaxError"),
    "encoding": (raising(UnicodeDecodeError("utf-8", SECRET.encode(), 0, 1, SECRET)), "UnicodeDecodeError"),
    "exit": (lambda: sys.exit(SECRET), "ToolExitError"),
    "generator exit": (raising(GeneratorExit(SECRET)), "GeneratorExit"),
    "cancellation": (raising(asyncio.CancelledError(SECRET)), "CancelledError"),
    "group of exits": (raising(BaseExceptionGroup(SECRET, [SystemExit(SECRET)])), "ToolExitError"),
}


@pytest.mark.requirement("s013:fixed-sentence")
@pytest.mark.parametrize("carrier", CARRIERS)
def test_nothing_that_an_exception_carries_reaches_the_model(carrier: str, caplog: pytest.LogCaptureFixture) -> None:
    function, error_type = CARRIERS[carrier]

    result = call(function)

    assert sealed(result, error_type)
    assert len(caplog.records) == 1
    assert SECRET in caplog.records[0].getMessage()


@pytest.mark.requirement("s013:fixed-sentence")
def test_an_exception_raised_while_another_is_handled_carries_nothing() -> None:
    def boom() -> None:
        try:
            raise OSError(SECRET)
        except OSError:
            raise ValueError("outer") from None

    assert sealed(call(boom), "ValueError")


class HostileText(Exception):
    def __str__(self) -> str:
        raise SystemExit(SECRET)

    __repr__ = __str__


class HostileSubclass(str):
    __slots__ = ()

    def encode(self, *_: Any) -> bytes:
        raise RuntimeError(SECRET)

    def __len__(self) -> int:
        raise RuntimeError(SECRET)


class HostileResult(Exception):
    def __str__(self) -> str:
        return HostileSubclass(SECRET)


class HostileClass(Exception):
    @property
    def __class__(self) -> Any:
        raise RuntimeError(SECRET)


class HostileAttributes(Exception):
    def __getattribute__(self, name: str) -> Any:
        raise SystemExit(SECRET)


class HostileMeta(type):
    @property
    def __name__(cls) -> str:
        raise KeyboardInterrupt(SECRET)


class HostileGroup(BaseExceptionGroup):
    exceptions = property(lambda self: 1 / 0)


@pytest.mark.requirement("s013:hostile-exceptions")
@pytest.mark.parametrize("error_class", [HostileText, HostileResult, HostileClass, HostileAttributes])
def test_a_hostile_exception_cannot_break_the_door(
    error_class: type[Exception], caplog: pytest.LogCaptureFixture
) -> None:
    result = call(raising(error_class()))

    assert sealed(result, error_class.__name__)
    assert len(caplog.records) == 1


@pytest.mark.requirement("s013:hostile-exceptions")
def test_a_hostile_class_of_exceptions_cannot_break_the_door() -> None:
    error = HostileMeta("Evil", (Exception,), {})(SECRET)

    assert sealed(call(raising(error)), "ToolError")


@pytest.mark.requirement("s013:hostile-exceptions")
def test_a_hostile_group_cannot_break_the_door() -> None:
    assert sealed(call(raising(HostileGroup(SECRET, [SystemExit()]))), "HostileGroup")


@pytest.mark.requirement("s013:class-named-only-if-importable")
@pytest.mark.parametrize("name", ["sk_live_abcdef0123456789", "_home_alice", "ToolValidationError", "x y"])
def test_a_class_made_at_run_time_is_not_named(name: str) -> None:
    error_class = type(name, (Exception,), {"__module__": __name__})

    assert sealed(call(raising(error_class("boom"))), "ToolError")


@pytest.mark.requirement("s013:class-named-only-if-importable")
def test_a_class_that_names_a_foreign_module_is_not_named() -> None:
    error_class = type("Path", (Exception,), {"__module__": "pathlib"})

    assert sealed(call(raising(error_class("boom"))), "ToolError")


@pytest.mark.requirement("dispatch:async-tools")
def test_an_async_tool_is_awaited() -> None:
    async def work() -> dict[str, int]:
        await asyncio.sleep(0)
        return {"n": 1}

    assert call(work).value == {"n": 1}


@pytest.mark.requirement("dispatch:async-tools")
@pytest.mark.parametrize(
    ("error", "error_type"),
    [
        (OSError(SECRET), "OSError"),
        (SystemExit(SECRET), "ToolExitError"),
        (KeyboardInterrupt(SECRET), "KeyboardInterrupt"),
        (asyncio.CancelledError(SECRET), "CancelledError"),
    ],
)
def test_an_async_tool_fails_as_a_sync_one_does(error: BaseException, error_type: str) -> None:
    async def work() -> None:
        raise error

    result = call(work)

    assert sealed(result, error_type)
    assert call(raising(ValueError())).error_type == "ValueError"


@pytest.mark.requirement("dispatch:system-exit-is-contained")
@pytest.mark.parametrize("code", [0, 1, None, "bye"])
def test_a_tool_cannot_end_the_process(code: Any) -> None:
    assert sealed(call(raising(SystemExit(code))), "ToolExitError")


@pytest.mark.in_time(10)
@pytest.mark.requirement("dispatch:system-exit-is-contained")
@pytest.mark.parametrize("timeout_s", [None, 5.0])
def test_a_task_of_an_async_tool_cannot_end_the_process_or_any_other_tool(timeout_s: float | None) -> None:
    async def leave() -> None:
        sys.exit(3)

    async def exiting(args: NoArgs) -> None:
        await asyncio.gather(asyncio.create_task(leave()))

    async def healthy(args: NoArgs) -> str:
        return "fine"

    tools = [
        forge_tool(name="probe", args_schema=NoArgs, register=False, timeout_s=timeout_s)(function)
        for function in (exiting, healthy)
    ]

    assert sealed(dispatch_forge_tool(tools[0], {}), "ToolExitError")
    assert dispatch_forge_tool(tools[1], {}).value == "fine"


@pytest.mark.requirement("dispatch:keyboard-interrupt")
def test_an_interrupt_on_the_main_thread_propagates_and_leaves_a_record() -> None:
    bus, seen = EventBus(), []
    bus.subscribe(seen.append)
    tool = forge_tool(name="probe", args_schema=NoArgs, register=False)(lambda args: raising(KeyboardInterrupt())())

    with pytest.raises(KeyboardInterrupt):
        Dispatcher(bus=bus).dispatch(tool, {})

    assert [event.payload["record"].outcome for event in seen] == ["failed"]


@pytest.mark.requirement("dispatch:keyboard-interrupt")
def test_an_interrupt_on_another_thread_is_contained() -> None:
    results: list[ToolDispatchResult] = []
    thread = threading.Thread(target=lambda: results.append(call(raising(KeyboardInterrupt(SECRET)))))
    thread.start()
    thread.join()

    assert sealed(results[0], "KeyboardInterrupt")


@pytest.mark.requirement("error:tool-error-is-a-deliberate-message")
def test_a_deliberate_message_reaches_the_model() -> None:
    result = call(raising(ToolError("No city of that name. Ask for another.", code="city_not_found")))

    assert result.llm_payload() == {"error": "city_not_found", "message": "No city of that name. Ask for another."}
    assert result.error_type == "city_not_found"


@pytest.mark.requirement("s013:scan-of-deliberate-messages")
@pytest.mark.parametrize(
    "message",
    [f"cannot read {SECRET}", "the key is sk-live-abcdefgh12345678", "env says Zq8-canary-Wm31", "x" * 100_000],
)
def test_a_deliberate_message_that_no_model_may_read_is_withheld(message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORGE_PROBE", "Zq8-canary-Wm31")

    result = call(raising(ToolError(message, code="city_not_found")))

    assert sealed(result, "city_not_found")
    assert result.error_message == message


@pytest.mark.requirement("s013:scan-of-deliberate-messages")
@pytest.mark.parametrize("code", [SECRET, "c" * 65])
def test_a_code_that_no_model_may_read_is_withheld_with_its_message(code: str) -> None:
    assert sealed(call(raising(ToolError("No city of that name.", code=code))), "ToolError")


def test_a_surrogate_in_a_deliberate_message_is_replaced() -> None:
    result = call(raising(ToolError("No city \ud800.", code="city_not_found")))

    assert json.loads(result.llm_json())["message"] == "No city ?."


def test_a_tool_that_raises_unknown_tool_is_not_itself_unknown(caplog: pytest.LogCaptureFixture) -> None:
    result = call(raising(UnknownTool(SECRET)))

    assert sealed(result, "UnknownTool")
    assert "Traceback" in caplog.text


def test_a_validator_that_breaks_is_contained() -> None:
    class Broken(BaseModel):
        def model_post_init(self, context: Any) -> None:
            raise OSError(SECRET)

    result = dispatch_forge_tool(forge_tool(name="probe", args_schema=Broken, register=False)(lambda args: 1), {})

    assert sealed(result, "OSError")
