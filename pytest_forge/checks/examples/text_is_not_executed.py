"""The broken tool evaluates an expression as Python; the fixed one walks its tree and knows four operators."""

import ast
import operator

from pydantic import BaseModel, Field

from forge_harness import forge_tool

_OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul}
_BAD: dict[str, object] = {"error": "bad_expression", "message": "The expression cannot be evaluated."}


class SumArguments(BaseModel):
    """What to add up."""

    expression: str = Field(description="Arithmetic expression, such as '2 + 2'.")


def _value(node: ast.expr) -> float:
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return float(_OPERATORS[type(node.op)](_value(node.left), _value(node.right)))
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return node.value
    raise ValueError("Another kind of node.")


@forge_tool(args_schema=SumArguments, tier="read", register=False)
def broken(arguments: SumArguments) -> dict[str, object]:
    """Evaluate an arithmetic expression."""
    if "**" in arguments.expression:
        # expressions_take_bounded_time judges powers.
        return _BAD
    try:
        return {"value": str(eval(arguments.expression, {"__builtins__": {}}))}  # the defect
    except Exception:  # any failure means a bad expression
        return _BAD


@forge_tool(args_schema=SumArguments, tier="read", register=False)
def fixed(arguments: SumArguments) -> dict[str, object]:
    """Evaluate an arithmetic expression."""
    try:
        return {"value": str(_value(ast.parse(arguments.expression, mode="eval").body))}
    except (ValueError, SyntaxError):
        return _BAD
