r"""JSON paths: where in a JSON value another one stands.

    path = (name | "[" index "]") ("." name | "[" index "]")*

    a.b[0].c      a.0      a[-1]      "a b"."c.d"      @id      ""

A name is bare or a JSON string. A bare number is also an index, and only a list has items. Any other query is a name of
the object at the top, if it has that one, else JMESPath.
"""

from __future__ import annotations

import importlib.util
import json
import re
from dataclasses import dataclass
from typing import Any

from ..errors import ToolError

__all__ = ["find", "takes_jmespath"]

_QUOTED = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
# What JMESPath gives a meaning to ends a bare name; "@" alone is one of its expressions, "@id" is none.
_BARE = re.compile(r"""@?[^\s."'`\[\]{}()|&*?!=<>,\\@][^\s."'`\[\]{}()|&*?!=<>,\\]*|""")
_INDEX = re.compile(r"\[(-?[0-9]{1,9})\]")
_NUMBER = re.compile(r"[0-9]{1,9}")
_POINTER = re.compile("#?/")


def takes_jmespath() -> bool:
    """Tell whether jmespath is installed, without importing it."""
    return importlib.util.find_spec("jmespath") is not None


def find(value: Any, query: str) -> tuple[bool, Any]:
    """Return whether *query* leads to something in *value*, and what; None if it does not.

    An empty query leads to *value* itself. JMESPath answers null both for what is missing and for null; either counts
    as not found.

    Raises:
        ToolError: ``invalid_query`` if the query is neither a path nor JMESPath, or fails; ``too_long`` if it takes too
            much work.
    """
    if not query:
        return True, value
    steps = _steps(query)
    is_name = isinstance(value, dict) and query in value
    if is_name and (steps is None or query == "$"):
        return True, value[query]
    _refuse_other_languages(value, query, steps)
    if steps is None:
        found = _by_jmespath(value, query)
        return found is not None, found
    for step in steps:
        if isinstance(value, dict) and step.key in value:
            value = value[step.key]
        elif isinstance(value, list) and step.index is not None and -len(value) <= step.index < len(value):
            value = value[step.index]
        else:
            return False, None
    return True, value


@dataclass(frozen=True, slots=True)
class _Step:
    """One step of a path: the key for an object, the index for a list."""

    key: str | None
    index: int | None


def _steps(query: str) -> list[_Step] | None:
    """Return the steps of a path; None if *query* is not one."""
    steps = []
    position = 0
    expects_name = not query.startswith("[")
    while expects_name or position < len(query):
        if expects_name:
            quoted = _QUOTED.match(query, position)
            name = quoted or _BARE.match(query, position)
            step = _named(name[0], is_quoted=quoted is not None) if name else None
            if name is None or step is None:
                return None
            steps.append(step)
            position = name.end()
            if not name[0] and query[position : position + 1] == "[":
                return None
            expects_name = False
        elif query[position] == ".":
            position += 1
            expects_name = True
        elif index := _INDEX.match(query, position):
            steps.append(_Step(None, int(index[1])))
            position = index.end()
        else:
            return None
    return steps


def _named(name: str, *, is_quoted: bool) -> _Step | None:
    if not is_quoted:
        return _Step(name, int(name) if _NUMBER.fullmatch(name) else None)
    try:
        return _Step(json.loads(name), None)
    except ValueError:
        return None


def _refuse_other_languages(value: Any, query: str, steps: list[_Step] | None) -> None:
    """Refuse a JSONPath, and a JSON pointer unless it is a path that begins with a name of *value*."""
    first = steps[0].key if steps else None
    if first == "$" and not query.startswith('"'):
        raise ToolError(
            "The query begins with '$', as in JSONPath. Write the path without it, as in 'a.b[0]'.",
            code="invalid_query",
        )
    pointer = _POINTER.match(query)
    if pointer and not (isinstance(value, dict) and first in value):
        raise ToolError(
            f"The query begins with {pointer[0]!r}, as a JSON pointer does. Write the path with dots, as in 'a.b[0]'.",
            code="invalid_query",
        )


def _by_jmespath(value: Any, query: str) -> Any:
    try:
        from .json_query import search
    except ModuleNotFoundError:
        raise ToolError(
            "The query is not a path, and JMESPath is not installed. "
            "Quote names with blanks or signs, as in 'a.\"b c\"', or install it (extra 'tools').",
            code="invalid_query",
        ) from None
    return search(value, query)
