"""`validate_contract`: what is wrong with a data contract. Source: seed 000, introduction."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from ...contracts.contract_warnings import contract_warnings
from ...contracts.fluid_contract import contract_errors
from ...registry.process_tools import forge_tool
from ...tool import ToolCategory, ToolTier
from ..tool_arguments import ToolArguments

__all__ = ["validate_contract"]


class ValidateContractArguments(ToolArguments):
    """A contract."""

    contract: dict[str, Any] = Field(
        description="The whole data contract as an object, such as propose_contract returns.",
        examples=[
            {
                "fluidVersion": "0.7.2",
                "kind": "DataProduct",
                "id": "sales.orders",
                "name": "Orders",
                "metadata": {"owner": {"team": "shop"}},
                "exposes": [
                    {
                        "exposeId": "orders",
                        "kind": "table",
                        "contract": {"schema": [{"name": "id", "type": "bigint"}]},
                        "binding": {"platform": "local", "format": "csv", "location": {"path": "data/orders.csv"}},
                    }
                ],
            }
        ],
    )


@forge_tool(
    args_schema=ValidateContractArguments,
    tier=ToolTier.READ,
    category=ToolCategory.COPILOT,
    facts={"varies": False},
    register=False,
)
def validate_contract(arguments: ValidateContractArguments) -> dict[str, Any]:
    """Validate a Fluid 0.7.2 data contract: `errors` with paths, empty if it is valid, and then `warnings` too."""
    errors = contract_errors(arguments.contract)
    return {"errors": errors, "warnings": [] if errors else contract_warnings(arguments.contract)}
