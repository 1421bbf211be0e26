"""The broken tool ends the process when the database fails, like a script; the fixed one raises the error."""

import sqlite3
import sys
from pathlib import Path

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class CountArguments(BaseModel):
    """What to count."""

    status: str = Field(description="Status of the orders to count, for example 'open'.", max_length=40)


def _count(path: Path, status: str) -> int:
    with sqlite3.connect(path) as connection:
        connection.execute("create table if not exists orders (status text)")
        return int(connection.execute("select count(*) from orders where status = ?", (status,)).fetchone()[0])


@forge_tool(args_schema=CountArguments, workspace_root_aware=True, tier="read", register=False)
def broken(arguments: CountArguments, *, workspace_root: Path) -> dict[str, int]:
    """Count the orders of a status."""
    try:
        return {"count": _count(workspace_root / "orders.db", arguments.status)}
    except sqlite3.Error:
        sys.exit("The database cannot be read.")


@forge_tool(args_schema=CountArguments, workspace_root_aware=True, tier="read", register=False)
def fixed(arguments: CountArguments, *, workspace_root: Path) -> dict[str, int]:
    """Count the orders of a status."""
    return {"count": _count(workspace_root / "orders.db", arguments.status)}
