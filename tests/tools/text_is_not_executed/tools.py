"""Tools that break text_is_not_executed, and others that resemble them and keep it."""

from __future__ import annotations

import ast
import base64
import io
import json
import operator
import pickle
import re
from typing import Any

import yaml
from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import breaks, keeps
from ..shared.broken_injection import NameArgs, TextArgs, tool
from ..shared.good_injection import CoverArgs as CoverArgs2
from ..shared.good_injection import ScriptArgs
from ..shared.good_injection import TextArgs as TextArgs2
from ..shared.good_injection import tool as tool2


class FilterArgs(BaseModel):
    condition: str = Field(description="Which rows to keep.", examples=["price > 3"])


@breaks("text_is_not_executed")
@tool("filters_rows", FilterArgs, "text_is_not_executed", tier="read")
def filters_rows(args: FilterArgs) -> dict[str, Any]:
    code = compile(f"[row for row in rows if {args.condition}]", "<filter>", "eval")
    return {"rows": len(eval(code, {"rows": [1, 2, 3], "price": 4}))}


@breaks("text_is_not_executed")
@tool("assigns", NameArgs, "text_is_not_executed", tier="read")
def assigns(args: NameArgs) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(f"value = '{args.name}'", {}, names)
    return {"value": str(names.get("value"))}


@breaks("text_is_not_executed")
@tool("f_string", TextArgs, "text_is_not_executed", tier="read")
def f_string(args: TextArgs) -> dict[str, Any]:
    return {"text": eval("f" + repr(args.text))}


class CoverArgs(BaseModel):
    template: str = Field(description="Text with {{ expressions }} over 'title'.", max_length=500)


@breaks("text_is_not_executed")
@tool("evaluates_fields_of_a_template", CoverArgs, "text_is_not_executed", tier="read")
def evaluates_fields_of_a_template(args: CoverArgs) -> dict[str, Any]:
    try:
        return {"cover": re.sub(r"\{\{(.*?)\}\}", lambda found: str(eval(found[1], {}, {"title": "A"})), args.template)}
    except Exception:
        return {"error": "bad_template", "message": "The template cannot be filled in."}


class ExpressionArgs(BaseModel):
    expression: str = Field(default="1 + 1", max_length=100, description="Sum to calculate, for example 2 * (3 + 4).")


@breaks("text_is_not_executed")
@forge_tool(args_schema=ExpressionArgs, tier="read", raises=[ToolError])
def calculate(args: ExpressionArgs) -> dict:
    """Calculate a sum."""
    try:
        return {"result": float(eval(args.expression, {"__builtins__": {}}))}
    except Exception:
        raise ToolError("This is no sum. Use digits and + - * /.", code="no_sum") from None


class KeyArgs(BaseModel):
    key: str = Field(default="x", max_length=60, description="Expression of x to sort by, for example -x.")


@breaks("text_is_not_executed")
@forge_tool(args_schema=KeyArgs, tier="read", raises=[ToolError])
def sort_by_expression(args: KeyArgs) -> dict:
    """Sort the numbers of today by an expression."""
    try:
        scope: dict = {}
        exec(f"def key(x):\n    return {args.key}", scope)
        return {"sorted": sorted([3, 1, 2], key=scope["key"])}
    except Exception:
        raise ToolError("The expression cannot be used. Use x and digits.", code="bad_expression") from None


class ExpressionArgs2(BaseModel):
    expression: str = Field(description="Arithmetic expression, such as '2 + 2'.")


class DataArgs(BaseModel):
    data: str = Field(description="The state, as base64.")


OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv}


BAD_EXPRESSION = {"error": "bad_expression", "message": "The expression cannot be evaluated."}


def value_of(node: ast.AST) -> float:
    if isinstance(node, ast.Expression):
        return value_of(node.body)
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](value_of(node.left), value_of(node.right))
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return node.value
    raise ValueError("unknown")


@keeps("text_is_not_executed", "loaded_data_runs_nothing")
@tool2("walks_the_tree", ExpressionArgs2, tier="read")
def walks_the_tree(args: ExpressionArgs2) -> dict[str, Any]:
    try:
        return {"value": value_of(ast.parse(args.expression, mode="eval"))}
    except (ValueError, SyntaxError, ZeroDivisionError):
        return BAD_EXPRESSION


@keeps("text_is_not_executed", "loaded_data_runs_nothing")
@tool2("evaluates_checked_nodes", ExpressionArgs2, tier="read")
def evaluates_checked_nodes(args: ExpressionArgs2) -> dict[str, Any]:
    try:
        tree = ast.parse(args.expression, mode="eval")
    except (SyntaxError, ValueError):
        return BAD_EXPRESSION
    known = (ast.Expression, ast.BinOp, ast.UnaryOp, ast.Constant, ast.operator, ast.unaryop)
    if (
        not all(isinstance(node, known) for node in ast.walk(tree))
        or len(args.expression) > 60
        or "**" in args.expression
    ):
        return BAD_EXPRESSION
    try:
        return {"value": str(eval(compile(tree, "<expression>", "eval"), {"__builtins__": {}}))}
    except (TypeError, ZeroDivisionError, ValueError):
        return BAD_EXPRESSION


@keeps("text_is_not_executed", "loaded_data_runs_nothing")
@tool2("evaluates_digits_only", ExpressionArgs2, tier="read")
def evaluates_digits_only(args: ExpressionArgs2) -> dict[str, Any]:
    if not re.fullmatch(r"[0-9+\-/(). ]{1,40}", args.expression):
        return BAD_EXPRESSION
    try:
        return {"value": eval(args.expression)}
    except Exception:
        return BAD_EXPRESSION


@keeps("text_is_not_executed", "loaded_data_runs_nothing")
@tool2("literal_eval", TextArgs2, tier="read")
def literal_eval(args: TextArgs2) -> dict[str, Any]:
    try:
        return {"value": repr(ast.literal_eval(args.text))}
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return {"error": "bad_literal", "message": "The text is no literal."}


@keeps("text_is_not_executed", "loaded_data_runs_nothing")
@tool2("python_repl", ScriptArgs)
def python_repl(args: ScriptArgs) -> dict[str, Any]:
    names: dict[str, Any] = {}
    try:
        exec(args.code, names)
    except Exception as error:
        return {"error": "code_failed", "message": f"The code raised {type(error).__name__}."}
    return {"names": sorted(name for name in names if not name.startswith("_"))}


@keeps("text_is_not_executed", "loaded_data_runs_nothing")
@tool2("code_outline", ScriptArgs, tier="read")
def code_outline(args: ScriptArgs) -> dict[str, Any]:
    try:
        tree = compile(args.code, "<outline>", "exec", ast.PyCF_ONLY_AST)
    except (SyntaxError, ValueError):
        return {"error": "bad_code", "message": "The code cannot be parsed."}
    return {"functions": [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]}


@keeps("text_is_not_executed", "loaded_data_runs_nothing")
@tool2("safe_yaml", TextArgs2, tier="read")
def safe_yaml(args: TextArgs2) -> dict[str, Any]:
    try:
        return {"value": str(yaml.safe_load(args.text))}
    except yaml.YAMLError:
        return {"error": "bad_yaml", "message": "The text is no YAML."}


class NumbersOnly(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        raise pickle.UnpicklingError("no classes")


@keeps("text_is_not_executed", "loaded_data_runs_nothing")
@tool2("restricted_pickle", DataArgs, tier="read")
def restricted_pickle(args: DataArgs) -> dict[str, Any]:
    try:
        return {"value": str(NumbersOnly(io.BytesIO(base64.b64decode(args.data))).load())}
    except Exception:
        return {"error": "bad_state", "message": "The state cannot be read."}


@keeps("text_is_not_executed", "loaded_data_runs_nothing")
@tool2("copies_by_pickle", TextArgs2, tier="read")
def copies_by_pickle(args: TextArgs2) -> dict[str, Any]:
    return {"value": pickle.loads(pickle.dumps({"text": args.text}))}


@keeps("text_is_not_executed", "loaded_data_runs_nothing")
@tool2("json_state", DataArgs, tier="read")
def json_state(args: DataArgs) -> dict[str, Any]:
    try:
        return {"value": str(json.loads(base64.b64decode(args.data)))}
    except ValueError:
        return {"error": "bad_state", "message": "The state is no JSON."}


@keeps("text_is_not_executed")
@tool2("looks_fields_up", CoverArgs2, tier="read")
def looks_fields_up(args: CoverArgs2) -> dict[str, Any]:
    known = {"title": "A"}
    return {"cover": re.sub(r"\{\{\s*(\w+)\s*\}\}", lambda found: known.get(found[1], "?"), args.template)}
