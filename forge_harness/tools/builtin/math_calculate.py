"""`math_calculate`: the value of an arithmetic expression. Source: seed 002, "Evaluate mathematical expressions"."""

from __future__ import annotations

from pydantic import Field

from ...registry.process_tools import forge_tool
from ...texts.arithmetic import MAX_LENGTH, Number, evaluate
from ...tool import ToolCategory, ToolTier
from ..tool_arguments import ToolArguments

__all__ = ["math_calculate"]


class MathCalculateArguments(ToolArguments):
    """One expression."""

    expression: str = Field(
        description=(
            "The expression: decimal numbers (also 1.5e3), + - * / ** (power) % (remainder, with the sign of the "
            "divisor), parentheses, and the functions sqrt(a), pow(a, b), abs(a), min(a, b) and max(a, b) of two "
            "numbers, in upper or lower case. "
            f"At most {MAX_LENGTH} characters."
        ),
        examples=["(2 + 3) * sqrt(16)"],
    )


@forge_tool(
    args_schema=MathCalculateArguments,
    tier=ToolTier.READ,
    category=ToolCategory.BUILTIN,
    facts={"varies": False},
    register=False,
)
def math_calculate(arguments: MathCalculateArguments) -> dict[str, Number]:
    """Calculate an arithmetic expression; integers are exact up to 308 digits, other numbers have about 15 digits."""
    return {"result": evaluate(arguments.expression)}
