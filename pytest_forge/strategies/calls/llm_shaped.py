"""LLM-shaped: calls with typical mistakes of language models, and the intended calls.

Models are known for each of these mistakes. A tool should understand it, or refuse it with a helpful message; it must
not crash, or do something else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct

from .examples import candidate_arguments

__all__ = ["LlmShaped", "Shape", "llm_shaped_arguments"]

Shape = Literal[
    "object_as_text",
    "array_as_text",
    "enveloped",
    "doubled_braces",
    "null_for_omitted",
    "empty_for_omitted",
    "number_as_text",
    "boolean_as_text",
    "text_as_array",
    "single_for_array",
    "other_case",
    "extra_key",
    "cut_off",
    "all_enveloped",
    "trailing_token",
    "fenced",
]

_ENVELOPES = ("item", "value", "type")
_WHOLE = ("arguments", "input", "parameters", "args")
_EXTRA = {"explanation": "I call this tool to help the user.", "reasoning": "", "tool_call_id": "call_1"}


class LlmShaped(Struct, frozen=True):
    """A call with one mistake of a language model.

    Attributes:
        arguments: The call as it arrives.
        meant: The intended, valid call.
        shape: The kind of mistake.
        name: The argument with the mistake, or None for the whole call.
    """

    arguments: dict[str, Any]
    meant: dict[str, Any]
    shape: Shape
    name: str | None


def llm_shaped_arguments(schema: Mapping[str, Any], *, limit: int = 300) -> list[LlmShaped]:
    """Return calls with one mistake each, as variations of the simplest call and of the one with every argument.

    Args:
        schema: The advertised schema.
        limit: Maximum number of calls.
    """
    calls = candidate_arguments(schema, limit=4)
    properties = schema.get("properties")
    names = [name for name in properties if isinstance(name, str)] if isinstance(properties, Mapping) else []
    found: dict[str, LlmShaped] = {}
    for meant in calls:
        for shaped in _shaped(meant, names):
            if shaped.arguments != meant or _told(shaped.arguments) != _told(meant):
                found.setdefault(_told(shaped.arguments), shaped)
    return list(found.values())[:limit]


def _shaped(meant: dict[str, Any], names: list[str]) -> Iterator[LlmShaped]:
    for name, value in meant.items():
        for shape, wrong in _mistaken(value):
            yield LlmShaped({**meant, name: wrong}, meant, shape, name)
        for other in _other_cases(name):
            renamed = {other if key == name else key: part for key, part in meant.items()}
            yield LlmShaped(renamed, meant, "other_case", name)
    for name in names:
        if name not in meant:
            yield LlmShaped({**meant, name: None}, meant, "null_for_omitted", name)
            yield LlmShaped({**meant, name: ""}, meant, "empty_for_omitted", name)
    for key, value in _EXTRA.items():
        if key not in names:
            yield LlmShaped({**meant, key: value}, meant, "extra_key", None)
    for key in _WHOLE:
        if key not in names:
            yield LlmShaped({key: meant}, meant, "all_enveloped", None)
            yield LlmShaped({key: json.dumps(meant)}, meant, "all_enveloped", None)


def _mistaken(value: Any) -> Iterator[tuple[Shape, Any]]:
    if isinstance(value, bool):
        yield from (("boolean_as_text", text) for text in (str(value).lower(), str(value), "yes" if value else "no"))
        yield "boolean_as_text", int(value)
    elif isinstance(value, int | float):
        yield "number_as_text", str(value)
        yield "number_as_text", f"{value} "
        if isinstance(value, int):
            yield "number_as_text", f"{value}.0"
    elif isinstance(value, str):
        yield "text_as_array", [value]
        yield "trailing_token", f"{value}<|im_end|>"
        yield "trailing_token", f"{value}</parameter>"
        yield "fenced", f"```\n{value}\n```"
        yield "fenced", json.dumps(value)
        if len(value) > 1:
            yield "cut_off", value[: len(value) // 2]
    elif isinstance(value, list | dict):
        text = json.dumps(value)
        yield ("object_as_text" if isinstance(value, dict) else "array_as_text"), text
        yield "fenced", f"```json\n{text}\n```"
        yield "cut_off", text[:-1]
        yield "cut_off", text[: max(1, len(text) // 2)]
        yield "doubled_braces", f"{{{text}}}"
        yield "trailing_token", f"{text}}}"
        if isinstance(value, list):
            yield "single_for_array", ", ".join(map(str, value))
            yield from (("single_for_array", part) for part in value[:1])
            yield "enveloped", {"item": value}
            yield "enveloped", {str(index): part for index, part in enumerate(value)}
        else:
            yield "single_for_array", [value]
    yield from (("enveloped", {key: value}) for key in _ENVELOPES)


def _other_cases(name: str) -> Iterator[str]:
    words = [word for word in re.split(r"[_\-\s]+|(?<=[a-z0-9])(?=[A-Z])", name) if word]
    camel = "".join(word if index == 0 else word.capitalize() for index, word in enumerate(words))
    snake = "_".join(word.lower() for word in words)
    for other in dict.fromkeys((camel, snake, "-".join(words), "".join(map(str.capitalize, words)), name.upper())):
        if other != name:
            yield other


def _told(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=repr)
