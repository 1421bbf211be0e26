"""A server without a defect that asks others first, as one does whose answers come from far away."""

from __future__ import annotations

import threading

from raw import serve, tool

PAUSE_S = 0.45


def look_up(word: str, language: str = "en") -> str:
    # Not a pause that would be skipped.
    threading.Event().wait(PAUSE_S)
    return f"{len(word)} letters in {language}"


TOOLS = [
    tool(
        "look_up",
        look_up,
        arguments={
            "word": {"type": "string", "description": "What to look up."},
            "language": {"type": "string", "description": "Its language.", "default": "en"},
        },
    )
]

if __name__ == "__main__":
    serve(TOOLS)
