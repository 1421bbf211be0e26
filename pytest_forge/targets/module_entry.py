"""ModuleEntry: an attribute of a module that is a tool, or the reason it is not one."""

from __future__ import annotations

from msgspec import Struct
from pydantic import BaseModel

from forge_harness import ForgeTool, Tool

__all__ = ["ModuleEntry", "left_out"]


class ModuleEntry(Struct, frozen=True):
    """An attribute of a module that is a tool, or the reason it is not one.

    Attributes:
        kind: ``forge``, ``legacy``, ``executor`` or ``function``.
        tool: The tool; for an entry that is left out, a placeholder that is never called.
        place: The attribute that leads to it; empty if only its name is known.
        why_left_out: Why it is not checked; empty for a tool.
    """

    kind: str
    tool: Tool
    place: str = ""
    why_left_out: str = ""


def left_out(name: str, why: str, *, place: str = "") -> ModuleEntry:
    """Return an entry that is not checked, for the report."""
    stand_in = ForgeTool(lambda _: None, name=name, description="", args_schema=BaseModel)
    return ModuleEntry("function", stand_in, place or name, why)
