"""SetOrders: code whose sets of texts have another order, as they have in each process.

{"pear", "fig"}     the order follows from the hash of each text, which is another one in the next process
{3, 1, 2}           numbers have the same order in each process

A module is executed again with a `set` and a `frozenset` of its own, and its literals and comprehensions make them.
What operators make of the keys of two dictionaries is a set as well.
"""

from __future__ import annotations

import ast
import dis
import hashlib
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any

__all__ = ["code_with_own_sets", "own_sets", "plain_sets", "uses_sets"]

_NUMBERS = (int, float, complex)
#: Instructions that make a set.
_MAKERS = frozenset(("BUILD_SET", "SET_ADD", "SET_UPDATE"))
_NAMES = frozenset(("set", "frozenset"))
#: Views of a dictionary, of which operators make a set, and the name of what turns that into one of ours.
_VIEWS, _OPERATORS, _SIGNS = frozenset(("keys", "items")), (ast.Sub, ast.BitAnd, ast.BitOr, ast.BitXor), "-&|^"
_OWN = "own_set_of_forge"
#: Methods of sets whose result is another set.
_COMBINING = (
    *("__and__", "__or__", "__sub__", "__xor__", "__rand__", "__ror__", "__rsub__", "__rxor__"),
    *("copy", "union", "intersection", "difference", "symmetric_difference"),
)


def uses_sets(code: CodeType) -> bool:
    """Tell whether code makes a set that is more than a constant."""
    has_views = not _VIEWS.isdisjoint(code.co_names)
    makes = any(_makes_set(instruction, has_views=has_views) for instruction in dis.get_instructions(code))
    return makes or not _NAMES.isdisjoint(code.co_names)


def _makes_set(instruction: dis.Instruction, *, has_views: bool) -> bool:
    is_operator = has_views and instruction.opname == "BINARY_OP" and instruction.argrepr in [*_SIGNS]
    return is_operator or instruction.opname in _MAKERS


def plain_sets() -> dict[str, Any]:
    """Return what the names of a module mean where its sets are those of Python."""
    return {"set": set, "frozenset": frozenset, _OWN: _same}


def own_sets(seed: int) -> dict[str, Any]:
    """Return the types `set` and `frozenset` for the names of a module, whose order follows from *seed*."""
    own: dict[str, Any] = {base.__name__: _own_type(base, seed) for base in (set, frozenset)}
    return own | {_OWN: _own_of(own["set"])}


def _same(value: Any) -> Any:
    return value


def _own_of(own: type) -> Callable[[Any], Any]:
    """Return what makes a set of ours of a set of Python, and nothing of anything else."""
    return lambda value: own(value) if type(value) is set else value


def code_with_own_sets(source: bytes, file: str) -> CodeType:
    """Compile a module whose literals and comprehensions of sets call the name `set`; see `plain_sets`, `own_sets`.

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

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        is_number = any(isinstance(part, ast.Constant) for part in (node.left, node.right))
        return _call(node, _OWN) if isinstance(node.op, _OPERATORS) and not is_number else node


def _call(items: ast.expr, name: str = "set") -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), [items], [])


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
