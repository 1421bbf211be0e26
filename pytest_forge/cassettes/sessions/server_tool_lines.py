"""A turn's server tools and media as labelled texts, for the terminal and for transcripts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from .turn import Turn

__all__ = ["server_tool_lines"]


def server_tool_lines(turn: Turn) -> Iterator[tuple[str, str]]:
    """Yield a label and a text for each tool that the provider ran, for its result or error, and for media."""
    shown = turn.as_json()
    for tool in shown.get("server_tools", ()):
        owner = f"{tool['server']}." if "server" in tool else ""
        given = "" if tool["input"] is None else _written(tool["input"])
        yield "server", f"{owner}{tool['name']}({given})"
        if tool["error"] is not None:
            yield "failed", tool["error"]
        elif tool["result"] is not None:
            yield "result", _written(tool["result"])
    if media := shown.get("media"):
        yield "media", ", ".join(media)


def _written(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=repr)
