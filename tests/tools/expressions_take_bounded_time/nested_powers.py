"""Calculators that bound each power by its exponent, or by the size of its result."""

from __future__ import annotations

import ast
from collections.abc import Callable

from ..marks import breaks, keeps

_MOST = 20
_LONGEST, _MAX_BITS = 120, 4_000


def _computed(node: ast.AST, power: Callable[[int, int], int]) -> int:
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.BinOp):
        left, right = _computed(node.left, power), _computed(node.right, power)
        if isinstance(node.op, ast.Add):
            return left + right
        if isinstance(node.op, ast.Mult):
            return left * right
        if isinstance(node.op, ast.Pow):
            return power(left, right)
    raise ValueError("write whole numbers, +, *, ** and brackets")


def _result(written: str, power: Callable[[int, int], int]) -> int:
    if len(written) > _LONGEST:
        raise ValueError("the sum is too long")
    try:
        tree = ast.parse(written.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ValueError("the sum cannot be read") from None
    found = _computed(tree.body, power)
    if found.bit_length() > _MAX_BITS:
        raise ValueError("the result is too large")
    return found


def _bounded_exponent(base: int, exponent: int) -> int:
    if not 0 <= exponent <= _MOST:
        raise ValueError("the exponent is too large")
    return int(base**exponent)


def _bounded_result(base: int, exponent: int) -> int:
    if not 0 <= exponent <= _MOST or base.bit_length() * exponent > _MAX_BITS:
        raise ValueError("the power is too large")
    return int(base**exponent)


@breaks("expressions_take_bounded_time")
def compute_sum(expression: str) -> int:
    """Compute an arithmetic expression, such as "2 + 3 ** 2"; exponents are at most 20."""
    return _result(expression, _bounded_exponent)


@keeps("expressions_take_bounded_time")
def compute_small_sum(expression: str) -> int:
    """Compute an arithmetic expression, such as "2 + 3 ** 2"; exponents are at most 20."""
    return _result(expression, _bounded_result)
