"""The measure of the house: how much of it one tool call passes through."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
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


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        ('{"text": "hello"}', {"echoed": "hello"}),
        ('{"text": 5}', {"error": "ToolValidationError", "message": "Tool 'echo' failed — see server logs"}),
    ],
)
def test_a_call_passes_through_little_of_the_house(sent: str, answered: Any, record_property: Any) -> None:
    route, payload = route_of(sent)

    lines = sum(len(path.read_text().splitlines()) for path in route)
    record_property("route", " > ".join(path.stem for path in route))
    assert payload == answered
    assert len(route) <= MOST_MODULES
    assert lines <= MOST_LINES
