"""Tools that resemble those that break valid_calls_do_not_crash, and keep it."""

from __future__ import annotations

import ast
import json
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool

from ..marks import keeps


class Circle(BaseModel):
    model_config = {"extra": "forbid"}
    kind: Literal["circle"] = Field(description="A circle.")
    radius: float = Field(gt=0, le=1000, description="Radius.")


class Box(BaseModel):
    model_config = {"extra": "forbid"}
    kind: Literal["box"] = Field(description="A rectangle.")
    width: float = Field(gt=0, le=1000, description="Width.")
    height: float = Field(gt=0, le=1000, description="Height.")


class ShapeArgs(BaseModel):
    shape: Annotated[Circle | Box, Field(discriminator="kind")] = Field(description="The shape.")


@keeps("valid_calls_do_not_crash", "processes_need_the_tier_execute")
@forge_tool(args_schema=ShapeArgs, tier="read")
def shape_area(args: ShapeArgs) -> dict:
    """Compute the area of a shape."""
    shape = args.shape
    return {"area": 3.14159265 * shape.radius**2 if isinstance(shape, Circle) else shape.width * shape.height}


class LiteralArgs(BaseModel):
    literal: str = Field(description="A Python literal, for example \"[1, 'two']\".", max_length=500)


@keeps("valid_calls_do_not_crash", "errors_carry_no_detail")
@forge_tool(args_schema=LiteralArgs, tier="read", raises=[ToolError])
def literal_to_json(args: LiteralArgs) -> dict:
    """Turn a Python literal into JSON."""
    try:
        return {"json": json.dumps(ast.literal_eval(args.literal), allow_nan=False, default=str)}
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError, OverflowError):
        raise ToolError("That is no literal of Python.", code="bad_literal") from None
