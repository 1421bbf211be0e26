"""LegacyTool: a hand-written registry entry, so that older code keeps working."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ..errors import RegistrationError
from ..reach import Reach
from ..schema.json_schema import copied
from ..tool import Tool, ToolDefinition, ToolTier
from .declaration import FACTS_ATTRIBUTE, declared_facts
from .json_arguments import JsonArguments, schema_problems

__all__ = ["LegacyTool"]

_KEYS = ("name", "description", "input_schema", "impl")


class LegacyTool(Tool, Mapping[str, Any]):
    """A tool declared as ``{name, description, input_schema, impl}``; still readable as that mapping.

    ``impl`` takes the arguments as keywords, and ``workspace_root`` too if its signature allows it. The tier of
    a legacy tool is the strictest. Source: seed 000, "Migrating from the legacy _register pattern".

    Args:
        name: Registered name.
        description: The description for the model.
        input_schema: Hand-written JSON Schema of the arguments.
        impl: The function.

    Raises:
        RegistrationError: If *input_schema* is not a mapping or *impl* is not callable.
    """

    def __init__(
        self, *, name: str, description: str, input_schema: Mapping[str, Any], impl: Callable[..., Any]
    ) -> None:
        if not isinstance(input_schema, Mapping) or not callable(impl):
            raise RegistrationError(
                f"The legacy tool {name!r} needs a mapping as 'input_schema' and a callable as 'impl'. "
                "Pass both, or declare the tool with @forge_tool."
            )
        self.name = name
        self.description = description
        self.impl = impl
        self._reach = Reach(impl)
        self.facts = declared_facts(getattr(impl, FACTS_ATTRIBUTE, ()), name)
        self._raw_schema = input_schema
        self._arguments = JsonArguments(name, input_schema)
        self.workspace_root_aware = _names(impl, "workspace_root")
        self._passes_root = self.workspace_root_aware or _takes_any_keyword(impl)

    @classmethod
    def from_mapping(cls, name: str, entry: Mapping[str, Any]) -> LegacyTool:
        """Build the tool from a registry entry; its key in the registry is the default for its name."""
        missing = [key for key in ("input_schema", "impl") if key not in entry]
        if missing:
            raise RegistrationError(
                f"The legacy tool {name!r} lacks {missing[0]!r}. Add it to its name, description, schema and impl."
            )
        return cls(
            name=entry.get("name", name),
            description=entry.get("description", ""),
            input_schema=entry["input_schema"],
            impl=entry["impl"],
        )

    def __repr__(self) -> str:
        return f"<LegacyTool {self.name!r} from {self.origin}>"

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Mapping) and dict(self) == dict(other))

    def __getitem__(self, key: str) -> Any:
        if key not in _KEYS:
            raise KeyError(key)
        return self._raw_schema if key == "input_schema" else getattr(self, key)

    def __iter__(self) -> Iterator[str]:
        return iter(_KEYS)

    def __len__(self) -> int:
        return len(_KEYS)

    @property
    def tier(self) -> ToolTier:
        return ToolTier.EXECUTE

    @property
    def required_scopes(self) -> tuple[str, ...]:
        return ()

    @property
    def origin(self) -> str:
        return f"{getattr(self.impl, '__module__', '?')}.{getattr(self.impl, '__qualname__', type(self.impl).__name__)}"

    def definition(self) -> ToolDefinition:
        return ToolDefinition(name=self.name, description=self.description, input_schema=copied(self._arguments.schema))

    def problems(self) -> list[str]:
        """Return the problems of the schema; any name is allowed, as it was when such tools were written."""
        return schema_problems(self._arguments)

    def keeps_state(self) -> bool:
        return self._reach.keeps_state()

    def validate(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        return self._arguments.check(arguments)

    def run(self, validated: dict[str, Any], *, workspace_root: Path | None) -> Any:
        # After validation, so that a root supplied by the model cannot take the place of the dispatcher's.
        if self._passes_root:
            return self.impl(**{**validated, "workspace_root": workspace_root})
        return self.impl(**validated)


def _names(function: Callable[..., Any], keyword: str) -> bool:
    try:
        return keyword in inspect.signature(function).parameters
    except (TypeError, ValueError):
        return False


def _takes_any_keyword(function: Callable[..., Any]) -> bool:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return False
    return any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters)
