"""Validation of arguments against a plain JSON Schema, for tools without a Pydantic model."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..errors import RegistrationError
from ..schema.hand_written import close_schema
from ..schema.json_schema import INJECTED, copied
from .refused_arguments import MAX_REASONS, TOO_DEEP, declared_names, location, refused_arguments

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

__all__ = ["JsonArguments", "schema_problems"]

_UNKNOWN = "unknown field(s) at the root (additionalProperties)"


class JsonArguments:
    """Validates arguments against a JSON Schema.

    Args:
        tool_name: The tool's name, for messages.
        schema: JSON Schema, an object at its root. It is closed here to arguments that it does not declare, and loses
            those that the dispatcher injects, so that the advertised schema is the accepted one.
    """

    def __init__(self, tool_name: str, schema: Mapping[str, Any]) -> None:
        self._tool_name = tool_name
        self._declared = schema

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The closed schema; raises RegistrationError if the declared one does not describe an object."""
        return close_schema(self._declared)

    def check(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return a copy of *arguments*, which the tool may change.

        Raises:
            ToolValidationError: If they are invalid; the message names declared fields and keywords, never values.
            RegistrationError: If the schema itself cannot be used.
        """
        # jsonschema is slower to import than the rest of the harness, and typed tools never need it.
        from referencing.exceptions import Unresolvable

        own = self.own(arguments)
        # A map of arguments takes any name except this one.
        reasons: dict[str, None] = {_UNKNOWN: None} if INJECTED in own else {}
        try:
            for error in self._validator.iter_errors(own):
                reasons[self._describe(error)] = None
                if len(reasons) >= MAX_REASONS:
                    break
        except RecursionError:
            reasons[TOO_DEEP] = None
        except Unresolvable:
            raise self._unusable("a reference that cannot be resolved") from None
        except re.error:
            raise self._unusable("a pattern that is not valid in Python") from None
        except BaseException as error:
            # jsonschema uses a data structure in Rust, which panics at Python's recursion limit.
            if type(error).__name__ != "PanicException":
                raise
            reasons[TOO_DEEP] = None
        if reasons:
            raise refused_arguments(self._tool_name, arguments, "; ".join(reasons))
        return own

    def own(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return a deep copy of *arguments*.

        Raises:
            ToolValidationError: If they contain themselves.
        """
        try:
            return copied(arguments)  # type: ignore[no-any-return]  # a mapping's copy is a dict
        except ValueError:
            raise refused_arguments(self._tool_name, {}, "arguments that contain themselves (recursion_loop)") from None

    def _describe(self, error: Any) -> str:
        if error.validator == "additionalProperties" and not error.absolute_path:
            return _UNKNOWN
        path = location(error.absolute_path, self._names)
        if error.validator == "required":
            missing = [name for name in error.validator_value if name in self._names and name not in error.instance]
            path += missing[:1]
        return f"{'.'.join(path) or 'arguments'} ({error.validator})"

    @cached_property
    def _names(self) -> frozenset[str]:
        return declared_names(self.schema)

    @cached_property
    def _validator(self) -> Validator:
        from jsonschema.exceptions import SchemaError
        from jsonschema.validators import Draft202012Validator, validator_for
        from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]  # it ships no types

        validator_class = validator_for(self.schema, default=Draft202012Validator)
        try:
            validator_class.check_schema(self.schema)
        except SchemaError as error:
            raise self._unusable(f"an invalid JSON Schema at {error.json_path!r}") from None
        # The default registry would fetch a foreign reference over the network, from any address the author chose.
        return validator_class(self.schema, registry=REGISTRY)

    def _unusable(self, what: str) -> RegistrationError:
        return RegistrationError(f"The input_schema of tool {self._tool_name!r} holds {what}. Fix the schema.")


def schema_problems(arguments: JsonArguments) -> list[str]:
    """Return the reasons not to advertise the schema of *arguments*; an empty list if it is valid."""
    try:
        _ = arguments.schema
    except RegistrationError as error:
        return [str(error)]
    return []
