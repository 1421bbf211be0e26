"""A tool with the tier read keeps a list of its calls."""

import json
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool

CAPITALS = {"france": "Paris", "japan": "Tokyo"}


class Args(BaseModel):
    country: str = Field(description="Name of the country, for example 'Japan'.", max_length=60)


@forge_tool(name="get_capital", args_schema=Args, workspace_root_aware=True, tier="read", register=False)
def broken(args: Args, *, workspace_root: Path) -> dict[str, str | None]:
    """Look up the capital of a country."""
    history = workspace_root / "history.json"
    asked = json.loads(history.read_text()) if history.is_file() else []
    history.write_text(json.dumps([*asked, args.country]))
    return {"capital": CAPITALS.get(args.country.lower())}


@forge_tool(name="get_capital", args_schema=Args, workspace_root_aware=True, tier="read", register=False)
def fixed(args: Args, *, workspace_root: Path) -> dict[str, str | None]:
    """Look up the capital of a country."""
    extra = workspace_root / "capitals.json"
    known = {**CAPITALS, **(json.loads(extra.read_text()) if extra.is_file() else {})}
    return {"capital": known.get(args.country.lower())}
