"""DescribedTool: the base of tools that a definition describes, whatever runs behind them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from ..schema.json_schema import copied
from ..tool import Tool, ToolDefinition, ToolTier
from .declaration import name_problems
from .json_arguments import JsonArguments, schema_problems

__all__ = ["DescribedTool"]


class DescribedTool(Tool):
    """A tool whose arguments a JSON Schema describes and validates.

    Args:
        definition: The tool's definition; it must not change afterwards.
    """

    def __init__(self, definition: ToolDefinition) -> None:
        self.name = definition.name
        self._definition = definition
        self._arguments = JsonArguments(definition.name, definition.input_schema)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r} from {self.origin}>"

    @property
    def tier(self) -> ToolTier:
        return self._definition.tier

    @property
    def required_scopes(self) -> tuple[str, ...]:
        return self._definition.required_scopes

    def problems(self) -> list[str]:
        return name_problems(self.name) + schema_problems(self._arguments)

    def keeps_state(self) -> bool:
        return False

    def definition(self) -> ToolDefinition:
        return dataclasses.replace(self._definition, input_schema=copied(self._arguments.schema))

    def validate(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        return self._arguments.check(arguments)
