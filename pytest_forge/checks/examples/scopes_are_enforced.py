"""A scope is advertised but not required: an agent without it gets through."""

from pydantic import BaseModel, Field

from forge_harness import ForgeTool, ToolDefinition, forge_tool


class Args(BaseModel):
    employee: str = Field(description="Name of the employee, for example 'Ada'.", max_length=60)


def salary(args: Args) -> dict[str, int]:
    """Look up what an employee earns."""
    return {"euros": 4000 + len(args.employee)}


class Unguarded(ForgeTool):
    """Names its scope in the definition only, where it is not enforced."""

    def definition(self) -> ToolDefinition:
        shown = super().definition()
        return ToolDefinition(shown.name, shown.description, shown.input_schema, shown.tier, ("hr:read",))


broken = Unguarded(
    salary, name="get_salary", description="Look up what an employee earns.", args_schema=Args, tier="read"
)

fixed = forge_tool(name="get_salary", args_schema=Args, tier="read", required_scopes=["hr:read"], register=False)(
    salary
)
