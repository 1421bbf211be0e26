"""Equal choices: offered values that a function does not tell apart.

due: Literal["any", "today", "overdue"]     if due == "today": ...          "overdue" does what "any" does
unit: Literal["g", "kg", "oz"]              {"g": 1, "kg": 1000}.get(unit, 1)     "oz" does what "g" does
sort_by: Literal["newest", "oldest", "longest"]     reverse=sort_by != "oldest"     "longest" does what "newest" does
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Collection, Sequence
from types import FunctionType
from typing import Any

from ....profile.chosen_orders import are_orders, is_same_order
from ....strategies.mined_constants import author_functions
from ....targets.subject import Subject

__all__ = ["treated_like"]

_FEWEST = 3
_LISTS = (tuple, list, set, frozenset, dict)


def treated_like(subject: Subject, path: Sequence[str | int], value: Any, choices: Collection[Any]) -> str:
    """Return what a function does with a choice that none of its lines tells from another one; "" if nothing shows it.

    It counts only if the function does nothing with the argument but compare it with constants, tells a third choice
    from both, and names neither of them in a list of some choices. It may name the argument in an error, and
    repeat it in its answer if it is an order: an order is more than the name of a record.

    Args:
        subject: The tool.
        path: The place of the choice in the arguments.
        value: The choice.
        choices: All of them.
    """
    texts = [choice for choice in choices if isinstance(choice, str)]
    if subject.is_served or len(path) != 1 or len(texts) != len(choices) or len(texts) < _FEWEST:
        return ""
    compared = _comparisons(subject, str(path[0]), is_order=are_orders(str(path[0]), texts))
    answers = {choice: [choice in one for one in compared or ()] for choice in texts}
    if compared is None or any(value in one and len({choice in one for choice in texts}) > 1 for one in compared):
        return ""
    alike = [choice for choice in texts if answers[choice] == answers[value]]
    default = (subject.schema.get("properties") or {}).get(path[0], {}).get("default")
    usual = default if default in alike else alike[0]
    if value == usual or len(alike) == len(texts) or value.startswith(usual) or usual.startswith(value):
        return ""
    if is_same_order(value, usual):
        return ""
    return f"does what it does for {usual!r}: no line of the code tells them apart"


def _comparisons(subject: Subject, name: str, *, is_order: bool) -> list[Collection[Any]] | None:
    """Return the constants that a function compares an argument with; None if it does anything else with it."""
    for function in author_functions(subject.tool):
        if name not in inspect.signature(function).parameters:
            continue
        try:
            tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
        except (OSError, SyntaxError, ValueError):
            return None
        found: list[Collection[Any]] = []
        understood: set[int] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Compare) and len(node.ops) == 1:
                _note(node, name, function, found, understood)
            elif isinstance(node, ast.Match) and _is_name(node.subject, name):
                understood.add(id(node.subject))
                patterns = [one for case in node.cases for one in ast.walk(case.pattern)]
                found += [(one.value,) for one in patterns if isinstance(one, ast.Constant)]
            elif isinstance(node, ast.Call) and len(node.args) == 2 and _is_name(node.args[0], name):
                _note_table(node, function, found, understood)
            elif isinstance(node, ast.Raise):
                understood.update(id(part) for part in ast.walk(node) if _is_name(part, name))
            elif is_order and isinstance(node, ast.Return) and isinstance(node.value, ast.Dict):
                understood.update(id(part) for part in node.value.values if _is_name(part, name))
        uses = [node for node in ast.walk(tree) if _is_name(node, name)]
        return found if found and all(id(use) in understood for use in uses) else None
    return None


def _note(
    node: ast.Compare, name: str, function: FunctionType, found: list[Collection[Any]], understood: set[int]
) -> None:
    left, right, operator = node.left, node.comparators[0], node.ops[0]
    if isinstance(operator, ast.Eq | ast.NotEq):
        for one, other in ((left, right), (right, left)):
            if _is_name(one, name) and isinstance(other, ast.Constant):
                understood.add(id(one))
                found.append((other.value,))
    elif isinstance(operator, ast.In | ast.NotIn) and _is_name(left, name):
        held = function.__globals__.get(right.id) if isinstance(right, ast.Name) else _literal(right)
        if isinstance(held, _LISTS):
            understood.add(id(left))
            found.append(held)


def _note_table(node: ast.Call, function: FunctionType, found: list[Collection[Any]], understood: set[int]) -> None:
    """Note a look-up with a default that the table has for a key as well: the other keys are told from this one."""
    callee = node.func
    if not isinstance(callee, ast.Attribute) or callee.attr != "get":
        return
    table = function.__globals__.get(callee.value.id) if isinstance(callee.value, ast.Name) else _literal(callee.value)
    default = _literal(node.args[1])
    if isinstance(table, dict) and any(value == default for value in table.values()):
        understood.add(id(node.args[0]))
        found += [(key,) for key, value in table.items() if value != default]


def _literal(node: ast.expr) -> Any:
    try:
        return ast.literal_eval(node)
    except ValueError:
        return None


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
