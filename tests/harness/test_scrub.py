"""S-013 in parts: the fixed sentence, the names of classes, a tool's own errors, and lines of the log."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest

from forge_harness import ExecutorTool, FnToolExecutor, dispatch_forge_tool
from forge_harness.scrub import escaped, failure_payload, log_failure, public_error_type, scrub_error_result


@pytest.mark.requirement("s013:typed-error-dicts-are-scanned")
@pytest.mark.parametrize(
    "value",
    [
        {"error": "not_found", "message": "/home/alice/x"},
        {"error": "not_found", "message": "No.", "detail": {"path": ["/home/alice/x"]}},
        {"error": "not_found", "message": "No.", "/home/alice/x": 1},
    ],
)
def test_an_error_dict_that_gives_something_away_is_replaced(value: dict[str, Any]) -> None:
    assert scrub_error_result("probe", value) == {
        "error": "not_found",
        "message": "Tool 'probe' failed — see server logs",
    }


SENTENCE = {"error": "ToolError", "message": "Tool 'probe' failed — see server logs"}


@pytest.mark.requirement("s013:typed-error-dicts-are-scanned")
@pytest.mark.parametrize(
    ("value", "scrubbed"),
    [
        ({"error": {"message": "/home/alice/x"}}, SENTENCE),
        ({"error": ["/home/alice/x"]}, SENTENCE),
        ({"error": True, "message": "/home/alice/x"}, SENTENCE),
        ([{"error": "not_found", "message": "/home/alice/x"}], [{**SENTENCE, "error": "not_found"}]),
        (["/home/alice/x", {"error": {"at": "/home/alice/x"}}, 1], ["/home/alice/x", SENTENCE, 1]),
    ],
)
def test_an_error_of_another_shape_is_scanned_as_well(value: Any, scrubbed: Any) -> None:
    tool = FnToolExecutor("probe", lambda arguments: value)

    assert dispatch_forge_tool(ExecutorTool(tool), {}).llm_payload() == scrubbed


def test_a_code_that_gives_something_away_is_replaced() -> None:
    value = {"error": "no file /home/alice/x", "message": "No."}

    assert scrub_error_result("probe", value) == failure_payload("probe", "ToolError")


@pytest.mark.requirement("error:typed-dict-passes-through")
@pytest.mark.parametrize(
    "value",
    [
        {"error": "path_outside_workspace", "message": "Path is outside the workspace root."},
        {"error": "", "message": "/home/alice/x"},
        {"error": None, "message": "/home/alice/x"},
        {"error": False, "path": "/home/alice/x"},
        {"error": 0.25, "path": "/home/alice/x"},
        {"error": {"code": 5}},
        [{"error": "not_found"}, "/home/alice/x"],
        {"errors": ["/home/alice/x"]},
        ["error", "/home/alice/x"],
        {"content": "/home/alice/x"},
    ],
)
def test_anything_else_is_returned_as_it_is(value: Any) -> None:
    assert scrub_error_result("probe", value) is value


@pytest.mark.requirement("s013:class-named-only-if-importable")
@pytest.mark.parametrize(
    ("error", "name"),
    [
        (ValueError(), "ValueError"),
        (FileNotFoundError(), "FileNotFoundError"),
        (dispatch_forge_tool, "ToolError"),
        (type("ValueError", (Exception,), {"__module__": "builtins"})(), "ToolError"),
        (type("Nowhere", (Exception,), {"__module__": "no.such.module"})(), "ToolError"),
        (type("NoModule", (Exception,), {"__module__": None})(), "ToolError"),
    ],
)
def test_a_class_is_named_only_where_it_can_be_imported(error: Any, name: str) -> None:
    assert public_error_type(error) == name


@pytest.mark.requirement("s013:fixed-sentence")
def test_the_fixed_sentence_is_the_seeds() -> None:
    assert failure_payload("boom", "RuntimeError") == {
        "error": "RuntimeError",
        "message": "Tool 'boom' failed — see server logs",
    }


@pytest.mark.requirement("s013:log-lines-cannot-be-forged")
def test_an_escaped_text_is_one_line_of_ascii() -> None:
    line = escaped("a\nb\r\x1b\u2028é\ud800")

    assert line == r"a\nb\r\x1b\u2028\xe9\ud800"


def test_a_record_that_is_kept_shows_the_exception_and_lets_go_of_it(caplog: pytest.LogCaptureFixture) -> None:
    class Held:
        """Held by the exception."""

    def fail() -> None:
        held = Held()
        raise ValueError("no such order", weakref.ref(held))

    seen: list[weakref.ref[Held]] = []
    try:
        fail()
    except ValueError as error:
        seen.append(error.args[1])
        log_failure("probe", "ValueError", error, "run")
    gc.collect()

    (record,) = caplog.records
    assert "no such order" in record.getMessage()
    assert record.getMessage() == record.getMessage()
    assert seen[0]() is None
