"""ForgeTool: a plain function and the Pydantic model of its arguments."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterable, Mapping, Set
from functools import cached_property
from operator import is_
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from ..deadline.deadline import run_with_deadline
from ..deadline.step_timeouts import checked_seconds
from ..errors import WorkspaceRequiredError
from ..reach import Reach
from ..schema.model_schema import input_schema
from ..scrub import log_failure, named_error, public_failure, scrub_error_result
from ..tool import Tool, ToolCategory, ToolDefinition, ToolTier, several
from .declaration import FACTS_ATTRIBUTE, accepted_keys, declaration_problems, declared_facts, declared_tier
from .refused_arguments import MAX_REASONS, TOO_DEEP, declared_names, location, refused_arguments

__all__ = ["ForgeTool", "describe_validation_error"]


class ForgeTool(Tool):
    """A typed tool; calling it calls the function behind it.

    Args:
        impl: The function; takes the arguments model, and ``workspace_root`` as a keyword if aware.
        name: Registered name, ``[a-zA-Z_][a-zA-Z0-9_-]{0,63}``.
        description: The description for the model.
        args_schema: Model of the arguments; the only source of the advertised schema.
        workspace_root_aware: Whether the function is given the workspace root.
        tags: Labels for grouping.
        tier: ``"read"``, ``"write"`` or ``"execute"``; None means undeclared, which counts as the strictest.
        required_scopes: Scopes the agent must hold.
        category: Where the tool comes from.
        timeout_s: The limit of one call in seconds, or None.
        raises: Exception classes that are part of the contract.
        facts: Facts of `FACTS` that hold, or a mapping to True or False; by default those that `tool_facts` declares
            on *impl*.

    Raises:
        TypeError: If *args_schema* is not a Pydantic BaseModel, or *tier* or a fact is unknown.
        RegistrationError: If the name, the model or the function's signature breaks the contract.
    """

    def __init__(
        self,
        impl: Callable[..., Any],
        *,
        name: str,
        description: str,
        args_schema: type[BaseModel],
        workspace_root_aware: bool = False,
        tags: Iterable[str] | None = (),
        tier: ToolTier | str | None = None,
        required_scopes: Iterable[str] = (),
        category: ToolCategory | str = ToolCategory.CUSTOM,
        timeout_s: float | None = None,
        raises: Iterable[type[BaseException]] = (),
        facts: Mapping[str, bool] | Iterable[str] = (),
    ) -> None:
        if not (isinstance(args_schema, type) and issubclass(args_schema, BaseModel)):
            raise TypeError(
                f"args_schema of tool {name!r} must be a Pydantic BaseModel subclass, not {args_schema!r}. "
                "Declare the arguments as a class that derives from pydantic.BaseModel."
            )
        if not callable(impl):
            raise TypeError(f"@forge_tool was put on {impl!r}, which cannot be called. Decorate a function.")
        self.impl = impl
        self._reach = Reach(impl)
        self.name = name
        self.description = description
        self.args_schema = args_schema
        self.workspace_root_aware = workspace_root_aware
        self.tags = several(tags or (), "tags")
        self.tier_declared = tier is not None
        self._tier = declared_tier(tier, name)
        self._required_scopes = several(required_scopes, "required_scopes")
        self.category = ToolCategory(category)
        self.timeout_s = checked_seconds(timeout_s, "timeout_s")
        self.raises = tuple(raises)
        self.facts = declared_facts(facts or getattr(impl, FACTS_ATTRIBUTE, ()), name)
        self.__doc__ = impl.__doc__
        self.__name__ = getattr(impl, "__name__", name)
        self.__module__ = getattr(impl, "__module__", type(self).__module__)
        self.__wrapped__ = impl
        # A model with a forward reference or a deferred validator is incomplete; Pydantic completes it on first use.
        is_complete = args_schema.__pydantic_complete__
        self._validate = (
            args_schema.__pydantic_validator__.validate_python if is_complete else self._complete_and_validate
        )
        # Unknown root keys are refused here; the model's own `extra` may drop or keep them silently.
        self._keys = accepted_keys(args_schema)
        self._sound: tuple[Any, ...] = (None,) * 4

    def __repr__(self) -> str:
        return f"<ForgeTool {self.name!r} from {self.origin}>"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function directly, without the dispatcher's protection."""
        return self.impl(*args, **kwargs)

    @property
    def tier(self) -> ToolTier:
        return self._tier

    @property
    def required_scopes(self) -> tuple[str, ...]:
        return self._required_scopes

    @property
    def origin(self) -> str:
        return f"{self.__module__}.{getattr(self.impl, '__qualname__', self.__name__)}"

    @property
    def input_schema(self) -> dict[str, Any]:
        """JSON Schema of the arguments; built once, returned as a copy."""
        schema: dict[str, Any] = _copied(self._schema)
        return schema

    @cached_property
    def _schema(self) -> dict[str, Any]:
        return input_schema(self.args_schema)

    @property
    def legacy_dict(self) -> dict[str, Any]:
        """The tool as a legacy registry entry. Source: seed 000, "Migrating from the legacy _register pattern"."""
        return {
            "name": self.name,
            "description": self.description,
            "input_schema": self.input_schema,
            "impl": self._call_flat,
        }

    def _call_flat(self, **arguments: Any) -> Any:
        # Older loops send the text of any exception to the model, so nothing is raised here. Source: seed 000, S-013.
        root = arguments.pop("workspace_root", None)
        try:
            if self.workspace_root_aware and not root:
                raise WorkspaceRequiredError(f"Tool {self.name!r} works on files. Pass workspace_root=.")
            value = run_with_deadline(
                lambda: self.run(self.validate(arguments), workspace_root=root),
                self.timeout_s,
                shares_loop=self.keeps_state,
            )
            return scrub_error_result(self.name, value)
        except BaseException as raised:
            if issubclass(type(raised), KeyboardInterrupt) and threading.current_thread() is threading.main_thread():
                raise
            error = named_error(self.name, raised)
            payload = public_failure(self.name, error)
            log_failure(self.name, payload["error"], error, "legacy entry")
            return payload

    def keeps_state(self) -> bool:
        if self._reach.function is not self.impl:
            self._reach = Reach(self.impl)
        return self._reach.keeps_state()

    def definition(self) -> ToolDefinition:
        return ToolDefinition(
            name=self.name,
            description=self.description,
            input_schema=self.input_schema,
            tier=self._tier,
            required_scopes=self._required_scopes,
            category=self.category,
        )

    def validate(self, arguments: Mapping[str, Any]) -> BaseModel:
        if not self._keys.issuperset(arguments):
            unknown = len(arguments.keys() - self._keys)
            raise refused_arguments(self.name, arguments, f"{unknown} unknown field(s) at the root (extra_forbidden)")
        try:
            return self._validate(arguments)
        except ValidationError as error:
            as_json = self._validate_as_json(arguments)
            if as_json is not None:
                return as_json
            reason = describe_validation_error(error, declared_names(self._schema))
        except RecursionError:
            reason = TOO_DEEP
        raise refused_arguments(self.name, arguments, reason)

    def _complete_and_validate(self, arguments: Mapping[str, Any]) -> BaseModel:
        try:
            return self.args_schema.model_validate(arguments)
        finally:
            if self.args_schema.__pydantic_complete__:
                self._validate = self.args_schema.__pydantic_validator__.validate_python

    def _validate_as_json(self, arguments: Mapping[str, Any]) -> BaseModel | None:
        # A strict model refuses the text of a date as a Python value, but accepts it in JSON, and models send JSON.
        try:
            return self.args_schema.__pydantic_validator__.validate_json(json.dumps(arguments, allow_nan=False))  # type: ignore[no-any-return]  # the validator returns the model
        except (ValueError, TypeError, RecursionError):
            return None

    def run(self, validated: Any, *, workspace_root: Path | None) -> Any:
        if self.workspace_root_aware:
            return self.impl(validated, workspace_root=workspace_root)
        return self.impl(validated)

    def problems(self) -> list[str]:
        """Return the reasons to refuse this tool at registration, a sentence each; empty if there are none."""
        declared = (self.name, self.args_schema, self.impl, self.workspace_root_aware)
        # Each run registers its tools again. The result holds as long as the parts of the tool are the same.
        if all(map(is_, declared, self._sound)):
            return []
        found = declaration_problems(
            self.name,
            self.args_schema,
            self.impl,
            workspace_root_aware=self.workspace_root_aware,
            describe=lambda: self._schema,
        )
        # An incomplete model was not described yet.
        if not found and self.args_schema.__pydantic_complete__:
            self._sound = declared
        return found


def describe_validation_error(error: ValidationError, known: Set[str]) -> str:
    """Return the field paths and kinds of *error*, without any text of a model or a validator.

    Args:
        error: Pydantic's error.
        known: Declared field names. Other locations become ``*``, since the keys of a free-form object are input.
    """
    lines = []
    for item in error.errors(include_url=False, include_context=False, include_input=False)[:MAX_REASONS]:
        shown = location(item["loc"], known)
        kind = item["type"] if _KIND.fullmatch(item["type"]) else "value_error"
        lines.append(f"{'.'.join(shown) or 'arguments'} ({kind})")
    return "; ".join(dict.fromkeys(lines))


_KIND = re.compile(r"[a-z_]{1,40}")


def _copied(value: Any) -> Any:
    """Return a copy of JSON; faster than `deepcopy`, since each run copies the schemas of all its tools."""
    if isinstance(value, dict):
        return {key: _copied(inner) for key, inner in value.items()}
    return [_copied(item) for item in value] if isinstance(value, list) else value
