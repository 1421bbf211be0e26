"""The amount is taken from one account before the other is looked up."""

import json
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import ToolError, forge_tool


class Args(BaseModel):
    source: str = Field(description="Account to take from.", examples=["ada"], min_length=1, max_length=400)
    target: str = Field(description="Account to give to.", examples=["bob"], min_length=1, max_length=400)


def _accounts(path: Path) -> dict[str, int]:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {"ada": 100, "bob": 100}


@forge_tool(
    name="transfer", args_schema=Args, workspace_root_aware=True, tier="write", raises=(ToolError,), register=False
)
def broken(args: Args, *, workspace_root: Path) -> dict[str, object]:
    """Move one unit from one account to another."""
    path = workspace_root / "accounts.json"
    accounts = _accounts(path)
    if args.source not in accounts:
        raise ToolError("There is no such account.", code="not_found")
    accounts[args.source] -= 1
    path.write_text(json.dumps(accounts), encoding="utf-8")
    if args.target not in accounts:
        raise ToolError("There is no such account.", code="not_found")
    accounts[args.target] += 1
    path.write_text(json.dumps(accounts), encoding="utf-8")
    return {"is_moved": True}


@forge_tool(
    name="transfer", args_schema=Args, workspace_root_aware=True, tier="write", raises=(ToolError,), register=False
)
def fixed(args: Args, *, workspace_root: Path) -> dict[str, object]:
    """Move one unit from one account to another."""
    path = workspace_root / "accounts.json"
    accounts = _accounts(path)
    if args.source not in accounts or args.target not in accounts:
        raise ToolError("There is no such account.", code="not_found")
    accounts[args.source] -= 1
    accounts[args.target] += 1
    path.write_text(json.dumps(accounts), encoding="utf-8")
    return {"is_moved": True}
