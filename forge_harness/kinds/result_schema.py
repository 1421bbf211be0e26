"""The declared schema of a tool's result, which each result must fit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

__all__ = ["ResultSchema"]

_MAX_REASONS = 5


class ResultSchema:
    """Compares results with a JSON Schema.

    Args:
        schema: An object at its root; results may have more keys than it declares.
    """

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self._schema = schema

    def problem(self, result: Any) -> str:
        """Return which declared keys a result lacks or has of another type, without its values; empty if it fits."""
        # It is slow to import, and most tools declare no result.
        from jsonschema.exceptions import SchemaError
        from referencing.exceptions import Unresolvable

        if not isinstance(result, dict):
            return "it is not a JSON object"
        reasons: dict[str, None] = {}
        try:
            for error in self._validator.iter_errors(result):
                key = next(iter(error.absolute_path), None)
                if error.validator == "required":
                    names: Any = error.validator_value
                    reasons.update((f"{name!r} is missing", None) for name in names if name not in result)
                else:
                    reasons[f"{key!r} is of another type"] = None
                if len(reasons) >= _MAX_REASONS:
                    break
        except RecursionError:
            return "it is nested too deeply"
        except (SchemaError, Unresolvable, re.error):
            # A schema that cannot be used says nothing about results.
            return ""
        return "; ".join(reasons)

    @cached_property
    def _validator(self) -> Validator:
        from jsonschema.validators import Draft202012Validator, validator_for
        from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]  # it ships no types

        kind = validator_for(self._schema, default=Draft202012Validator)
        kind.check_schema(dict(self._schema))
        # The default registry would fetch a foreign reference over the network.
        return kind(self._schema, registry=REGISTRY)
