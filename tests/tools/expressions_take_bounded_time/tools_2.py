"""Tools that resemble those that break expressions_take_bounded_time and keep it, and one that breaks it."""

from __future__ import annotations

import ast
import operator
import re
from collections import Counter
from pathlib import Path
from typing import Any

from pydantic import BaseModel, Field

from forge_harness import ToolError, Workspace, forge_tool

from ..marks import breaks, keeps

OPERATORS: dict[type, Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.USub: operator.neg,
}


class SumArgs(BaseModel):
    expression: str = Field(max_length=60, description="Sum to calculate, for example 2 * (3 + 4).")


def _value(node: ast.AST) -> float:
    if isinstance(node, ast.Expression):
        return _value(node.body)
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and abs(node.value) < 1e9:
        return node.value
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](_value(node.left), _value(node.right))
    if isinstance(node, ast.UnaryOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](_value(node.operand))
    raise ToolError("This is no sum. Use numbers, brackets, +, - and *.", code="no_sum")


@keeps("expressions_take_bounded_time", "text_is_not_executed")
@forge_tool(args_schema=SumArgs, tier="read", raises=[ToolError])
def calculate(args: SumArgs) -> dict:
    """Calculate a sum of numbers, with brackets."""
    try:
        tree = ast.parse(args.expression.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ToolError("This is no sum. Use numbers, brackets, +, - and *.", code="no_sum") from None
    return {"result": _value(tree)}


class TextArgs(BaseModel):
    text: str = Field(max_length=5_000, description="The text.")


@keeps("expressions_take_bounded_time", "time_grows_with_the_input")
@forge_tool(args_schema=TextArgs, tier="read")
def word_frequencies(args: TextArgs) -> dict:
    """Count how often the most frequent words of a text occur."""
    words = re.findall(r"\w+", args.text.lower())
    return {"words": [{"word": word, "count": count} for word, count in Counter(words).most_common(20)]}


class MailArgs(BaseModel):
    address: str = Field(max_length=254, description="Mail address to check.")


@keeps("expressions_take_bounded_time", "errors_carry_no_detail")
@forge_tool(args_schema=MailArgs, tier="read")
def valid_mail(args: MailArgs) -> dict:
    """Tell whether a mail address has the right form."""
    return {"valid": re.fullmatch(r"[^@\s]{1,64}@[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63}){1,5}", args.address) is not None}


class LinesArgs(BaseModel):
    pattern: str = Field(max_length=200, description="Regular expression that a line must match.")
    folder: str = Field(default=".", max_length=200, description="Folder of the text files to search.")


@breaks("expressions_take_bounded_time")
@forge_tool(args_schema=LinesArgs, tier="read", workspace_root_aware=True, raises=[ToolError])
def matching_lines(args: LinesArgs, *, workspace_root: Path) -> dict:
    """Count the lines of the text files in a folder that match a regular expression."""
    try:
        expression = re.compile(args.pattern.encode())
    except (re.error, UnicodeEncodeError):
        raise ToolError("This is no regular expression. Correct it.", code="bad_pattern") from None
    with Workspace(workspace_root) as workspace:
        texts = [workspace.read_bytes(name) for name in workspace.walk(args.folder) if name.endswith(".txt")]
    return {"lines": sum(expression.search(line) is not None for text in texts for line in text.splitlines())}
