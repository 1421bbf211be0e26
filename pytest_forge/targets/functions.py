"""Plain annotated functions as tools: the signature becomes the arguments model."""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable, Mapping
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union

from pydantic import BaseModel, ConfigDict, Field, PydanticUserError, create_model
from pydantic.fields import FieldInfo

from forge_harness import INJECTED_NAMES, ForgeTool

from .callables import bound_names, is_callable_object, written_function
from .docstring import described_parameters, leading_text
from .target_error import TargetError
from .type_names import as_sent, resolved_annotations

__all__ = ["FunctionTool", "function_tool"]

#: Types of arguments that an agent framework passes itself: (top-level package, type) -> framework.
_PASSED = {
    ("mcp", "Context"): "MCP's Python SDK",
    ("fastmcp", "Context"): "FastMCP",
    ("pydantic_ai", "RunContext"): "Pydantic AI",
    ("agents", "RunContextWrapper"): "OpenAI Agents",
    ("langchain", "ToolRuntime"): "LangChain",
    ("langgraph", "ToolRuntime"): "LangGraph",
    ("langchain_core", "InjectedToolArg"): "LangChain",
}


class FunctionTool(ForgeTool):
    """A plain function as a tool.

    Attributes:
        not_called: Why it cannot be called here; empty if it can.
    """

    not_called: str = ""


def function_tool(function: Callable[..., Any], *, name: str = "") -> FunctionTool:
    """Make a tool from a plain function, a bound method, a partial or a wrapper; it is not registered.

    A parameter named ``workspace_root`` is injected, and one of a framework's own types is left to the framework; every
    other parameter becomes a field. Its description comes from ``Annotated[..., Field(description=...)]``, from
    ``Annotated[..., "text"]``, or from the parameter list of the docstring (Google, NumPy or reST). The tool's
    description is the docstring up to its first section.

    Args:
        function: The function.
        name: Its name as a tool; its own unless given.

    Raises:
        TargetError: If its signature cannot be described by a schema.
    """
    written = written_function(function) or function
    is_object = is_callable_object(function)
    name = name or getattr(type(function) if is_object else written, "__name__", type(written).__name__)
    try:
        hints = resolved_annotations(_annotated(function, written))
        parameters = inspect.signature(function).parameters.values()
    except Exception as error:  # noqa: BLE001  # any expression may stand in an annotation
        raise TargetError(
            f"The annotations of {name!r} cannot be resolved ({type(error).__name__}). "
            "Import the names in them at run time."
        ) from None
    # `getdoc` of a method without a docstring returns that of `type.__call__`.
    told = inspect.cleandoc(written.__doc__ or function.__doc__ or "") if is_object else inspect.getdoc(written) or ""
    described = described_parameters(told)
    fields: dict[str, Any] = {}
    by_position: list[str] = []
    injected, not_called = False, ""
    bound = bound_names(function)
    for parameter in parameters:
        if parameter.name in INJECTED_NAMES:
            injected = True
            continue
        if parameter.name in bound:
            continue
        _refuse_variadic(parameter, name)
        if parameter.name not in hints:
            raise TargetError(f"The parameter {parameter.name!r} of {name!r} is not annotated. Annotate it.")
        hint = hints[parameter.name]
        framework = _framework_of(hint)
        if framework:
            if parameter.default is parameter.empty:
                not_called = not_called or _of_framework(parameter.name, framework)
            continue
        if parameter.kind is parameter.POSITIONAL_ONLY:
            by_position.append(parameter.name)
        default = ... if parameter.default is parameter.empty else parameter.default
        fields[parameter.name] = (as_sent(hint), _field(default, hint, described.get(parameter.name)))
    tool = FunctionTool(
        _call_with_fields(function, written, tuple(fields), tuple(by_position), injected=injected),
        name=name,
        description=leading_text(told),
        args_schema=_model(name, fields),
        workspace_root_aware=injected,
    )
    tool.not_called = not_called
    return tool


def _annotated(function: Callable[..., Any], written: Callable[..., Any]) -> Callable[..., Any]:
    """Return the callable with the annotations: a wrapper may have changed them, and a partial has none."""
    while isinstance(function, functools.partial):
        function = function.func
    if is_callable_object(function):
        return written
    is_holder = inspect.isfunction(function) or inspect.ismethod(function) or "__annotations__" in vars(function)
    return function if is_holder else written


def _refuse_variadic(parameter: inspect.Parameter, name: str) -> None:
    if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
        stars = "*" if parameter.kind is parameter.VAR_POSITIONAL else "**"
        raise TargetError(
            f"{name!r} takes {stars}{parameter.name}, which a schema cannot describe. Name its parameters, or take "
            f"{'a list' if stars == '*' else 'a dict'}; if it is decorated, use functools.wraps."
        )


def _of_framework(parameter: str, framework: str) -> str:
    return (
        f"The parameter {parameter!r} is a {framework}, which only the framework can pass, so the function was not "
        "called. Give the parameter a default, or move the work to a function without it and check that."
    )


def _model(name: str, fields: Mapping[str, Any]) -> type[BaseModel]:
    try:
        return _described(name, fields)
    except Exception as error:  # noqa: BLE001  # Pydantic refuses types in many ways
        reason = type(error).__name__
    for parameter, (hint, _) in fields.items():
        try:
            _described(name, {parameter: (hint, ...)})
        except Exception as error:  # noqa: BLE001  # as above
            raise TargetError(
                f"The signature of {name!r} cannot become a JSON Schema: its parameter {parameter!r} is a "
                f"{_shown(hint)}, {_way_out(error)}"
            ) from None
    raise TargetError(f"The signature of {name!r} cannot become a JSON Schema ({reason}). Use JSON types.") from None


def _way_out(error: Exception) -> str:
    if isinstance(error, PydanticUserError) and error.code == "typed-dict-version":
        return "which Pydantic cannot read before Python 3.12. Import TypedDict from typing_extensions."
    return "which a model cannot send. Use a JSON type, such as str, int or list."


def _described(name: str, fields: Mapping[str, Any]) -> type[BaseModel]:
    config = ConfigDict(extra="forbid", arbitrary_types_allowed=False)
    model: type[BaseModel] = create_model(f"{name}_arguments", __config__=config, **fields)
    model.model_json_schema()
    return model


def _shown(hint: Any) -> str:
    return hint.__name__ if isinstance(hint, type) else str(hint).replace("typing.", "")


def _call_with_fields(
    function: Callable[..., Any],
    written: Callable[..., Any],
    names: tuple[str, ...],
    by_position: tuple[str, ...],
    *,
    injected: bool,
) -> Callable[..., Any]:
    def call(arguments: BaseModel, *, workspace_root: Path | None = None) -> Any:
        values = {name: getattr(arguments, name) for name in names}
        if injected:
            values["workspace_root"] = workspace_root
        first = [values.pop(name) for name in by_position]
        return function(*first, **values)

    call.__doc__ = written.__doc__
    call.__name__ = written.__name__
    call.__qualname__ = written.__qualname__
    call.__module__ = written.__module__
    # Attributes set by `tool_facts` or by the author.
    vars(call).update(vars(written))
    is_object = is_callable_object(function)
    if not is_object:
        vars(call).update(vars(function))
    # `inspect.getsource` follows __wrapped__; methods, partials and objects lack a source.
    has_code = not (is_object or inspect.ismethod(function) or isinstance(function, functools.partial))
    call.__wrapped__ = function if has_code else written  # type: ignore[attr-defined]
    # `inspect.signature` follows __wrapped__, to a signature that may lack workspace_root.
    call.__signature__ = inspect.signature(call, follow_wrapped=False)  # type: ignore[attr-defined]  # as above
    return call


def _field(default: Any, hint: Any, told: str | None) -> Any:
    """Return the field of a parameter, described by its annotation or else by the docstring."""
    told = _annotated_description(hint) or told
    return Field(default, description=told) if told else default


def _annotated_description(hint: Any) -> str:
    if typing.get_origin(hint) is not Annotated:
        return ""
    notes = typing.get_args(hint)[1:]
    given = [note.description for note in notes if isinstance(note, FieldInfo) and note.description]
    return next((note for note in [*given, *notes] if isinstance(note, str) and note.strip()), "")


def _framework_of(hint: Any) -> str:
    """Return the framework that passes parameters of this type, as ``Context of FastMCP``; empty for model input."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        return next((found for part in inner if (found := _framework_of(part))), "")
    if origin in (Union, UnionType):
        return next((found for part in inner if (found := _framework_of(part))), "")
    kind = origin if isinstance(origin, type) else hint if isinstance(hint, type) else type(hint)
    for base in kind.__mro__:
        framework = _PASSED.get((base.__module__.partition(".")[0], base.__name__))
        if framework:
            return f"{kind.__name__} of {framework}"
    return ""
