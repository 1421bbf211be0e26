"""JMESPath with bounds: a short query cannot take long, nor make much of little.

Without them, ``[@,@]|[@,@]|...`` doubles its input at each step, and ``join`` repeats a text for each item of a list.
This module imports jmespath, so it is imported when a query needs it.
"""

from __future__ import annotations

import math
import re
from typing import Any

from jmespath.parser import Parser
from jmespath.visitor import TreeInterpreter

from ..errors import ToolError
from .strict_json import MAX_DEPTH

__all__ = ["search"]

#: What a query may cost: a step for each part of it that is evaluated, each value and each 16 characters that it makes.
_MAX_STEPS = 1_000_000
_CHARACTERS_A_STEP = 16

#: Parts of a query whose result may be larger than the values that went in.
_MAKERS = frozenset({"flatten", "function_expression", "multi_select_dict", "multi_select_list"})

_SURROGATE = re.compile("[\ud800-\udfff]")

# What fails in its lexer and its functions is of many kinds, all of them about the query.
_FAILURES = (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError)


def search(value: Any, query: str) -> Any:
    """Return what the JMESPath *query* finds in *value*; None if that is nothing, or null.

    Raises:
        ToolError: ``invalid_query`` if it is not JMESPath, fails, or finds what is not JSON; ``too_long`` if it takes
            too many steps.
    """
    try:
        parsed = Parser().parse(query).parsed
    except _FAILURES:
        advice = "Write a path such as 'a.b[0].c', and quote other names, as in 'a.\"b c\"'."
        if "?" in query:
            advice = "Write a filter as in 'a[?b > `5`].c', with numbers in backticks and texts in single quotes."
        raise ToolError(f"The query is neither a path nor JMESPath. {advice}", code="invalid_query") from None
    interpreter = _BoundedInterpreter()
    try:
        found = interpreter.visit(parsed, value)
        interpreter.measure(found)
    except _FAILURES:
        raise _failure() from None
    if not _is_json(found):
        raise _failure()
    return found


def _failure() -> ToolError:
    return ToolError(
        "The JMESPath query fails on this data. Check the names and the arguments of its functions.",
        code="invalid_query",
    )


def _is_json(value: Any) -> bool:
    """Tell whether a value can be written, nested no deeper than what was read."""
    parts = [(value, 0)]
    while parts:
        part, depth = parts.pop()
        if isinstance(part, str):
            if _SURROGATE.search(part):
                return False
        elif isinstance(part, list | dict):
            if depth == MAX_DEPTH:
                return False
            parts += [(item, depth + 1) for item in ([*part, *part.values()] if isinstance(part, dict) else part)]
        elif isinstance(part, float):
            if not math.isfinite(part):
                return False
        elif not isinstance(part, bool | int | None):
            return False
    return True


class _BoundedInterpreter(TreeInterpreter):  # type: ignore[misc]  # jmespath has no type hints
    def __init__(self) -> None:
        super().__init__()
        self._steps_left = _MAX_STEPS

    def visit(self, node: Any, *args: Any, **options: Any) -> Any:
        self._spend(1)
        value = super().visit(node, *args, **options)
        if node["type"] in _MAKERS:
            self.measure(value)
        return value

    def visit_function_expression(self, node: Any, value: Any) -> Any:
        arguments = [self.visit(child, value) for child in node["children"]]
        for argument in arguments:
            self.measure(argument)
        if node["value"] == "join" and [type(argument) for argument in arguments] == [str, list]:
            separator, parts = arguments
            self._spend(len(separator) * len(parts) // _CHARACTERS_A_STEP)
        return self._functions.call_function(node["value"], arguments)

    def measure(self, value: Any) -> None:
        """Spend the steps for a value; a part counts each time that it occurs in it."""
        parts = [value]
        while parts:
            part = parts.pop()
            if isinstance(part, str):
                self._spend(len(part) // _CHARACTERS_A_STEP)
            elif isinstance(part, list):
                self._spend(len(part))
                parts += part
            elif isinstance(part, dict):
                self._spend(2 * len(part))
                parts += part
                parts += part.values()

    def _spend(self, steps: int) -> None:
        self._steps_left -= steps
        if self._steps_left < 0:
            raise ToolError("The query takes too many steps. Ask for a smaller part of the data.", code="too_long")
