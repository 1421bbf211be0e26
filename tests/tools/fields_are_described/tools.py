"""Tools that break fields_are_described."""

from __future__ import annotations

from pydantic import BaseModel, Field

from forge_harness import forge_tool

from ..marks import breaks


class TeamArgs(BaseModel):
    team: str = Field(max_length=40)
    active_only: bool = Field(default=True, description="Leave out those who have left.")


@breaks("fields_are_described")
@forge_tool(args_schema=TeamArgs, tier="read")
def list_team_members(args: TeamArgs) -> dict:
    """List who belongs to a team."""
    return {"team": args.team, "members": ["ada", "grace"], "active_only": args.active_only}
