"""A server of a lighthouse that shows its settings: one tool masks each secret in them, and some forget a place."""

from __future__ import annotations

import json
from typing import Any

from raw import serve, tool

READS = {"readOnlyHint": True}
SETTINGS: dict[str, Any] = {
    "lamp": {"watts": 400, "owner": "Ada", "access_key": "lamp-77ab2"},
    "horn": {"strokes": 3, "sirens": [{"place": "north", "access_key": "horn-18cd9"}]},
    "radio": {"channel": 12, "relay": {"token": "unset"}},
}
MASKED = "Show the settings of a part. Each access_key and token is masked."
PART = {"part": {"type": "string", "enum": [*SETTINGS], "description": "Which part."}}
NAMED = "Show the settings of a part. Each secret is masked, such as an access_key."
NAME = {"part": {"type": "string", "description": "Which part; lists_parts knows them."}}
keys: list[str] = []


def masked(value: Any, *, in_lists: bool) -> Any:
    if isinstance(value, dict):
        return {key: "***" if key == "access_key" else masked(part, in_lists=in_lists) for key, part in value.items()}
    if in_lists and isinstance(value, list):
        return [masked(part, in_lists=in_lists) for part in value]
    return value


def shows_part(part: str) -> str:
    return json.dumps(masked(SETTINGS[part], in_lists=False))


def shows_masked_part(part: str) -> str:
    # A token that is not there is told to be unset.
    return json.dumps(masked(SETTINGS[part], in_lists=True))


def lists_parts() -> str:
    return json.dumps({"parts": list(SETTINGS)})


def shows_named_part(part: str) -> str:
    if part not in SETTINGS:
        raise ValueError("There is no such part; see lists_parts.")
    return shows_part(part)


def shows_all() -> str:
    return json.dumps(masked(SETTINGS, in_lists=False))


def lists_keys() -> str:
    # It shows the end of each, by which its owner knows it.
    return json.dumps([{"access_key": f"...{key[-4:]}"} for key in ["lamp-77ab2", *keys]])


def makes_key() -> str:
    keys.append(f"guest-{4100 + len(keys)}")
    return json.dumps({"access_key": keys[-1], "earlier": [{"access_key": "***"} for _ in keys[:-1]]})


TOOLS = [
    {**tool("shows_part", shows_part, arguments=PART, annotations=READS), "description": MASKED},
    {**tool("shows_masked_part", shows_masked_part, arguments=PART, annotations=READS), "description": MASKED},
    {**tool("shows_named_part", shows_named_part, arguments=NAME, annotations=READS), "description": NAMED},
    tool("lists_parts", lists_parts, arguments={}, annotations=READS),
    tool("shows_all", shows_all, arguments={}, annotations=READS),
    tool("lists_keys", lists_keys, arguments={}, annotations=READS),
    tool("makes_key", makes_key, arguments={}, annotations={"destructiveHint": False}),
]

if __name__ == "__main__":
    serve(TOOLS)
