"""Plain annotated functions as tools: the signature becomes the arguments model."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, create_model

from forge_harness import INJECTED_NAMES, ForgeTool

from .target_error import TargetError
from .type_names import as_sent, resolved_annotations

__all__ = ["function_tool", "is_annotated_function"]


def is_annotated_function(value: object, module: str) -> bool:
    """Tell whether *value* is a public function of *module* whose every parameter is annotated."""
    if not inspect.isfunction(value) or value.__name__.startswith("_") or value.__module__ != module:
        return False
    parameters = inspect.signature(value).parameters.values()
    return all(
        parameter.annotation is not parameter.empty
        and parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
        for parameter in parameters
    )


def function_tool(function: Callable[..., Any]) -> ForgeTool:
    """Make a tool of a plain function; it is not registered.

    A parameter named ``workspace_root`` is injected, every other becomes a field; its description comes from
    ``Annotated[..., Field(description=...)]`` or from the docstring's parameter list (Google, NumPy or reST).

    Raises:
        TargetError: If a parameter's annotation is missing or cannot be resolved.
    """
    name = function.__name__
    try:
        hints = resolved_annotations(function)
        parameters = inspect.signature(function).parameters.values()
    except Exception as error:  # noqa: BLE001  # any expression may stand in an annotation
        raise TargetError(
            f"The annotations of {name!r} cannot be resolved ({type(error).__name__}). "
            "Import the names they use at run time."
        ) from None
    described = _described_parameters(inspect.getdoc(function) or "")
    fields: dict[str, Any] = {}
    injected = False
    for parameter in parameters:
        if parameter.name in INJECTED_NAMES:
            injected = True
            continue
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if parameter.name not in hints:
            raise TargetError(
                f"The parameter {parameter.name!r} of {name!r} has no annotation. "
                "Annotate it, so that a schema can be made."
            )
        default = ... if parameter.default is parameter.empty else parameter.default
        fields[parameter.name] = (as_sent(hints[parameter.name]), _field(default, described.get(parameter.name)))
    try:
        model: type[BaseModel] = create_model(
            f"{name}_arguments", __config__=ConfigDict(extra="forbid", arbitrary_types_allowed=False), **fields
        )
        model.model_json_schema()
    except Exception as error:  # noqa: BLE001  # Pydantic refuses types in many ways
        raise TargetError(
            f"No schema can be made of the signature of {name!r} ({type(error).__name__}). "
            "Use types that JSON can carry."
        ) from None
    return ForgeTool(
        _call_with_fields(function, tuple(fields), injected=injected),
        name=name,
        description=(inspect.getdoc(function) or "").split("\n\n")[0].strip(),
        args_schema=model,
        workspace_root_aware=injected,
    )


def _call_with_fields(function: Callable[..., Any], names: tuple[str, ...], *, injected: bool) -> Callable[..., Any]:
    def call(arguments: BaseModel, *, workspace_root: Path | None = None) -> Any:
        values = {name: getattr(arguments, name) for name in names}
        if injected:
            values["workspace_root"] = workspace_root
        return function(**values)

    call.__doc__ = function.__doc__
    call.__name__ = function.__name__
    call.__qualname__ = function.__qualname__
    call.__module__ = function.__module__
    # What `tool_facts` has left, and whatever else its author has.
    vars(call).update(vars(function))
    call.__wrapped__ = function  # type: ignore[attr-defined]  # where source code is looked for
    # `inspect.signature` follows __wrapped__, and would look for workspace_root in the original.
    call.__signature__ = inspect.signature(call, follow_wrapped=False)  # type: ignore[attr-defined]  # as above
    return call


def _field(default: Any, description: str | None) -> Any:
    return Field(default, description=description) if description else default


_GOOGLE = re.compile(r"^\s{2,}\*{0,2}(\w+)\s*(?:\([^)]*\))?:\s+(.+)$")
_REST = re.compile(r"^\s*:param\s+(?:[\w\[\], |.]+\s+)?(\w+):\s*(.+)$")
_NUMPY = re.compile(r"^(\w+)\s*:\s*\S.*$")


def _described_parameters(docstring: str) -> dict[str, str]:
    """Return the description of each parameter that the docstring's parameter list holds."""
    found: dict[str, str] = {}
    lines = docstring.splitlines()
    in_arguments = False
    for index, line in enumerate(lines):
        if re.match(r"^(Args|Arguments|Parameters|Params):?\s*$", line.strip()):
            in_arguments = True
            continue
        rest = _REST.match(line)
        if rest:
            found[rest[1]] = rest[2].strip()
        elif in_arguments and (google := _GOOGLE.match(line)):
            found.setdefault(google[1], google[2].strip())
        elif in_arguments and (numpy := _NUMPY.match(line)) and index + 1 < len(lines):
            following = lines[index + 1]
            if following.startswith((" ", "\t")):
                found.setdefault(numpy[1], following.strip())
    return found
