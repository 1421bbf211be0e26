"""The measure of the house: how much of it one tool call passes through."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import FrameType
from typing import Any

from pydantic import BaseModel, Field

import forge_harness
from forge_harness import Dispatcher, EventBus, ToolRegistry, forge_tool

HOUSE = Path(forge_harness.__file__).parent
MOST_MODULES = 12
MOST_LINES = 1_500


class EchoArguments(BaseModel):
    text: str = Field(description="What to say.")


@forge_tool(args_schema=EchoArguments, tier="read", register=False)
def echo(arguments: EchoArguments) -> dict[str, str]:
    """Say the text again."""
    return {"echoed": arguments.text}


def route_of(sent: str) -> tuple[list[Path], Any]:
    """Return our files that the call enters, in order, and what went back to the model."""
    registry = ToolRegistry()
    registry.register(echo)
    # A model has been sent the definitions before it calls anything.
    registry.get_tool_definitions()
    bus = EventBus()
    bus.subscribe(lambda event: None)
    dispatcher = Dispatcher(registry, bus=bus)
    entered: dict[Path, None] = {}

    def note(frame: FrameType, event: str, _: Any) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.is_relative_to(HOUSE):
            entered.setdefault(path)

    sys.setprofile(note)
    try:
        answered = dispatcher.dispatch("echo", json.loads(sent)).llm_json()
    finally:
        sys.setprofile(None)
    return list(entered), json.loads(answered)


def test_a_call_passes_through_little_of_the_house(record_property: Any) -> None:
    route, answered = route_of('{"text": "hello"}')

    lines = sum(len(path.read_text().splitlines()) for path in route)
    record_property("route", " > ".join(path.stem for path in route))
    assert answered == {"echoed": "hello"}
    assert len(route) <= MOST_MODULES
    assert lines <= MOST_LINES


def test_a_refused_call_adds_only_what_refuses_it() -> None:
    route, answered = route_of('{"text": "hello"}')
    refused, refusal = route_of('{"text": 5}')

    added = {path.relative_to(HOUSE).with_suffix("").as_posix() for path in set(refused) - set(route)}
    assert answered != refusal == {"error": "ToolValidationError", "message": "Tool 'echo' failed — see server logs"}
    refusing = {"kinds/refused_arguments", "schema/json_schema", "scrub"}
    assert {name for name in added if not name.startswith("errors/")} <= refusing
