"""Own choices: the texts that a tool's own code expects under the keys that it looks up.

shift["day"] in _DAYS     code = line.get("code"); if code not in ("A", "B")     _NAME.fullmatch(shift["nurse"])
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any

from forge_harness import Tool

from ..oracles.own_code import OwnCode
from .compared_texts import compared_texts
from .mined_constants import author_functions
from .own_keys import definition_of, key_slot
from .schemas.patterns import text_matching

__all__ = ["own_choices"]

_MAX_CHOICES, _SEEDS = 8, 3
_MATCHING = frozenset(("fullmatch", "match", "search"))


def own_choices(tool: Tool) -> dict[str, list[str]]:
    """Return the texts that a tool's code compares with what it looks up under a key, or whose pattern that matches."""
    own, found = OwnCode(tool), dict[str, dict[str, None]]()
    for function in author_functions(tool):
        tree = own.tree(function.__code__.co_filename)
        node = None if tree is None else definition_of(tree, function.__code__)
        for key, text in () if node is None else _choices_in(node, function.__globals__):
            found.setdefault(key, {})[text] = None
    return {key: list(texts)[:_MAX_CHOICES] for key, texts in found.items()}


def _choices_in(function: ast.AST, around: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    parents = {child: node for node in ast.walk(function) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(function):
        slot = key_slot(node)
        if isinstance(slot, ast.Constant) and isinstance(slot.value, str) and not isinstance(node, ast.Compare):
            for use in (node, *_uses_of_variable(function, node, parents)):
                texts = [*compared_texts(use, parents, around), *_matching_texts(use, parents, around)]
                yield from ((slot.value, text) for text in texts)


def _uses_of_variable(function: ast.AST, node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> Iterator[ast.AST]:
    """Yield where a function reads the variable that it gives a value, or what a method makes of it."""
    made, parent = node, parents.get(node)
    while isinstance(parent, ast.Call | ast.Attribute):
        made, parent = parent, parents.get(parent)
    place = parent.elts.index(made) if isinstance(parent, ast.Tuple) and isinstance(made, ast.expr) else None
    statement = parent if place is None or parent is None else parents.get(parent)
    targets: list[ast.expr] = statement.targets if isinstance(statement, ast.Assign) else []
    targets = [statement.target] if isinstance(statement, ast.NamedExpr) else targets
    if place is not None:
        several = [target.elts for target in targets if isinstance(target, ast.Tuple)]
        targets = [parts[place] for parts in several if place < len(parts)]
    names = {target.id for target in targets if isinstance(target, ast.Name)}
    for part in ast.walk(function) if names else ():
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load) and part.id in names:
            yield part


def _matching_texts(node: ast.AST, parents: Mapping[ast.AST, ast.AST], around: Mapping[str, Any]) -> list[str]:
    """Return texts that match the expression with which code compares a value."""
    parent = parents.get(node)
    function = parent.func if isinstance(parent, ast.Call) and node in parent.args else None
    if not isinstance(parent, ast.Call) or not isinstance(function, ast.Attribute) or function.attr not in _MATCHING:
        return []
    source = function.value if parent.args[0] is node else parent.args[0]
    held = around.get(source.id) if isinstance(source, ast.Name) else getattr(source, "value", None)
    pattern = held.pattern if isinstance(held, re.Pattern) else held
    if not isinstance(pattern, str):
        return []
    made = (text_matching(pattern.strip("^$"), seed=seed, plain_first=False) for seed in range(_SEEDS))
    return [text for text in dict.fromkeys(made) if text]
