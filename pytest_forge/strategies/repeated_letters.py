"""Repeated letters: letters of which the texts that a tool's module holds have many in a row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from forge_harness import Tool

from ..regex import regex
from .mined_constants import author_functions

__all__ = ["repeated_letters"]

#: Equal letters that make ways to share them among wildcards.
_RUN = regex(r"([A-Za-z0-9])\1{23,}")
_MAX_TEXT, _MAX_PARTS, _MAX_LETTERS = 20_000, 200, 2


def repeated_letters(tool: Tool) -> list[str]:
    """Return such letters, those of the longest runs first."""
    runs: dict[str, int] = {}
    for function in author_functions(tool):
        for name in function.__code__.co_names:
            for text in _texts(function.__globals__.get(name), 0):
                for run in _RUN.finditer(text[:_MAX_TEXT]):
                    runs[run[1]] = max(len(run[0]), runs.get(run[1], 0))
    return sorted(runs, key=lambda letter: -runs[letter])[:_MAX_LETTERS]


def _texts(value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif type(value) in (list, tuple, dict) and depth < 3:
        for part in list(value.values() if type(value) is dict else value)[:_MAX_PARTS]:
            yield from _texts(part, depth + 1)
