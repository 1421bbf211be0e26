"""A proposed data contract leaves out who owns the data."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from forge_harness import forge_tool


class TableArguments(BaseModel):
    table: str = Field(description="Name of the table.", pattern=r"^[a-z]{1,20}$")


def contract(table: str, metadata: dict[str, Any]) -> dict[str, Any]:
    expose = {
        "exposeId": table,
        "kind": "table",
        "contract": {"schema": [{"name": "id", "type": "bigint"}]},
        "binding": {"platform": "local", "format": "csv", "location": {"path": f"data/{table}.csv"}},
    }
    return {
        "fluidVersion": "0.7.2",
        "kind": "DataProduct",
        "id": f"sales.{table}",
        "name": table,
        "metadata": metadata,
        "exposes": [expose],
    }


@forge_tool(
    name="draft_contract",
    description="Draft the data contract of a table.",
    args_schema=TableArguments,
    tier="read",
    register=False,
)
def broken(args: TableArguments) -> dict[str, Any]:
    return contract(args.table, {"layer": "gold"})


@forge_tool(
    name="draft_contract",
    description="Draft the data contract of a table.",
    args_schema=TableArguments,
    tier="read",
    register=False,
)
def fixed(args: TableArguments) -> dict[str, Any]:
    return contract(args.table, {"layer": "gold", "owner": {"team": "shop"}})
