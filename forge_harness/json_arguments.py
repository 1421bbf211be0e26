"""Validation of arguments against a plain JSON Schema, for tools without a Pydantic model."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from .errors import RegistrationError, ToolValidationError

if TYPE_CHECKING:
    from jsonschema.protocols import Validator

__all__ = ["JsonArguments"]

_MAX_REASONS = 20


class JsonArguments:
    """Refuses arguments that do not fit a schema.

    Args:
        tool_name: Named in refusals.
        schema: JSON Schema, an object at its root. It is closed here, whatever it says itself.

    Raises:
        RegistrationError: If *schema* is no valid JSON Schema.
    """

    def __init__(self, tool_name: str, schema: Mapping[str, Any]) -> None:
        self._tool_name = tool_name
        self._keys = frozenset(schema.get("properties") or ())
        self._schema = schema
        self._validator: Validator | None = None

    def check(self, arguments: Mapping[str, Any]) -> None:
        """Return if *arguments* fit.

        Raises:
            ToolValidationError: If they do not; it names declared fields and keywords, never values.
        """
        reasons = []
        unknown = len(set(arguments) - self._keys)
        if unknown:
            reasons.append(f"{unknown} unknown field(s) at the root (additionalProperties)")
        try:
            for error in self._build().iter_errors(dict(arguments)):
                if error.validator == "additionalProperties" and not error.absolute_path:
                    continue
                reasons.append(self._describe(error))
                if len(reasons) >= _MAX_REASONS:
                    break
        except RecursionError:
            reasons.append("arguments nested too deeply (recursion_error)")
        if reasons:
            reason = "; ".join(dict.fromkeys(reasons))
            raise ToolValidationError(
                f"The arguments of tool {self._tool_name!r} do not fit its schema: {reason}. Send values that do.",
                tool_name=self._tool_name,
                tool_args=arguments,
                reason=reason,
            )

    def _describe(self, error: Any) -> str:
        path = [str(part) if isinstance(part, int) or part in self._keys else "*" for part in error.absolute_path]
        if error.validator == "required":
            missing = [name for name in error.validator_value if name in self._keys and name not in error.instance]
            path += missing[:1]
        return f"{'.'.join(path) or 'arguments'} ({error.validator})"

    def _build(self) -> Validator:
        if self._validator is None:
            # jsonschema takes longer to import than the rest of the harness, and typed tools never need it.
            from jsonschema.exceptions import SchemaError
            from jsonschema.validators import Draft202012Validator, validator_for

            validator_class: Callable[..., Validator] = validator_for(self._schema, default=Draft202012Validator)
            try:
                validator_class.check_schema(self._schema)  # type: ignore[attr-defined]  # a class method of the protocol
            except SchemaError as error:
                raise RegistrationError(
                    f"The input_schema of tool {self._tool_name!r} is no valid JSON Schema at "
                    f"{error.json_path!r}. Mend the schema before you register the tool."
                ) from None
            self._validator = validator_class(self._schema)
        return self._validator
