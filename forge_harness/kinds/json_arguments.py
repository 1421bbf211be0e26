"""Validation of arguments against a plain JSON Schema, for tools without a Pydantic model."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..errors import RegistrationError, ToolValidationError
from ..schema.hand_written import close_schema
from ..schema.json_schema import INJECTED, copied, schema_nodes

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

__all__ = ["JsonArguments", "schema_problems"]

_MAX_REASONS = 20
_UNKNOWN = "unknown field(s) at the root (additionalProperties)"
_TOO_DEEP = "arguments nested too deeply (recursion_error)"


class JsonArguments:
    """Refuses arguments that do not fit a schema.

    Args:
        tool_name: Named in refusals.
        schema: JSON Schema, an object at its root. It is closed here to all but the arguments it declares, and loses
            what the dispatcher injects: what is advertised and what is accepted are one schema.
    """

    def __init__(self, tool_name: str, schema: Mapping[str, Any]) -> None:
        self._tool_name = tool_name
        self._declared = schema

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The closed schema; raises RegistrationError where the declared one does not describe an object."""
        return close_schema(self._declared)

    def check(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return a copy of *arguments*, for the tool to do with as it likes.

        Raises:
            ToolValidationError: If they do not fit; it names declared fields and keywords, never values.
            RegistrationError: If the schema itself cannot be used.
        """
        # jsonschema takes longer to import than the rest of the harness, and typed tools never need it.
        from referencing.exceptions import Unresolvable

        own = self.own(arguments)
        # A map of arguments takes any name but this one.
        reasons: dict[str, None] = {_UNKNOWN: None} if INJECTED in own else {}
        try:
            for error in self._validator.iter_errors(own):
                reasons[self._describe(error)] = None
                if len(reasons) >= _MAX_REASONS:
                    break
        except RecursionError:
            reasons[_TOO_DEEP] = None
        except Unresolvable:
            raise self._unusable("a reference that leads out of it") from None
        except re.error:
            raise self._unusable("a pattern that Python cannot read") from None
        except BaseException as error:
            # jsonschema keeps its place in a data structure of Rust, which panics where it meets Python's limit.
            if type(error).__name__ != "PanicException":
                raise
            reasons[_TOO_DEEP] = None
        if reasons:
            raise self._refusal(arguments, "; ".join(reasons))
        return own

    def own(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return *arguments* as a copy of any depth.

        Raises:
            ToolValidationError: If they hold themselves.
        """
        try:
            return copied(arguments)  # type: ignore[no-any-return]  # a mapping's copy is a dict
        except ValueError:
            raise self._refusal({}, "arguments that hold themselves (recursion_loop)") from None

    def _refusal(self, arguments: Mapping[str, Any], reason: str) -> ToolValidationError:
        return ToolValidationError(
            f"The arguments of tool {self._tool_name!r} do not fit its schema: {reason}. Send values that do.",
            tool_name=self._tool_name,
            tool_args=arguments,
            reason=reason,
        )

    def _describe(self, error: Any) -> str:
        if error.validator == "additionalProperties" and not error.absolute_path:
            return _UNKNOWN
        path = [str(part) if isinstance(part, int) or part in self._names else "*" for part in error.absolute_path]
        if error.validator == "required":
            missing = [name for name in error.validator_value if name in self._names and name not in error.instance]
            path += missing[:1]
        return f"{'.'.join(path) or 'arguments'} ({error.validator})"

    @cached_property
    def _names(self) -> frozenset[str]:
        # The keys of a free-form object are input; only declared ones may be told.
        declared = [
            node["properties"] for node in schema_nodes(self.schema) if isinstance(node.get("properties"), dict)
        ]
        return frozenset(name for properties in declared for name in properties)

    @cached_property
    def _validator(self) -> Validator:
        from jsonschema.exceptions import SchemaError
        from jsonschema.validators import Draft202012Validator, validator_for
        from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]  # it ships no types

        validator_class = validator_for(self.schema, default=Draft202012Validator)
        try:
            validator_class.check_schema(self.schema)
        except SchemaError as error:
            raise self._unusable(f"no valid JSON Schema at {error.json_path!r}") from None
        # The default registry would fetch a foreign reference over the network, wherever the schema's author points it.
        return validator_class(self.schema, registry=REGISTRY)

    def _unusable(self, what: str) -> RegistrationError:
        return RegistrationError(f"The input_schema of tool {self._tool_name!r} holds {what}. Mend the schema.")


def schema_problems(arguments: JsonArguments) -> list[str]:
    """Return what makes the schema behind *arguments* unfit to be advertised, if anything does."""
    try:
        _ = arguments.schema
    except RegistrationError as error:
        return [str(error)]
    return []
