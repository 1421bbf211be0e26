"""Tools for the tests of the server, each named after what it does."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from pydantic import BaseModel

from forge_harness import ToolError, ToolRegistry, forge_tool, is_cancelled


class Text(BaseModel):
    text: str = ""


class Depth(BaseModel):
    levels: int


class ToolsOfTests:
    """A registry of tools, and what they did."""

    def __init__(self) -> None:
        self.registry = ToolRegistry()
        self.has_begun = threading.Event()
        self.saw_cancel = threading.Event()
        self.may_end = threading.Event()
        add = self.registry.register

        @forge_tool(args_schema=Text, tier="read", facts={"varies": False, "open_world": False}, register=False)
        def echo(args: Text) -> dict[str, str]:
            """Return the text."""
            return {"text": args.text}

        @forge_tool(args_schema=Text, tier="read", register=False)
        def shout(args: Text) -> str:
            """Return the text in capitals."""
            return args.text.upper()

        @forge_tool(args_schema=Text, tier="write", facts={"replaces": False, "creates": True}, register=False)
        def note(args: Text) -> str:
            """Write the text down."""
            return "written"

        @forge_tool(args_schema=Text, tier="execute", register=False)
        def launch(args: Text) -> str:
            """Start something."""
            return "started"

        @forge_tool(args_schema=Text, tier="read", register=False)
        def broken(args: Text) -> str:
            """Fail with private text."""
            raise ValueError("the key is in /home/me/.key")

        @forge_tool(args_schema=Text, tier="read", register=False)
        def refusing(args: Text) -> str:
            """Fail on purpose."""
            raise ToolError("There is no such city. Ask for another.", code="not_found")

        @forge_tool(args_schema=Text, tier="read", register=False)
        def telling(args: Text) -> dict[str, str]:
            """Return an error."""
            return {"error": "not_found", "message": "There is no such city."}

        @forge_tool(args_schema=Depth, tier="read", register=False)
        def nested(args: Depth) -> dict[str, object]:
            """Return objects inside each other."""
            value: dict[str, object] = {}
            for _ in range(args.levels - 1):
                value = {"a": value}
            return value

        @forge_tool(args_schema=Text, tier="read", required_scopes=["mail"], register=False)
        def scoped(args: Text) -> str:
            """Need a scope."""
            return "ok"

        @forge_tool(args_schema=Text, tier="read", register=False)
        def waiting(args: Text) -> str:
            """Wait until the call is cancelled, and then for the test."""
            self.has_begun.set()
            while not is_cancelled():
                time.sleep(0.002)
            self.saw_cancel.set()
            self.may_end.wait(10)
            return "ended"

        @forge_tool(args_schema=Text, tier="read", workspace_root_aware=True, register=False)
        def filed(args: Text, *, workspace_root: Path) -> str:
            """Work on files."""
            return "ok"

        for tool in (echo, shout, note, launch, broken, refusing, telling, nested, scoped, waiting, filed):
            add(tool)
