"""`propose_contract`: a first contract for a data product. Source: seed 000, `ProposeContractArgs`.

Its code is ``unsupported_provider``.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from ...contracts.proposal import UnsupportedProviderError, proposed_contract
from ...errors import ToolError
from ...registry.process_tools import forge_tool
from ...tool import ToolCategory, ToolTier
from ..tool_arguments import ToolArguments

__all__ = ["propose_contract"]

TemplateName = Literal["starter", "analytics", "etl_pipeline", "ml_pipeline", "streaming"]
ProviderName = Literal["local", "aws", "azure", "databricks", "gcp", "kafka", "snowflake"]


class ProposeContractArguments(ToolArguments):
    """What is known of the product, and what it is made from."""

    context: dict[str, Any] = Field(
        description=(
            "What is known, all optional: project_goal, use_case, domain and owner_team are texts; data_sources is a "
            "list of names, or of objects with a name or path, and with columns as read_sample_schema tells them."
        ),
        examples=[
            {
                "project_goal": "Orders of a day",
                "domain": "sales",
                "owner_team": "shop",
                "data_sources": [{"path": "data/orders.csv", "columns": {"id": "integer", "amount": "number"}}],
            }
        ],
    )
    template: TemplateName = Field(default="starter", description="A template of list_templates. Default: 'starter'.")
    provider: ProviderName = Field(
        default="local", description="A provider that list_templates has for the template. Default: 'local'."
    )


@forge_tool(
    args_schema=ProposeContractArguments,
    tier=ToolTier.READ,
    category=ToolCategory.COPILOT,
    facts={"varies": False},
    register=False,
)
def propose_contract(arguments: ProposeContractArguments) -> dict[str, Any]:
    """Propose a Fluid 0.7.2 data contract that is valid as it is; what the context does not tell is 'unassigned'."""
    try:
        return proposed_contract(arguments.context, arguments.template, arguments.provider)
    except UnsupportedProviderError as error:
        raise ToolError(str(error), code="unsupported_provider") from None
