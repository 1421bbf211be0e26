"""A server that cuts texts as JavaScript does, between the units of UTF-16 ("units"), or between signs ("signs").

A text comes with the call ("shorten"), or another tool has stored it ("headlines").
"""

from __future__ import annotations

import json
import sys
from typing import Any

from raw import Refused, serve, text, tool

WAY = sys.argv[1]
LONGEST = 24
stored: list[str] = []


def cut(words: str) -> str:
    if WAY == "signs":
        return words[:LONGEST]
    return words.encode("utf-16-le")[: 2 * LONGEST].decode("utf-16-le", "surrogatepass")


def shorten(caption: str) -> dict[str, Any]:
    return text(json.dumps({"short": cut(caption)}))


def publish(body: str) -> str:
    if len(body) > 500:
        raise Refused("It is too long.")
    stored.append(body)
    return "It is published."


def headlines() -> dict[str, Any]:
    told = {"headlines": [cut(one) for one in stored]}
    return text(json.dumps(told), structuredContent=told)


CAPTION, BODY = ({"type": "string", "description": words} for words in ("What to shorten.", "What it says."))
TOOLS = [
    tool("shorten", shorten, arguments={"caption": CAPTION}, annotations={"readOnlyHint": True}),
    tool("publish", publish, arguments={"body": BODY}, annotations={"readOnlyHint": False, "destructiveHint": False}),
    tool("headlines", headlines, arguments={}, annotations={"readOnlyHint": True}),
]

if __name__ == "__main__":
    serve(TOOLS)
