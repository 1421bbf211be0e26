"""LangChain: `@tool`, `StructuredTool` and every other `BaseTool`."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from typing import Any

from .framework_error import FrameworkError
from .interop_tool import Advertised, InteropTool, part_of, refusal

__all__ = ["LangChainTool", "langchain_tools"]

_CALL_ID = "call_1"


def langchain_tools(value: Any) -> list[InteropTool]:
    """Return a `BaseTool` as a tool."""
    from langchain_core.utils.function_calling import convert_to_openai_tool  # the framework's, imported by now

    sent = convert_to_openai_tool(value)["function"]
    schema = sent.get("parameters") or {"type": "object", "properties": {}}
    return [LangChainTool(Advertised(sent["name"], sent.get("description") or "", schema), value)]


class LangChainTool(InteropTool):
    """A tool of LangChain.

    An exception of the tool ends the run, as it does in LangChain's `ToolNode`, unless the tool handles it
    (``handle_tool_error``); the model then reads the message of the handler.
    """

    framework = "LangChain"

    def __init__(self, advertised: Advertised, value: Any) -> None:
        super().__init__(advertised, value)
        has_model = not isinstance(value.args_schema, dict) and value.args_schema is not None
        self.validates = "all" if has_model else "nothing"
        self._needs_id, missing = self._injected()
        if missing:
            self.not_called = (
                f"The argument {missing!r} is injected by LangChain's agent, so the tool was not called. "
                "Give it a default, or move the work to a function without it and check that."
            )

    def function(self) -> Callable[..., Any] | None:
        """Return the function behind a decorated tool, or the method of a class."""
        own = type(self.value)
        method = own._run if _is_written(own, "_run") else own._arun if _is_written(own, "_arun") else None  # noqa: SLF001  # the two methods that authors write
        bound = None if method is None else method.__get__(self.value)
        return getattr(self.value, "func", None) or getattr(self.value, "coroutine", None) or bound

    def accept(self, arguments: dict[str, Any]) -> Any:
        """Validate by the arguments model; LangChain drops unknown arguments, and those of a JSON schema pass."""
        if self.validates == "nothing":
            return arguments
        try:
            return self.value._parse_input(arguments, _CALL_ID)  # noqa: SLF001  # its validation has no public name
        except Exception as error:
            if not callable(getattr(error, "errors", None)):
                raise
            raise refusal(self.name, arguments, error, self.advertised.input_schema) from None

    def call(self, arguments: dict[str, Any]) -> Any:
        """Invoke the tool; an async one is awaited."""
        is_told = bool(self.value.handle_tool_error or self.value.handle_validation_error)
        given: Any = arguments
        if is_told or self._needs_id:
            given = {"name": self.name, "args": arguments, "id": _CALL_ID, "type": "tool_call"}
        if inspect.iscoroutinefunction(self.impl):
            return self._awaited(given)
        return _answer(self.value.invoke(given))

    async def _awaited(self, given: Any) -> Any:
        return _answer(await self.value.ainvoke(given))

    def _injected(self) -> tuple[bool, str]:
        """Return whether the tool takes the id of its call, and the required argument that only an agent can inject."""
        fields = getattr(self.value.args_schema, "model_fields", None) or {}
        offered = (self.advertised.input_schema or {}).get("properties") or {}
        of_call = part_of("langchain_core.tools", "InjectedToolCallId")
        needs_id = False
        for name, taken in fields.items():
            if name in offered:
                continue
            if any(mark is of_call or isinstance(mark, of_call) for mark in taken.metadata) if of_call else False:
                needs_id = True
            elif taken.is_required():
                return needs_id, name
        for name in self.value._injected_args_keys - fields.keys() - offered.keys():  # noqa: SLF001  # no public name
            parameter = inspect.signature(self.impl).parameters.get(name) if self.impl else None
            if parameter is not None and parameter.default is parameter.empty:
                return needs_id, name
        return needs_id, ""


def _is_written(own: type, name: str) -> bool:
    """Return whether the class, or one of its author's, defines the method, and not LangChain's base."""
    base = part_of("langchain_core.tools", "BaseTool")
    method = getattr(own, name, None)
    return method is not None and (base is None or method is not getattr(base, name, None))


def _answer(answered: Any) -> Any:
    """Return the result of a tool; of a tool message, its content as the model reads it.

    Raises:
        FrameworkError: If the message reports a failure.
    """
    message = part_of("langchain_core.messages", "ToolMessage")
    if message is None or not isinstance(answered, message):
        return _readable(answered)
    if answered.status == "error":
        told = answered.content if isinstance(answered.content, str) else json.dumps(answered.content, default=str)
        raise FrameworkError(told)
    return answered.content


def _readable(value: Any) -> Any:
    """Return a JSON value unchanged, and any other as the text that LangChain writes of it."""
    try:
        json.dumps(value)
    except (TypeError, ValueError, RecursionError):
        return str(value)
    return value
