"""The broken tool builds a path from an argument without a root to stay in; the fixed one declares the root."""

from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import Workspace, forge_tool


class CustomerArguments(BaseModel):
    """Which customer to look up."""

    customer: str = Field(description="Name of the customer.", max_length=200)


@forge_tool(args_schema=CustomerArguments, tier="read", register=False)
def broken(arguments: CustomerArguments) -> dict[str, str]:
    """Read what is known of a customer."""
    return {"record": (Path("customers") / f"{arguments.customer}.txt").read_text()}


@forge_tool(args_schema=CustomerArguments, workspace_root_aware=True, tier="read", register=False)
def fixed(arguments: CustomerArguments, *, workspace_root: Path) -> dict[str, str]:
    """Read what is known of a customer."""
    with Workspace(workspace_root, suffixes=[".txt"]) as workspace:
        return {"record": workspace.read_text(f"customers/{arguments.customer}.txt")}
