"""Tools called in any order: what a machine makes of them, and what it finds."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test
from pydantic import BaseModel, Field

from forge_harness import FORGE_TOOL_REGISTRY, forge_tool
from pytest_forge import ToolStateMachine, invariant

NOTES: list[str] = []


class Text(BaseModel):
    text: str = Field(max_length=20)


class Number(BaseModel):
    number: int = Field(ge=0, le=5)


@forge_tool(args_schema=Text, tier="write", register=False)
def add_note(args: Text) -> dict[str, Any]:
    """Add a note."""
    NOTES.append(args.text)
    return {"count": len(NOTES)}


@forge_tool(args_schema=Number, tier="write", register=False)
def drop_note(args: Number) -> dict[str, Any]:
    """Drop the note of that number."""
    if args.number >= len(NOTES):
        return {"error": "not_found", "message": "There is no note of that number."}
    # The defect: the third note takes all with it.
    if args.number == 2:
        NOTES.clear()
    else:
        del NOTES[args.number]
    return {"count": len(NOTES)}


class Notes(ToolStateMachine):
    tools: ClassVar = [add_note, drop_note]

    def reset(self) -> None:
        NOTES.clear()


FEW = settings(max_examples=60, stateful_step_count=15, database=None, derandomize=True, deadline=None)


def test_tools_that_keep_their_promise_in_any_order_pass() -> None:
    counts: list[int] = []

    class Adding(ToolStateMachine):
        tools: ClassVar = [add_note]

        def reset(self) -> None:
            NOTES.clear()

        @invariant()
        def every_note_is_kept(self) -> None:
            counts.append(len(NOTES))
            assert len(NOTES) == self.succeeded["add_note"] == len(self.calls)

    run_state_machine_as_test(Adding, settings=FEW)

    assert max(counts) > 3


def test_a_defect_that_takes_several_calls_is_found_and_shrunk() -> None:
    class Counting(Notes):
        tools: ClassVar = [add_note, drop_note]

        @invariant()
        def the_count_is_right(self) -> None:
            assert len(NOTES) == self.succeeded["add_note"] - self.succeeded["drop_note"]

    with pytest.raises(AssertionError) as caught:
        run_state_machine_as_test(Counting, settings=settings(FEW, max_examples=300))

    shown = "\n".join(caught.value.__notes__)
    assert (shown.count("call_add_note"), shown.count("call_drop_note")) == (3, 1)


def test_each_example_has_a_workspace_of_its_own_and_registries_are_restored() -> None:
    workspaces = set()
    before = dict(FORGE_TOOL_REGISTRY)

    class Registering(ToolStateMachine):
        tools: ClassVar = [add_note]

        @invariant()
        def is_empty(self) -> None:
            assert list(self.workspace.iterdir()) == []
            workspaces.add(self.workspace)
            (self.workspace / "left").touch()
            (self.workspace / "left").unlink()

    run_state_machine_as_test(Registering, settings=settings(FEW, max_examples=5))

    assert len(workspaces) > 1
    assert not any(workspace.exists() for workspace in workspaces)
    assert dict(FORGE_TOOL_REGISTRY) == before


def test_a_tool_that_registers_another_while_it_runs_is_told() -> None:
    def meddle(text: str) -> str:
        forge_tool(name="late", args_schema=Text)(lambda args: args.text)
        return text

    class Meddling(ToolStateMachine):
        tools: ClassVar = [meddle]

    with pytest.raises(AssertionError, match="'meddle' changed FORGE_TOOL_REGISTRY"):
        run_state_machine_as_test(Meddling, settings=FEW)

    assert "late" not in FORGE_TOOL_REGISTRY


def test_after_call_sees_arguments_and_result() -> None:
    seen = []

    class Looking(ToolStateMachine):
        tools: ClassVar = [drop_note]

        def after_call(self, call: Any) -> None:
            seen.append((call.tool, set(call.arguments), call.result.llm_payload()["error"]))

        def reset(self) -> None:
            NOTES.clear()

    run_state_machine_as_test(Looking, settings=settings(FEW, max_examples=3))

    assert set(map(str, seen)) == {"('drop_note', {'number'}, 'not_found')"}


def test_a_name_that_nothing_is_registered_as_is_refused() -> None:
    with pytest.raises(ValueError, match="No tool named 'nothing' is registered"):
        type("Missing", (ToolStateMachine,), {"tools": ["nothing"]})
