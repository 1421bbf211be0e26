"""A small part of JSONPath: one place, or one place in each element, of a JSON value.

$                       the whole value
.name  ['name']         a member of an object; the second form for any name
[0]                     an element of a list, from its beginning
[*]  .*                 every element, every member

A path continues into a text with JSON, such as the ``arguments`` of a tool call.
"""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from ...regex import regex

__all__ = ["IGNORED", "JsonPathError", "parse_path", "without"]

#: Replaces an ignored element of a list, so that the others keep their places.
IGNORED = object()

_STEP = regex(
    r"""\.(?P<name>[^\s.\[\]'"*]+)|\['(?P<single>[^']*)'\]|\["(?P<double>[^"]*)"\]|\[(?P<index>\d{1,9})\]|(?P<all>\[\*\]|\.\*)"""
)


class JsonPathError(ValueError):
    """A JSON path is invalid; the message is two sentences."""


@lru_cache(maxsize=512)
def parse_path(path: str) -> tuple[str | int | None, ...]:
    """Return the steps of a path: a name, an index, or None for all.

    Raises:
        JsonPathError: If it is not such a path.
    """
    steps: list[str | int | None] = []
    at = 1
    while path[:1] == "$" and at < len(path) and (step := _STEP.match(path, at)) is not None:
        at = step.end()
        if step["index"] is not None:
            steps.append(int(step["index"]))
        elif step["all"] is not None:
            steps.append(None)
        else:
            steps.append(next(step[form] for form in ("name", "single", "double") if step[form] is not None))
    if path[:1] != "$" or at < len(path):
        raise JsonPathError(f"{path!r} is not a supported JSON path. Write it like '$.messages[*].content'.")
    return tuple(steps)


def without(value: Any, steps: tuple[str | int | None, ...]) -> Any:
    """Return *value* without the places of the steps; *value* itself if there are none."""
    if not steps:
        return IGNORED
    step, rest = steps[0], steps[1:]
    if isinstance(value, dict):
        if step is None:
            changed = {name: without(member, rest) for name, member in value.items()}
        elif step in value:
            changed = {**value, step: without(value[step], rest)}
        else:
            return value
        return {name: member for name, member in changed.items() if member is not IGNORED}
    if isinstance(value, list) and not isinstance(step, str):
        return [without(item, rest) if step in (None, place) else item for place, item in enumerate(value)]
    if isinstance(value, str) and value.lstrip()[:1] in ("{", "["):
        try:
            inner = json.loads(value)
        except (ValueError, RecursionError):
            return value
        left = without(inner, steps)
        return value if left == inner else json.dumps(left, ensure_ascii=False, default=_shown)
    return value


def _shown(_: object) -> None:
    # An ignored element inside of a text.
    return None
