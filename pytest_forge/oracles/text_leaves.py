"""Text leaves: every text in a value of dicts, lists, models, paths and exceptions, with its path."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import PurePath
from typing import Any

__all__ = ["code_points", "leaves_of"]

_MAX_LEAVES = 20_000
#: Characters of JSON that are searched for lists of code points.
_MAX_TEXT = 60_000


def leaves_of(value: Any) -> Iterator[tuple[str, str]]:
    """Yield the path of each text in *value*, and the text; paths of dict keys end in ``.keys()``."""
    stack: list[tuple[str, Any]] = [("", value)]
    visited: set[int] = set()
    for _ in range(_MAX_LEAVES):
        if not stack:
            return
        where, item = stack.pop()
        if isinstance(item, str):
            yield where, item
            continue
        if isinstance(item, bytes | bytearray | memoryview):
            yield where, bytes(item).decode("utf-8", "replace")
            continue
        if isinstance(item, PurePath):
            yield where, str(item)
            continue
        if id(item) in visited:
            continue
        visited.add(id(item))
        stack.extend(reversed(list(_children(where, item))))


def _children(where: str, item: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(item, Mapping):
        for key, value in item.items():
            yield f"{where}.keys()", key
            yield f"{where}[{_shown(key)}]", value
    elif isinstance(item, list | tuple):
        for index, value in enumerate(item):
            yield f"{where}[{index}]", value
    elif isinstance(item, set | frozenset):
        for value in item:
            yield where, value
    elif isinstance(item, BaseException):
        # Not JSON, but a JSON encoder with a fallback would write its text.
        yield where, _text_of(item)
        yield f"{where}.args", item.args
    elif hasattr(item, "model_dump") and not isinstance(item, type):
        yield where, _dumped(item)
    elif is_dataclass(item) and not isinstance(item, type):
        for field in fields(item):
            yield f"{where}.{field.name}", getattr(item, field.name, None)


def _shown(key: Any) -> str:
    # A key may be the secret itself, or very long.
    return repr(key) if isinstance(key, str) and key.isidentifier() and len(key) <= 40 else "..."


def _dumped(model: Any) -> Any:
    try:
        return model.model_dump()
    except Exception:  # noqa: BLE001  # a tool's model that cannot be serialised reaches no model
        return None


def _text_of(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # noqa: BLE001  # a hostile __str__ shows nothing
        return ""


def code_points(value: Any) -> str:
    """Return the text that lists of code points in *value* spell; empty if there are none."""
    try:
        lists = re.findall(r"\[((?:\d{1,7}, ){7,}\d{1,7})\]", json.dumps(value, default=lambda _: None)[:_MAX_TEXT])
    except (TypeError, ValueError, RecursionError):
        return ""
    return " ".join("".join(chr(int(part)) for part in run.split(", ") if int(part) < 0x110000) for run in lists)
