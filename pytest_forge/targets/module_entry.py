"""ModuleEntry: what a module holds where a tool may be: the tool, or why it is none."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel

from forge_harness import ForgeTool, Tool

__all__ = ["ModuleEntry", "left_out"]


@dataclass(frozen=True, slots=True)
class ModuleEntry:
    """What a module holds where a tool may be.

    Attributes:
        kind: ``forge``, ``legacy``, ``executor`` or ``function``.
        tool: The tool; of one that is left out a stand-in that is never called.
        place: The attribute that leads to it alone; empty if only its name is known.
        why_left_out: Why it is not checked; empty for a tool.
    """

    kind: str
    tool: Tool
    place: str = ""
    why_left_out: str = ""


def left_out(name: str, why: str, *, place: str = "") -> ModuleEntry:
    """Return the entry of what is not checked, so that the report can name it."""
    stand_in = ForgeTool(lambda _: None, name=name, description="", args_schema=BaseModel)
    return ModuleEntry("function", stand_in, place or name, why)
