"""Refusals of tools at registration; a checker collects them instead, so that it can report them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import RegistrationError
from ..tool import Tool

__all__ = ["collecting_problems", "refuse"]

_collected: list[tuple[Tool, list[str]]] | None = None


@contextmanager
def collecting_problems() -> Iterator[list[tuple[Tool, list[str]]]]:
    """Collect the problems that registration would raise, so that a checker can report them.

    Inside, a tool that `forge_tool` would refuse is returned unregistered, and listed with its problems.
    """
    global _collected  # a decorator cannot receive it as an argument
    outer, _collected = _collected, []
    try:
        yield _collected
    finally:
        _collected = outer


def refuse(tool: Tool, problems: list[str]) -> None:
    """Refuse *tool* for the first of *problems*, or list it inside `collecting_problems`.

    Raises:
        RegistrationError: Outside of `collecting_problems`.
    """
    if _collected is None:
        raise RegistrationError(problems[0])
    _collected.append((tool, problems))
