"""ToolArguments: the base of the models of our tools' arguments."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

__all__ = ["ToolArguments"]


class ToolArguments(BaseModel):
    """Arguments whose validator is built at the first call or description, and not when the tool is registered."""

    model_config = ConfigDict(defer_build=True)
