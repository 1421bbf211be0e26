"""Tools that break scopes_are_enforced."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import ForgeTool, ToolDefinition

from ..marks import breaks


class SalaryArgs(BaseModel):
    employee: int = Field(ge=1, le=9_999, description="Number of the employee.")


class ShownScoped(ForgeTool):
    def definition(self) -> ToolDefinition:
        shown = super().definition()
        return ToolDefinition(shown.name, shown.description, shown.input_schema, shown.tier, ("hr:salaries",))


def _salary(args: SalaryArgs) -> dict:
    """Look up the salary of an employee."""
    return {"euros": 3_000 + args.employee}


read_salary = breaks("scopes_are_enforced")(
    ShownScoped(
        _salary,
        name="read_salary",
        description="Look up the salary of an employee.",
        args_schema=SalaryArgs,
        tier="read",
    )
)
