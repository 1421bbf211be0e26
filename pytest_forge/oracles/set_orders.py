"""SetOrders: code whose sets of texts have another order, as they have in each process.

{"pear", "fig"}     the order follows from the hash of each text, which is another one in the next process
{3, 1, 2}           numbers have the same order in each process

A module is executed again with a `set` and a `frozenset` of its own, and its literals and comprehensions make them.
"""

from __future__ import annotations

import ast
import dis
import hashlib
from collections.abc import Iterator
from types import CodeType
from typing import Any

__all__ = ["code_with_own_sets", "own_sets", "uses_sets"]

_NUMBERS = (int, float, complex)
#: Instructions that make a set.
_MAKERS = frozenset(("BUILD_SET", "SET_ADD", "SET_UPDATE"))
_NAMES = frozenset(("set", "frozenset"))
#: Methods of sets whose result is another set.
_COMBINING = (
    *("__and__", "__or__", "__sub__", "__xor__", "__rand__", "__ror__", "__rsub__", "__rxor__"),
    *("copy", "union", "intersection", "difference", "symmetric_difference"),
)


def uses_sets(code: CodeType) -> bool:
    """Tell whether code makes a set that is more than a constant."""
    makes = any(instruction.opname in _MAKERS for instruction in dis.get_instructions(code))
    return makes or not _NAMES.isdisjoint(code.co_names)


def own_sets(seed: int) -> dict[str, type]:
    """Return the types `set` and `frozenset` for the names of a module, whose order follows from *seed*."""
    return {base.__name__: _own_type(base, seed) for base in (set, frozenset)}


def code_with_own_sets(source: bytes, file: str) -> CodeType:
    """Compile a module whose literals and comprehensions of sets call the name `set`.

    Raises:
        SyntaxError: If the source is none.
    """
    tree = _ToCalls().visit(ast.parse(source, file))
    code: CodeType = compile(ast.fix_missing_locations(tree), file, "exec")
    return code


class _ToCalls(ast.NodeTransformer):
    def visit_Set(self, node: ast.Set) -> ast.AST:
        self.generic_visit(node)
        return _call(ast.List(node.elts, ast.Load()))

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        self.generic_visit(node)
        return _call(ast.GeneratorExp(node.elt, node.generators))


def _call(items: ast.expr) -> ast.Call:
    return ast.Call(ast.Name("set", ast.Load()), [items], [])


def _own_type(base: type, seed: int) -> type:
    class Kind(type):
        def __instancecheck__(cls, instance: object) -> bool:
            return isinstance(instance, base)

    def ordered(self: Any) -> Iterator[Any]:
        items = list(base.__iter__(self))  # type: ignore[attr-defined]
        if all(isinstance(item, _NUMBERS) for item in items):
            return iter(items)
        return iter(sorted(items, key=lambda item: hashlib.blake2b(f"{seed} {item!r}".encode()).digest()))

    def popped(self: Any) -> Any:
        for item in ordered(self):
            self.remove(item)
            return item
        raise KeyError("pop from an empty set")

    def combining(name: str) -> Any:
        def combined(self: Any, *others: Any) -> Any:
            made = getattr(base, name)(self, *others)
            return made if made is NotImplemented else own(made)

        return combined

    members: dict[str, Any] = {name: combining(name) for name in _COMBINING}
    members |= {"__iter__": ordered} | ({"pop": popped} if base is set else {})
    own: type = Kind(base.__name__, (base,), members)
    return own
