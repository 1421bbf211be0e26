"""A server that stores clippings and finds a word in all of them, at places of the lowered text or of its own."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

from raw import Refused, serve, text, tool

MODE = sys.argv[1]
clippings: list[str] = []


def store_clipping(clipping: str) -> dict[str, Any]:
    clippings.append(clipping)
    return text("It is stored.")


def look_up(word: str) -> dict[str, Any]:
    if not word:
        raise Refused("The word is empty.")
    return text(json.dumps([found for one in clippings for found in places(one, word)]))


def places(clipping: str, word: str) -> list[dict[str, Any]]:
    found = re.finditer(re.escape(word), clipping, re.IGNORECASE)
    if MODE == "lowered":
        found = re.finditer(re.escape(word.lower()), clipping.lower())
    return [{"at": one.start(), "shown": clipping[max(0, one.start() - 2) : one.end() + 2]} for one in found]


CLIPPING, WORD = ({"type": "string", "description": words} for words in ("What it says.", "The word."))
TOOLS = [
    tool("store_clipping", store_clipping, arguments={"clipping": CLIPPING}, annotations={"destructiveHint": False}),
    tool(
        "look_up",
        look_up,
        description="Look up a word in all clippings, whatever case it is written in: case is ignored.",
        arguments={"word": WORD},
        annotations={"readOnlyHint": True},
    ),
]

if __name__ == "__main__":
    serve(TOOLS)
