"""Compared texts: the words among which a tool's own code expects a value.

state in ("queued", "running")     match state: case "done" | "failed"     State(text)     _LABELS[state]
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from enum import Enum
from typing import Any

from .own_keys import constant_texts

__all__ = ["compared_texts"]

_LOOK_UPS = frozenset(("get", "pop", "setdefault"))


def compared_texts(node: ast.AST, parents: dict[ast.AST, ast.AST], around: Mapping[str, Any]) -> list[str]:
    """Return the texts with which code compares a value, or what a function or a method makes of it.

    Args:
        node: The value.
        parents: The nodes above each node.
        around: The global names.
    """
    parent = parents.get(node)
    while parent is not None:
        if isinstance(parent, ast.Compare):
            sides = [side for side in (parent.left, *parent.comparators) if side is not node]
            is_equal = isinstance(parent.ops[0], ast.Eq | ast.NotEq) and isinstance(sides[0], ast.Constant)
            is_member = isinstance(parent.ops[0], ast.In | ast.NotIn) and parent.left is node
            return constant_texts(sides[0], around) if is_equal or is_member else []
        if isinstance(parent, ast.Match):
            parts = [part for case in parent.cases for part in ast.walk(case.pattern)]
            values = [part.value for part in parts if isinstance(part, ast.MatchValue)]
            return [text for value in values for text in constant_texts(value, around)]
        if isinstance(parent, ast.Subscript) and parent.slice is node:
            return _keys_of(parent.value, around)
        if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name):
            made = around.get(parent.func.id)
            if isinstance(made, type) and issubclass(made, Enum):
                return [one.value for one in made if isinstance(one.value, str)]
        if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute) and parent.func.attr in _LOOK_UPS:
            return _keys_of(parent.func.value, around) if parent.args[:1] == [node] else []
        if not isinstance(parent, ast.Call | ast.Attribute):
            return []
        node, parent = parent, parents.get(parent)
    return []


def _keys_of(node: ast.expr, around: Mapping[str, Any]) -> list[str]:
    """Return the keys of a map of the module; none of anything else."""
    held = around.get(node.id) if isinstance(node, ast.Name) else None
    return constant_texts(node, around) if isinstance(held, dict) else []
