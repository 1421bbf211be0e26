"""Described calls: the calls that the text of a tool shows, with literal arguments."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import Any

__all__ = ["described_calls"]

_MAX_TEXT = 20_000
_MAX_CALLS = 6
_MAX_LENGTH = 600


def described_calls(text: str, name: str, parameters: Sequence[str]) -> list[dict[str, Any]]:
    """Return the arguments of the calls of *name* in *text*, such as ``>>> add(1, b=2)``; the caller validates them.

    Args:
        text: A description or a docstring.
        name: The name of the tool, or of its function.
        parameters: The names of its arguments, in order.
    """
    found: list[dict[str, Any]] = []
    for opened in re.finditer(rf"(?<![\w.]){re.escape(name)}\(", text[:_MAX_TEXT]):
        arguments = next(_arguments(text, opened.start(), opened.end(), parameters), None)
        if arguments is not None and arguments not in found:
            found.append(arguments)
    return found[:_MAX_CALLS]


def _arguments(text: str, start: int, end: int, parameters: Sequence[str]) -> Iterator[dict[str, Any]]:
    """Yield the arguments of the shortest expression that begins at *start* and parses."""
    for closed in re.finditer(r"\)", text[end : end + _MAX_LENGTH]):
        try:
            call = ast.parse(re.sub(r"\n\s*(?:\.\.\.)?", " ", text[start : end + closed.end()]), mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
        if not isinstance(call, ast.Call) or len(call.args) > len(parameters):
            return
        try:
            given = dict(zip(parameters, map(ast.literal_eval, call.args), strict=False))
            given |= {keyword.arg: ast.literal_eval(keyword.value) for keyword in call.keywords if keyword.arg}
        except (ValueError, TypeError, RecursionError):
            return
        yield given
        return
