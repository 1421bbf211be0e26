"""How the code of a Python script reads its arguments: with ``get``, which allows that they are missing, or without."""

from __future__ import annotations

import ast

__all__ = ["may_be_missing"]


def may_be_missing(tree: ast.Module, names: tuple[str, ...]) -> set[str]:
    """Return those of *names* that a script can do without.

    These are all that it never reads as ``arguments["name"]``, if it reads any with ``arguments.get("name")``. A script
    that names none of them hands its arguments on as a whole, and needs every one.

    Args:
        tree: The script.
        names: Arguments of which the docstring does not say whether they are required.
    """
    given: set[str] = set()
    needed: set[str] = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "get"
            and node.args
        ):
            given |= _constant(node.args[0])
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
            needed |= _constant(node.slice)
    return set(names) - needed if given & set(names) else set()


def _constant(node: ast.expr) -> set[str]:
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()
